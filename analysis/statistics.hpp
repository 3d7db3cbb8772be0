#pragma once
// One number a batch size, with its interval, and the terms that the curves are fitted to.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "analysis/dataset.hpp"
#include "plateau/scaling/size_data.hpp"

namespace plateau::analysis {

struct SizePoint {
  double batch_size = 0;
  std::size_t trials = 0, censored = 0,
              infeasible = 0;  // that ran; not reached, whatever the budget; diverged
  // Steps; absent where infinite or unknown. best: published steps to result (fewest over the trials).
  // median: the fitted statistic. low, high: 95 % of the best of k, or the distribution-free interval of the
  // median.
  std::optional<double> best, median, low, high;
};

struct Statistics {
  std::string kind;              // "best of k", "median" or "confirmed median"
  std::optional<std::size_t> k;  // of "best of k"
  std::vector<SizePoint> points;
  std::vector<scaling::SizeData> sizes;  // as points
  std::vector<double> pending;           // batch sizes whose study is not complete; in neither of the above
};

// level: of the intervals. Search rows: the median of the best of k trials with the same k at all sizes, one
// observation a size; confirmed runs replace it where every size has them. Replicate rows: the median, every
// run an observation.
Statistics statistics_of(const Workload& workload, double level);

// Where the learning rate of the best trials lies in its search space: within a tenth of it (in logarithm) of
// an end, by the middle one of the best three. Unknown with fewer than five trials or no such parameter.
scaling::Bracketing learning_rate_bracketing(const SizeMeasurements& size);

}  // namespace plateau::analysis
