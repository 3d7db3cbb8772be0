#pragma once
#include <filesystem>

#include "plateau/campaign/read_campaign.hpp"
#include "plateau/config/schema.hpp"

namespace plateau::campaign {

const config::Schema<WorkloadSpec>& workload_schema();

// Checks across keys: goals, metaparameters, budget, batch sizes against the data. Notes faults in `place`.
void complete_workload(const config::Value& place, WorkloadSpec& workload, const DatasetProbe& probe,
                       const std::filesystem::path& base_folder);

}  // namespace plateau::campaign
