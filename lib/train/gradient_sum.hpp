#pragma once
// The exact gradient of a global batch, whatever the batch size and the number of ranks: micro-batches with
// exact sample weights, summed in a fixed tree.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "plateau/comm/communicator.hpp"
#include "plateau/comm/sum_queue.hpp"
#include "plateau/data/sampler.hpp"
#include "plateau/model/engine.hpp"
#include "plateau/train/buckets.hpp"

namespace plateau::train {

struct BatchPlan {
  std::int64_t batch_size = 1;
  std::int64_t micro_batch_size = 1;  // at most so many examples a leaf
  bool fixed_order =
      true;  // reduce_order tree; else at least one leaf a rank: other last bits on other ranks
  std::int64_t leaves(int ranks) const;
  // Rows of leaf v: [floor(v B / V), floor((v + 1) B / V)).
  std::int64_t first_row(std::int64_t leaf, std::int64_t leaves) const { return leaf * batch_size / leaves; }
};

struct StepSums {
  std::span<const float> gradient;  // of the mean loss over the batch; valid until the next call
  float loss = 0;                   // mean over the batch, non-finite on all ranks if it was on one
  float signal = 0;                 // what the owner of the first leaf passed
};

// How sums and computing share the time; no choice changes a bit.
struct GradientPath {
  enum class Overlap {
    automatic,
    on,
    off
  } overlap = Overlap::automatic;  // automatic: where a network is between
  comm::SumSettings messages;
  std::size_t bucket_floats = 0;  // with overlap: at least so many floats a sum; 0: as measured
};

class GradientSum {
 public:
  // Collective. The examples come from `examples` in the order of `order`.
  GradientSum(model::Engine& engine, const data::Split& examples, const data::ExampleOrder& order,
              comm::Communicator& comm, const BatchPlan& plan, const GradientPath& path = {});

  // Collective. Step (from 0) sums the examples [first_example, first_example + batch size). `signal` is read
  // on the owner of the first leaf only and reaches all ranks.
  StepSums compute(std::span<const float> parameters, std::uint64_t step, std::uint64_t first_example,
                   float signal);

  bool owns_first_leaf() const { return tree_.owner(0) == comm_.rank(); }
  const comm::SumQueue& queue() const { return queue_; }
  std::string description() const;

 private:
  void sum_node(comm::TreeNode node, std::size_t depth, std::span<float> out, bool last);
  void compute_leaf(std::int64_t leaf, std::span<float> out, const model::BlockReady& ready);
  void compute_last_leaf(std::int64_t leaf, std::span<float> out);
  void push_ready();
  void push(const Bucket& bucket);
  std::span<float> scratch(std::size_t depth);

  model::Engine& engine_;
  const data::Split& examples_;
  const data::ExampleOrder& order_;
  comm::Communicator& comm_;
  BatchPlan plan_;
  comm::ReductionTree tree_;
  std::vector<comm::TreeNode> owned_;
  std::size_t width_;  // head (loss, signal) and gradient travel together
  std::unique_ptr<comm::TreeSum> sum_;
  comm::SumQueue queue_;
  std::vector<Bucket> buckets_;
  BucketCount count_;
  std::vector<std::vector<float>> scratch_;  // one a level of the tree
  // The last leaf's ancestors, from the root: (left, right) where left += right once right is complete.
  std::vector<std::pair<std::span<float>, std::span<float>>> merges_;
  std::vector<float> inputs_;
  std::vector<std::int64_t> labels_;
  std::span<const float> parameters_;
  std::uint64_t step_ = 0, first_example_ = 0;
  float signal_ = 0;
};

}  // namespace plateau::train
