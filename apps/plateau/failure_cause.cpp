#include "failure_cause.hpp"

#include "plateau/base/error.hpp"
#include "plateau/base/file.hpp"
#include "plateau/base/text.hpp"

namespace plateau::driver {
namespace {

std::string last_message(const std::filesystem::path& log) {
  std::string last;
  if (!std::filesystem::is_regular_file(log)) return last;
  for (const auto& line : split(read_file(log), '\n'))
    for (const char* program : {"lr-tuner: ", "trainer: ", "curve-fitter: "})
      if (line.starts_with(program)) last = line;
  return last;
}

bool disk_is_full(const std::filesystem::path& folder) {
  std::error_code error;
  const auto space = std::filesystem::space(folder, error);
  return !error && space.available < 4096;
}

}  // namespace

std::string failure_cause(const std::string& noted, const std::filesystem::path& log, int exit_code) {
  if (!noted.empty()) return noted;
  if (auto message = last_message(log); !message.empty()) return message;
  const bool io = exit_code == static_cast<int>(ExitCode::io);
  return io && disk_is_full(log.parent_path()) ? "no space left on the disk" : "";
}

}  // namespace plateau::driver
