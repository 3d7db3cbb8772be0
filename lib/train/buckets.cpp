#include "plateau/train/buckets.hpp"

namespace plateau::train {

std::vector<Bucket> make_buckets(const model::Layout& layout, std::size_t floats, std::size_t head) {
  std::vector<Bucket> buckets;
  std::size_t end = head + layout.size(), end_block = layout.blocks.size();
  for (std::size_t b = layout.blocks.size(); b-- > 1;) {
    const std::size_t begin = head + layout.blocks[b].offset;
    if (floats == 0 || end - begin < floats) continue;
    buckets.push_back({begin, end, b, end_block});
    end = begin;
    end_block = b;
  }
  buckets.push_back({0, end, 0, end_block});
  return buckets;
}

BucketCount::BucketCount(const std::vector<Bucket>& buckets) : buckets_(buckets) { restart(); }

void BucketCount::restart() {
  missing_.clear();
  for (const auto& bucket : buckets_) missing_.push_back(bucket.end_block - bucket.first_block);
  next_ = 0;
}

void BucketCount::block_ready(std::size_t block) {
  for (std::size_t b = 0; b < buckets_.size(); ++b)
    if (block >= buckets_[b].first_block && block < buckets_[b].end_block) --missing_[b];
}

const Bucket* BucketCount::next() {
  if (next_ == buckets_.size() || missing_[next_] > 0) return nullptr;
  return &buckets_[next_++];
}

}  // namespace plateau::train
