#pragma once
#include <set>
#include <string>
#include <vector>

#include "plateau/campaign/workspace.hpp"

namespace plateau::driver {

struct LocalRunOptions {
  bool quiet = false;
  int concurrent = 1;  // elements at a time, each started by mpirun
  int ranks = 0;       // a trial; 0: as the campaign says
};

// Runs the elements of one stage that are not done. Errors: unfinished where it was interrupted or an element
// has to run again; the element's own code where one failed, with the log's place.
void run_stage(const campaign::Workspace& workspace, campaign::Stage stage, const LocalRunOptions& options);

// Errors: unavailable where an MPI program or mpirun is missing. Call it before anything is written.
void require_programs();

// Errors: unavailable where an element wants so many ranks (more than 32 a core) that they would only get in
// each other's way.
void require_cores(const campaign::Campaign& campaign, int ranks_per_trial, int cores);

// Ranks that one element of the stage occupies, at most over its elements.
long long ranks_needed(const campaign::Campaign& campaign, campaign::Stage stage, int ranks_per_trial);

}  // namespace plateau::driver
