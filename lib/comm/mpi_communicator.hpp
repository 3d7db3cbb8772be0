#pragma once
#include <memory>

#include "plateau/comm/communicator.hpp"

namespace plateau::comm {

// Collective over all processes. A duplicate of MPI_COMM_WORLD; MPI must be initialised.
std::unique_ptr<Communicator> make_world_communicator();

}  // namespace plateau::comm
