// Checks of a workload across its keys and against its data.

#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "plateau/base/error.hpp"
#include "plateau/base/text.hpp"
#include "plateau/campaign/read_sections.hpp"
#include "plateau/campaign/read_workload.hpp"
#include "plateau/campaign/study.hpp"

namespace plateau::campaign {
namespace {

using config::Limits;
using config::Value;

bool searched(const WorkloadSpec& workload, std::string_view name) {
  const auto& dimensions = workload.search.space.dimensions;
  return std::any_of(dimensions.begin(), dimensions.end(), [&](const auto& d) { return d.name == name; });
}

void check_metaparameters(const Value& place, const WorkloadSpec& w) {
  if (!w.schedule.learning_rate && !searched(w, "learning_rate"))
    place.fault("no learning rate",
                "Search it (search.space.learning_rate) or fix it (schedule.learning_rate)");
  if (w.schedule.learning_rate && searched(w, "learning_rate"))
    place.fault("the learning rate is fixed (schedule.learning_rate) and searched", "Remove one of them");
  const auto useless = [&](const char* name, bool used, const char* reason) {
    if (searched(w, name) && !used)
      place.fault(fmt::format("searching {} has no effect: {}", name, reason), "Remove it");
  };
  useless("momentum", w.optimizer.rule != OptimizerRule::sgd, "the optimizer is sgd");
  useless("learning_rate_decay_steps", w.schedule.decay == DecayKind::linear, "the decay is not linear");
  useless("end_learning_rate_factor", w.schedule.decay == DecayKind::linear, "the decay is not linear");
  useless("dropout", w.model.kind == ModelKind::simple_cnn, "the model has none");
  const auto limits = std::map<std::string, Limits>{
      {"learning_rate", config::positive},        {"momentum", config::below_one},
      {"weight_decay", config::non_negative},     {"label_smoothing", config::below_one},
      {"learning_rate_decay_steps", step_limits}, {"end_learning_rate_factor", config::fraction},
      {"warmup_steps", {0, 1e12, false, false}},  {"dropout", config::below_one}};
  for (const auto& d : w.search.space.dimensions) {
    auto values = d.feasible_points;
    if (d.type != search::Type::discrete) values = {d.min, d.max};
    for (const double x : values)
      if (!limits.at(d.name).contain(x))
        place.fault(fmt::format("search.space.{}: {} is out of range", d.name, shortest(x)),
                    fmt::format("It must be {}", limits.at(d.name).text()));
  }
}

void check_engine(const Value& place, const WorkloadSpec& w) {
  if (w.engine == EngineKind::direct && w.model.kind != ModelKind::fully_connected)
    place.fault("engine: direct computes fully connected nets only",
                "Write engine: libtorch, or leave it out");
}

void check_grid(const Value& place, const WorkloadSpec& w) {
  if (w.search.method != search::Method::grid || w.search.space.dimensions.empty()) return;
  if (const auto size = search::grid_size(w.search.space, w.search.points);
      size < static_cast<std::uint64_t>(w.search.trials))
    place.fault(fmt::format("search.trials {} is above the {} points of the grid", w.search.trials, size),
                fmt::format("Write search.trials: {}, or more points", size));
}

bool limits_steps(const BudgetSpec& b) {
  return b.steps || !b.steps_by_batch_size.empty() || b.epochs || b.examples;
}

void check_decay(const Value& place, const WorkloadSpec& w) {
  if (w.schedule.decay == DecayKind::linear && !w.schedule.decay_steps && !limits_steps(w.budget) &&
      !searched(w, "learning_rate_decay_steps"))
    place.fault("schedule.decay linear has no end: the budget gives a time, not steps",
                "Write schedule.decay_steps, or search learning_rate_decay_steps");
}

void check_budget(const Value& place, const WorkloadSpec& w) {
  const auto& b = w.budget;
  if (!limits_steps(b) && !b.seconds)
    place.fault("no budget ends a trial",
                "Give budget: {steps: ...}, {epochs: ...}, {examples: ...} or {seconds: ...}");
  if (!b.steps_by_batch_size.empty() && !w.batch_sizes.empty() &&
      b.steps_by_batch_size.begin()->first > w.batch_sizes.front())
    place.fault(
        fmt::format("budget.steps_by_batch_size says nothing for batch size {}", w.batch_sizes.front()));
  if (w.search.launch_limit && *w.search.launch_limit < w.search.trials)
    place.fault(fmt::format("search.launch_limit {} is below search.trials {}", *w.search.launch_limit,
                            w.search.trials));
}

// A trial that only warms up never trains at its learning rate.
void check_warmup(const Value& place, const WorkloadSpec& w) {
  for (const long long size : w.batch_sizes)
    if (const long long budget = step_budget(w, size); w.schedule.warmup_steps >= budget)
      return place.fault(
          fmt::format("schedule.warmup_steps {} leaves nothing of the {} steps at batch size {}",
                      w.schedule.warmup_steps, budget, size),
          "Shorten the warm-up or give more steps");
}

void check_goals(const Value& place, WorkloadSpec& w) {
  if (w.goals.empty())
    place.fault("the key 'goal' is missing", "Write e.g. goal: val/classification_error < 0.03");
  for (const auto& goal : w.goals)
    for (std::size_t set = 0; set < set_names.size(); ++set)
      if (goal.metric.starts_with(set_names[set] + "/"))
        w.evaluation.sets.insert(static_cast<EvaluationSet>(set));
}

void check_data(const Value& place, WorkloadSpec& w, const DatasetProbe& probe,
                const std::filesystem::path& base_folder) {
  if (w.data.set == DataSet::idx && (w.data.name.empty() || w.data.folder.empty())) {
    place.fault("data of the set idx need a name and a folder",
                "Write data: {set: idx, name: mnist, folder: ...}");
    return;
  }
  if (w.data.set == DataSet::idx && w.data.test)
    place.fault("data.test is for digits only", "IDX data have test files of their own");
  if (w.data.set == DataSet::idx && w.data.folder.is_relative()) w.data.folder = base_folder / w.data.folder;
  try {
    w.training_rows = probe(w.data);
  } catch (const Error& error) {
    place.fault(fmt::format("data: {}", error.what()));
    return;
  }
  for (const long long size : w.batch_sizes)
    if (size > w.training_rows)
      place.fault(fmt::format("batch_sizes: {} is larger than the training set of {} examples", size,
                              w.training_rows),
                  fmt::format("The largest possible batch is {}", w.training_rows));
}

}  // namespace

void complete_workload(const Value& place, WorkloadSpec& workload, const DatasetProbe& probe,
                       const std::filesystem::path& base_folder) {
  if (workload.batch_sizes.empty()) place.fault("batch_sizes holds no size");
  check_goals(place, workload);
  check_metaparameters(place, workload);
  check_engine(place, workload);
  check_grid(place, workload);
  check_decay(place, workload);
  check_budget(place, workload);
  check_data(place, workload, probe, base_folder);
  if (workload.training_rows > 0) check_warmup(place, workload);  // epochs need the data to become steps
}

}  // namespace plateau::campaign
