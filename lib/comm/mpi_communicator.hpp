#pragma once
#include <memory>

#include "plateau/comm/communicator.hpp"

namespace plateau::comm {

struct WorldOptions {
  // Tests: blocks of so many ranks count as machines; 0: the machines as they are.
  int ranks_per_machine = 0;
  // Tests: no shared memory, as in a container with a small /dev/shm.
  bool shared_windows = true;
};

// Collective over all processes. MPI must be initialised. The ranks of a machine are numbered side by side,
// whatever the launcher did, so that sums meet inside machines first; the first rank stays the first.
std::unique_ptr<Communicator> make_world_communicator(const WorldOptions& options = {});

}  // namespace plateau::comm
