#include "plateau/comm/communicator.hpp"

namespace plateau::comm {
namespace {

class SingleSum final : public TreeSum {
 public:
  explicit SingleSum(std::size_t width) : values_(width) {}
  std::span<float> partial(std::size_t) override { return values_; }
  void sum(std::size_t, std::size_t) override {}
  std::span<const float> result() const override { return values_; }
  std::string description() const override { return "one rank"; }

 private:
  std::vector<float> values_;
};

// One process: every collective is the identity.
class SelfCommunicator final : public Communicator {
 public:
  int rank() const override { return 0; }
  int size() const override { return 1; }
  std::string_view name() const override { return "self"; }
  std::unique_ptr<TreeSum> make_sum(const ReductionTree& tree, std::size_t width,
                                    const SumSettings&) override {
    return make_single_sum(tree, width);
  }
  std::vector<double> gather_all(std::span<const double> values) override {
    return {values.begin(), values.end()};
  }
  std::string broadcast(std::string text, int) override { return text; }
  bool any(bool value) override { return value; }
  void barrier() override {}
  std::unique_ptr<Communicator> split(int) override { return make_self_communicator(); }
};

}  // namespace

std::unique_ptr<TreeSum> make_single_sum(const ReductionTree&, std::size_t width) {
  return std::make_unique<SingleSum>(width);
}

std::unique_ptr<Communicator> make_self_communicator() { return std::make_unique<SelfCommunicator>(); }

}  // namespace plateau::comm
