#include "plateau/comm/cross_sum.hpp"

#include <algorithm>

#include "plateau/comm/brief_sleep.hpp"
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

// Sends `out` to the partner and receives as much as fits `in` from it. All messages are posted at once, so
// that the wire never waits for this process; `arrived` sees each part of `in` in order.
void CrossSum::exchange(std::span<const float> out, std::span<float> in, int partner,
                        const Arrived& arrived) {
  const auto parts_of = [this](std::size_t size) { return (size + tuning_.chunk - 1) / tuning_.chunk; };
  requests_.resize(parts_of(in.size()) + parts_of(out.size()));
  auto request = requests_.begin();
  for (std::size_t at = 0; at < in.size(); at += tuning_.chunk)
    MPI_Irecv(in.data() + at, static_cast<int>(std::min(tuning_.chunk, in.size() - at)), MPI_FLOAT, partner,
              0, comm_, &*request++);
  for (std::size_t at = 0; at < out.size(); at += tuning_.chunk)
    MPI_Isend(out.data() + at, static_cast<int>(std::min(tuning_.chunk, out.size() - at)), MPI_FLOAT, partner,
              0, comm_, &*request++);
  std::size_t done = 0;
  for (std::size_t at = 0; at < in.size(); at += tuning_.chunk) {
    wait(std::span(requests_).subspan(done++, 1));
    if (arrived) arrived(at, std::min(tuning_.chunk, in.size() - at));
  }
  wait(std::span(requests_).subspan(done));
}

// MPI spins while it waits, which is best unless a thread of this rank needs the core.
void CrossSum::wait(std::span<MPI_Request> requests) const {
  const int count = static_cast<int>(requests.size());
  if (!shares_core_) {
    MPI_Waitall(count, requests.data(), MPI_STATUSES_IGNORE);
    return;
  }
  for (int done = 0;;) {
    MPI_Testall(count, requests.data(), &done, MPI_STATUSES_IGNORE);
    if (done) return;
    sleep_briefly();
  }
}

// Recursive doubling. At distance d ranks hold the sums of tree nodes of 1/d of the ranks; left + right and
// right + left have the same bits, so all partners agree.
void CrossSum::doubling_sum(std::span<float> values) {
  const std::span scratch(scratch_.data(), values.size());
  for (int distance = 1; distance < size_; distance *= 2) {
    exchange(values, scratch, rank_ ^ distance, {});
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
    exchange(keep_low ? high : low, scratch, rank_ ^ distance, [&](std::size_t at, std::size_t count) {
      add_to(mine.subspan(at, count), scratch.subspan(at, count));
    });
    kept.push_back(mine);
  }
  for (int distance = size_ / 2; distance >= 1; distance /= 2) {
    const auto mine = kept.back();
    kept.pop_back();
    const auto whole = kept.back();
    const auto other =
        mine.data() == whole.data() ? whole.subspan(mine.size()) : whole.first(whole.size() - mine.size());
    exchange(mine, other, rank_ ^ distance, {});
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
  for (std::size_t at = 0; at < result.size(); at += tuning_.chunk) {
    MPI_Request request = MPI_REQUEST_NULL;
    const auto count = static_cast<int>(std::min(tuning_.chunk, result.size() - at));
    MPI_Ibcast(result.data() + at, count, MPI_FLOAT, root, comm_, &request);
    wait({&request, 1});
  }
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

void CrossSum::send(std::span<const float> values, int to) { exchange(values, {}, to, {}); }

void CrossSum::receive_and_add(std::span<float> values, int from) {
  const std::span scratch(scratch_.data(), values.size());
  exchange({}, scratch, from, [&](std::size_t at, std::size_t count) {
    add_to(values.subspan(at, count), scratch.subspan(at, count));
  });
}

}  // namespace plateau::comm
