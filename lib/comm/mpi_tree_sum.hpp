#pragma once
// The ways in which MPI ranks add their partial sums. Private to the module.

#include <memory>

#include "plateau/comm/cross_sum.hpp"
#include "plateau/comm/machines.hpp"
#include "plateau/comm/shared_window.hpp"
#include "plateau/comm/tree_sum.hpp"

namespace plateau::comm {

// Floats that the ranks of a machine share for such a sum: [per rank, more on the first].
std::pair<std::size_t, std::size_t> window_size(const Machines& machines, const ReductionTree& tree,
                                                std::size_t width);

// Each machine's ranks read each other's partial sums in a shared window, everyone adding a slice; the slices
// are then added between machines, each by the ranks that own it. `machines` (with a cross communicator)
// must outlive it.
std::unique_ptr<TreeSum> make_window_sum(const Machines& machines, std::shared_ptr<SharedWindow> window,
                                         const ReductionTree& tree, std::size_t width,
                                         const CrossTuning& tuning);

// By messages between all ranks: where machines hold unequal numbers of them, one each, or share no memory.
std::unique_ptr<TreeSum> make_message_sum(const Machines& machines, const ReductionTree& tree,
                                          std::size_t width, const CrossTuning& tuning);

}  // namespace plateau::comm
