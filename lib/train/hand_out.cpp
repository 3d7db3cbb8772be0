#include "plateau/train/hand_out.hpp"

#include <fmt/core.h>

#include <utility>

#include "plateau/base/file.hpp"

namespace plateau::train {
namespace fs = std::filesystem;

HandOut::HandOut(const campaign::Campaign& campaign, const campaign::StudyPlan& study, fs::path study_folder,
                 fs::path claims)
    : study_folder_(std::move(study_folder)),
      claims_(std::move(claims)),
      wanted_(campaign.workloads[study.workload].search.trials),
      limit_(campaign::launch_limit(campaign, study)) {}

HandOut::Known HandOut::look_at(long long id) {
  if (const auto known = ended_.find(id); known != ended_.end()) return known->second;
  if (const auto trial = record::read_final_trial(study_folder_, id))
    return ended_[id] = trial->status == record::Status::complete ? Known::complete : Known::infeasible;
  return fs::exists(claims_ / std::to_string(id)) ? Known::in_flight : Known::unknown;
}

void HandOut::stop() { create_exclusively(claims_ / "stop", ""); }

Assignment HandOut::next() {
  // The trial of an interrupted group stays claimed: nobody may wait for it.
  if (fs::exists(claims_ / "stop")) return {};
  long long possible = 0;  // COMPLETE, or perhaps COMPLETE soon, below id
  bool waiting = false;
  for (long long id = 0; id < limit_ && possible < wanted_; ++id) {
    const Known known = look_at(id);
    if (known == Known::unknown) {
      if (create_exclusively(claims_ / std::to_string(id), "")) return {Assignment::Kind::run, id};
    }
    const bool in_flight =
        known == Known::unknown || known == Known::in_flight;  // unknown: lost the race for it
    waiting = waiting || in_flight;
    if (in_flight || known == Known::complete) ++possible;
  }
  return {waiting ? Assignment::Kind::wait : Assignment::Kind::done, 0};
}

fs::path new_attempt(const campaign::Workspace& workspace, const campaign::Element& element) {
  const fs::path folder = workspace.folder() / "state" / "claims" / fmt::format("element-{}", element.number);
  make_folder(folder);
  for (int attempt = 1;; ++attempt) {
    if (!create_exclusively(folder / fmt::format("attempt-{}.mark", attempt), "")) continue;
    const fs::path claims = folder / fmt::format("attempt-{}", attempt);
    make_folder(claims);
    return claims;
  }
}

}  // namespace plateau::train
