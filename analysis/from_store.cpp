// A study store as measurements: the study proper of each batch size (DESIGN of the store: the shortest
// prefix of trials that holds the wanted number of COMPLETE ones), steps to the goal with their intervals.

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "analysis/load.hpp"
#include "plateau/base/error.hpp"
#include "plateau/base/text.hpp"
#include "plateau/record/store.hpp"
#include "plateau/scaling/steps_to_result.hpp"

namespace plateau::analysis {
namespace {

namespace fs = std::filesystem;

struct StudyTrials {
  std::vector<TrialPoint> points;
  bool pending = false;
  long long wanted = 0, complete = 0;
};

Outcome outcome_of(scaling::Outcome outcome) {
  return outcome == scaling::Outcome::reached    ? Outcome::reached
         : outcome == scaling::Outcome::censored ? Outcome::censored
                                                 : Outcome::infeasible;
}

bool was_raced(const record::Trial& trial) {
  const auto found = trial.extra.find("stopped_by");
  return found != trial.extra.end() && found->is_string() && found->get<std::string>() == "racing";
}

TrialPoint point_of(const fs::path& folder, const record::Study& study, const record::Trial& trial,
                    const record::Goal& goal) {
  TrialPoint point;
  point.label = std::to_string(trial.id);
  point.parameters = trial.parameters;
  point.raced = was_raced(trial);
  point.outcome = Outcome::pending;
  if (trial.status == record::Status::incomplete) return point;
  scaling::TrialCurve curve{trial, {}};
  if (trial.status == record::Status::complete)
    curve.measurements = record::read_checked_measurements(folder, study, trial);
  try {
    const auto steps = scaling::trial_steps(curve, goal, study.batch_size);
    point.outcome = outcome_of(steps->outcome);
    point.low = steps->low;
    point.high = steps->high;
  } catch (const Error& error) {
    throw Error(error.code(), folder.string() + ": " + error.what());
  }
  return point;
}

StudyTrials read_study_trials(const fs::path& folder, const record::Study& study, const record::Goal& goal) {
  StudyTrials out;
  auto trials = record::read_trials(folder);
  out.wanted = study.wanted_trials().value_or(0);
  if (out.wanted > 0) {
    auto prefix = record::study_prefix(std::move(trials), out.wanted);
    // A search that used up its launch limit is over, though short of COMPLETE trials.
    const auto limit = study.extra.value("launch_limit", std::numeric_limits<long long>::max());
    const bool exhausted = !prefix.gap && static_cast<long long>(prefix.trials.size()) >= limit;
    out.pending = !prefix.satisfied && !exhausted;
    trials = std::move(prefix.trials);
  }
  for (const auto& trial : trials) {
    out.complete += trial.status == record::Status::complete;
    out.points.push_back(point_of(folder, study, trial, goal));
  }
  return out;
}

std::map<std::string, ParameterRange> space_of(const record::Study& study) {
  std::map<std::string, ParameterRange> space;
  if (!study.parameter_configs.is_object()) return space;
  for (const auto& [name, config] : study.parameter_configs.items()) {
    if (!config.is_object()) continue;
    const auto low = config.find("min_value"), high = config.find("max_value");
    if (low != config.end() && high != config.end() && low->is_number() && high->is_number())
      space[name] = {low->get<double>(), high->get<double>()};
  }
  return space;
}

record::Goal goal_of(const fs::path& folder, const record::Study& study, const LoadOptions& options) {
  if (options.goal) return *options.goal;
  if (const auto goal = study.goal()) return *goal;
  std::string remedy = "Name one with --goal \"METRIC<VALUE\"";
  for (const auto& trial : record::read_trials(folder)) {
    if (trial.status != record::Status::complete) continue;
    remedy += "; recorded are " + either(record::read_measurements(folder, trial.id).metrics);
    break;
  }
  throw Error(ExitCode::usage, fmt::format("{}: the study names no goal", (folder / "study.json").string()),
              remedy);
}

// Folders between the store's root and <dataset> (the published archive has some).
std::string prefix_of(const fs::path& relative) {
  std::vector<std::string> parts;
  for (const auto& part : relative) parts.push_back(part.string());
  std::string prefix;
  for (std::size_t i = 0; i + 4 < parts.size(); ++i) prefix += parts[i] + "/";
  return prefix;
}

std::string workload_name(const record::Study& study, const fs::path& relative) {
  return study.extra.contains("workload") ? study.workload() : prefix_of(relative) + study.workload();
}

Workload& workload_at(std::vector<Workload>& workloads, std::map<std::string, std::size_t>& index,
                      const std::string& key) {
  const auto [found, fresh] = index.try_emplace(key, workloads.size());
  if (fresh) workloads.emplace_back();
  return workloads[found->second];
}

void add_study(Workload& workload, const fs::path& folder, const fs::path& confirm,
               const record::Study& study, const record::Goal& goal) {
  SizeMeasurements size;
  size.batch_size = study.batch_size;
  size.space = space_of(study);
  auto trials = read_study_trials(folder, study, goal);
  size.trials = std::move(trials.points);
  size.pending = trials.pending;
  size.wanted = trials.wanted;
  size.complete = trials.complete;
  if (!confirm.empty() && fs::exists(confirm / "study.json")) {
    auto confirmed = read_study_trials(confirm, record::read_study(confirm), goal);
    if (!confirmed.pending) size.confirmed = std::move(confirmed.points);
  }
  workload.sizes.push_back(std::move(size));
}

}  // namespace

Loaded load_store(const fs::path& store, const fs::path& confirm, const LoadOptions& options) {
  Loaded out;
  std::map<std::string, std::size_t> index;
  const auto folders = record::find_studies(store);
  if (folders.empty())
    throw Error(ExitCode::no_input, fmt::format("{} holds no study.json at any depth", store.string()),
                "Give a study store, a workspace or a CSV file");
  for (const auto& folder : folders) {
    const auto study = record::read_study(folder);
    const auto goal = goal_of(folder, study, options);
    const auto relative = fs::relative(folder, store);
    auto& workload = workload_at(out.workloads, index, relative.parent_path().string() + "\n" + goal.text());
    workload.name = workload_name(study, relative);
    workload.target = goal.text();
    workload.batch_unit = study.extra.value("batch_unit", std::string("examples"));
    workload.rows = Rows::search;
    workload.source = store.string();
    add_study(workload, folder, confirm.empty() ? fs::path() : confirm / relative, study, goal);
  }
  for (auto& workload : out.workloads)
    std::sort(workload.sizes.begin(), workload.sizes.end(),
              [](const auto& a, const auto& b) { return a.batch_size < b.batch_size; });
  return out;
}

}  // namespace plateau::analysis
