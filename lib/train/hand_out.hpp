#pragma once
// Hands the trials of one study to groups of ranks, on any number of machines that share the workspace,
// without a rank or a process reserved for it. Claims are files created exclusively (SLURM.md: one-sided MPI
// stalls over TCP).

#include <filesystem>
#include <optional>
#include <set>

#include "plateau/campaign/workspace.hpp"

namespace plateau::train {

struct Assignment {
  enum class Kind { run, wait, done } kind = Kind::done;
  long long trial = 0;  // with run
};

class HandOut {
 public:
  // claims: a folder of this attempt alone, so that claims of a killed attempt bind nobody.
  HandOut(const campaign::Campaign& campaign, const campaign::StudyPlan& study,
          std::filesystem::path study_folder, std::filesystem::path claims);
  // The next trial this caller has to run. A trial is started only if the study's prefix needs it even when
  // every trial in flight below it completes: nothing surplus is launched.
  Assignment next();
  // Ends this attempt for every group: one of them was interrupted.
  void stop();

 private:
  enum class Known { unknown, complete, infeasible, in_flight };
  Known look_at(long long id);
  std::filesystem::path study_folder_, claims_;
  long long wanted_, limit_;
  std::map<long long, Known> ended_;  // records never change once COMPLETE or INFEASIBLE
};

// A fresh claims folder for one attempt of an element: state/claims/element-N/attempt-A. One process calls
// it.
std::filesystem::path new_attempt(const campaign::Workspace& workspace, const campaign::Element& element);

}  // namespace plateau::train
