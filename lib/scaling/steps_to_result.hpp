#pragma once
// Steps to result as published: Shallue et al. 2019 (arXiv 1811.03600), batch_science/measurement_utils.py.
// COMPLETE trials in order of id up to num_trials; measurements sorted by (step, trial id); the first row
// whose metric is strictly beyond the goal gives the steps and the best trial. No smoothing, no
// interpolation.

#include <cstddef>
#include <optional>
#include <vector>

#include "plateau/record/measurements.hpp"
#include "plateau/record/study.hpp"
#include "plateau/record/trial.hpp"
#include "plateau/scaling/observation.hpp"

namespace plateau::scaling {

struct TrialCurve {
  record::Trial trial;
  record::Measurements measurements;
};

struct Budget {
  std::optional<double> steps;     // keeps rows with step <= steps
  std::optional<double> examples;  // keeps rows with batch size * step <= examples
};

struct StepsToResult {
  long long steps = 0;
  long long trial = 0;  // id of the best trial
};

// Nothing where no trial meets the goal. Errors: bad_data where fewer than num_trials trials are COMPLETE
// (num_trials 0: all of them), or a COMPLETE trial does not record the metric.
std::optional<StepsToResult> steps_to_result(const std::vector<TrialCurve>& curves, const record::Goal& goal,
                                             double batch_size, std::size_t num_trials = 0,
                                             const Budget& budget = {});

enum class Outcome {
  reached,     // low < steps <= high
  censored,    // COMPLETE without a hit: steps > low, its last step
  infeasible,  // diverged: never
};

struct TrialSteps {
  long long trial = 0;
  Outcome outcome = Outcome::reached;
  double low = 0;   // steps
  double high = 0;  // steps; `never` unless reached
};

// Steps to the goal of one trial with the interval between the evaluations before and at the hit; nothing for
// INCOMPLETE trials. A hit at the first evaluation has low 0. Errors: bad_data where the metric is absent.
std::optional<TrialSteps> trial_steps(const TrialCurve& curve, const record::Goal& goal, double batch_size,
                                      const Budget& budget = {});

}  // namespace plateau::scaling
