#pragma once
#include <filesystem>
#include <string>

#include "plateau/train/run_trial.hpp"

namespace plateau::train {

// Writes timing.csv, measurements.csv and, last, metadata.json with the provenance of the run added. One rank
// calls it.
void write_result(const std::filesystem::path& study_folder, const TrialRun& run, TrialResult result,
                  const std::string& campaign_hash);

}  // namespace plateau::train
