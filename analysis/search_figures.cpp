// What the metaparameter search found: best learning rates, and every trial in its space.

#include <fmt/core.h>

#include <cmath>
#include <set>

#include "analysis/answer.hpp"
#include "analysis/figure_parts.hpp"
#include "plateau/base/text.hpp"

namespace plateau::analysis {
namespace {

const SizeMeasurements* size_of(const WorkloadFit& fit, double batch_size) {
  for (const auto& size : fit.workload.sizes)
    if (size.batch_size == batch_size) return &size;
  return nullptr;
}

std::optional<double> parameter(const TrialPoint& trial, const char* name) {
  const auto found = trial.parameters.find(name);
  return found == trial.parameters.end() ? std::nullopt : std::optional(found->second);
}

// Learning rate, divided by 1 - momentum where trials have one: the effective rate of small steps.
std::optional<double> effective_rate(const TrialPoint& trial) {
  const auto rate = parameter(trial, "learning_rate");
  const auto momentum = parameter(trial, "momentum");
  if (!rate || !(*rate > 0)) return std::nullopt;
  return momentum && *momentum < 1 ? *rate / (1 - *momentum) : *rate;
}

const TrialPoint* best_trial(const SizeMeasurements& size) {
  const TrialPoint* best = nullptr;
  for (const auto& trial : size.trials)
    if (trial.outcome == Outcome::reached && effective_rate(trial) && (!best || trial.high < best->high))
      best = &trial;
  return best;
}

bool has_momentum(const WorkloadFit& fit) {
  for (const auto& size : fit.workload.sizes)
    for (const auto& trial : size.trials)
      if (parameter(trial, "momentum")) return true;
  return false;
}

// Spreads the trials of a size over 0.7 octave, in the order of their labels, so that they do not hide each
// other.
double spread(std::size_t index, std::size_t count) {
  return count < 2 ? 0 : 0.7 * (static_cast<double>(index) / static_cast<double>(count - 1) - 0.5);
}

void draw_trial(Plot& plot, double x, double y, const SizeMeasurements& size, const TrialPoint& trial) {
  const auto tooltip = run_tooltip(size, trial);
  switch (trial.outcome) {
    case Outcome::reached:
      plot.point(x, y, "hit", tooltip, 3.5);
      break;
    case Outcome::infeasible:
      plot.cross(x, y, "diverged", tooltip);
      break;
    case Outcome::pending:
      plot.point(x, y, "pending", tooltip, 3.5);
      break;
    default:
      plot.point(x, y, "miss", tooltip, 3.5);
  }
}

}  // namespace

std::optional<Figure> learning_rate_figure(const WorkloadFit& fit) {
  std::vector<double> x, y;
  for (const auto& point : fit.statistics.points)
    if (const auto* best = best_trial(*size_of(fit, point.batch_size))) {
      x.push_back(std::log2(point.batch_size));
      y.push_back(std::log2(*effective_rate(*best)));
    }
  if (x.size() < 2) return std::nullopt;
  auto range = y;
  const double last = x.back() - x.front();
  range.push_back(y.front() + last / 2);
  const bool momentum = has_momentum(fit);
  const std::string label =
      momentum ? "best trial's learning rate / (1 − momentum)" : "best trial's learning rate";
  Plot plot(axis_range(batch_sizes(fit), 0.5), axis_range(range, 1.0), batch_label(fit), label,
            Ticks::powers_of_ten);
  plot.line({x.front(), x.back()}, {y.front(), y.front() + last}, "ideal");
  plot.line({x.front(), x.back()}, {y.front(), y.front() + last / 2}, "root");
  plot.line(x, y, "curve");
  for (std::size_t i = 0; i < x.size(); ++i)
    plot.point(x[i], y[i], "bestrun",
               fmt::format("batch size {}: {}", number_text(std::exp2(x[i])), number_text(std::exp2(y[i]))),
               5);
  plot.legend({{Mark::circle, "bestrun", "best trial"},
               {Mark::dashed, "ideal", "linear scaling rule"},
               {Mark::dashed, "root", "square-root scaling rule"}});
  return Figure{
      "learning-rate",
      "Learning rate of the trial with the fewest steps against batch size. The two rules are anchored at "
      "the smallest batch size; they are not fits.",
      plot.finish("Best learning rate against batch size: " + title_of(fit.workload))};
}

std::optional<Figure> search_space_figure(const WorkloadFit& fit) {
  std::vector<double> rates;
  std::set<Outcome> seen;
  for (const auto& size : fit.workload.sizes) {
    for (const auto& trial : size.trials)
      if (const auto rate = parameter(trial, "learning_rate"); rate && *rate > 0)
        rates.push_back(std::log2(*rate)), seen.insert(trial.outcome);
    if (const auto space = size.space.find("learning_rate");
        space != size.space.end() && space->second.low > 0)
      rates.push_back(std::log2(space->second.low)), rates.push_back(std::log2(space->second.high));
  }
  if (rates.empty() || fit.workload.rows != Rows::search) return std::nullopt;
  Plot plot(axis_range(batch_sizes(fit), 0.6), axis_range(rates, 0.7), batch_label(fit), "learning rate",
            Ticks::powers_of_ten);
  for (const auto& size : fit.workload.sizes) {
    const double center = std::log2(size.batch_size);
    if (const auto space = size.space.find("learning_rate");
        space != size.space.end() && space->second.low > 0)
      plot.line({center - .42, center + .42, center + .42, center - .42, center - .42},
                {std::log2(space->second.low), std::log2(space->second.low), std::log2(space->second.high),
                 std::log2(space->second.high), std::log2(space->second.low)},
                "box");
    for (std::size_t i = 0; i < size.trials.size(); ++i)
      if (const auto rate = parameter(size.trials[i], "learning_rate"); rate && *rate > 0)
        draw_trial(plot, center + spread(i, size.trials.size()), std::log2(*rate), size, size.trials[i]);
    if (const auto* best = best_trial(size))
      plot.diamond(center + spread(static_cast<std::size_t>(best - size.trials.data()), size.trials.size()),
                   std::log2(*parameter(*best, "learning_rate")), "bestrun", run_tooltip(size, *best), 7);
  }
  std::vector<Plot::LegendEntry> entries = {{Mark::circle, "hit", "target reached"},
                                            {Mark::diamond, "bestrun", "fewest steps"},
                                            {Mark::circle, "miss", "not reached"}};
  if (seen.contains(Outcome::infeasible)) entries.push_back({Mark::cross, "diverged", "diverged"});
  if (seen.contains(Outcome::pending)) entries.push_back({Mark::circle, "pending", "pending"});
  plot.legend(entries);
  return Figure{
      "search-space",
      "Every trial of the metaparameter search. Best trials near an end of the searched range (boxes) mean "
      "that the range should be widened there. Trials of one batch size are spread sideways.",
      plot.finish("Search space: " + title_of(fit.workload))};
}

}  // namespace plateau::analysis
