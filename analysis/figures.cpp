#include "analysis/figures.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "analysis/answer.hpp"
#include "analysis/svg.hpp"
#include "plateau/base/text.hpp"

namespace plateau::analysis {
namespace {

using Mark = Plot::LegendEntry::Mark;

std::string batch_label(const WorkloadFit& fit) { return "batch size (" + fit.workload.batch_unit + ")"; }

std::vector<double> batch_sizes(const WorkloadFit& fit) {
  std::vector<double> sizes;
  for (const auto& size : fit.workload.sizes) sizes.push_back(std::log2(size.batch_size));
  return sizes;
}

const SizePoint* anchor_of(const WorkloadFit& fit) {
  for (const auto& point : fit.statistics.points)
    if (point.median) return &point;
  return nullptr;
}

const SizeMeasurements* size_of(const WorkloadFit& fit, double batch_size) {
  for (const auto& size : fit.workload.sizes)
    if (size.batch_size == batch_size) return &size;
  return nullptr;
}

std::string run_tooltip(const SizeMeasurements& size, const TrialPoint& trial) {
  auto text = fmt::format("batch size {}", shortest(size.batch_size));
  if (!trial.label.empty()) text += ", trial " + trial.label;
  if (trial.outcome == Outcome::reached)
    text += fmt::format(": {} steps", measured_text(trial.high));
  else if (trial.low > 0 && std::isfinite(trial.low))
    text += fmt::format(": {} within {} steps", name_of(trial.outcome), measured_text(trial.low));
  else
    text += fmt::format(": {}", name_of(trial.outcome));
  for (const auto& [name, value] : trial.parameters) text += fmt::format("\n{} = {}", name, shortest(value));
  return text;
}

// --- steps against batch size
// -------------------------------------------------------------------------------------

class StepsFigure {
 public:
  explicit StepsFigure(const WorkloadFit& fit)
      : fit_(fit),
        smooth_(fit.evaluation.fit_of(scaling::Form::smooth_max)),
        plot_(axis_range(batch_sizes(fit), 0.5), axis_range(step_values(), 0.7), batch_label(fit),
              fit.workload.relative_steps ? "steps to the target (relative)" : "steps to the target",
              Ticks::powers_of_two) {}

  Figure draw() {
    regions();
    ideal();
    runs();
    curve();
    statistics();
    useful();
    waiting();
    plot_.legend(entries());
    return {"steps", caption(),
            plot_.finish("Steps to the target against batch size: " + title_of(fit_.workload))};
  }

 private:
  std::vector<double> step_values() const {
    std::vector<double> values;
    for (const auto& size : fit_.workload.sizes)
      for (const auto& trial : size.trials) {
        if (trial.outcome == Outcome::reached) values.push_back(std::log2(trial.high));
        if (trial.outcome == Outcome::censored && trial.low > 0) values.push_back(std::log2(trial.low));
      }
    for (const auto& point : fit_.statistics.points)
      for (const auto& v : {point.median, point.low, point.high})
        if (v) values.push_back(std::log2(*v));
    return values;
  }

  // The fitted curve's own boundaries, and only those that the data support from both sides.
  void regions() {
    const auto& regimes = fit_.evaluation.regimes;
    const auto *perfect = find(regimes, "perfect_scaling_end"), *plateau = find(regimes, "plateau_start");
    if (!perfect || !plateau || (!perfect->value && !plateau->value)) return;
    const double low = -1e3, high = 1e3;
    const double first = perfect->value ? std::log2(*perfect->value) : low;
    const double second = plateau->value ? std::log2(*plateau->value) : high;
    if (perfect->value) plot_.band(low, first, "regionA", "perfect scaling");
    const bool named = perfect->value && plateau->value;
    plot_.band(first, second, "regionB", named ? "diminishing returns" : "");
    if (plateau->value) plot_.band(second, high, "regionC", "maximal data parallelism");
  }

  void ideal() {
    const auto* anchor = anchor_of(fit_);
    if (!anchor) return;
    const double x = std::log2(anchor->batch_size), y = std::log2(*anchor->median);
    const double last = batch_sizes(fit_).back() + 1;
    plot_.line({x, last}, {y, y - (last - x)}, "ideal");
  }

  void runs() {
    for (const auto& size : fit_.workload.sizes)
      for (const auto& trial : size.trials) {
        const double x = std::log2(size.batch_size);
        if (trial.outcome == Outcome::reached)
          plot_.point(x, std::log2(trial.high), "run", run_tooltip(size, trial), 3);
        if (trial.outcome == Outcome::censored && trial.low > 0)
          plot_.arrow_up(x, std::log2(trial.low), "missed", run_tooltip(size, trial)), censored_ = true;
      }
  }

  void curve() {
    if (!smooth_) return;
    const auto sizes = batch_sizes(fit_);
    std::vector<double> x, y;
    for (int i = 0; i <= 120; ++i) {
      x.push_back(sizes.front() - 0.4 + (sizes.back() - sizes.front() + 0.8) * i / 120);
      y.push_back(smooth_->fit.curve.log2_steps(x.back()));
    }
    plot_.line(x, y, "curve");
  }

  void statistics() {
    for (const auto& point : fit_.statistics.points) {
      if (!point.median) continue;
      const double x = std::log2(point.batch_size);
      if (point.low && point.high) plot_.interval(x, std::log2(*point.low), std::log2(*point.high), "error");
      plot_.diamond(x, std::log2(*point.median), "stat",
                    fmt::format("batch size {}: {} {} steps", shortest(point.batch_size),
                                fit_.statistics.kind, measured_text(*point.median)));
    }
  }

  void useful() {
    const auto& regime = fit_.evaluation.regimes.front();
    if (regime.low && regime.high)
      plot_.span(std::log2(*regime.low), std::log2(*regime.high), Plot::bottom - 8, "usefulbar");
    if (regime.value) plot_.vertical(std::log2(*regime.value), "useful");
  }

  void waiting() {
    for (const double size : fit_.statistics.pending) plot_.vertical(std::log2(size), "waiting");
  }

  std::vector<Plot::LegendEntry> entries() const {
    std::vector<Plot::LegendEntry> out = {{Mark::circle, "run", "one run"}};
    if (censored_) out.push_back({Mark::arrow, "missed", "target not reached by then"});
    const auto& s = fit_.statistics;
    out.push_back({Mark::diamond, "stat", s.k ? fmt::format("median of the best of {}", *s.k) : s.kind});
    if (smooth_) out.push_back({Mark::line, "curve", "fitted curve"});
    out.push_back({Mark::dashed, "ideal", "perfect scaling from the smallest size"});
    if (fit_.evaluation.regimes.front().value)
      out.push_back({Mark::dashed, "useful", "maximum useful batch size"});
    if (!s.pending.empty()) out.push_back({Mark::dashed, "waiting", "still running"});
    return out;
  }

  std::string caption() const {
    return "Steps to the target against batch size, both in octaves. The dashed line halves the steps with "
           "every "
           "doubling of the batch; it is not a fit.";
  }

  const WorkloadFit& fit_;
  const scaling::FormFit* smooth_;
  Plot plot_;
  bool censored_ = false;
};

// --- learning rates
// -----------------------------------------------------------------------------------------------

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

}  // namespace

std::vector<Figure> figures_of(const WorkloadFit& fit) {
  std::vector<Figure> figures = {StepsFigure(fit).draw()};
  if (auto figure = learning_rate_figure(fit)) figures.push_back(std::move(*figure));
  if (auto figure = search_space_figure(fit)) figures.push_back(std::move(*figure));
  return figures;
}

std::string standalone(const Figure& figure) {
  const auto end = figure.svg.find('>') + 1;
  return figure.svg.substr(0, end) + "\n<style>" + std::string(figure_style()) + "</style>" +
         figure.svg.substr(end);
}

}  // namespace plateau::analysis
