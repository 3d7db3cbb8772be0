#pragma once
#include <cstdint>
#include <vector>

#include "plateau/data/dataset.hpp"

namespace plateau::data {

// The order in which examples are used: the example at cumulative index e is perm(seed, e / rows)[e mod
// rows], a fresh permutation (Fisher-Yates from counter-based numbers) each epoch, sampling without
// replacement. Independent of batch size, micro-batches and ranks. Keeps the permutation of the epoch last
// asked for: one object a thread.
class ExampleOrder {
 public:
  ExampleOrder(std::uint64_t seed, std::size_t rows) : seed_(seed), rows_(rows) {}
  std::size_t row(std::uint64_t e) const { return epoch_order(e / rows_)[e % rows_]; }
  const std::vector<std::uint32_t>& epoch_order(std::uint64_t epoch) const;
  std::size_t rows() const { return rows_; }

 private:
  std::uint64_t seed_;
  std::size_t rows_;
  mutable std::uint64_t cached_epoch_ = 0;
  mutable std::vector<std::uint32_t> order_;  // of the cached epoch; empty before the first use
};

// Copies the examples at the cumulative indices [first, first + count): inputs [count, features], labels
// [count].
void gather(const Split& split, const ExampleOrder& order, std::uint64_t first, std::size_t count,
            float* inputs, std::int64_t* labels);

}  // namespace plateau::data
