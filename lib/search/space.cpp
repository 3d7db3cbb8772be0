#include "plateau/search/space.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "plateau/base/text.hpp"

namespace plateau::search {
namespace {

double interpolate(double a, double b, double u) { return a + u * (b - a); }

double map_range(Scale scale, double low, double high, double u) {
  switch (scale) {
    case Scale::log:
      return std::exp(interpolate(std::log(low), std::log(high), u));
    case Scale::reverse_log:
      return 1 - std::exp(interpolate(std::log(1 - low), std::log(1 - high), u));
    case Scale::linear:
      break;
  }
  return interpolate(low, high, u);
}

// Every whole number has the share of the scale within half of it, so that on the linear scale all are
// equally likely.
double map_integer(const Dimension& d, double u) {
  double low = d.min - 0.5, high = d.max + 0.5;
  if (d.scale == Scale::log) low = std::max(low, d.min / 2);
  return std::clamp(std::round(map_range(d.scale, low, high, u)), d.min, d.max);
}

std::optional<std::string> range_fault(const Dimension& d) {
  if (!std::isfinite(d.min) || !std::isfinite(d.max)) return "the range is not finite";
  if (d.min > d.max)
    return fmt::format("min {} is above max {}. Exchange them", shortest(d.min), shortest(d.max));
  if (d.min == d.max)
    return fmt::format("the range [{0}, {0}] is empty. Fix the value outside the search space",
                       shortest(d.min));
  if (d.scale == Scale::log && d.min <= 0)
    return fmt::format("a log scale cannot include {}. min must be > 0", shortest(d.min));
  if (d.scale == Scale::reverse_log && d.max >= 1)
    return fmt::format("a reverse_log scale cannot include {}. max must be < 1", shortest(d.max));
  if (d.type == Type::integer && (d.min != std::floor(d.min) || d.max != std::floor(d.max)))
    return "an integer range needs whole numbers as min and max";
  if (d.type == Type::integer && d.scale == Scale::reverse_log)
    return "reverse_log is for real values below 1. Use linear or log";
  return std::nullopt;
}

}  // namespace

std::optional<std::string> fault(const Dimension& d) {
  if (d.type != Type::discrete) return range_fault(d);
  if (d.feasible_points.empty()) return "there are no values to choose from. Write values: [a, b, c]";
  auto sorted = d.feasible_points;
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
    return "a value is given twice. Remove one of them";
  return std::nullopt;
}

double map(const Dimension& d, double u) {
  if (d.type == Type::integer) return map_integer(d, u);
  if (d.type == Type::real) return std::clamp(map_range(d.scale, d.min, d.max, u), d.min, d.max);
  const auto n = d.feasible_points.size();
  return d.feasible_points[std::min(n - 1, static_cast<std::size_t>(u * static_cast<double>(n)))];
}

}  // namespace plateau::search
