#pragma once
#include <cstdint>

#include "plateau/base/random.hpp"
#include "plateau/data/dataset.hpp"

namespace plateau::data {

// The order in which examples are used: the example at cumulative index e is perm(seed, e / rows)[e mod
// rows], a fresh permutation each epoch, sampling without replacement. Independent of batch size,
// micro-batches and ranks.
class ExampleOrder {
 public:
  ExampleOrder(std::uint64_t seed, std::size_t rows) : seed_(seed), rows_(rows) {}
  std::size_t row(std::uint64_t e) const { return permutation(e / rows_)(e % rows_); }
  Permutation permutation(std::uint64_t epoch) const { return {rows_, seed_, mix(0x04de4, epoch)}; }
  std::size_t rows() const { return rows_; }

 private:
  std::uint64_t seed_;
  std::size_t rows_;
};

// Copies the examples at the cumulative indices [first, first + count): inputs [count, features], labels
// [count].
void gather(const Split& split, const ExampleOrder& order, std::uint64_t first, std::size_t count,
            float* inputs, std::int64_t* labels);

}  // namespace plateau::data
