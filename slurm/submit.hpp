#pragma once
// Generating scripts, submitting arrays with dependencies, resubmitting what is missing, cancelling.

#include <filesystem>
#include <string>
#include <vector>

#include "plateau/campaign/workspace.hpp"
#include "slurm/arrays.hpp"
#include "slurm/queue.hpp"

namespace plateau::slurm {

// One sbatch call that succeeded.
struct Submission {
  std::string array;     // name in the plan
  long long job = 0;     // Slurm's id of the array
  long long offset = 0;  // element = offset + task
  std::vector<long long> tasks;
};

// Writes site.yaml, scripts/arrays.json and scripts/*.sbatch. Errors: configuration where the
// workspace was generated for another site.
std::vector<ArrayPlan> generate(const campaign::Workspace& workspace, const Site& site,
                                const std::filesystem::path& programs);
// Errors: no_input where nothing was generated.
std::vector<ArrayPlan> generated_arrays(const campaign::Workspace& workspace);

std::vector<Submission> read_submissions(const campaign::Workspace& workspace);
void write_submissions(const campaign::Workspace& workspace, const std::vector<Submission>& all);
std::filesystem::path script_file(const campaign::Workspace& workspace, const std::string& array);

// Submits every array: tune, then confirm after all of tune ended (afterany), then fit after all of confirm.
// Each accepted array is recorded before the next is sent. Errors: usage where it was submitted before;
// unavailable without sbatch; unfinished where sbatch refuses, naming what was accepted.
std::vector<Submission> submit(const campaign::Workspace& workspace);

// Submits exactly the elements that are neither done nor queued, and the stages after them; jobs of later
// stages that are queued already then wait for the new ones too. Nothing where all is done.
std::vector<Submission> retry(const campaign::Workspace& workspace);

// Cancels the queued and running jobs; returns their number of arrays.
std::size_t cancel(const campaign::Workspace& workspace);

}  // namespace plateau::slurm
