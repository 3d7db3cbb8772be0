#include "plateau/scaling/steps_to_result.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "plateau/base/error.hpp"
#include "plateau/base/text.hpp"

namespace plateau::scaling {
namespace {

std::size_t metric_column(const TrialCurve& curve, const record::Goal& goal) {
  if (const auto column = curve.measurements.column(goal.metric)) return *column;
  const auto& names = curve.measurements.metrics;
  throw Error(ExitCode::bad_data,
              fmt::format("trial {} does not record the metric {}", curve.trial.id, in_quotes(goal.metric)),
              names.empty() ? "" : fmt::format("It records {}", either(names)));
}

double examples_at(const TrialCurve& curve, std::size_t row, double batch_size) {
  const auto& m = curve.measurements;
  return m.examples.empty() || std::isnan(m.examples[row]) ? batch_size * static_cast<double>(m.steps[row])
                                                           : m.examples[row];
}

// Number of leading rows inside the budget.
std::size_t rows_in_budget(const TrialCurve& curve, double batch_size, const Budget& budget) {
  std::size_t rows = 0;
  for (; rows < curve.measurements.rows(); ++rows) {
    if (budget.steps && static_cast<double>(curve.measurements.steps[rows]) > *budget.steps) break;
    if (budget.examples && examples_at(curve, rows, batch_size) > *budget.examples) break;
  }
  return rows;
}

// Row of the first hit, or the number of rows inside the budget.
std::size_t first_hit(const TrialCurve& curve, const record::Goal& goal, std::size_t rows) {
  const auto& values = curve.measurements.values[metric_column(curve, goal)];
  for (std::size_t row = 0; row < rows; ++row)
    if (goal.met_by(values[row])) return row;  // a NaN meets no goal
  return rows;
}

std::vector<const TrialCurve*> counted_trials(const std::vector<TrialCurve>& curves, std::size_t num_trials) {
  std::vector<const TrialCurve*> counted;
  for (const auto& curve : curves)
    if (curve.trial.status == record::Status::complete) counted.push_back(&curve);
  std::sort(counted.begin(), counted.end(),
            [](const auto* a, const auto* b) { return a->trial.id < b->trial.id; });
  if (num_trials == 0) return counted;
  if (counted.size() < num_trials)
    throw Error(ExitCode::bad_data,
                fmt::format("{} COMPLETE trials where {} are wanted", counted.size(), num_trials));
  counted.resize(num_trials);
  return counted;
}

}  // namespace

std::optional<StepsToResult> steps_to_result(const std::vector<TrialCurve>& curves, const record::Goal& goal,
                                             double batch_size, std::size_t num_trials,
                                             const Budget& budget) {
  std::optional<StepsToResult> best;
  for (const auto* curve : counted_trials(curves, num_trials)) {
    const auto rows = rows_in_budget(*curve, batch_size, budget);
    const auto row = first_hit(*curve, goal, rows);
    if (row == rows) continue;
    const long long steps = curve->measurements.steps[row];
    if (!best || steps < best->steps) best = StepsToResult{steps, curve->trial.id};
  }
  return best;
}

std::optional<TrialSteps> trial_steps(const TrialCurve& curve, const record::Goal& goal, double batch_size,
                                      const Budget& budget) {
  const auto id = curve.trial.id;
  if (curve.trial.status == record::Status::incomplete) return std::nullopt;
  if (curve.trial.status == record::Status::infeasible)
    return TrialSteps{id, Outcome::infeasible, never, never};
  const auto rows = rows_in_budget(curve, batch_size, budget);
  const auto row = first_hit(curve, goal, rows);
  const auto& steps = curve.measurements.steps;
  if (row == rows) {
    double last = rows > 0 ? static_cast<double>(steps[rows - 1]) : 0.0;
    if (rows == steps.size()) last = std::max(last, static_cast<double>(curve.trial.steps));
    return TrialSteps{id, Outcome::censored, budget.steps ? std::min(last, *budget.steps) : last, never};
  }
  const double low = row > 0 ? static_cast<double>(steps[row - 1]) : 0.0;
  return TrialSteps{id, Outcome::reached, low, static_cast<double>(steps[row])};
}

}  // namespace plateau::scaling
