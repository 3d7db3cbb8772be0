#pragma once
// Parametric bootstrap from the censored likelihood of the smooth maximum, as a second opinion beside the
// profile intervals. A replicate is a pure function of (data, seed, index): any split of the indices over
// processes gives the same numbers.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "plateau/scaling/evaluate.hpp"

namespace plateau::scaling {

// What a replicate holds, in this order: the five regimes of the curve (batch sizes), "steps_min",
// "critical_batch_size", "sharpness". Natural units.
const std::vector<std::string>& replicate_names();

class Bootstrap {
 public:
  // Needs can_fit(sizes). Fits once; replicates refit simulated data.
  explicit Bootstrap(const std::vector<SizeData>& sizes, const EvaluateOptions& options = {});

  // Simulated steps: curve + an error shared by the size's runs (where the lack of fit shows one) + a run's
  // own error; observations with a budget are censored by it again, intervals keep their width in octaves.
  std::vector<double> replicate(std::uint64_t seed, std::uint64_t index) const;

 private:
  std::vector<Observation> simulate(std::uint64_t seed, std::uint64_t index) const;
  std::vector<Observation> observations_;
  EvaluateOptions options_;
  Curve curve_;
  double own_sigma_ = 0, shared_sigma_ = 0;  // octaves
};

struct PercentileInterval {
  double low = 0, high = 0;
};
// Percentile intervals by name; replicates: [replicates][names], at least one. The order of replicates does
// not matter.
std::map<std::string, PercentileInterval> summarize(const std::vector<std::vector<double>>& replicates,
                                                    double level = 0.95);

}  // namespace plateau::scaling
