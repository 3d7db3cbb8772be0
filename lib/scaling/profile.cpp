#include "plateau/scaling/profile.hpp"

#include <algorithm>
#include <cmath>

#include "plateau/scaling/minimize.hpp"
#include "plateau/scaling/normal.hpp"

namespace plateau::scaling {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double margin = 6,
                 plateau_margin = 10;  // octaves outside the data within which an end is looked for
constexpr double accuracy = 1e-4;      // of an end, octaves
constexpr int softness_values = 22;

double softness_value(int i) {
  return Family::least_softness +
         (Family::greatest_softness - Family::least_softness) * std::pow(i / (softness_values - 1.0), 1.5);
}

double threshold_term(double scale, double t, double over) { return scale * std::log1p(t * t / over); }

std::optional<double> softness_of(Form form) {
  if (form == Form::hinge) return 0.0;
  if (form == Form::hyperbola) return 1.0;
  return std::nullopt;
}

}  // namespace

Profile::Profile(const Likelihood& likelihood, Form form, double level, const FitOptions& options)
    : likelihood_(likelihood),
      family_(likelihood, options, softness_of(form)),
      best_(family_.maximum()),
      parameters_(parameters_of(form)) {
  set_threshold(level);
}

void Profile::set_threshold(double level) {
  const double tail = 0.5 * (1 + level);
  const int count = likelihood_.uncensored(), sizes = likelihood_.uncensored_sizes();
  const double nu = std::max(1, count - parameters_);
  threshold_ = threshold_term(0.5 * (nu + parameters_), students_t_quantile(tail, nu), nu);
  if (count <= sizes) return;
  const auto inner = family_.inner(best_.knee, best_.softness);
  const Curve curve{Form::smooth_max, inner.level, best_.knee, best_.softness};
  std::vector<double> predicted;
  for (const double x : likelihood_.log2_batch_sizes()) predicted.push_back(curve.log2_steps(x));
  const double total = likelihood_.residual_squares(predicted), pure = likelihood_.pure_error_squares();
  const double degrees = std::max(1, sizes - parameters_);
  lack_.mean_square = std::max(0.0, total - pure) / degrees;
  lack_.pure_error = pure / (count - sizes);
  lack_.tested = sizes > parameters_;
  lack_.p_value = lack_.tested ? fisher_f_tail(lack_.mean_square / std::max(lack_.pure_error, 1e-12), degrees,
                                               count - sizes)
                               : 1.0;
  if (!(lack_.mean_square > lack_.pure_error) || !(total > 0)) return;
  const double t = students_t_quantile(tail, degrees);
  threshold_ = std::max(threshold_, threshold_term(0.5 * count, t, total / lack_.mean_square));
}

// max over s of the penalised likelihood where the quantity has the given value.
double Profile::highest(Quantity quantity, double value, const Thresholds& thresholds) const {
  const auto at = [&](double s) {
    const double knee = knee_for(quantity, value, s, thresholds);
    return std::isfinite(knee) ? family_.value(knee, s) : -infinity;
  };
  if (!family_.is_free()) return at(family_.fixed_softness());
  int best = 0;
  double highest = -infinity;
  for (int i = 0; i < softness_values; ++i)
    if (const double v = at(softness_value(i)); v > highest) highest = v, best = i;
  const double low = softness_value(std::max(0, best - 1));
  const double high = softness_value(std::min(softness_values - 1, best + 1));
  return std::max(highest, golden_section(at, low, high, 1e-5).value);
}

// Walks from the estimate towards `limit` until the likelihood has fallen by the threshold; infinite where it
// does not before the limit.
template <typename Function>
double Profile::end(const Function& profile, double estimate, double limit) const {
  const double direction = limit > estimate ? 1 : -1, target = std::sqrt(threshold_);
  const auto depth = [&](double q) { return std::sqrt(std::max(0.0, best_.value - profile(q))); };
  double inside = estimate, at_inside = 0, step = 0.1;
  double outside = estimate, at_outside = 0;
  while (at_outside < target) {
    if (direction * (limit - inside) <= 0) return direction * infinity;
    outside = direction > 0 ? std::min(limit, inside + step) : std::max(limit, inside - step);
    at_outside = depth(outside);
    if (at_outside < target) inside = outside, at_inside = at_outside;
    step *= 2;
  }
  if (std::isinf(at_outside)) at_outside = 1e3;
  for (int i = 0; i < 60 && std::abs(outside - inside) > accuracy; ++i) {
    double fraction = (target - at_inside) / (at_outside - at_inside);
    if (i % 3 == 2) fraction = 0.5;  // safeguard: the bracket at least halves every third time
    const double q = inside + std::clamp(fraction, 0.02, 0.98) * (outside - inside);
    const double d = depth(q);
    if (d < target)
      inside = q, at_inside = d;
    else
      outside = q, at_outside = std::isinf(d) ? 1e3 : d;
  }
  return inside + (target - at_inside) / (at_outside - at_inside) * (outside - inside);
}

LogInterval Profile::interval(Quantity quantity, const Thresholds& thresholds) const {
  auto t = thresholds;
  t.smallest = likelihood_.smallest();
  const auto profile = [&](double q) { return highest(quantity, q, t); };
  const double up = quantity == Quantity::plateau_start ? plateau_margin : margin;
  const double estimate = log2_quantity(quantity, best_.knee, best_.softness, t);
  return {estimate, end(profile, estimate, std::min(estimate, likelihood_.smallest() - margin)),
          end(profile, estimate, std::max(estimate, likelihood_.largest() + up))};
}

LogInterval Profile::steps_min() const {
  const auto profile = [&](double level) { return family_.maximum(level).value; };
  const double estimate = family_.inner(best_.knee, best_.softness).level;
  return {estimate, end(profile, estimate, std::min(estimate, likelihood_.least_steps() - margin)),
          end(profile, estimate, std::max(estimate, likelihood_.greatest_steps() + margin))};
}

LogInterval Profile::softness() const {
  const auto profile = [&](double s) {
    const auto at = [&](double knee) { return family_.value(knee, s); };
    const double low = likelihood_.smallest() - margin, high = likelihood_.largest() + margin;
    double best = best_.knee, value = at(best);
    for (double knee = low; knee <= high; knee += 0.5)
      if (const double v = at(knee); v > value) value = v, best = knee;
    return std::max(value, golden_section(at, best - 0.5, best + 0.5, 1e-5).value);
  };
  return {best_.softness, end(profile, best_.softness, Family::least_softness),
          end(profile, best_.softness, Family::greatest_softness)};
}

}  // namespace plateau::scaling
