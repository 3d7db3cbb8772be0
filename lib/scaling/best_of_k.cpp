#include "plateau/scaling/best_of_k.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace plateau::scaling {

std::size_t common_k(const std::vector<std::size_t>& trials_per_size) {
  if (trials_per_size.empty()) return 1;
  return std::max<std::size_t>(1, *std::min_element(trials_per_size.begin(), trials_per_size.end()) / 2);
}

double best_of_k_quantile(std::vector<double> times, std::size_t k, double probability) {
  std::sort(times.begin(), times.end());
  const auto n = times.size();
  double all_later = 1;  // P(none of the k draws is among the first i)
  for (std::size_t i = 0; i < n; ++i) {
    const double left = static_cast<double>(n - i);
    all_later *= std::max(0.0, (left - static_cast<double>(k)) / left);
    if (1 - all_later >= probability - 1e-12) return times[i];
  }
  return times.back();
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return 0.5 * (*middle + *std::max_element(values.begin(), middle));
}

MedianInterval median_interval(std::vector<double> values, double level) {
  std::sort(values.begin(), values.end());
  const auto n = values.size();
  double below = 0;  // P(fewer than r of n values lie below the median), r grows from 0
  std::size_t r = 0;
  for (; r < n / 2; ++r) {
    const double size = static_cast<double>(n), hits = static_cast<double>(r);
    below += std::exp(std::lgamma(size + 1) - std::lgamma(hits + 1) - std::lgamma(size - hits + 1) -
                      size * std::log(2.0));
    if (2 * below > 1 - level) break;
  }
  if (r == 0) return {-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  return {values[r - 1], values[n - r]};
}

}  // namespace plateau::scaling
