#include <catch2/catch.hpp>
#include <cstring>
#include <numeric>
#include <vector>

#include "mpi/mpi_test_main.hpp"
#include "plateau/base/random.hpp"
#include "plateau/comm/communicator.hpp"
#include "plateau/comm/mpi_communicator.hpp"
#include "plateau/comm/vector_sum.hpp"

using namespace plateau;
using namespace plateau::comm;

namespace {

// Leaf v's vector: magnitudes over six decades, so that another order of summation shows in the bits.
std::vector<float> leaf(std::int64_t v, std::size_t n) {
  const RandomStream stream(99, static_cast<std::uint64_t>(v));
  std::vector<float> values(n);
  for (std::size_t i = 0; i < n; ++i)
    values[i] = static_cast<float>(stream.normal(2 * i) * std::pow(10.0, 6 * stream.uniform(2 * i + 1)));
  return values;
}

std::vector<float> node_sum(const ReductionTree& tree, const TreeNode& start, std::size_t n) {
  const TreeNode node = tree.branching(start);
  if (node.size() == 1) return leaf(node.begin, n);
  auto left = node_sum(tree, tree.left(node), n);
  add_to(left, node_sum(tree, tree.right(node), n));
  return left;
}

std::vector<float> distributed_sum(Communicator& comm, std::int64_t leaves, std::size_t n) {
  const ReductionTree tree(leaves, comm.size());
  const auto sum = comm.make_sum(tree, n);
  std::size_t i = 0;
  for (const auto& node : tree.owned_nodes(comm.rank()))
    std::ranges::copy(node_sum(tree, node, n), sum->partial(i++).begin());
  for (std::size_t end = n; end > 0;) {  // in three ranges, the last one first
    const std::size_t begin = end > n / 3 + 1 ? end - n / 3 - 1 : 0;
    sum->sum(begin, end);
    end = begin;
  }
  return {sum->result().begin(), sum->result().end()};
}

}  // namespace

TEST_CASE("the tree sum has the same bits on any number of ranks") {
  for (const std::int64_t leaves : {1, 2, 3, 4, 5, 7, 8, 16, 31, 100})
    for (const std::size_t n : {std::size_t{1}, std::size_t{5}, std::size_t{4097}, std::size_t{20000}}) {
      const ReductionTree alone(leaves, 1);
      const auto expected = node_sum(alone, alone.root(), n);
      const auto result = distributed_sum(testing::world(), leaves, n);
      INFO("leaves " << leaves << ", length " << n);
      CHECK(std::memcmp(result.data(), expected.data(), n * sizeof(float)) == 0);
    }
}

TEST_CASE("machines, shared memory or its absence change no bit") {
  const WorldOptions ways[] = {{0, false}, {1, true}, {2, true}, {3, true}, {4, false}};
  for (const auto& way : ways) {
    const auto world = make_world_communicator(way);
    for (const std::int64_t leaves : {1, 3, 7, 8, 31})
      for (const std::size_t n : {std::size_t{1}, std::size_t{40}, std::size_t{20000}}) {
        const ReductionTree alone(leaves, 1);
        const auto expected = node_sum(alone, alone.root(), n);
        const auto result = distributed_sum(*world, leaves, n);
        INFO(world->make_sum({leaves, world->size()}, n)->description()
             << ", leaves " << leaves << ", length " << n);
        CHECK(std::memcmp(result.data(), expected.data(), n * sizeof(float)) == 0);
      }
  }
}

TEST_CASE("two sums of one communicator stand side by side") {
  auto& world = testing::world();
  const ReductionTree tree(5, world.size());
  const auto a = world.make_sum(tree, 1000), b = world.make_sum(tree, 70);
  for (std::size_t i = 0; i < tree.owned_nodes(world.rank()).size(); ++i) {
    std::ranges::fill(a->partial(i), 1.0F);
    std::ranges::fill(b->partial(i), 2.0F);
  }
  a->sum(0, 1000);
  b->sum(0, 70);
  std::size_t nodes = 0;
  for (int r = 0; r < world.size(); ++r) nodes += tree.owned_nodes(r).size();
  CHECK(a->result()[999] == static_cast<float>(nodes));
  CHECK(b->result()[0] == 2 * static_cast<float>(nodes));
}

TEST_CASE("vectors longer than one message are summed") {
  const std::size_t n = (std::size_t{1} << 21) + 3;
  const auto result = distributed_sum(testing::world(), 3, n);
  const ReductionTree alone(3, 1);
  CHECK(result == node_sum(alone, alone.root(), n));
}

TEST_CASE("a sequential sum has other bits, so the test above can fail") {
  const std::size_t n = 20000;
  auto sequential = leaf(0, n);
  for (std::int64_t v = 1; v < 8; ++v) add_to(sequential, leaf(v, n));
  CHECK(sequential != distributed_sum(testing::world(), 8, n));
}

TEST_CASE("gather, broadcast, any and split") {
  auto& world = testing::world();
  const std::vector<double> mine(static_cast<std::size_t>(world.rank()), world.rank());
  const auto all = world.gather_all(mine);
  REQUIRE(all.size() == static_cast<std::size_t>(world.size() * (world.size() - 1) / 2));
  for (std::size_t at = 0, r = 0; r < static_cast<std::size_t>(world.size()); ++r)
    for (std::size_t i = 0; i < r; ++i) CHECK(all[at++] == static_cast<double>(r));
  CHECK(world.broadcast(world.rank() == 0 ? "text" : "", 0) == "text");
  CHECK(world.any(world.rank() == world.size() - 1));
  CHECK_FALSE(world.any(false));
  const auto part = world.split(world.rank() % 2);
  CHECK(part->rank() == world.rank() / 2);
  CHECK(part->size() == (world.size() + (world.rank() % 2 == 0 ? 1 : 0)) / 2);
}
