#include "plateau/scaling/fit.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "plateau/scaling/minimize.hpp"
#include "plateau/scaling/three_piece.hpp"

namespace plateau::scaling {
namespace {

constexpr double scan_margin = 6, scan_step = 0.5, knee_margin = 12;  // octaves outside the data
constexpr double scan_softness[] = {.03, .1, .2, .33, .5, .7, .9, 1.1, 1.4, 1.8};

std::optional<double> aicc(double log_likelihood, int parameters, int count) {
  if (count - parameters - 1 <= 0) return std::nullopt;
  const double p = parameters;
  return 2 * p - 2 * log_likelihood + 2 * p * (p + 1) / (count - p - 1);
}

Fit finish(const Curve& curve, const InnerMaximum& inner, const Likelihood& likelihood) {
  Fit fit{curve, inner.sigma, 0, 0, {}};
  std::vector<double> predicted;
  for (const double x : likelihood.log2_batch_sizes()) predicted.push_back(curve.log2_steps(x));
  const int count = likelihood.uncensored();
  fit.rmse_log2 = std::sqrt(likelihood.residual_squares(predicted) / std::max(1, count));
  fit.log_likelihood = inner.log_likelihood - 0.5 * likelihood.exact() * std::log(2 * std::numbers::pi);
  fit.aicc = aicc(fit.log_likelihood, parameters_of(curve.form) + 1, count);
  return fit;
}

std::optional<double> softness_of(Form form) {
  if (form == Form::hinge) return 0.0;
  if (form == Form::hyperbola) return 1.0;
  return std::nullopt;
}

}  // namespace

Family::Family(const Likelihood& likelihood, const FitOptions& options, std::optional<double> fixed_softness)
    : likelihood_(likelihood), penalty_scale_(options.penalty_scale), fixed_(fixed_softness) {}

double Family::clamp_softness(double s) const {
  return fixed_ ? *fixed_ : std::clamp(s, least_softness, greatest_softness);
}

InnerMaximum Family::inner(double knee, double softness, std::optional<double> level) const {
  std::vector<double> offset;
  offset.reserve(likelihood_.log2_batch_sizes().size());
  for (const double x : likelihood_.log2_batch_sizes()) offset.push_back(smooth_excess(knee - x, softness));
  return likelihood_.maximum(offset, {}, level);
}

double Family::value(double knee, double softness, std::optional<double> level) const {
  const double penalty = penalty_scale_ && !fixed_ ? softness / *penalty_scale_ : 0.0;
  return inner(knee, softness, level).log_likelihood - 0.5 * penalty * penalty;
}

Family::Best Family::maximum(std::optional<double> level) const {
  const double low = likelihood_.smallest() - scan_margin, high = likelihood_.largest() + scan_margin;
  std::vector<Maximum2> starts;
  for (double knee = low; knee <= high; knee += scan_step) {
    if (fixed_) starts.push_back({{knee, *fixed_}, value(knee, *fixed_, level)});
    if (!fixed_)
      for (const double s : scan_softness) starts.push_back({{knee, s}, value(knee, s, level)});
  }
  std::stable_sort(starts.begin(), starts.end(),
                   [](const Maximum2& a, const Maximum2& b) { return a.value > b.value; });
  const auto knee_of = [&](double knee) { return std::clamp(knee, low - knee_margin, high + knee_margin); };
  const auto objective = [&](const Point& p) { return value(knee_of(p[0]), clamp_softness(p[1]), level); };
  Maximum2 best = starts.front();
  for (std::size_t i = 0; i < std::min<std::size_t>(3, starts.size()); ++i) {
    const auto found = nelder_mead(objective, starts[i].at, {0.25, fixed_ ? 0.0 : 0.1}, 1e-7);
    if (found.value > best.value) best = found;
  }
  return {knee_of(best.at[0]), clamp_softness(best.at[1]), best.value};
}

Fit fit_form(Form form, const Likelihood& likelihood, const FitOptions& options) {
  if (form == Form::three_piece) {
    const auto fit = fit_three_piece(likelihood);
    return finish(fit.curve, fit.inner, likelihood);
  }
  const Family family(likelihood, options, softness_of(form));
  const auto best = family.maximum();
  const auto inner = family.inner(best.knee, best.softness);
  return finish({form, inner.level, best.knee, best.softness}, inner, likelihood);
}

Fit fit_form(Form form, const std::vector<Observation>& observations, const FitOptions& options) {
  return fit_form(form, Likelihood(observations), options);
}

}  // namespace plateau::scaling
