#include "slurm/queue.hpp"

#include <fmt/core.h>

#include "plateau/base/error.hpp"
#include "plateau/base/process.hpp"
#include "plateau/base/text.hpp"

namespace plateau::slurm {

Queue parse_queue(const std::string& text, const std::set<long long>& jobs) {
  Queue queue;
  for (const auto& line : split(text, '\n')) {
    const auto cells = split(line, '|');
    if (cells.size() < 4) continue;
    const auto job = parse_whole(trimmed(cells[0]));
    const auto task = parse_whole(trimmed(cells[1]));
    if (cells[2] == "COMPLETING") continue;  // its processes have ended
    if (job && task && jobs.contains(*job)) queue[{*job, *task}] = {cells[2], cells[3]};
  }
  return queue;
}

std::optional<Queue> read_queue(const std::set<long long>& jobs) {
  if (jobs.empty()) return Queue{};
  try {
    // All jobs of the user: naming ids makes squeue fail once the oldest of them is forgotten.
    const auto output = capture_process({"squeue", "-h", "-r", "--me", "-o", "%F|%K|%T|%r"});
    if (output.code != 0) return std::nullopt;
    return parse_queue(output.out, jobs);
  } catch (const Error&) {
    return std::nullopt;
  }
}

std::string index_list(const std::vector<long long>& ids) {
  std::string out;
  for (std::size_t i = 0; i < ids.size();) {
    std::size_t end = i + 1;
    while (end < ids.size() && ids[end] == ids[end - 1] + 1) ++end;
    out += (out.empty() ? "" : ",") + std::to_string(ids[i]);
    if (end - i > 1) out += fmt::format("{}{}", end - i > 2 ? "-" : ",", ids[end - 1]);
    i = end;
  }
  return out;
}

}  // namespace plateau::slurm
