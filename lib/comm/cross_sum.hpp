#pragma once
// Sums by messages, in the order of a reduction tree: between machines, or between all ranks where no memory
// is shared. Private to the module.

#include <mpi.h>

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "plateau/comm/reduction_tree.hpp"

namespace plateau::comm {

// What may be chosen freely: every choice gives the same bits.
struct CrossTuning {
  std::size_t chunk = std::size_t{1} << 16;      // floats a message, far below MPI's int counts
  std::size_t halving_from = 4096;               // floats; below it latency outweighs the traffic saved
  std::size_t efficient = std::size_t{1} << 18;  // floats from which latency is a tenth of the time
};

class CrossSum {
 public:
  // `comm` must outlive it.
  explicit CrossSum(MPI_Comm comm, CrossTuning tuning = {});

  void set_tuning(const CrossTuning& tuning) { tuning_ = tuning; }
  const CrossTuning& tuning() const { return tuning_; }
  void share_core() { shares_core_ = true; }  // tree_sum.hpp

  // Collective. partials[i]: sum of node i of tree.owned_nodes(rank), [result.size()], overwritten as
  // scratch. result may be partials[0]. tree.ranks() must equal the number of ranks.
  void sum(const ReductionTree& tree, std::span<const std::span<float>> partials, std::span<float> result);

 private:
  using Arrived = std::function<void(std::size_t at, std::size_t count)>;
  void exchange(std::span<const float> out, std::span<float> in, int partner, const Arrived& arrived);
  void doubling_sum(std::span<float> values);
  void halving_sum(std::span<float> values);
  void merge_along(const ReductionTree& tree, std::span<const std::span<float>> partials,
                   std::span<float> result);
  std::span<float> merge(const ReductionTree& tree, const TreeNode& node,
                         std::span<const std::span<float>> partials, std::size_t& next);
  void wait(std::span<MPI_Request> requests) const;
  void send(std::span<const float> values, int to);
  void receive_and_add(std::span<float> values, int from);

  MPI_Comm comm_;
  CrossTuning tuning_;
  int rank_ = 0, size_ = 1;
  bool shares_core_ = false;
  std::vector<float> scratch_;
  std::vector<MPI_Request> requests_;
};

}  // namespace plateau::comm
