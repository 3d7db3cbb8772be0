#pragma once
// The fixed tree in which the gradients of a step's micro-batches are summed, so that the sum has the same
// bits on any number of ranks.
//
// V leaves (micro-batches). Node i of level l covers the leaves [floor(i V / 2^l), floor((i+1) V / 2^l)); its
// children are nodes 2i and 2i+1 of level l+1. A node's sum is left + right; empty nodes are skipped. Rank r
// of p owns the leaves [floor(r V / p), floor((r+1) V / p)), which for p = 2^l is exactly node r of level l.

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace plateau::comm {

struct TreeNode {
  int level = 0;
  std::int64_t index = 0;
  std::int64_t begin = 0, end = 0;  // leaves [begin, end)
  std::int64_t size() const { return end - begin; }
};

class ReductionTree {
 public:
  ReductionTree(std::int64_t leaves, int ranks);

  std::int64_t leaves() const { return leaves_; }
  int ranks() const { return ranks_; }
  bool power_of_two_ranks() const { return (ranks_ & (ranks_ - 1)) == 0; }

  TreeNode root() const { return node(0, 0); }
  TreeNode left(const TreeNode& parent) const { return node(parent.level + 1, 2 * parent.index); }
  TreeNode right(const TreeNode& parent) const { return node(parent.level + 1, 2 * parent.index + 1); }
  // The node below (or at) `start` that branches into two non-empty children or is a single leaf.
  TreeNode branching(TreeNode start) const;

  int owner(std::int64_t leaf) const;  // the rank that computes this leaf
  // The one rank that owns all leaves of a non-empty node, or nothing.
  std::optional<int> sole_owner(const TreeNode& node) const;
  // Maximal non-empty nodes owned by `rank` alone, in leaf order: what it sums by itself. One at most where
  // the number of ranks is a power of two.
  std::vector<TreeNode> owned_nodes(int rank) const;

 private:
  TreeNode node(int level, std::int64_t index) const;
  std::int64_t leaves_;
  int ranks_;
};

}  // namespace plateau::comm
