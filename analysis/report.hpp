#pragma once
#include <string>
#include <vector>

#include "analysis/fit.hpp"

namespace plateau::analysis {

// One self-contained HTML file: no network, no script.
std::string report_html(const std::vector<WorkloadFit>& fits, const Tool& tool = {});

}  // namespace plateau::analysis
