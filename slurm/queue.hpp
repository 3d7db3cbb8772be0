#pragma once
// What Slurm's queue says of our jobs. Absence from the queue proves nothing: Slurm forgets ended jobs.

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace plateau::slurm {

struct QueueEntry {
  std::string state;   // PENDING, RUNNING, SUSPENDED, ...
  std::string reason;  // of a pending one: Dependency, DependencyNeverSatisfied, Resources...
};
// (array job id, task id) -> entry, of what waits or runs
using Queue = std::map<std::pair<long long, long long>, QueueEntry>;

// One squeue call for all the jobs. Nothing where Slurm does not answer (then the queue is unknown, not
// empty).
std::optional<Queue> read_queue(const std::set<long long>& jobs);
// Parses `squeue -h -r -o "%F|%K|%T|%r"` (tests).
Queue parse_queue(const std::string& text, const std::set<long long>& jobs);

// "3,7,19" and "0-4" forms of a set of task ids, as short as possible.
std::string index_list(const std::vector<long long>& ids);

}  // namespace plateau::slurm
