#pragma once
// What is known of each element from files alone. Success is a validated record, never an exit code.

#include <string>
#include <vector>

#include "plateau/campaign/workspace.hpp"

namespace plateau::slurm {

enum class Progress {
  waiting,  // nothing on disk
  started,  // begun, not finished: running, or interrupted
  failed,   // ended with an error that it recorded
  done,
};
std::string_view name_of(Progress progress);

struct ElementState {
  Progress progress = Progress::waiting;
  std::string detail;                // cause of a failure, or what a finished element found
  long long trials = 0, wanted = 0;  // recorded COMPLETE or INFEASIBLE, and the wanted number of COMPLETE
  long long infeasible = 0;
  std::string job;  // Slurm's id of the attempt on record
};

ElementState element_state(const campaign::Workspace& workspace, const campaign::Element& element);
std::vector<ElementState> element_states(const campaign::Workspace& workspace);

// Notes of the executables in state/element-N.json. One rank calls them.
void note_start(const campaign::Workspace& workspace, const campaign::Element& element);
void note_end(const campaign::Workspace& workspace, const campaign::Element& element, int exit_code,
              const std::string& detail);

}  // namespace plateau::slurm
