#include <fmt/core.h>

#include "plateau/comm/mpi_tree_sum.hpp"

namespace plateau::comm {
namespace {

class MessageSum final : public TreeSum {
 public:
  MessageSum(const Machines& machines, const ReductionTree& tree, std::size_t width,
             const CrossTuning& tuning)
      : tree_(tree), cross_(machines.all.get(), tuning), machines_(machines.count), equal_(machines.equal) {
    partials_.resize(tree.owned_nodes(machines.all.rank()).size());
    for (auto& partial : partials_) partial.resize(width);
    result_.resize(width);
  }

  std::span<float> partial(std::size_t i) override { return partials_[i]; }

  void sum(std::size_t begin, std::size_t end) override {
    std::vector<std::span<float>> parts;
    for (auto& partial : partials_) parts.push_back(std::span(partial).subspan(begin, end - begin));
    cross_.sum(tree_, parts, std::span(result_).subspan(begin, end - begin));
  }

  std::span<const float> result() const override { return result_; }

  void share_core() override { cross_.share_core(); }
  bool crosses_network() const override { return machines_ > 1; }
  std::size_t efficient_floats() const override { return cross_.tuning().efficient; }

  std::string description() const override {
    return fmt::format(
        "messages between {} ranks on {} machines{}; halving from {} floats, {} floats a message",
        tree_.ranks(), machines_, equal_ ? "" : " with unequal numbers of ranks",
        cross_.tuning().halving_from, cross_.tuning().chunk);
  }

 private:
  ReductionTree tree_;
  CrossSum cross_;
  int machines_;
  bool equal_;
  std::vector<std::vector<float>> partials_;
  std::vector<float> result_;
};

}  // namespace

std::unique_ptr<TreeSum> make_message_sum(const Machines& machines, const ReductionTree& tree,
                                          std::size_t width, const CrossTuning& tuning) {
  return std::make_unique<MessageSum>(machines, tree, width, tuning);
}

}  // namespace plateau::comm
