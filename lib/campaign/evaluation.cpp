#include "plateau/campaign/evaluation.hpp"

#include <algorithm>
#include <cmath>

namespace plateau::campaign {

long long next_evaluation(const EvaluationSpec& evaluation, long long step) {
  if (evaluation.interval) return (step / *evaluation.interval + 1) * *evaluation.interval;
  auto k = step < 1
               ? 0LL
               : static_cast<long long>(std::log(static_cast<double>(step)) / std::log(evaluation.ratio));
  for (k = std::max(0LL, k - 1);; ++k)
    if (const long long at = std::llround(std::pow(evaluation.ratio, static_cast<double>(k))); at > step)
      return at;
}

std::vector<long long> evaluation_steps(const EvaluationSpec& evaluation, long long last) {
  std::vector<long long> steps;
  for (long long step = next_evaluation(evaluation, 0); step < last; step = next_evaluation(evaluation, step))
    steps.push_back(step);
  steps.push_back(last);
  return steps;
}

}  // namespace plateau::campaign
