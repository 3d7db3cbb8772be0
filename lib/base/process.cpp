#include "plateau/base/process.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "plateau/base/error.hpp"
#include "plateau/base/text.hpp"

namespace plateau {
namespace {

std::vector<std::string> environment_for(const ProcessOptions& options) {
  std::vector<std::string> out;
  for (char** entry = environ; *entry; ++entry) {
    const std::string_view text = *entry;
    const auto name = text.substr(0, text.find('='));
    const bool kept = std::find(options.keep.begin(), options.keep.end(), name) != options.keep.end();
    const bool dropped = std::any_of(options.drop_prefixes.begin(), options.drop_prefixes.end(),
                                     [&](const auto& prefix) { return name.starts_with(prefix); });
    const bool replaced =
        std::any_of(options.set.begin(), options.set.end(), [&](const auto& s) { return s.first == name; });
    if ((kept || !dropped) && !replaced) out.emplace_back(text);
  }
  for (const auto& [name, value] : options.set) out.push_back(name + "=" + value);
  return out;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> out;
  for (auto& text : texts) out.push_back(text.data());
  out.push_back(nullptr);
  return out;
}

int exit_code(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status); }

pid_t spawn(const std::vector<std::string>& argv, const ProcessOptions& options,
            const posix_spawn_file_actions_t* actions) {
  auto arguments = argv;
  auto environment = environment_for(options);
  pid_t pid = 0;
  const int error = ::posix_spawnp(&pid, argv[0].c_str(), actions, nullptr, pointers(arguments).data(),
                                   pointers(environment).data());
  if (error != 0)
    throw Error(ExitCode::unavailable, fmt::format("cannot start {}: {}", argv[0], std::strerror(error)));
  return pid;
}

struct Actions {
  posix_spawn_file_actions_t value;
  Actions() { ::posix_spawn_file_actions_init(&value); }
  Actions(const Actions&) = delete;
  Actions& operator=(const Actions&) = delete;
  ~Actions() { ::posix_spawn_file_actions_destroy(&value); }
};

// Reads both pipes until both are closed.
void drain(int out_fd, int err_fd, ProcessOutput& output) {
  pollfd fds[] = {{out_fd, POLLIN, 0}, {err_fd, POLLIN, 0}};
  std::string* texts[] = {&output.out, &output.err};
  int open = 2;
  char block[4096];
  while (open > 0) {
    if (::poll(fds, 2, -1) < 0 && errno != EINTR) return;
    for (int i = 0; i < 2; ++i) {
      if (fds[i].fd < 0 || !(fds[i].revents & (POLLIN | POLLHUP | POLLERR))) continue;
      const ssize_t got = ::read(fds[i].fd, block, sizeof block);
      if (got > 0)
        texts[i]->append(block, static_cast<std::size_t>(got));
      else if (got == 0 || errno != EINTR) {
        fds[i].fd = -1;
        --open;
      }
    }
  }
}

}  // namespace

pid_t start_process(const std::vector<std::string>& argv, const ProcessOptions& options) {
  Actions actions;
  if (!options.log.empty()) {
    ::posix_spawn_file_actions_addopen(&actions.value, 1, options.log.c_str(), O_WRONLY | O_CREAT | O_APPEND,
                                       0666);
    ::posix_spawn_file_actions_adddup2(&actions.value, 1, 2);
  }
  ::posix_spawn_file_actions_addopen(&actions.value, 0, "/dev/null", O_RDONLY, 0);
  return spawn(argv, options, &actions.value);
}

int wait_process(pid_t pid) {
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0)
    if (errno != EINTR)
      throw Error(ExitCode::software, fmt::format("waiting for a process failed: {}", std::strerror(errno)));
  return exit_code(status);
}

std::optional<std::pair<pid_t, int>> wait_any_process() {
  int status = 0;
  const pid_t pid = ::waitpid(-1, &status, 0);
  if (pid < 0) return std::nullopt;
  return std::pair{pid, exit_code(status)};
}

ProcessOutput capture_process(const std::vector<std::string>& argv, const ProcessOptions& options) {
  int out[2], err[2];
  if (::pipe2(out, O_CLOEXEC) != 0 || ::pipe2(err, O_CLOEXEC) != 0)
    throw Error(ExitCode::io, fmt::format("cannot make a pipe: {}", std::strerror(errno)));
  Actions actions;
  ::posix_spawn_file_actions_adddup2(&actions.value, out[1], 1);
  ::posix_spawn_file_actions_adddup2(&actions.value, err[1], 2);
  ::posix_spawn_file_actions_addopen(&actions.value, 0, "/dev/null", O_RDONLY, 0);
  ProcessOutput output;
  try {
    const pid_t pid = spawn(argv, options, &actions.value);
    ::close(out[1]);
    ::close(err[1]);
    drain(out[0], err[0], output);
    output.code = wait_process(pid);
  } catch (...) {
    for (const int fd : {out[0], out[1], err[0], err[1]}) ::close(fd);
    throw;
  }
  ::close(out[0]);
  ::close(err[0]);
  return output;
}

std::optional<std::filesystem::path> find_program(const std::string& name) {
  const char* path = std::getenv("PATH");
  for (const auto& folder : split(path ? path : "/usr/bin:/bin", ':')) {
    auto candidate = std::filesystem::path(folder.empty() ? "." : folder) / name;
    if (::access(candidate.c_str(), X_OK) == 0 && std::filesystem::is_regular_file(candidate))
      return candidate;
  }
  return std::nullopt;
}

std::filesystem::path program_folder() {
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? std::filesystem::current_path() : self.parent_path();
}

}  // namespace plateau
