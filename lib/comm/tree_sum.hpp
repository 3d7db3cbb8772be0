#pragma once
// A standing sum: every rank fills its partial sums of one reduction tree, the ranks add them in the order of
// the tree, range by range. Made once (Communicator::make_sum), used every step; the buffers belong to it, so
// that ranks of one machine can read each other's without a copy.

#include <cstddef>
#include <span>
#include <string>

namespace plateau::comm {

class TreeSum {
 public:
  virtual ~TreeSum() = default;

  // The buffer of node i of tree.owned_nodes(rank()): [width]. Fill a range before it is summed; after sum()
  // has returned it may be overwritten.
  virtual std::span<float> partial(std::size_t i) = 0;

  // Collective: all ranks call it with the same ranges in the same order. The range [begin, end) of result()
  // then holds the sum of all leaves, bit for bit the same on any number of ranks and machines.
  virtual void sum(std::size_t begin, std::size_t end) = 0;

  // [width]; a range is valid from its sum until this rank calls sum for that range again.
  virtual std::span<const float> result() const = 0;

  // The sums run on a thread beside one that computes: waiting leaves the core to it instead of spinning.
  virtual void share_core() {}

  // Whether it waits for messages between machines, so that computing meanwhile pays.
  virtual bool crosses_network() const { return false; }
  // Floats from which a sum spends at most a tenth of its time on latency; the same on all ranks.
  virtual std::size_t efficient_floats() const { return std::size_t{1} << 18; }

  // How it is done, for records and people: "shared window of 4 ranks", "2 machines of 2 ranks, halving".
  virtual std::string description() const = 0;
};

}  // namespace plateau::comm
