#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "plateau/train/run_trial.hpp"

namespace plateau::train {

// Writes timing.csv, measurements.csv and, last, metadata.json with the provenance of the run added. One rank
// calls it.
void write_result(const std::filesystem::path& study_folder, const TrialRun& run, TrialResult result,
                  const std::string& campaign_hash);

// A study holds trials of one engine on one data set. Errors: configuration where a recorded trial had
// another.
void check_same_origin(const std::vector<record::Trial>& recorded, const campaign::WorkloadSpec& workload,
                       const data::Dataset& dataset);

}  // namespace plateau::train
