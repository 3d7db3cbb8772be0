#include "local_run.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <map>

#include "common/command_line.hpp"
#include "failure_cause.hpp"
#include "mpirun.hpp"
#include "plateau/base/error.hpp"
#include "plateau/base/file.hpp"
#include "plateau/base/process.hpp"
#include "slurm/element_state.hpp"

namespace plateau::driver {
namespace {

using campaign::Campaign;
using campaign::Element;
using campaign::Stage;
using campaign::Workspace;

volatile std::sig_atomic_t stop_requested = 0;
void request_stop(int) { stop_requested = 1; }

// Without SA_RESTART, so that waiting for children ends when a signal comes; they get the terminal's SIGINT
// themselves.
void watch_signals() {
  struct sigaction action {};
  action.sa_handler = request_stop;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::sigaction(signal, &action, nullptr);
}

std::string subject(const Workspace& workspace, const Element& e) {
  if (e.stage == Stage::fit) return "fit";
  const auto& w = workspace.campaign().workloads[e.study.workload];
  return fmt::format("{} {} batch {}", name_of(e.stage), w.name, e.study.batch_size);
}

std::filesystem::path log_of(const Workspace& workspace, const Element& e) {
  return workspace.folder() / "logs" / fmt::format("element-{}.log", e.number);
}

long long ranks_of(const Campaign& campaign, const Element& element, int ranks_per_trial) {
  const int planned = shape_of(campaign, element).ranks;
  if (ranks_per_trial == 0 || element.stage == Stage::fit) return planned;
  if (element.stage == Stage::confirm) return ranks_per_trial;
  return static_cast<long long>(ranks_per_trial) *
         campaign.workloads[element.study.workload].resources.groups;
}

// mpirun -np RANKS PROGRAM --workspace DIR --element N
std::vector<std::string> element_command(const Workspace& workspace, const Element& element,
                                         int ranks_per_trial) {
  std::vector<std::string> arguments = {"--workspace", workspace.folder().string(), "--element",
                                        std::to_string(element.number)};
  if (element.stage == Stage::tune && ranks_per_trial > 0)
    arguments.insert(arguments.end(), {"--ranks-per-trial", std::to_string(ranks_per_trial)});
  return mpirun_command(ranks_of(workspace.campaign(), element, ranks_per_trial),
                        (program_folder() / program_of(element.stage)).string(), arguments);
}

class StageRun {
 public:
  StageRun(const Workspace& workspace, Stage stage, const LocalRunOptions& options)
      : workspace_(workspace), options_(options) {
    for (const auto& element : workspace.elements()) {
      if (element.stage != stage) continue;
      ++total_;
      if (slurm::element_state(workspace, element).progress == slurm::Progress::done)
        ++done_;
      else
        pending_.push_back(&element);
    }
    std::reverse(pending_.begin(), pending_.end());
  }

  void run() {
    while (!pending_.empty() || !running_.empty()) {
      while (!stop_requested && failure_ == 0 && !pending_.empty() &&
             static_cast<int>(running_.size()) < options_.concurrent)
        start_next();
      if (running_.empty()) break;
      collect_one();
    }
    if (failure_ != 0) throw Error(static_cast<ExitCode>(failure_), failure_text_);
    if (stop_requested)
      throw Error(ExitCode::unfinished, "interrupted; completed trials are kept",
                  "Run the same command again to continue");
  }

 private:
  void start_next() {
    const Element& element = *pending_.back();
    pending_.pop_back();
    ProcessOptions process;
    process.log = log_of(workspace_, element);
    process.set = {{"OMP_NUM_THREADS", "1"}, {"OPENBLAS_NUM_THREADS", "1"}};
    set_mpirun_environment(process);
    running_[start_process(element_command(workspace_, element, options_.ranks), process)] = &element;
  }

  void collect_one() {
    const auto ended = wait_any_process();
    if (!ended) {
      if (stop_requested)
        for (const auto& [pid, element] : running_) ::kill(pid, SIGTERM);
      return;
    }
    const auto found = running_.find(ended->first);
    if (found == running_.end()) return;
    const Element& element = *found->second;
    running_.erase(found);
    const auto state = slurm::element_state(workspace_, element);
    if (state.progress == slurm::Progress::done)
      ++done_;
    else
      note_failure(element, ended->second, state);
    show(element, state);
  }

  void note_failure(const Element& element, int code, const slurm::ElementState& state) {
    if (failure_ != 0 || stop_requested) return;
    failure_ = code >= 64 && code <= 78
                   ? code
                   : static_cast<int>(code == 0 ? ExitCode::software : ExitCode::unfinished);
    const auto log = log_of(workspace_, element);
    const auto cause = failure_cause(state.detail, log, code);
    failure_text_ =
        fmt::format("element {} ({}) ended with code {}{}{}; its log is {}", element.number,
                    subject(workspace_, element), code, cause.empty() ? "" : ": ", cause, log.string());
  }

  void show(const Element& element, const slurm::ElementState& state) {
    if (options_.quiet) return;
    const std::string text =
        fmt::format("[{}/{}] {}: {}", done_, total_, subject(workspace_, element), state.detail);
    if (cli::fancy_terminal())
      fmt::print(stderr, "\r\033[K{}{}", text.substr(0, 110), done_ == total_ ? "\n" : "");
    else
      fmt::print(stderr, "{}\n", text);
    std::fflush(stderr);
  }

  const Workspace& workspace_;
  const LocalRunOptions& options_;
  std::vector<const Element*> pending_;
  std::map<pid_t, const Element*> running_;
  std::size_t done_ = 0, total_ = 0;
  int failure_ = 0;
  std::string failure_text_;
};

}  // namespace

void require_programs() {
  for (const auto stage : {Stage::tune, Stage::confirm, Stage::fit})
    if (const auto name = program_of(stage); !std::filesystem::exists(program_folder() / name))
      throw Error(ExitCode::unavailable, fmt::format("{} was not built beside plateau", name),
                  "Build the preset cpu: make -f Makefile.hpc build");
  if (!find_program("mpirun"))
    throw Error(ExitCode::unavailable, "mpirun is not in PATH",
                "Install Open MPI: make -f Makefile.hpc deps");
}

long long ranks_needed(const Campaign& campaign, Stage stage, int ranks_per_trial) {
  long long most = 1;
  for (const auto& element : campaign::elements(campaign))
    if (element.stage == stage) most = std::max(most, ranks_of(campaign, element, ranks_per_trial));
  return most;
}

void require_cores(const Campaign& campaign, int ranks_per_trial, int cores) {
  constexpr int most_per_core = 32;
  for (const auto stage : {Stage::tune, Stage::confirm, Stage::fit})
    if (const auto ranks = ranks_needed(campaign, stage, ranks_per_trial); ranks > most_per_core * cores)
      throw Error(ExitCode::unavailable,
                  fmt::format("an element of the stage {} wants {} ranks; this machine has {} cores",
                              name_of(stage), ranks, cores),
                  fmt::format("Ask for {} or fewer (resources.ranks times groups, --ranks), or use a cluster",
                              most_per_core * cores));
}

void run_stage(const Workspace& workspace, Stage stage, const LocalRunOptions& options) {
  watch_signals();
  StageRun(workspace, stage, options).run();
}

}  // namespace plateau::driver
