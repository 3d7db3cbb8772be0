#include "plateau/train/gradient_sum.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "plateau/comm/vector_sum.hpp"

namespace plateau::train {
namespace {

constexpr std::size_t head = 16;  // floats before the gradient, a cache line: loss, signal
constexpr std::size_t loss_at = 0, signal_at = 1;

bool overlaps(const GradientPath& path, const comm::TreeSum& sum) {
  using Overlap = GradientPath::Overlap;
  return path.overlap == Overlap::on || (path.overlap == Overlap::automatic && sum.crosses_network());
}

std::size_t bucket_floats(const GradientPath& path, const comm::TreeSum& sum) {
  if (!overlaps(path, sum)) return 0;
  return path.bucket_floats > 0 ? path.bucket_floats : sum.efficient_floats();
}

}  // namespace

std::int64_t BatchPlan::leaves(int ranks) const {
  const std::int64_t needed = (batch_size + micro_batch_size - 1) / micro_batch_size;
  return fixed_order ? needed : std::min(batch_size, std::max<std::int64_t>(needed, ranks));
}

GradientSum::GradientSum(model::Engine& engine, const data::Split& examples, const data::ExampleOrder& order,
                         comm::Communicator& comm, const BatchPlan& plan, const GradientPath& path)
    : engine_(engine),
      examples_(examples),
      order_(order),
      comm_(comm),
      plan_(plan),
      tree_(plan.leaves(comm.size()), comm.size()),
      owned_(tree_.owned_nodes(comm.rank())),
      width_(head + engine.layout().size()),
      sum_(comm.make_sum(tree_, width_, path.messages)),
      queue_(*sum_, overlaps(path, *sum_)),
      buckets_(make_buckets(engine.layout(), bucket_floats(path, *sum_), head)),
      count_(buckets_) {}

std::string GradientSum::description() const {
  return fmt::format("{}; {} buckets, {}", sum_->description(), buckets_.size(),
                     queue_.overlaps() ? "overlapping backward" : "after backward");
}

// Growing the outer vector moves the buffers but not their elements, so spans of them stay valid.
std::span<float> GradientSum::scratch(std::size_t depth) {
  while (scratch_.size() <= depth) scratch_.emplace_back(width_);
  return scratch_[depth];
}

void GradientSum::compute_leaf(std::int64_t leaf, std::span<float> out, const model::BlockReady& ready) {
  const auto first = plan_.first_row(leaf, tree_.leaves());
  const auto rows = static_cast<std::size_t>(plan_.first_row(leaf + 1, tree_.leaves()) - first);
  const std::size_t features = examples_.inputs.size() / examples_.rows;
  if (labels_.size() < rows) {
    labels_.resize(rows);
    inputs_.resize(rows * features);
  }
  data::gather(examples_, order_, first_example_ + static_cast<std::uint64_t>(first), rows, inputs_.data(),
               labels_.data());
  const model::Batch batch{std::span(inputs_).first(rows * features), std::span(labels_).first(rows), step_,
                           static_cast<std::uint64_t>(first)};
  const float weight = 1.0F / static_cast<float>(plan_.batch_size);
  out[signal_at] = leaf == 0 ? signal_ : 0.0F;
  out[loss_at] = engine_.loss_and_gradient(parameters_, batch, weight, out.subspan(head), ready);
}

// The last leaf that this rank computes: what waits for it alone can be summed over the ranks bucket by
// bucket. The last bucket holds the loss, which is known when the engine returns.
void GradientSum::compute_last_leaf(std::int64_t leaf, std::span<float> out) {
  count_.restart();
  model::BlockReady ready;
  if (queue_.overlaps())
    ready = [this](std::size_t block) {
      count_.block_ready(block);
      push_ready();
    };
  compute_leaf(leaf, out, ready);
  if (!ready)
    for (const auto& bucket : buckets_) push(bucket);
  else
    push(buckets_.back());
}

void GradientSum::push_ready() {
  while (const Bucket* bucket = count_.next())
    if (bucket != &buckets_.back()) push(*bucket);
}

void GradientSum::push(const Bucket& bucket) {
  const std::size_t size = bucket.end - bucket.begin;
  for (std::size_t i = merges_.size(); i-- > 0;)  // from the deepest
    comm::add_to(merges_[i].first.subspan(bucket.begin, size), merges_[i].second.subspan(bucket.begin, size));
  queue_.push(bucket.begin, bucket.end);
}

// last: the node holds the last leaf of this rank.
void GradientSum::sum_node(comm::TreeNode node, std::size_t depth, std::span<float> out, bool last) {
  node = tree_.branching(node);
  if (node.size() == 1) return last ? compute_last_leaf(node.begin, out) : compute_leaf(node.begin, out, {});
  sum_node(tree_.left(node), depth, out, false);
  const auto right = scratch(depth);
  if (last) merges_.emplace_back(out, right);
  sum_node(tree_.right(node), depth + 1, right, last);
  if (!last) comm::add_to(out, right);
}

StepSums GradientSum::compute(std::span<const float> parameters, std::uint64_t step,
                              std::uint64_t first_example, float signal) {
  parameters_ = parameters;
  step_ = step;
  first_example_ = first_example;
  signal_ = signal;
  merges_.clear();
  for (std::size_t i = 0; i < owned_.size(); ++i)
    sum_node(owned_[i], 0, sum_->partial(i), i + 1 == owned_.size());
  if (owned_.empty())
    for (const auto& bucket : buckets_) queue_.push(bucket.begin, bucket.end);
  queue_.wait();
  const auto result = sum_->result();
  return {result.subspan(head), result[loss_at], result[signal_at]};
}

}  // namespace plateau::train
