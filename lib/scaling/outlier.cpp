#include "plateau/scaling/outlier.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "plateau/scaling/normal.hpp"

namespace plateau::scaling {
namespace {

std::vector<Observation> observations_of(const std::vector<SizeData>& sizes) {
  std::vector<Observation> all;
  for (const auto& size : sizes) all.insert(all.end(), size.observations.begin(), size.observations.end());
  return all;
}

double residual(const Observation& o, const Curve& curve) {
  const double y = o.low > 0 ? 0.5 * (std::log2(o.low) + std::log2(o.high)) : std::log2(o.high);
  return y - curve.log2_steps(std::log2(o.batch_size));
}

std::string useful_text(const Likelihood& likelihood, const EvaluateOptions& options) {
  const Profile profile(likelihood, Form::smooth_max, options.level, options.fit);
  const auto q = Quantity::maximum_useful_batch_size;
  const auto regime = regime_from("", "", profile.interval(q, options.thresholds), likelihood.smallest(),
                                  likelihood.largest());
  const auto number = [](const std::optional<double>& v) { return fmt::format("{:.0f}", v.value_or(0)); };
  switch (regime.bound) {
    case Bound::two_sided:
      return fmt::format("{} [{}, {}]", number(regime.value), number(regime.low), number(regime.high));
    case Bound::at_least:
      return "at least " + number(regime.low);
    case Bound::at_most:
      return "at most " + number(regime.high);
    default:
      return "not determined";
  }
}

}  // namespace

std::optional<Outlier> find_outlier(const std::vector<SizeData>& sizes, const EvaluateOptions& options) {
  auto all = observations_of(sizes);
  const auto curve = fit_form(Form::smooth_max, all, options.fit).curve;
  const auto magnitude = [&](const Observation& o) {
    return o.reached() ? std::abs(residual(o, curve)) : -1.0;
  };
  std::stable_sort(all.begin(), all.end(),
                   [&](const Observation& a, const Observation& b) { return magnitude(a) > magnitude(b); });
  const auto count = static_cast<double>(
      std::count_if(all.begin(), all.end(), [](const Observation& o) { return o.reached() && o.low > 0; }));
  if (count < 8) return std::nullopt;
  const double limit = students_t_quantile(1 - 0.005 / count, count - 4);
  for (std::size_t i = 0; i < 3; ++i) {
    auto rest = all;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    const Likelihood likelihood(rest);
    if (likelihood.uncensored_sizes() < 3) continue;
    const auto fit = fit_form(Form::smooth_max, likelihood, options.fit);
    const double sigma = fit.sigma * std::sqrt((count - 1) / (count - 4));
    const double deviations = residual(all[i], fit.curve) / (sigma * std::sqrt(1 + 3 / count));
    if (std::abs(deviations) > limit)
      return Outlier{all[i].batch_size, all[i].high, deviations, useful_text(likelihood, options)};
  }
  return std::nullopt;
}

}  // namespace plateau::scaling
