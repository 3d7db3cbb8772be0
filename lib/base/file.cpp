#include "plateau/base/file.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "plateau/base/error.hpp"

namespace plateau {
namespace {

constexpr std::string_view temporary_mark = ".plateau-tmp-";

[[noreturn]] void fail(ExitCode code, std::string_view doing, const std::filesystem::path& path, int error) {
  throw Error(code, fmt::format("{} {}: {}", doing, path.string(), std::strerror(error)));
}

class Descriptor {
 public:
  Descriptor(const std::filesystem::path& path, int flags)
      : fd_(::open(path.c_str(), flags | O_CLOEXEC, 0666)) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  explicit operator bool() const { return fd_ >= 0; }
  int get() const { return fd_; }

 private:
  int fd_;
};

// False with errno set where not all bytes were taken.
bool write_all(int fd, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = ::write(fd, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

void sync_folder(const std::filesystem::path& file) {
  const auto parent = file.parent_path();
  const Descriptor folder(parent.empty() ? "." : parent, O_RDONLY | O_DIRECTORY);
  if (folder) ::fsync(folder.get());  // some file systems refuse this; the rename itself has happened
}

std::filesystem::path temporary_name(const std::filesystem::path& path) {
  char host[64] = {};
  ::gethostname(host, sizeof host - 1);
  auto name = fmt::format(".{}{}{}-{}", path.filename().string(), temporary_mark, host, ::getpid());
  return path.parent_path() / name;
}

}  // namespace

std::string read_file(const std::filesystem::path& path) {
  const Descriptor file(path, O_RDONLY);
  if (!file) fail(ExitCode::no_input, "cannot read", path, errno);
  std::string content;
  struct stat info {};
  if (::fstat(file.get(), &info) == 0 && S_ISDIR(info.st_mode))
    fail(ExitCode::no_input, "cannot read", path, EISDIR);
  if (info.st_size > 0) content.reserve(static_cast<std::size_t>(info.st_size));
  char block[1 << 16];
  for (;;) {
    const ssize_t got = ::read(file.get(), block, sizeof block);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail(ExitCode::io, "reading failed:", path, errno);
    if (got == 0) return content;
    content.append(block, static_cast<std::size_t>(got));
  }
}

void write_file(const std::filesystem::path& path, std::string_view content, Durability durability) {
  const auto temporary = temporary_name(path);
  {
    const Descriptor file(temporary, O_WRONLY | O_CREAT | O_TRUNC);
    if (!file) fail(ExitCode::cannot_create, "cannot create", path, errno);
    if (!write_all(file.get(), content) || (durability != Durability::none && ::fsync(file.get()) != 0)) {
      const int error = errno;
      ::unlink(temporary.c_str());
      fail(ExitCode::io, "writing failed:", path, error);
    }
  }
  if (::rename(temporary.c_str(), path.c_str()) != 0) {
    const int error = errno;
    ::unlink(temporary.c_str());
    fail(ExitCode::cannot_create, "cannot create", path, error);
  }
  if (durability == Durability::content_name) sync_folder(path);
}

bool create_exclusively(const std::filesystem::path& path, std::string_view content) {
  const Descriptor file(path, O_WRONLY | O_CREAT | O_EXCL);
  if (!file && errno == EEXIST) return false;
  if (!file) fail(ExitCode::cannot_create, "cannot create", path, errno);
  if (!write_all(file.get(), content)) fail(ExitCode::io, "writing failed:", path, errno);
  return true;
}

void make_folder(const std::filesystem::path& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error)
    throw Error(ExitCode::cannot_create,
                fmt::format("cannot create folder {}: {}", path.string(), error.message()));
}

bool is_leftover(const std::filesystem::path& file) {
  const auto name = file.filename().string();
  return name.starts_with('.') && name.find(temporary_mark) != std::string::npos;
}

void remove_leftovers(const std::filesystem::path& folder) {
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored))
    if (is_leftover(entry.path())) std::filesystem::remove(entry.path(), ignored);
}

}  // namespace plateau
