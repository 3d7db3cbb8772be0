#pragma once
#include <string>

#include "analysis/fit.hpp"

namespace plateau::analysis {

// One workload for a terminal: the answer, sizes, regimes, fits, warnings. At most 100 columns, ends with a
// newline.
std::string table_text(const WorkloadFit& fit);

}  // namespace plateau::analysis
