#include "plateau/comm/reduction_tree.hpp"

namespace plateau::comm {
namespace {

__extension__ using Wide = __int128;  // index * leaves may pass 64 bits at deep levels

std::int64_t share(std::int64_t part, std::int64_t whole, std::int64_t leaves) {
  return static_cast<std::int64_t>(Wide{part} * leaves / whole);
}

void collect(const ReductionTree& tree, const TreeNode& node, int rank, std::vector<TreeNode>& out) {
  if (node.size() == 0) return;
  if (const auto sole = tree.sole_owner(node)) {
    if (*sole == rank) out.push_back(node);
    return;
  }
  collect(tree, tree.left(node), rank, out);
  collect(tree, tree.right(node), rank, out);
}

}  // namespace

ReductionTree::ReductionTree(std::int64_t leaves, int ranks) : leaves_(leaves), ranks_(ranks) {}

TreeNode ReductionTree::node(int level, std::int64_t index) const {
  const std::int64_t parts = std::int64_t{1} << level;
  return {level, index, share(index, parts, leaves_), share(index + 1, parts, leaves_)};
}

TreeNode ReductionTree::branching(TreeNode start) const {
  while (start.size() > 1) {
    const TreeNode a = left(start), b = right(start);
    if (a.size() > 0 && b.size() > 0) return start;
    start = a.size() > 0 ? a : b;
  }
  return start;
}

int ReductionTree::owner(std::int64_t leaf) const {
  auto rank = static_cast<int>(share(leaf, leaves_, ranks_));  // a guess that is at most one too small
  while (share(rank + 1, ranks_, leaves_) <= leaf) ++rank;
  return rank;
}

std::optional<int> ReductionTree::sole_owner(const TreeNode& node) const {
  const int first = owner(node.begin);
  return first == owner(node.end - 1) ? std::optional(first) : std::nullopt;
}

std::vector<TreeNode> ReductionTree::owned_nodes(int rank) const {
  std::vector<TreeNode> nodes;
  collect(*this, root(), rank, nodes);
  return nodes;
}

}  // namespace plateau::comm
