#pragma once
// The flat gradient cut into buckets that are summed one after another, the last layers first, since backward
// passes complete them first.

#include <cstddef>
#include <vector>

#include "plateau/model/layout.hpp"

namespace plateau::train {

struct Bucket {
  std::size_t begin = 0, end = 0;              // floats of the buffer
  std::size_t first_block = 0, end_block = 0;  // blocks of the layout
};

// A buffer of `head` floats and then the gradient, cut at blocks: at least `floats` a bucket but for the last
// one (0: a single bucket), which holds the head.
std::vector<Bucket> make_buckets(const model::Layout& layout, std::size_t floats, std::size_t head);

// Tells which buckets may be summed while blocks become ready: strictly in order, so that all ranks sum the
// same bucket at the same time.
class BucketCount {
 public:
  explicit BucketCount(const std::vector<Bucket>& buckets);
  void restart();
  void block_ready(std::size_t block);
  // The next bucket whose blocks are all ready, once each; nullptr where there is none now.
  const Bucket* next();

 private:
  const std::vector<Bucket>& buckets_;
  std::vector<std::size_t> missing_;  // blocks, by bucket
  std::size_t next_ = 0;
};

}  // namespace plateau::train
