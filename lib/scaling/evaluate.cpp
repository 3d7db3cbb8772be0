#include "plateau/scaling/evaluate.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "plateau/base/error.hpp"
#include "plateau/scaling/normal.hpp"
#include "plateau/scaling/verdict.hpp"

namespace plateau::scaling {
namespace {

std::vector<Observation> all_observations(const std::vector<SizeData>& sizes) {
  std::vector<Observation> all;
  for (const auto& size : sizes) all.insert(all.end(), size.observations.begin(), size.observations.end());
  return all;
}

void check(const EvaluateOptions& options) {
  const auto& t = options.thresholds;
  const auto demand = [](bool holds, const char* name, double value, const char* range) {
    if (!holds)
      throw Error(ExitCode::usage, fmt::format("{} is {}", name, value), fmt::format("It must be {}", range));
  };
  demand(t.saving > 0 && t.saving < 0.5, "the saving x of a doubling", t.saving, "above 0 and below 0.5");
  demand(t.perfect_excess > 0, "the excess that ends perfect scaling", t.perfect_excess, "positive");
  demand(t.plateau_excess > 0, "the excess that begins the plateau", t.plateau_excess, "positive");
  demand(options.level > 0 && options.level < 1, "the level of intervals", options.level, "between 0 and 1");
}

NamedInterval natural(const LogInterval& interval) {
  NamedInterval out;
  if (std::isfinite(interval.low)) out.low = std::exp2(interval.low);
  if (std::isfinite(interval.high)) out.high = std::exp2(interval.high);
  return out;
}

FormFit fit_with_intervals(Form form, const Likelihood& likelihood, const EvaluateOptions& options,
                           const Profile* profile) {
  FormFit out{fit_form(form, likelihood, options.fit), {}};
  if (!profile) return out;
  out.intervals["steps_min"] = natural(profile->steps_min());
  out.intervals["critical_batch_size"] =
      natural(profile->interval(Quantity::critical_batch_size, options.thresholds));
  if (form != Form::smooth_max) return out;
  const auto s = profile->softness();
  NamedInterval sharpness;
  if (std::isfinite(s.high)) sharpness.low = 1 / s.high;
  if (std::isfinite(s.low)) sharpness.high = 1 / s.low;
  out.intervals["sharpness"] = sharpness;
  return out;
}

std::optional<Form> lowest_aicc(const std::vector<FormFit>& fits) {
  const FormFit* best = nullptr;
  for (const auto& fit : fits)
    if (fit.fit.aicc && (!best || *fit.fit.aicc < *best->fit.aicc)) best = &fit;
  return best ? std::optional(best->fit.curve.form) : std::nullopt;
}

std::vector<MeasuredSize> measured(const std::vector<SizeData>& sizes, double sigma) {
  std::vector<MeasuredSize> out;
  for (const auto& size : sizes) {
    if (!size.reached()) continue;
    const double n = std::max<double>(1, static_cast<double>(size.observations.size()));
    const double of_median = n > 2 ? std::sqrt(std::acos(-1.0) / 2) : 1.0;  // large-sample efficiency
    out.push_back({std::log2(size.batch_size), std::log2(size.statistic), of_median * sigma / std::sqrt(n)});
  }
  return out;
}

std::vector<Regime> empty_regimes(const Thresholds& t) {
  std::vector<Regime> regimes;
  for (const auto q : {Quantity::maximum_useful_batch_size, Quantity::perfect_scaling_end,
                       Quantity::plateau_start, Quantity::half_efficiency, Quantity::critical_batch_size_20})
    regimes.push_back({std::string(name_of(q)), {}, {}, {}, Bound::none, definition_of(q, t)});
  return regimes;
}

// Run-to-run scatter where sizes have several trials, else scatter about the smooth maximum.
double scatter(const Likelihood& likelihood, double sigma) {
  const int spare = likelihood.uncensored() - likelihood.uncensored_sizes();
  return spare > 0 ? std::sqrt(likelihood.pure_error_squares() / spare) : sigma;
}

}  // namespace

const FormFit* Evaluation::fit_of(Form form) const {
  for (const auto& fit : fits)
    if (fit.fit.curve.form == form) return &fit;
  return nullptr;
}

bool can_fit(const std::vector<SizeData>& sizes) {
  const auto all = all_observations(sizes);
  if (all.empty()) return false;
  const Likelihood likelihood(all);
  return likelihood.uncensored_sizes() >= 3 && likelihood.uncensored() >= 4;
}

Evaluation evaluate(std::vector<SizeData> sizes, const EvaluateOptions& options) {
  check(options);
  std::sort(sizes.begin(), sizes.end(),
            [](const SizeData& a, const SizeData& b) { return a.batch_size < b.batch_size; });
  Evaluation out;
  out.regimes = empty_regimes(options.thresholds);
  std::unique_ptr<Likelihood> likelihood;
  std::unique_ptr<Profile> smooth;
  if (can_fit(sizes)) {
    likelihood = std::make_unique<Likelihood>(all_observations(sizes));
    for (const auto form : {Form::hinge, Form::hyperbola, Form::smooth_max}) {
      auto profile = std::make_unique<Profile>(*likelihood, form, options.level, options.fit);
      out.fits.push_back(fit_with_intervals(form, *likelihood, options, profile.get()));
      smooth = std::move(profile);
    }
    if (likelihood->uncensored_sizes() >= 5)
      out.fits.push_back(fit_with_intervals(Form::three_piece, *likelihood, options, nullptr));
    out.selected = lowest_aicc(out.fits);
    out.regimes = curve_regimes(*smooth, *likelihood, options.thresholds);
    const double n = likelihood->uncensored();
    out.sigma = out.fit_of(Form::smooth_max)->fit.sigma * std::sqrt(n / std::max(1.0, n - 3));
  }
  const auto points = measured(sizes, likelihood ? scatter(*likelihood, out.sigma) : 0.0);
  if (points.size() >= 2 && likelihood) {
    const double spare = std::max(1, likelihood->uncensored() - 3);
    out.regimes.push_back(
        pairwise_regime(points, options.thresholds, students_t_quantile(0.5 * (1 + options.level), spare)));
  } else {
    out.regimes.push_back({"pairwise_maximum_useful_batch_size",
                           {},
                           {},
                           {},
                           Bound::none,
                           pairwise_definition(options.thresholds)});
  }
  judge(sizes, options, likelihood.get(), smooth.get(), out);
  return out;
}

}  // namespace plateau::scaling
