#pragma once
// Sums by messages, in the order of a reduction tree: between machines, or between all ranks where no memory
// is shared. Private to the module.

#include <cstddef>
#include <span>
#include <vector>

#include "plateau/comm/reduction_tree.hpp"
#include "plateau/comm/transport.hpp"

namespace plateau::comm {

class TreeExchange {
 public:
  // `transport` must outlive it. halving_from: floats from which halves are exchanged instead of wholes.
  TreeExchange(Transport& transport, std::size_t halving_from)
      : transport_(transport), halving_from_(halving_from) {}
  void set_halving_from(std::size_t floats) { halving_from_ = floats; }

  // Collective. partials[i]: sum of node i of tree.owned_nodes(rank), [result.size()], overwritten as
  // scratch. result may be partials[0]. tree.ranks() must equal the number of ranks.
  void sum(const ReductionTree& tree, std::span<const std::span<float>> partials, std::span<float> result);

  // Collective, for a power of two of ranks that own one node each: leaves the sum of a slice of `values`
  // here, the rest as scratch, and returns the slice; all_gather puts the slices of all ranks together.
  std::span<float> reduce_scatter(std::span<float> values);
  void all_gather(std::span<float> values);

 private:
  std::vector<std::span<float>> halves(std::span<float> values) const;
  void doubling_sum(std::span<float> values);
  void merge_along(const ReductionTree& tree, std::span<const std::span<float>> partials,
                   std::span<float> result);
  std::span<float> merge(const ReductionTree& tree, const TreeNode& node,
                         std::span<const std::span<float>> partials, std::size_t& next);

  Transport& transport_;
  std::size_t halving_from_;
};

}  // namespace plateau::comm
