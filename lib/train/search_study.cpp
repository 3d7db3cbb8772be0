#include "plateau/train/search_study.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <future>
#include <thread>

#include "plateau/base/text.hpp"
#include "plateau/train/hand_out.hpp"
#include "plateau/train/interruption.hpp"
#include "plateau/train/write_result.hpp"

namespace plateau::train {
namespace {

using Clock = std::chrono::steady_clock;
// A group without work looks for it again after an eighth of the time that it has waited: late by that share
// at most, and seldom on shared storage.
constexpr std::chrono::milliseconds shortest_wait(1), longest_wait(320);

// One group's loop over trials.
class GroupWorker {
 public:
  GroupWorker(const campaign::Workspace& workspace, const campaign::Element& element,
              const data::Dataset& dataset, comm::Communicator& group, const std::filesystem::path& claims)
      : workspace_(workspace),
        element_(element),
        dataset_(dataset),
        group_(group),
        hand_out_(workspace.campaign(), element.study, workspace.store_folder(element.study), claims) {}

  // Seconds spent training and evaluating.
  double run() {
    double busy = 0;
    Clock::duration waited{};
    for (;;) {
      const Assignment assignment = agreed_assignment();
      if (assignment.kind == Assignment::Kind::done) {
        finish_writing();
        return busy;
      }
      const auto start = Clock::now();
      if (assignment.kind == Assignment::Kind::wait) {
        finish_writing();  // the trial waited for may be this group's own: a failed write must be told, not
                           // waited for
        std::this_thread::sleep_for(std::clamp<Clock::duration>(waited / 8, shortest_wait, longest_wait));
        waited += Clock::now() - start;
        continue;
      }
      waited = {};
      busy += run_one(assignment.trial);
    }
  }

 private:
  // The group's first rank decides for all; an interruption on any rank ends the loop.
  Assignment agreed_assignment() {
    if (group_.any(interrupted())) {
      if (group_.rank() == 0) hand_out_.stop();
      return {};
    }
    std::string text;
    if (group_.rank() == 0) {
      const Assignment mine = hand_out_.next();
      text = std::to_string(static_cast<int>(mine.kind)) + " " + std::to_string(mine.trial);
    }
    const auto parts = split(group_.broadcast(text, 0), ' ');
    return {static_cast<Assignment::Kind>(*parse_whole(parts[0])), *parse_whole(parts[1])};
  }

  double run_one(long long id) {
    const auto& campaign = workspace_.campaign();
    const auto plan = campaign::search_trial(campaign, element_.study, id);
    const TrialRun run{campaign.workloads[element_.study.workload],
                       element_.study.batch_size,
                       *plan,
                       dataset_,
                       group_,
                       interrupted};
    const auto start = Clock::now();
    auto result = run_trial(run);
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    if (group_.rank() == 0) record(with_provenance(std::move(result), run, campaign.hash));
    return seconds;
  }

  // Files are forced to disk while the next trial trains; until then its claim says that the trial is in
  // flight.
  void record(TrialResult result) {
    finish_writing();
    writing_ = std::async(std::launch::async, write_result, workspace_.store_folder(element_.study),
                          std::move(result));
  }
  void finish_writing() {
    if (writing_.valid()) writing_.get();  // throws what the writing threw
  }

  const campaign::Workspace& workspace_;
  const campaign::Element& element_;
  const data::Dataset& dataset_;
  comm::Communicator& group_;
  HandOut hand_out_;
  std::future<void> writing_;
};

// What the first rank sees in the store, on all ranks: they must agree on how the element ends.
campaign::SearchState agreed_state(const campaign::Workspace& workspace, const campaign::StudyPlan& study,
                                   comm::Communicator& world) {
  campaign::SearchState s;
  if (world.rank() == 0)
    s = campaign::search_state(workspace.campaign(), study,
                               record::read_trials(workspace.store_folder(study)));
  const auto text = world.broadcast(fmt::format("{} {} {} {} {}", s.recorded, s.complete, s.infeasible,
                                                s.satisfied ? 1 : 0, s.exhausted ? 1 : 0),
                                    0);
  std::vector<long long> n;
  for (const auto& part : split(text, ' ')) n.push_back(parse_whole(part).value());
  s.recorded = n[0], s.complete = n[1], s.infeasible = n[2], s.satisfied = n[3] != 0, s.exhausted = n[4] != 0;
  return s;
}

double total(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum;
}

}  // namespace

SearchOutcome search_study(const campaign::Workspace& workspace, const campaign::Element& element,
                           const data::Dataset& dataset, comm::Communicator& world, int ranks_per_trial) {
  const auto start = Clock::now();
  const auto folder = workspace.store_folder(element.study);
  std::string claims;
  if (world.rank() == 0) {
    check_same_origin(record::read_trials(folder), workspace.campaign().workloads[element.study.workload],
                      dataset);
    record::write_study(folder, campaign::study_record(workspace.campaign(), element.study));
    claims = new_attempt(workspace, element).string();
  }
  claims = world.broadcast(claims, 0);
  const int planned = workspace.campaign().workloads[element.study.workload].resources.ranks;
  const int ranks = ranks_per_trial > 0 ? ranks_per_trial : planned;
  const int groups = std::max(1, world.size() / ranks);
  const auto group =
      world.split(std::min(world.rank() / ranks, groups - 1));  // ranks left over join the last group
  const double busy = GroupWorker(workspace, element, dataset, *group, claims).run();

  SearchOutcome outcome;
  outcome.interrupted = world.any(interrupted());  // also the barrier after which all records are written
  outcome.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  outcome.busy_share = total(world.gather_all({&busy, 1})) / total(world.gather_all({&outcome.seconds, 1}));
  outcome.state = agreed_state(workspace, element.study, world);
  return outcome;
}

}  // namespace plateau::train
