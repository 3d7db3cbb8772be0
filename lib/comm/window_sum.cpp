#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "plateau/comm/mpi_tree_sum.hpp"
#include "plateau/comm/node_sum.hpp"

namespace plateau::comm {
namespace {

constexpr std::size_t line = 16;  // floats of a cache line: slices do not share one

std::size_t padded(std::size_t width) { return (width + line - 1) / line * line; }

// The most nodes that one rank (or machine) owns, the same on all of them.
std::size_t most_nodes(const ReductionTree& tree) {
  std::size_t most = 1;
  for (int r = 0; r < tree.ranks(); ++r) most = std::max(most, tree.owned_nodes(r).size());
  return most;
}

// Machines own blocks of leaves as ranks do: floor(m q V / p) = floor(m V / (p / q)) for q ranks a machine.
ReductionTree machine_tree(const Machines& machines, const ReductionTree& tree) {
  return {tree.leaves(), machines.count};
}

class WindowSum final : public TreeSum {
 public:
  WindowSum(const Machines& machines, std::shared_ptr<SharedWindow> window, const ReductionTree& tree,
            std::size_t width, const CrossTuning& tuning)
      : window_(std::move(window)),
        machine_tree_(machine_tree(machines, tree)),
        width_(width),
        local_rank_(machines.local.rank()),
        local_size_(machines.local.size()),
        cross_(machines.cross.get(), tuning) {
    window_->share_core(false);
    const int first_rank = machines.all.rank() - local_rank_;
    const auto source = [&](int rank, std::size_t i) {
      return window_->segment(rank - first_rank) + i * padded(width_);
    };
    for (const auto& node : machine_tree_.owned_nodes(machines.cross.rank()))
      nodes_.emplace_back(tree, node, source);
  }

  std::span<float> partial(std::size_t i) override {
    return {window_->segment(local_rank_) + i * padded(width_), width_};
  }

  void sum(std::size_t begin, std::size_t end) override {
    window_->barrier();  // every local partial sum is complete
    const auto [from, to] = my_slice(begin, end);
    for (std::size_t i = 0; i < nodes_.size(); ++i) nodes_[i].add(from, to, machine_sum(i).data());
    if (machine_tree_.ranks() > 1) sum_across(from, to);
    window_->barrier();  // every slice of the result is there, and nobody reads the partial sums any more
  }

  std::span<const float> result() const override { return machine_sum(0); }

  void share_core() override {
    window_->share_core(true);
    cross_.share_core();
  }
  bool crosses_network() const override { return machine_tree_.ranks() > 1; }
  std::size_t efficient_floats() const override {
    return cross_.tuning().efficient * static_cast<std::size_t>(local_size_);  // every rank sends a slice
  }

  std::string description() const override {
    const auto local = fmt::format("shared window of {} ranks", local_size_);
    if (machine_tree_.ranks() == 1) return local;
    return fmt::format("{} machines, each a {}; between them halving from {} floats, {} floats a message",
                       machine_tree_.ranks(), local, cross_.tuning().halving_from, cross_.tuning().chunk);
  }

 private:
  // Sum of the machine's i-th node; the first becomes the result.
  std::span<float> machine_sum(std::size_t i) const {
    return {window_->first_extra() + i * padded(width_), width_};
  }

  // Whole cache lines, so that no two ranks write one.
  std::pair<std::size_t, std::size_t> my_slice(std::size_t begin, std::size_t end) const {
    const std::size_t lines = (end - begin + line - 1) / line;
    const auto at = [&](int r) {
      const auto share = lines * static_cast<std::size_t>(r) / static_cast<std::size_t>(local_size_);
      return std::min(end, begin + share * line);
    };
    return {at(local_rank_), at(local_rank_ + 1)};
  }

  void sum_across(std::size_t from, std::size_t to) {
    std::vector<std::span<float>> partials;
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      partials.push_back(machine_sum(i).subspan(from, to - from));
    cross_.sum(machine_tree_, partials, machine_sum(0).subspan(from, to - from));
  }

  std::shared_ptr<SharedWindow> window_;
  ReductionTree machine_tree_;
  std::size_t width_;
  int local_rank_, local_size_;
  CrossSum cross_;
  std::vector<NodeSum> nodes_;  // of this machine
};

}  // namespace

std::pair<std::size_t, std::size_t> window_size(const Machines& machines, const ReductionTree& tree,
                                                std::size_t width) {
  return {most_nodes(tree) * padded(width), most_nodes(machine_tree(machines, tree)) * padded(width)};
}

std::unique_ptr<TreeSum> make_window_sum(const Machines& machines, std::shared_ptr<SharedWindow> window,
                                         const ReductionTree& tree, std::size_t width,
                                         const CrossTuning& tuning) {
  return std::make_unique<WindowSum>(machines, std::move(window), tree, width, tuning);
}

}  // namespace plateau::comm
