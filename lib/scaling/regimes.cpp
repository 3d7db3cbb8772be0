#include "plateau/scaling/regimes.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace plateau::scaling {
namespace {

std::string percent(double fraction) { return fmt::format("{:g} %", 100 * fraction); }

}  // namespace

std::string_view name_of(Bound bound) {
  constexpr std::array<std::string_view, 4> names = {"two-sided", "at least", "at most", "none"};
  return names[static_cast<std::size_t>(bound)];
}

std::string_view name_of(Quantity quantity) {
  constexpr std::array<std::string_view, 6> names = {
      "maximum_useful_batch_size", "perfect_scaling_end", "plateau_start",
      "half_efficiency",           "critical_batch_size", "critical_batch_size_20"};
  return names[static_cast<std::size_t>(quantity)];
}

std::string definition_of(Quantity quantity, const Thresholds& t) {
  switch (quantity) {
    case Quantity::maximum_useful_batch_size:
      return fmt::format("largest batch size whose doubling still saves {} of the steps", percent(t.saving));
    case Quantity::perfect_scaling_end:
      return fmt::format(
          "batch size up to which the goal costs at most {} more examples than at small batch sizes",
          percent(t.perfect_excess));
    case Quantity::plateau_start:
      return fmt::format("batch size from which the steps are within {} of their minimum",
                         percent(t.plateau_excess));
    case Quantity::half_efficiency:
      return "batch size at which the goal costs twice the examples that it costs at small batch sizes";
    case Quantity::critical_batch_size:
      return "knee B0 of the fitted curve S = Smin (1 + (B0/B)^a)^(1/a)";
    default:
      return "batch size that needs 20 % more steps than linear scaling from the smallest measured batch "
             "size";
  }
}

Regime regime_from(std::string name, std::string definition, const LogInterval& interval, double smallest,
                   double largest) {
  Regime regime{std::move(name), {}, {}, {}, Bound::none, std::move(definition), interval.estimate};
  if (std::isnan(interval.estimate)) return regime;
  if (std::isfinite(interval.low) && interval.low >= smallest - 1) regime.low = std::exp2(interval.low);
  if (std::isfinite(interval.high) && interval.high <= largest + 1) regime.high = std::exp2(interval.high);
  if (regime.low && regime.high) {
    regime.bound = Bound::two_sided;
    if (std::isfinite(interval.estimate)) regime.value = std::exp2(interval.estimate);
  } else if (regime.low) {
    regime.bound = Bound::at_least;
  } else if (regime.high) {
    regime.bound = Bound::at_most;
  }
  return regime;
}

std::vector<Regime> curve_regimes(const Profile& profile, const Likelihood& likelihood, const Thresholds& t) {
  std::vector<Regime> regimes;
  for (const auto quantity :
       {Quantity::maximum_useful_batch_size, Quantity::perfect_scaling_end, Quantity::plateau_start,
        Quantity::half_efficiency, Quantity::critical_batch_size_20})
    regimes.push_back(regime_from(std::string(name_of(quantity)), definition_of(quantity, t),
                                  profile.interval(quantity, t), likelihood.smallest(),
                                  likelihood.largest()));
  return regimes;
}

std::string pairwise_definition(const Thresholds& thresholds) {
  return definition_of(Quantity::maximum_useful_batch_size, thresholds) +
         ", by linear interpolation of log steps between measured sizes, without a curve";
}

Regime pairwise_regime(const std::vector<MeasuredSize>& sizes, const Thresholds& thresholds, double t) {
  const auto interval = pairwise_useful(sizes, thresholds.saving, t);
  auto regime = regime_from("pairwise_maximum_useful_batch_size", pairwise_definition(thresholds), interval,
                            sizes.front().log2_batch, sizes.back().log2_batch);
  // Doublings beyond the measured range were not seen: an open end is the edge of the doublings that were.
  if (std::isnan(interval.estimate)) return regime;
  const double first = sizes.front().log2_batch, last = sizes.back().log2_batch - 1;
  if (interval.low > last) regime.low = std::exp2(last), regime.bound = Bound::at_least;
  if (interval.high < first) regime.high = std::exp2(first), regime.bound = Bound::at_most;
  if (regime.bound != Bound::two_sided) regime.value.reset();
  return regime;
}

const Regime* find(const std::vector<Regime>& regimes, std::string_view name) {
  const auto found =
      std::find_if(regimes.begin(), regimes.end(), [&](const Regime& r) { return r.name == name; });
  return found == regimes.end() ? nullptr : &*found;
}

}  // namespace plateau::scaling
