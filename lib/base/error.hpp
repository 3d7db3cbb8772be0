#pragma once
// Errors carry what went wrong, what would be right, and the exit code (sysexits) of the program that ends
// with them.

#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace plateau {

enum class ExitCode : int {
  done = 0,
  usage = 64,          // wrong command line
  bad_data = 65,       // an input file's content is wrong
  no_input = 66,       // an input file does not exist or cannot be read
  unavailable = 69,    // a service, device or build option is missing
  software = 70,       // our own fault
  cannot_create = 73,  // an output cannot be created
  io = 74,             // reading or writing failed
  unfinished = 75,     // run again to continue
  goal_missed = 76,    // diverged, or a demanded goal was not reached
  configuration = 78,  // a campaign or site file is wrong
};

class Error : public std::runtime_error {
 public:
  // what: the fault with its place and value; remedy: a sentence that says what would be right (may be
  // empty).
  Error(ExitCode code, const std::string& what, const std::string& remedy = {})
      : std::runtime_error(remedy.empty() ? what : what + ". " + remedy), code_(code) {}
  ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

// Runs `body` and turns anything it throws into one message on standard error and an exit code.
int run_guarded(std::string_view program, const std::function<int()>& body);

}  // namespace plateau
