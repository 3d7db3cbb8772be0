#include <catch2/catch.hpp>

#include "plateau/comm/reduction_tree.hpp"

using namespace plateau::comm;

TEST_CASE("ranks own the leaves floor(rV/p) and every leaf has one owner") {
  for (const int ranks : {1, 2, 3, 4, 5, 8, 16})
    for (const std::int64_t leaves : {1, 2, 3, 5, 8, 100})
      for (int r = 0; r < ranks; ++r)
        for (auto leaf = r * leaves / ranks; leaf < (r + 1) * leaves / ranks; ++leaf)
          CHECK(ReductionTree(leaves, ranks).owner(leaf) == r);
}

TEST_CASE("owned nodes tile a rank's leaves; a power of two of ranks owns one node each") {
  for (const int ranks : {1, 2, 3, 4, 5, 6, 7, 8, 16})
    for (std::int64_t leaves = 1; leaves < 40; ++leaves) {
      const ReductionTree tree(leaves, ranks);
      for (int r = 0; r < ranks; ++r) {
        auto at = r * leaves / ranks;
        const auto nodes = tree.owned_nodes(r);
        for (const auto& node : nodes) {
          CHECK(node.begin == at);
          at = node.end;
        }
        CHECK(at == (r + 1) * leaves / ranks);
        if (tree.power_of_two_ranks()) CHECK(nodes.size() <= 1);
      }
    }
}

TEST_CASE("the root of V leaves splits at floor(V/2)") {
  for (std::int64_t leaves = 2; leaves < 20; ++leaves) {
    const ReductionTree tree(leaves, 1);
    CHECK(tree.left(tree.root()).end == leaves / 2);
    CHECK(tree.branching(tree.root()).size() == leaves);
  }
}
