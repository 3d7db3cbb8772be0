#include "analysis/fit.hpp"

#include <fmt/format.h>

#include "plateau/base/text.hpp"

namespace plateau::analysis {
namespace {

std::string list(const std::vector<double>& values) {
  std::vector<std::string> texts;
  for (const double value : values) texts.push_back(shortest(value));
  return fmt::format("{}", fmt::join(texts, ", "));
}

// What the curves cannot know: how the data came about.
void add_warnings(WorkloadFit& out) {
  auto& warnings = out.evaluation.warnings;
  if (!out.statistics.pending.empty())
    warnings.push_back(
        {"pending", fmt::format("batch size {} still runs and is left out; run the analysis again "
                                "when its study is complete",
                                list(out.statistics.pending))});
  if (out.workload.relative_steps)
    warnings.push_back({"relative_steps", "steps are known up to a common factor; batch sizes are absolute"});
  std::size_t lost = 0;
  if (out.workload.rows == Rows::replicates)
    for (std::size_t i = 0; i < out.statistics.points.size(); ++i) {
      if (!out.statistics.points[i].median) continue;
      for (const auto& size : out.workload.sizes)
        if (size.batch_size == out.statistics.points[i].batch_size)
          for (const auto& trial : size.trials)
            lost += trial.outcome == Outcome::failed || trial.outcome == Outcome::infeasible;
    }
  if (lost > 0)
    warnings.push_back(
        {"failed_runs",
         fmt::format("{} run{} failed at sizes where most reached the target: the medians count "
                     "them, the curve does not",
                     lost, lost == 1 ? "" : "s")});
}

}  // namespace

WorkloadFit fit(const Workload& workload, const FitOptions& options) {
  WorkloadFit out{workload, options, statistics_of(workload, options.evaluate.level), {}, {}};
  out.evaluation = scaling::evaluate(out.statistics.sizes, options.evaluate);
  add_warnings(out);
  return out;
}

std::vector<WorkloadFit> fit_all(const std::vector<Workload>& workloads, const FitOptions& options) {
  std::vector<WorkloadFit> fits;
  fits.reserve(workloads.size());
  for (const auto& workload : workloads) fits.push_back(fit(workload, options));
  return fits;
}

}  // namespace plateau::analysis
