#include "plateau/base/error.hpp"

#include <cstdio>
#include <exception>

namespace plateau {
namespace {

int report(std::string_view program, const char* what, ExitCode code) {
  std::fprintf(stderr, "%.*s: %s\n", static_cast<int>(program.size()), program.data(), what);
  return static_cast<int>(code);
}

}  // namespace

int run_guarded(std::string_view program, const std::function<int()>& body) {
  try {
    return body();
  } catch (const Error& error) {
    return report(program, error.what(), error.code());
  } catch (const std::exception& error) {
    return report(program, error.what(), ExitCode::software);
  }
}

}  // namespace plateau
