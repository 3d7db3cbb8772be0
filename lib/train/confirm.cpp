#include "plateau/train/confirm.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "plateau/base/error.hpp"
#include "plateau/train/agreed.hpp"
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

struct Decision {
  std::optional<ConfirmOutcome> end;  // nothing is to be run
  record::Trial tuned;                // else: what is confirmed
};

Decision decide(const campaign::Workspace& workspace, const campaign::Element& element,
                const data::Dataset& dataset) {
  const auto order = ranked(workspace, element.study);
  if (element.configuration >= static_cast<long long>(order.size()))
    return {
        ConfirmOutcome{false, false,
                       fmt::format("not needed: {} of the configurations reached the goal", order.size())},
        {}};
  const auto& tuned = order[static_cast<std::size_t>(element.configuration)].trial;
  check_same_origin({tuned}, workspace.campaign().workloads[element.study.workload], dataset);
  const auto id = campaign::confirm_id(workspace.campaign(), element.configuration, element.repetition);
  if (record::read_final_trial(workspace.confirm_folder(element.study), id))
    return {ConfirmOutcome{true, false, "already recorded"}, {}};
  return {std::nullopt, tuned};
}

// The first rank looks at the files and decides for all; its error is every rank's error.
Decision agreed_decision(const campaign::Workspace& workspace, const campaign::Element& element,
                         const data::Dataset& dataset, comm::Communicator& world) {
  const auto all = agreed(world, [&]() -> nlohmann::json {
    try {
      const auto mine = decide(workspace, element, dataset);
      if (mine.end) return {{"needed", mine.end->needed}, {"text", mine.end->text}};
      return {{"id", mine.tuned.id}, {"parameters", mine.tuned.parameters}};
    } catch (const Error& error) {
      return {{"error", static_cast<int>(error.code())}, {"text", error.what()}};
    }
  });
  if (all.contains("error"))
    throw Error(static_cast<ExitCode>(all["error"].get<int>()), all["text"].get<std::string>());
  Decision decision;
  if (all.contains("needed")) {
    decision.end = ConfirmOutcome{all["needed"].get<bool>(), false, all["text"].get<std::string>()};
  } else {
    decision.tuned.id = all["id"].get<long long>();
    decision.tuned.parameters = all["parameters"].get<record::Parameters>();
  }
  return decision;
}

}  // namespace

ConfirmOutcome confirm(const campaign::Workspace& workspace, const campaign::Element& element,
                       const data::Dataset& dataset, comm::Communicator& world) {
  const auto& campaign = workspace.campaign();
  const auto decision = agreed_decision(workspace, element, dataset, world);
  if (decision.end) return *decision.end;
  const auto plan = campaign::confirm_trial(campaign, element.study, element.configuration,
                                            element.repetition, decision.tuned.parameters);
  const auto folder = workspace.confirm_folder(element.study);
  auto workload = campaign.workloads[element.study.workload];
  workload.evaluation.sets.insert(campaign::EvaluationSet::test);
  const auto checkpoints = workspace.checkpoint_folder(campaign::Stage::confirm, element.study, plan.id);
  const auto interval = static_cast<double>(workload.resources.checkpoint_interval);
  const TrialRun run{workload,    element.study.batch_size, plan, dataset, world,
                     interrupted, {checkpoints, interval}};
  auto result = run_trial(run);
  result.trial.extra["confirms"] = decision.tuned.id;
  const auto status = result.trial.status;
  if (world.rank() == 0) {
    record::write_study(folder, campaign::confirm_record(campaign, element.study));
    write_result(folder, with_provenance(std::move(result), run, campaign.hash), checkpoints);
  }
  return {true, status == record::Status::incomplete,
          fmt::format("trial {}: {}", plan.id, record::name_of(status))};
}

}  // namespace plateau::train
