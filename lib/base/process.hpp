#pragma once
// Child processes started without a shell: arguments reach the program as they are.

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace plateau {

struct ProcessOptions {
  std::vector<std::string>
      drop_prefixes;              // environment variables that begin with one of these are not passed on
  std::vector<std::string> keep;  // except these
  std::vector<std::pair<std::string, std::string>> set;  // and these are set
  std::filesystem::path log;  // standard output and error are appended here; empty: inherited
};

// Starts argv[0] (looked up in PATH). Errors: unavailable where it cannot be started.
pid_t start_process(const std::vector<std::string>& argv, const ProcessOptions& options = {});
// Exit code, or 128 + signal.
int wait_process(pid_t pid);
// Waits for any child; nothing where a signal handler ran instead.
std::optional<std::pair<pid_t, int>> wait_any_process();

struct ProcessOutput {
  int code = 0;
  std::string out, err;
};
// Runs to the end and captures both streams. Errors: unavailable where it cannot be started.
ProcessOutput capture_process(const std::vector<std::string>& argv, const ProcessOptions& options = {});

// Full path of a program in PATH.
std::optional<std::filesystem::path> find_program(const std::string& name);
// The folder of the running executable.
std::filesystem::path program_folder();

}  // namespace plateau
