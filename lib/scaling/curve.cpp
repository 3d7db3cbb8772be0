#include "plateau/scaling/curve.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace plateau::scaling {
namespace {

constexpr double ln2 = std::numbers::ln2;
constexpr double hinge_below = 1e-3;  // softness at which the limit s -> 0 is exact to double precision

// s log2(expm1(ln(1 + excess)/s)), which tends to log2(1 + excess).
double scaled_log2_expm1(double excess, double s) {
  const double t = std::log1p(excess);
  if (s < hinge_below || t / s > 40) return t / ln2;
  return s * std::log2(std::expm1(t / s));
}

// log2(MUB_x / B0) = -s log2 u, u = (1 - rho)/(rho - 2^-a), rho = (1 - x)^a.
double useful_shift(double x, double s) {
  if (s < hinge_below) return std::log2(1 - x);
  const double log2_rho = std::log2(1 - x) / s;
  const double log2_u =
      std::log2(-std::expm1(log2_rho * ln2)) - log2_rho - std::log2(-std::expm1(-(log2_rho + 1 / s) * ln2));
  return -s * log2_u;
}

// log2(quantity / B0) where it depends on the softness alone.
double shift(Quantity quantity, double s, const Thresholds& t) {
  switch (quantity) {
    case Quantity::maximum_useful_batch_size:
      return useful_shift(t.saving, s);
    case Quantity::perfect_scaling_end:
      return scaled_log2_expm1(t.perfect_excess, s);
    case Quantity::plateau_start:
      return -scaled_log2_expm1(t.plateau_excess, s);
    case Quantity::half_efficiency:
      return scaled_log2_expm1(1.0, s);
    default:
      return 0;
  }
}

// s log2(2^(a/s) + 2^(b/s))
double soft_max(double a, double b, double s) { return std::max(a, b) + smooth_excess(-std::abs(a - b), s); }

}  // namespace

std::string_view name_of(Form form) {
  constexpr std::array<std::string_view, 4> names = {"hinge", "hyperbola", "smooth_max", "three_piece"};
  return names[static_cast<std::size_t>(form)];
}

int parameters_of(Form form) { return form == Form::three_piece ? 4 : form == Form::smooth_max ? 3 : 2; }

double smooth_excess(double d, double s) {
  const double hinge = std::max(0.0, d);
  return s <= 0 ? hinge : hinge + s / ln2 * std::log1p(std::exp(-std::abs(d) * ln2 / s));
}

double Curve::log2_steps(double x) const {
  if (form != Form::three_piece) return level + smooth_excess(knee - x, softness);
  return level + slope * std::clamp(second - x, 0.0, second - first) + std::max(0.0, first - x);
}

double Curve::steps(double batch_size) const { return std::exp2(log2_steps(std::log2(batch_size))); }

double log2_quantity(Quantity quantity, double knee, double s, const Thresholds& t) {
  if (quantity != Quantity::critical_batch_size_20) return knee + shift(quantity, s, t);
  // (1.2^a (Bmin^a + B0^a) - B0^a)^(1/a)
  return soft_max(t.smallest + std::log2(1.2), knee + scaled_log2_expm1(0.2, s), s);
}

double knee_for(Quantity quantity, double value, double s, const Thresholds& t) {
  if (quantity != Quantity::critical_batch_size_20) return value - shift(quantity, s, t);
  const double above = value - (t.smallest + std::log2(1.2));
  if (!(above > 0)) return std::numeric_limits<double>::quiet_NaN();
  const double rest = s < hinge_below ? 0.0 : s * std::log2(-std::expm1(-above * ln2 / s));
  return value + rest - scaled_log2_expm1(0.2, s);
}

}  // namespace plateau::scaling
