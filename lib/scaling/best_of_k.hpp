#pragma once
// The best of k trials drawn without replacement from the n that ran, by counting instead of resampling
// (METHODS of the project; exact): P(best > t) = C(#{T_i > t}, k) / C(n, k), failures counted as infinite
// times.

#include <cstddef>
#include <vector>

namespace plateau::scaling {

// Largest k that may be used for all sizes: half of the smallest number of trials, at least 1.
std::size_t common_k(const std::vector<std::size_t>& trials_per_size);

// Smallest t with P(best of k <= t) >= probability; infinite where that many draws fail. times: steps, in any
// order, infinite for failures, at least one; 1 <= k <= times.size(); 0 < probability < 1.
double best_of_k_quantile(std::vector<double> times, std::size_t k, double probability);
inline double best_of_k_median(const std::vector<double>& times, std::size_t k) {
  return best_of_k_quantile(times, k, 0.5);
}

// Ordinary median, mean of the two middle values (infinite where either is).
double median(std::vector<double> values);

// Distribution-free interval of the median from order statistics, P >= level (binomial); the ends are
// -infinity and infinity where too few values are there (fewer than 6 at 95 %).
struct MedianInterval {
  double low, high;
};
MedianInterval median_interval(std::vector<double> values, double level);

}  // namespace plateau::scaling
