#pragma once
#include <string>

namespace plateau {

std::string version();  // "0.1.0"
std::string
commit();  // of the source when it was configured, "-dirty" where it had changes, "unknown" without git

}  // namespace plateau
