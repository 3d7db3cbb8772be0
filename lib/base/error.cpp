#include "plateau/base/error.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <string>
#include <system_error>

namespace plateau {
namespace {

int report(std::string_view program, const char* what, ExitCode code) {
  std::fprintf(stderr, "%.*s: %s\n", static_cast<int>(program.size()), program.data(), what);
  return static_cast<int>(code);
}

// Numbers that never arrived are no success.
int checked_output(std::string_view program, int code) {
  if (std::fflush(stdout) == 0 && !std::ferror(stdout)) return code;
  const std::string what = std::string("cannot write to standard output: ") + std::strerror(errno);
  return code == 0 ? report(program, what.c_str(), ExitCode::io) : code;
}

}  // namespace

int run_guarded(std::string_view program, const std::function<int()>& body) {
  try {
    return checked_output(program, body());
  } catch (const Error& error) {
    return report(program, error.what(), error.code());
  } catch (const std::system_error& error) {  // fmt and filesystem: a write or a file operation failed
    return report(program, error.what(), ExitCode::io);
  } catch (const std::exception& error) {
    return report(program, error.what(), ExitCode::software);
  }
}

}  // namespace plateau
