#pragma once
// One node of a reduction tree summed from partial sums that lie in this process's memory.

#include <cstddef>
#include <functional>
#include <vector>

#include "plateau/comm/reduction_tree.hpp"

namespace plateau::comm {

class NodeSum {
 public:
  // source(rank, i): the buffer of node i of tree.owned_nodes(rank).
  using Source = std::function<const float*(int rank, std::size_t i)>;
  // start: a non-empty node of `tree`.
  NodeSum(const ReductionTree& tree, const TreeNode& start, const Source& source);

  // out[begin, end) = the node's sum there: one pass over the sources, in tiles that stay in the cache. out
  // may be one of the sources.
  void add(std::size_t begin, std::size_t end, float* out);

 private:
  struct Step {  // a source, or the sum of two earlier steps
    const float* source = nullptr;
    std::size_t left = 0, right = 0;
  };
  std::size_t plan(const ReductionTree& tree, const TreeNode& node, const Source& source);
  std::size_t depth_of(std::size_t step) const;
  const float* tile(std::size_t step, std::size_t depth, std::size_t begin, std::size_t count, float* out);

  std::vector<Step> steps_;  // the last is the root
  std::vector<float> scratch_;
};

}  // namespace plateau::comm
