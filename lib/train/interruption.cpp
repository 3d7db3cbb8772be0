#include "plateau/train/interruption.hpp"

#include <csignal>
#include <cstdlib>
#include <ctime>
#include <optional>

#include "plateau/base/text.hpp"

namespace plateau::train {
namespace {

volatile std::sig_atomic_t caught_signal = 0;
std::optional<long long> job_end;       // seconds since the epoch
constexpr long long lead_seconds = 20;  // to record and leave before Slurm kills

void handle(int signal) { caught_signal = signal; }

bool near_job_end() {
  return job_end && static_cast<long long>(std::time(nullptr)) > *job_end - lead_seconds;
}

}  // namespace

void watch_for_interruption() {
  for (const int signal : {SIGTERM, SIGINT, SIGUSR1, SIGUSR2}) std::signal(signal, handle);
  if (const char* end = std::getenv("SLURM_JOB_END_TIME")) job_end = parse_whole(end);
}

bool interrupted() { return caught_signal != 0 || near_job_end(); }

std::string interruption_cause() {
  if (caught_signal != 0) return "signal " + std::to_string(caught_signal);
  return near_job_end() ? "the job's time limit" : "an interruption of another rank or process";
}

}  // namespace plateau::train
