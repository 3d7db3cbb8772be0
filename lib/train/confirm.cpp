#include "plateau/train/confirm.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "plateau/base/error.hpp"
#include "plateau/train/interruption.hpp"
#include "plateau/train/write_result.hpp"

namespace plateau::train {
namespace {

struct Reached {
  long long steps = 0;
  record::Trial trial;
};

// The study's trials that met the first goal, fastest first.
std::vector<Reached> ranked(const campaign::Workspace& workspace, const campaign::StudyPlan& study) {
  const auto& workload = workspace.campaign().workloads[study.workload];
  const auto trials = record::read_trials(workspace.store_folder(study));
  if (!campaign::search_state(workspace.campaign(), study, trials).done())
    throw Error(
        ExitCode::unfinished,
        fmt::format("the search of {} at batch size {} is not complete", workload.name, study.batch_size),
        "Run plateau retry, or plateau run again");
  std::vector<Reached> out;
  for (const auto& trial : record::study_prefix(trials, workload.search.trials).trials) {
    const auto met = trial.extra.find("goals_met");
    if (trial.status != record::Status::complete || met == trial.extra.end()) continue;
    if (const auto steps = met->find(workload.goals.front().text()); steps != met->end())
      out.push_back({steps->get<long long>(), trial});
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const Reached& a, const Reached& b) { return a.steps < b.steps; });
  return out;
}

}  // namespace

ConfirmOutcome confirm(const campaign::Workspace& workspace, const campaign::Element& element,
                       const data::Dataset& dataset, comm::Communicator& world) {
  const auto& campaign = workspace.campaign();
  const auto order = ranked(workspace, element.study);
  if (element.configuration >= static_cast<long long>(order.size()))
    return {false, false, fmt::format("not needed: {} of the configurations reached the goal", order.size())};
  const record::Trial& tuned = order[static_cast<std::size_t>(element.configuration)].trial;
  const auto plan = campaign::confirm_trial(campaign, element.study, element.configuration,
                                            element.repetition, tuned.parameters);
  const auto folder = workspace.confirm_folder(element.study);
  if (const auto old = record::read_trial(folder, plan.id); old && old->status != record::Status::incomplete)
    return {true, false, "already recorded"};
  auto workload = campaign.workloads[element.study.workload];
  workload.evaluation.sets.insert(campaign::EvaluationSet::test);
  const TrialRun run{workload, element.study.batch_size, plan, dataset, world, interrupted};
  world.barrier();  // every rank has looked for an old record before the first rank writes the new one
  auto result = run_trial(run);
  result.trial.extra["confirms"] = tuned.id;
  const auto status = result.trial.status;
  if (world.rank() == 0) {
    record::write_study(folder, campaign::confirm_record(campaign, element.study));
    write_result(folder, run, std::move(result), campaign.hash);
  }
  return {true, status == record::Status::incomplete,
          fmt::format("trial {}: {}", plan.id, record::name_of(status))};
}

}  // namespace plateau::train
