#pragma once
#include <set>
#include <string>
#include <vector>

#include "plateau/campaign/workspace.hpp"

namespace plateau::driver {

struct LocalRunOptions {
  bool quiet = false;
  int concurrent = 1;  // elements at a time, each started by mpirun
};

// Runs the elements of one stage that are not done. Errors: unfinished where it was interrupted or an element has to
// run again; the element's own code where one failed, with the log's place.
void run_stage(const campaign::Workspace& workspace, campaign::Stage stage, const LocalRunOptions& options);

// mpirun -np RANKS PROGRAM --workspace DIR --element N. Errors: unavailable where a piece is missing.
std::vector<std::string> element_command(const campaign::Workspace& workspace, const campaign::Element& element);

}  // namespace plateau::driver
