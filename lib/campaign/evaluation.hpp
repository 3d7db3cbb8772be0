#pragma once
#include <vector>

#include "plateau/campaign/spec.hpp"

namespace plateau::campaign {

// The steps at which a trial of at most `last` steps is evaluated, strictly increasing: round(ratio^k)
// without repetitions, or multiples of the interval, and always `last`. Independent of batch size and ranks.
std::vector<long long> evaluation_steps(const EvaluationSpec& evaluation, long long last);

// The first of them after `step`, for trials whose end is not known beforehand (time budgets).
long long next_evaluation(const EvaluationSpec& evaluation, long long step);

}  // namespace plateau::campaign
