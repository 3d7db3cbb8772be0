#pragma once
// What an analysis leaves in a folder: fits.json, report.html, figures/*.svg. Each file is replaced whole.

#include <filesystem>
#include <string>
#include <vector>

#include "analysis/fit.hpp"

namespace plateau::analysis {

// Creates `folder` where needed. Errors: cannot_create, io.
void write_outputs(const std::filesystem::path& folder, const std::vector<WorkloadFit>& fits,
                   const Tool& tool = {});

// A workload's name for files: letters, digits, '.', '_', '-'; unique among the workloads of one analysis.
std::vector<std::string> file_stems(const std::vector<WorkloadFit>& fits);

}  // namespace plateau::analysis
