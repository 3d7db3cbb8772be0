#include "plateau/scaling/trend.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "plateau/scaling/normal.hpp"

namespace plateau::scaling {
namespace {

double weighted_mean(const std::vector<double>& v, const std::vector<double>& weight) {
  double sum = 0, total = 0;
  for (std::size_t i = 0; i < v.size(); ++i) sum += weight[i] * v[i], total += weight[i];
  return sum / total;
}

// v less its weighted projection on the constant and on `basis` (already free of the constant).
std::vector<double> without(std::vector<double> v, const std::vector<double>& basis,
                            const std::vector<double>& weight) {
  double dot = 0, norm = 0;
  for (std::size_t i = 0; i < v.size(); ++i)
    dot += weight[i] * v[i] * basis[i], norm += weight[i] * basis[i] * basis[i];
  for (std::size_t i = 0; i < v.size(); ++i) v[i] -= dot / norm * basis[i];
  return v;
}

std::vector<double> centered(std::vector<double> v, const std::vector<double>& weight) {
  const double mean = weighted_mean(v, weight);
  for (auto& value : v) value -= mean;
  return v;
}

double squares_of(const std::vector<double>& v, const std::vector<double>& weight) {
  double sum = 0;
  for (std::size_t i = 0; i < v.size(); ++i) sum += weight[i] * v[i] * v[i];
  return sum;
}

}  // namespace

Trend line_trend(const std::vector<double>& x, const std::vector<double>& y,
                 const std::vector<double>& weight, double level) {
  const auto cx = centered(x, weight), cy = centered(y, weight);
  const double sxx = squares_of(cx, weight);
  double sxy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sxy += weight[i] * cx[i] * cy[i];
  Trend trend{sxy / sxx, 0, 0, squares_of(without(cy, cx, weight), weight)};
  const double degrees = std::max(1.0, static_cast<double>(x.size()) - 2);
  const double reach =
      students_t_quantile(0.5 * (1 + level), degrees) * std::sqrt(trend.squares / degrees / sxx);
  trend.low = trend.slope - reach;
  trend.high = trend.slope + reach;
  return trend;
}

double parabola_squares(const std::vector<double>& x, const std::vector<double>& y,
                        const std::vector<double>& weight) {
  const auto cx = centered(x, weight);
  auto square = cx;
  for (auto& v : square) v *= v;
  square = without(centered(square, weight), cx, weight);
  return squares_of(without(without(centered(y, weight), cx, weight), square, weight), weight);
}

}  // namespace plateau::scaling
