#pragma once
// One batch size of one workload, as the analysis sees it.

#include <optional>
#include <vector>

#include "plateau/scaling/observation.hpp"

namespace plateau::scaling {

// Where the best metaparameter lies in its search space.
enum class Bracketing { unknown, inside, at_low_end, at_high_end };

struct SizeData {
  double batch_size = 0;
  std::vector<Observation> observations;  // terms of the likelihood: one a statistic, or one a replicate run
  double statistic = never;               // steps: best of k, median; `never` where it fails
  // Largest budget, in steps, of the trials that failed; nothing where they had none or there are none.
  std::optional<double> failed_at;
  Bracketing bracketing = Bracketing::unknown;

  bool reached() const { return statistic < never; }
};

}  // namespace plateau::scaling
