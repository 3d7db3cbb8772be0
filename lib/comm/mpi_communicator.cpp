#include "plateau/comm/mpi_communicator.hpp"

#include <mpi.h>

#include <algorithm>
#include <numeric>

#include "plateau/comm/vector_sum.hpp"

namespace plateau::comm {
namespace {

constexpr std::size_t chunk = std::size_t{1} << 20;  // floats a message: 4 MiB, far below MPI's int counts
constexpr std::size_t halving_threshold = 4096;      // floats; below it latency outweighs the adds saved

class MpiCommunicator final : public Communicator {
 public:
  explicit MpiCommunicator(MPI_Comm comm) : comm_(comm) {
    MPI_Comm_rank(comm_, &rank_);
    MPI_Comm_size(comm_, &size_);
  }
  ~MpiCommunicator() override {
    int finalized = 0;
    MPI_Finalized(&finalized);
    if (!finalized) MPI_Comm_free(&comm_);
  }

  int rank() const override { return rank_; }
  int size() const override { return size_; }
  std::string_view name() const override { return "mpi"; }

  void tree_sum(const ReductionTree& tree, std::span<const std::span<float>> partials,
                std::span<float> result) override {
    if (scratch_.size() < result.size()) scratch_.resize(result.size());
    if (tree.power_of_two_ranks()) {
      // x + (-0) is x for every x, so a rank without leaves leaves no trace in the sum.
      if (partials.empty())
        std::ranges::fill(result, -0.0F);
      else if (partials[0].data() != result.data())
        std::ranges::copy(partials[0], result.begin());
      if (result.size() < halving_threshold)
        doubling_sum(result);
      else
        halving_sum(result);
    } else {
      merge_along(tree, partials, result);
    }
  }

  std::vector<double> gather_all(std::span<const double> values) override {
    const int count = static_cast<int>(values.size());
    std::vector<int> counts(static_cast<std::size_t>(size_)), offsets(static_cast<std::size_t>(size_));
    MPI_Allgather(&count, 1, MPI_INT, counts.data(), 1, MPI_INT, comm_);
    std::exclusive_scan(counts.begin(), counts.end(), offsets.begin(), 0);
    std::vector<double> all(static_cast<std::size_t>(offsets.back() + counts.back()));
    MPI_Allgatherv(values.data(), count, MPI_DOUBLE, all.data(), counts.data(), offsets.data(), MPI_DOUBLE,
                   comm_);
    return all;
  }

  std::string broadcast(std::string text, int root) override {
    auto length = static_cast<unsigned long long>(text.size());
    MPI_Bcast(&length, 1, MPI_UNSIGNED_LONG_LONG, root, comm_);
    text.resize(length);
    MPI_Bcast(text.data(), static_cast<int>(length), MPI_CHAR, root, comm_);
    return text;
  }

  bool any(bool value) override {
    int flag = value ? 1 : 0;
    MPI_Allreduce(MPI_IN_PLACE, &flag, 1, MPI_INT, MPI_MAX, comm_);
    return flag != 0;
  }

  void barrier() override { MPI_Barrier(comm_); }

  std::unique_ptr<Communicator> split(int color) override {
    MPI_Comm part = MPI_COMM_NULL;
    MPI_Comm_split(comm_, color, rank_, &part);
    return std::make_unique<MpiCommunicator>(part);
  }

 private:
  // Sends `out` to the partner and receives as much as fits `in` from it, in chunks.
  void exchange(std::span<const float> out, std::span<float> in, int partner) {
    for (std::size_t at = 0; at < std::max(out.size(), in.size()); at += chunk) {
      const auto send = at < out.size() ? std::min(chunk, out.size() - at) : 0;
      const auto receive = at < in.size() ? std::min(chunk, in.size() - at) : 0;
      MPI_Sendrecv(out.data() + std::min(at, out.size()), static_cast<int>(send), MPI_FLOAT, partner, 0,
                   in.data() + std::min(at, in.size()), static_cast<int>(receive), MPI_FLOAT, partner, 0,
                   comm_, MPI_STATUS_IGNORE);
    }
  }

  // Recursive doubling. At distance d ranks hold the sums of tree nodes of 1/d of the ranks; left + right and
  // right + left have the same bits, so all partners agree.
  void doubling_sum(std::span<float> values) {
    const std::span scratch(scratch_.data(), values.size());
    for (int distance = 1; distance < size_; distance *= 2) {
      exchange(values, scratch, rank_ ^ distance);
      add_to(values, scratch);
    }
  }

  // Recursive halving, then doubling (Rabenseifner): every element is summed in the order of doubling_sum
  // with half of the traffic and adds. The nearest ranks, which are siblings in the tree, are summed first.
  void halving_sum(std::span<float> values) {
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
  void merge_along(const ReductionTree& tree, std::span<const std::span<float>> partials,
                   std::span<float> result) {
    std::size_t next = 0;
    const std::span<float> sum = merge(tree, tree.branching(tree.root()), partials, next);
    const int root = tree.owner(0);
    if (rank_ == root && sum.data() != result.data()) std::ranges::copy(sum, result.begin());
    for (std::size_t at = 0; at < result.size(); at += chunk)
      MPI_Bcast(result.data() + at, static_cast<int>(std::min(chunk, result.size() - at)), MPI_FLOAT, root,
                comm_);
  }

  // The node's sum on the owner of its first leaf; an empty span elsewhere.
  std::span<float> merge(const ReductionTree& tree, const TreeNode& node,
                         std::span<const std::span<float>> partials, std::size_t& next) {
    if (const auto sole = tree.sole_owner(node))
      return *sole == rank_ ? partials[next++] : std::span<float>();
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

  void send(std::span<const float> values, int to) {
    for (std::size_t at = 0; at < values.size(); at += chunk)
      MPI_Send(values.data() + at, static_cast<int>(std::min(chunk, values.size() - at)), MPI_FLOAT, to, 1,
               comm_);
  }

  void receive_and_add(std::span<float> values, int from) {
    for (std::size_t at = 0; at < values.size(); at += chunk) {
      const auto part = values.subspan(at, std::min(chunk, values.size() - at));
      MPI_Recv(scratch_.data(), static_cast<int>(part.size()), MPI_FLOAT, from, 1, comm_, MPI_STATUS_IGNORE);
      add_to(part, std::span(scratch_.data(), part.size()));
    }
  }

  MPI_Comm comm_;
  int rank_ = 0, size_ = 1;
  std::vector<float> scratch_;
};

}  // namespace

std::unique_ptr<Communicator> make_world_communicator() {
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  return std::make_unique<MpiCommunicator>(comm);
}

}  // namespace plateau::comm
