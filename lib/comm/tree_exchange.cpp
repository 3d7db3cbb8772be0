#include "plateau/comm/tree_exchange.hpp"

namespace plateau::comm {
namespace {

// What `part`, one half of `whole`, leaves of it.
std::span<float> rest(std::span<float> whole, std::span<float> part) {
  return part.data() == whole.data() ? whole.subspan(part.size()) : whole.first(whole.size() - part.size());
}

}  // namespace

void TreeExchange::sum(const ReductionTree& tree, std::span<const std::span<float>> partials,
                       std::span<float> result) {
  if (!tree.power_of_two_ranks()) return merge_along(tree, partials, result);
  // x + (-0) is x for every x, so a rank without leaves leaves no trace in the sum.
  if (partials.empty())
    transport_.fill(result, -0.0F);
  else if (partials[0].data() != result.data())
    transport_.copy(partials[0], result);
  if (result.size() < halving_from_) return doubling_sum(result);
  reduce_scatter(result);
  all_gather(result);
}

// Recursive doubling. At distance d ranks hold the sums of tree nodes of 1/d of the ranks; left + right and
// right + left have the same bits, so all partners agree.
void TreeExchange::doubling_sum(std::span<float> values) {
  for (int distance = 1; distance < transport_.size(); distance *= 2) {
    transport_.round(values);  // partners must add the same two numbers
    transport_.exchange_add(values, values, transport_.rank() ^ distance);
  }
}

// values and then the part of it that this rank keeps after each exchange.
std::vector<std::span<float>> TreeExchange::halves(std::span<float> values) const {
  std::vector<std::span<float>> kept{values};
  for (int distance = 1; distance < transport_.size(); distance *= 2) {
    const auto whole = kept.back();
    const std::size_t low = whole.size() / 2;
    kept.push_back((transport_.rank() & distance) == 0 ? whole.first(low) : whole.subspan(low));
  }
  return kept;
}

// Recursive halving, then doubling (Rabenseifner): every element is summed in the order of doubling_sum
// with half of the traffic and adds. The nearest ranks, which are siblings in the tree, are summed first.
std::span<float> TreeExchange::reduce_scatter(std::span<float> values) {
  const auto kept = halves(values);
  for (std::size_t i = 1; i < kept.size(); ++i)
    transport_.exchange_add(rest(kept[i - 1], kept[i]), kept[i], transport_.rank() ^ (1 << (i - 1)));
  return kept.back();
}

void TreeExchange::all_gather(std::span<float> values) {
  const auto kept = halves(values);
  transport_.round(kept.back());  // what the others get is what this rank keeps
  for (std::size_t i = kept.size() - 1; i >= 1; --i)
    transport_.exchange(kept[i], rest(kept[i - 1], kept[i]), transport_.rank() ^ (1 << (i - 1)));
}

// Any number of ranks: a node's sum lives on the owner of its first leaf; the right child's owner sends it
// there.
void TreeExchange::merge_along(const ReductionTree& tree, std::span<const std::span<float>> partials,
                               std::span<float> result) {
  std::size_t next = 0;
  const std::span<float> sum = merge(tree, tree.branching(tree.root()), partials, next);
  const int root = tree.owner(0);
  if (transport_.rank() == root) {
    if (sum.data() != result.data()) transport_.copy(sum, result);
    transport_.round(result);
  }
  transport_.broadcast(result, root);
}

// The node's sum on the owner of its first leaf; an empty span elsewhere.
std::span<float> TreeExchange::merge(const ReductionTree& tree, const TreeNode& node,
                                     std::span<const std::span<float>> partials, std::size_t& next) {
  const int me = transport_.rank();
  if (const auto sole = tree.sole_owner(node)) return *sole == me ? partials[next++] : std::span<float>();
  const TreeNode left = tree.branching(tree.left(node)), right = tree.branching(tree.right(node));
  const auto left_sum = merge(tree, left, partials, next);
  const auto right_sum = merge(tree, right, partials, next);
  const int to = tree.owner(left.begin), from = tree.owner(right.begin);
  if (to == from) {
    if (me == to) transport_.add(left_sum, right_sum);
  } else if (me == from) {
    transport_.exchange(right_sum, {}, to);
  } else if (me == to) {
    transport_.exchange_add({}, left_sum, from);
  }
  return left_sum;
}

}  // namespace plateau::comm
