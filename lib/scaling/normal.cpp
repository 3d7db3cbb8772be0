#include "plateau/scaling/normal.hpp"

#include <boost/math/distributions/fisher_f.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <numbers>
#include <tuple>
#include <utility>

namespace plateau::scaling {

double log_normal_density(double z) { return -0.5 * z * z - 0.5 * std::log(2 * std::numbers::pi); }

double log_normal_cdf(double z) {
  if (z > 6) return std::log1p(-0.5 * std::erfc(z / std::numbers::sqrt2));
  if (z > -25) return std::log(0.5 * std::erfc(-z / std::numbers::sqrt2));
  // Asymptotic series of Mills' ratio; the first term left out is below 1e-11 here.
  const double w = 1 / (z * z);
  return log_normal_density(z) - std::log(-z) + std::log1p(-w * (1 - 3 * w * (1 - 5 * w * (1 - 7 * w))));
}

double log_normal_between(double low, double high) {
  if (low > 0) std::tie(low, high) = std::pair(-high, -low);  // work in the lower tail
  if (std::isinf(low)) return log_normal_cdf(high);
  if (high - low < 1e-5) return log_normal_density(0.5 * (low + high)) + std::log(high - low);
  const double upper = log_normal_cdf(high);
  return upper + std::log(-std::expm1(log_normal_cdf(low) - upper));
}

double students_t_quantile(double probability, double degrees) {
  return boost::math::quantile(boost::math::students_t(degrees), probability);
}

double fisher_f_tail(double f, double degrees1, double degrees2) {
  if (!(f > 0)) return 1;
  if (std::isinf(f)) return 0;
  return boost::math::cdf(boost::math::complement(boost::math::fisher_f(degrees1, degrees2), f));
}

}  // namespace plateau::scaling
