#pragma once
// Sums between MPI ranks by messages, in the order of a reduction tree. Private to the module.

#include "plateau/comm/mpi_transport.hpp"
#include "plateau/comm/tree_exchange.hpp"

namespace plateau::comm {

// What may be chosen freely: every choice gives the same bits.
struct CrossTuning {
  std::size_t chunk = std::size_t{1} << 16;      // floats a message
  std::size_t halving_from = 4096;               // floats; below it latency outweighs the traffic saved
  std::size_t efficient = std::size_t{1} << 18;  // floats from which latency is a tenth of the time
};

class CrossSum {
 public:
  // `comm` must outlive it.
  explicit CrossSum(MPI_Comm comm, const CrossTuning& tuning = {})
      : tuning_(tuning), transport_(comm, tuning.chunk), exchange_(transport_, tuning.halving_from) {}
  CrossSum(const CrossSum&) = delete;
  CrossSum& operator=(const CrossSum&) = delete;

  void set_tuning(const CrossTuning& tuning) {
    tuning_ = tuning;
    transport_.set_chunk(tuning.chunk);
    exchange_.set_halving_from(tuning.halving_from);
  }
  const CrossTuning& tuning() const { return tuning_; }
  void share_core() { transport_.share_core(); }

  // TreeExchange::sum.
  void sum(const ReductionTree& tree, std::span<const std::span<float>> partials, std::span<float> result) {
    exchange_.sum(tree, partials, result);
  }

 private:
  CrossTuning tuning_;
  MpiTransport transport_;
  TreeExchange exchange_;
};

}  // namespace plateau::comm
