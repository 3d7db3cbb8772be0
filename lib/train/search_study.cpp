#include "plateau/train/search_study.hpp"

#include <algorithm>
#include <chrono>
#include <future>
#include <thread>

#include "plateau/train/agreed.hpp"
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
      if (assignment.kind == Assignment::Kind::run) {
        waited = {};
        busy += run_one(assignment.trial);
        continue;
      }
      finish_writing();  // a trial waited for may be this group's own: a failed write must be told, not
                         // waited for
      if (assignment.kind == Assignment::Kind::done) return busy;
      const auto start = Clock::now();
      std::this_thread::sleep_for(std::clamp<Clock::duration>(waited / 8, shortest_wait, longest_wait));
      waited += Clock::now() - start;
    }
  }

 private:
  // The group's first rank decides for all; an interruption on any rank ends the loop.
  Assignment agreed_assignment() {
    if (group_.any(interrupted())) {
      if (group_.rank() == 0) hand_out_.stop();
      return {};
    }
    const auto next = agreed(group_, [this]() -> nlohmann::json {
      const Assignment mine = hand_out_.next();
      return {mine.kind, mine.trial};
    });
    return {next[0].get<Assignment::Kind>(), next[1].get<long long>()};
  }

  double run_one(long long id) {
    const auto& campaign = workspace_.campaign();
    const auto plan = campaign::search_trial(campaign, element_.study, id);
    const auto& workload = campaign.workloads[element_.study.workload];
    const auto interval = static_cast<double>(workload.resources.checkpoint_interval);
    const TrialRun run{workload,    element_.study.batch_size,     *plan, dataset_, group_,
                       interrupted, {checkpoints_of(id), interval}};
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
    auto checkpoints = checkpoints_of(result.trial.id);
    writing_ = std::async(std::launch::async, write_result, workspace_.store_folder(element_.study),
                          std::move(result), std::move(checkpoints));
  }
  std::filesystem::path checkpoints_of(long long id) const {
    return workspace_.checkpoint_folder(campaign::Stage::tune, element_.study, id);
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
  const auto s = agreed(world, [&]() -> nlohmann::json {
    const auto mine = campaign::search_state(workspace.campaign(), study,
                                             record::read_trials(workspace.store_folder(study)));
    return {mine.recorded, mine.complete, mine.infeasible, mine.satisfied, mine.exhausted};
  });
  return {s[0], s[1], s[2], s[3], s[4]};
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
