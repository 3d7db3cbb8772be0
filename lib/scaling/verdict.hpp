#pragma once
// The verdict, the first of a fixed list that holds, and the warnings beside it.

#include <string>
#include <vector>

#include "plateau/scaling/evaluate.hpp"

namespace plateau::scaling {

namespace verdicts {
inline constexpr const char* not_enough_data = "not enough data";
inline constexpr const char* no_effect = "no effect of batch size";
inline constexpr const char* larger_fail = "larger batches fail";
inline constexpr const char* larger_slower = "larger batches need more steps";
inline constexpr const char* search_limited = "search limited";
inline constexpr const char* three_regimes = "three regimes";
inline constexpr const char* no_plateau = "no plateau up to the largest batch";
inline constexpr const char* no_perfect = "no perfect scaling from the smallest batch";
inline constexpr const char* diminishing = "diminishing returns only";
}  // namespace verdicts

// sizes: ascending. `evaluation` holds fits and regimes; `profile` and `likelihood` are those of its smooth
// maximum (null where nothing was fitted). Sets verdict and warnings.
void judge(const std::vector<SizeData>& sizes, const EvaluateOptions& options, const Likelihood* likelihood,
           const Profile* profile, Evaluation& evaluation);

// Batch sizes, among those that decide the answer, whose best metaparameter is at an end of its search space.
std::vector<double> search_limited_sizes(const std::vector<SizeData>& sizes,
                                         const std::vector<Regime>& regimes);

}  // namespace plateau::scaling
