#pragma once
// The analyzer's command line.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "analysis/fit.hpp"
#include "analysis/load.hpp"

namespace plateau::analysis {

struct CommandLine {
  enum class Command { help, version, fit, report };
  Command command = Command::help;
  std::string help;  // what to print for Command::help
  std::vector<std::filesystem::path> inputs;
  std::optional<std::filesystem::path> out;
  bool json = false, quiet = false;
  LoadOptions load;
  FitOptions fit;
  Tool tool;  // the options as given
};

// arguments: without the program's name. Errors: usage.
CommandLine parse_command_line(const std::vector<std::string>& arguments);

}  // namespace plateau::analysis
