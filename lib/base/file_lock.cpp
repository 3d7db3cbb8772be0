#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "plateau/base/error.hpp"
#include "plateau/base/file.hpp"

namespace plateau {

std::optional<FileLock> FileLock::take(const std::filesystem::path& file) {
  const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor < 0)
    throw Error(ExitCode::cannot_create,
                fmt::format("cannot open {}: {}", file.string(), std::strerror(errno)));
  FileLock lock(descriptor);
  // A file system without locks must not keep anyone from working.
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) return std::nullopt;
  return lock;
}

FileLock::~FileLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace plateau
