#pragma once
// mpirun on this machine: every rank here, more ranks than cores allowed.

#include <string>
#include <vector>

#include "plateau/base/process.hpp"

namespace plateau::driver {

// The command that starts `ranks` copies of `program` with `arguments`.
std::vector<std::string> mpirun_command(int ranks, const std::string& program,
                                        const std::vector<std::string>& arguments);
// Adds the environment that it needs.
void set_mpirun_environment(ProcessOptions& process);

}  // namespace plateau::driver
