#pragma once
// Why a run must end early: a signal (SIGTERM, SIGINT, SIGUSR1, SIGUSR2) or the end of the Slurm job coming
// near.

#include <string>

namespace plateau::train {

// Installs the handlers and reads SLURM_JOB_END_TIME. Call once at the start.
void watch_for_interruption();
// Local to this rank; ranks agree through the training step or the caller.
bool interrupted();
std::string interruption_cause();  // "signal 15", "the job's time limit", or that another was interrupted

}  // namespace plateau::train
