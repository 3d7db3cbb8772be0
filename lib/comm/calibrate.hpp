#pragma once
// Measures what the messages of a sum cost and chooses how to send them. Private to the module.

#include <mpi.h>

#include <cstddef>

#include "plateau/comm/communicator.hpp"
#include "plateau/comm/cross_sum.hpp"

namespace plateau::comm {

// Collective over `all`; `messages` joins the ranks that exchange sums of up to `floats` with each other (the
// same as `all`, or one of several that share the network). Takes a few such sums. The choice is the same on
// all ranks; what is pinned is not measured.
CrossTuning calibrate(MPI_Comm all, MPI_Comm messages, std::size_t floats, const SumSettings& pinned);

}  // namespace plateau::comm
