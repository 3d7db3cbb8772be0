#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "plateau/train/run_trial.hpp"

namespace plateau::train {

// The result with seed, engine, ranks, host, version and the like added to the trial.
TrialResult with_provenance(TrialResult result, const TrialRun& run, const std::string& campaign_hash);

// Writes timing.csv, measurements.csv and, last, metadata.json; then removes the checkpoints of a trial that
// has ended. One rank calls it, from any of its threads.
void write_result(const std::filesystem::path& study_folder, const TrialResult& result,
                  const std::filesystem::path& checkpoints);

// A study holds trials of one engine on one data set. Errors: configuration where a recorded trial had
// another.
void check_same_origin(const std::vector<record::Trial>& recorded, const campaign::WorkloadSpec& workload,
                       const data::Dataset& dataset);

}  // namespace plateau::train
