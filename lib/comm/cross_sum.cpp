#include "plateau/comm/cross_sum.hpp"

#include <algorithm>

#include "plateau/comm/vector_sum.hpp"

namespace plateau::comm {

CrossSum::CrossSum(MPI_Comm comm, CrossTuning tuning) : comm_(comm), tuning_(tuning) {
  MPI_Comm_rank(comm_, &rank_);
  MPI_Comm_size(comm_, &size_);
}

void CrossSum::sum(const ReductionTree& tree, std::span<const std::span<float>> partials,
                   std::span<float> result) {
  if (scratch_.size() < result.size()) scratch_.resize(result.size());
  if (!tree.power_of_two_ranks()) return merge_along(tree, partials, result);
  // x + (-0) is x for every x, so a rank without leaves leaves no trace in the sum.
  if (partials.empty())
    std::ranges::fill(result, -0.0F);
  else if (partials[0].data() != result.data())
    std::ranges::copy(partials[0], result.begin());
  if (result.size() < tuning_.halving_from)
    doubling_sum(result);
  else
    halving_sum(result);
}

// Sends `out` to the partner and receives as much as fits `in` from it, in chunks.
void CrossSum::exchange(std::span<const float> out, std::span<float> in, int partner) {
  for (std::size_t at = 0; at < std::max(out.size(), in.size()); at += tuning_.chunk) {
    const auto send = at < out.size() ? std::min(tuning_.chunk, out.size() - at) : 0;
    const auto receive = at < in.size() ? std::min(tuning_.chunk, in.size() - at) : 0;
    MPI_Sendrecv(out.data() + std::min(at, out.size()), static_cast<int>(send), MPI_FLOAT, partner, 0,
                 in.data() + std::min(at, in.size()), static_cast<int>(receive), MPI_FLOAT, partner, 0, comm_,
                 MPI_STATUS_IGNORE);
  }
}

// Recursive doubling. At distance d ranks hold the sums of tree nodes of 1/d of the ranks; left + right and
// right + left have the same bits, so all partners agree.
void CrossSum::doubling_sum(std::span<float> values) {
  const std::span scratch(scratch_.data(), values.size());
  for (int distance = 1; distance < size_; distance *= 2) {
    exchange(values, scratch, rank_ ^ distance);
    add_to(values, scratch);
  }
}

// Recursive halving, then doubling (Rabenseifner): every element is summed in the order of doubling_sum
// with half of the traffic and adds. The nearest ranks, which are siblings in the tree, are summed first.
void CrossSum::halving_sum(std::span<float> values) {
  std::vector<std::span<float>> kept{values};
  for (int distance = 1; distance < size_; distance *= 2) {
    const auto whole = kept.back();
    const auto low = whole.first(whole.size() / 2), high = whole.subspan(whole.size() / 2);
    const bool keep_low = (rank_ & distance) == 0;
    const auto mine = keep_low ? low : high;
    const std::span scratch(scratch_.data(), mine.size());
    exchange(keep_low ? high : low, scratch, rank_ ^ distance);
    add_to(mine, scratch);
    kept.push_back(mine);
  }
  for (int distance = size_ / 2; distance >= 1; distance /= 2) {
    const auto mine = kept.back();
    kept.pop_back();
    const auto whole = kept.back();
    const auto other =
        mine.data() == whole.data() ? whole.subspan(mine.size()) : whole.first(whole.size() - mine.size());
    exchange(mine, other, rank_ ^ distance);
  }
}

// Any number of ranks: a node's sum lives on the owner of its first leaf; the right child's owner sends it
// there.
void CrossSum::merge_along(const ReductionTree& tree, std::span<const std::span<float>> partials,
                           std::span<float> result) {
  std::size_t next = 0;
  const std::span<float> sum = merge(tree, tree.branching(tree.root()), partials, next);
  const int root = tree.owner(0);
  if (rank_ == root && sum.data() != result.data()) std::ranges::copy(sum, result.begin());
  for (std::size_t at = 0; at < result.size(); at += tuning_.chunk)
    MPI_Bcast(result.data() + at, static_cast<int>(std::min(tuning_.chunk, result.size() - at)), MPI_FLOAT,
              root, comm_);
}

// The node's sum on the owner of its first leaf; an empty span elsewhere.
std::span<float> CrossSum::merge(const ReductionTree& tree, const TreeNode& node,
                                 std::span<const std::span<float>> partials, std::size_t& next) {
  if (const auto sole = tree.sole_owner(node)) return *sole == rank_ ? partials[next++] : std::span<float>();
  const TreeNode left = tree.branching(tree.left(node)), right = tree.branching(tree.right(node));
  const auto left_sum = merge(tree, left, partials, next);
  const auto right_sum = merge(tree, right, partials, next);
  const int to = tree.owner(left.begin), from = tree.owner(right.begin);
  if (to == from) {
    if (rank_ == to) add_to(left_sum, right_sum);
  } else if (rank_ == from) {
    send(right_sum, to);
  } else if (rank_ == to) {
    receive_and_add(left_sum, from);
  }
  return left_sum;
}

void CrossSum::send(std::span<const float> values, int to) {
  for (std::size_t at = 0; at < values.size(); at += tuning_.chunk)
    MPI_Send(values.data() + at, static_cast<int>(std::min(tuning_.chunk, values.size() - at)), MPI_FLOAT, to,
             1, comm_);
}

void CrossSum::receive_and_add(std::span<float> values, int from) {
  for (std::size_t at = 0; at < values.size(); at += tuning_.chunk) {
    const auto part = values.subspan(at, std::min(tuning_.chunk, values.size() - at));
    MPI_Recv(scratch_.data(), static_cast<int>(part.size()), MPI_FLOAT, from, 1, comm_, MPI_STATUS_IGNORE);
    add_to(part, std::span(scratch_.data(), part.size()));
  }
}

}  // namespace plateau::comm
