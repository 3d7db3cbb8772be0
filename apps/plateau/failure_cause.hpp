#pragma once
#include <filesystem>
#include <string>

namespace plateau::driver {

// Why an element failed, in one line: what it noted itself, else the last message of one of our programs in
// its log, else a full disk, else nothing.
std::string failure_cause(const std::string& noted, const std::filesystem::path& log, int exit_code);

}  // namespace plateau::driver
