// Steps to the target against batch size.

#include <fmt/core.h>

#include <cmath>

#include "analysis/answer.hpp"
#include "analysis/figure_parts.hpp"
#include "plateau/base/text.hpp"

namespace plateau::analysis {
namespace {

const SizePoint* anchor_of(const WorkloadFit& fit) {
  for (const auto& point : fit.statistics.points)
    if (point.median) return &point;
  return nullptr;
}

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

}  // namespace

Figure steps_figure(const WorkloadFit& fit) { return StepsFigure(fit).draw(); }

}  // namespace plateau::analysis
