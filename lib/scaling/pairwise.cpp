#include "plateau/scaling/pairwise.hpp"

#include <algorithm>
#include <cmath>

namespace plateau::scaling {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Value {
  double y, variance;
};

Value interpolate(const std::vector<MeasuredSize>& sizes, double x) {
  auto right = std::lower_bound(sizes.begin(), sizes.end(), x,
                                [](const MeasuredSize& s, double at) { return s.log2_batch < at; });
  if (right == sizes.end()) --right;
  if (right == sizes.begin()) return {right->log2_steps, std::pow(right->standard_error, 2)};
  const auto left = right - 1;
  const double w = (x - left->log2_batch) / (right->log2_batch - left->log2_batch);
  return {(1 - w) * left->log2_steps + w * right->log2_steps,
          std::pow((1 - w) * left->standard_error, 2) + std::pow(w * right->standard_error, 2)};
}

// y(x + 1) - y(x) - log2(1 - saving), raised by t standard errors: at most 0 where a doubling saves enough.
double shortfall(const std::vector<MeasuredSize>& sizes, double x, double saving, double t) {
  const Value here = interpolate(sizes, x), there = interpolate(sizes, x + 1);
  return there.y - here.y - std::log2(1 - saving) + t * std::sqrt(here.variance + there.variance);
}

double largest_useful(const std::vector<MeasuredSize>& sizes, double saving, double t) {
  const double low = sizes.front().log2_batch, high = sizes.back().log2_batch - 1;
  if (high < low) return std::numeric_limits<double>::quiet_NaN();
  // Corners of the piecewise linear difference: every size, and every size less an octave.
  std::vector<double> corners = {low, high};
  for (const auto& size : sizes)
    for (const double x : {size.log2_batch, size.log2_batch - 1})
      if (x > low && x < high) corners.push_back(x);
  std::sort(corners.begin(), corners.end());
  const auto f = [&](double x) { return shortfall(sizes, x, saving, t); };
  if (f(high) <= 0) return infinity;
  for (std::size_t i = corners.size() - 1; i-- > 0;) {
    if (f(corners[i]) > 0) continue;
    double inside = corners[i], outside = corners[i + 1];
    for (int step = 0; step < 50; ++step) {
      const double middle = 0.5 * (inside + outside);
      (f(middle) <= 0 ? inside : outside) = middle;
    }
    return inside;
  }
  return -infinity;
}

}  // namespace

LogInterval pairwise_useful(const std::vector<MeasuredSize>& sizes, double saving, double t) {
  return {largest_useful(sizes, saving, 0), largest_useful(sizes, saving, t),
          largest_useful(sizes, saving, -t)};
}

}  // namespace plateau::scaling
