#include "plateau/comm/node_sum.hpp"

#include <algorithm>

#include "plateau/comm/vector_sum.hpp"

namespace plateau::comm {
namespace {

constexpr std::size_t tile_size = 2048;  // floats: three tiles in the smallest first-level cache

// Index of `node` among its owner's nodes.
std::size_t index_of(const ReductionTree& tree, int rank, const TreeNode& node) {
  const auto nodes = tree.owned_nodes(rank);
  const auto found =
      std::find_if(nodes.begin(), nodes.end(), [&](const TreeNode& n) { return n.begin == node.begin; });
  return static_cast<std::size_t>(found - nodes.begin());
}

}  // namespace

NodeSum::NodeSum(const ReductionTree& tree, const TreeNode& start, const Source& source) {
  plan(tree, tree.branching(start), source);
  scratch_.resize(2 * depth_of(steps_.size() - 1) * tile_size);
}

std::size_t NodeSum::plan(const ReductionTree& tree, const TreeNode& node, const Source& source) {
  Step step;
  if (const auto sole = tree.sole_owner(node)) {
    step.source = source(*sole, index_of(tree, *sole, node));
  } else {
    step.left = plan(tree, tree.branching(tree.left(node)), source);
    step.right = plan(tree, tree.branching(tree.right(node)), source);
  }
  steps_.push_back(step);
  return steps_.size() - 1;
}

std::size_t NodeSum::depth_of(std::size_t step) const {
  const Step& s = steps_[step];
  return s.source ? 0 : 1 + std::max(depth_of(s.left), depth_of(s.right));
}

// The step's values: where its source lies, or computed into `out`.
const float* NodeSum::tile(std::size_t step, std::size_t depth, std::size_t begin, std::size_t count,
                           float* out) {
  const Step& s = steps_[step];
  if (s.source) return s.source + begin;
  float* scratch = scratch_.data() + 2 * depth * tile_size;
  const float* left = tile(s.left, depth + 1, begin, count, scratch);
  const float* right = tile(s.right, depth + 1, begin, count, scratch + tile_size);
  sum_of({left, count}, {right, count}, {out, count});
  return out;
}

void NodeSum::add(std::size_t begin, std::size_t end, float* out) {
  for (; begin < end; begin += tile_size) {
    const auto count = std::min(tile_size, end - begin);
    const float* sum = tile(steps_.size() - 1, 0, begin, count, out + begin);
    if (sum != out + begin) std::copy_n(sum, count, out + begin);
  }
}

}  // namespace plateau::comm
