#include "plateau/train/gradient_sum.hpp"

#include <algorithm>

#include "plateau/comm/vector_sum.hpp"

namespace plateau::train {

std::int64_t BatchPlan::leaves(int ranks) const {
  const std::int64_t needed = (batch_size + micro_batch_size - 1) / micro_batch_size;
  return fixed_order ? needed : std::min(batch_size, std::max<std::int64_t>(needed, ranks));
}

GradientSum::GradientSum(model::Engine& engine, const data::Split& examples, const data::ExampleOrder& order,
                         comm::Communicator& comm, const BatchPlan& plan)
    : engine_(engine),
      examples_(examples),
      order_(order),
      comm_(comm),
      plan_(plan),
      tree_(plan.leaves(comm.size()), comm.size()),
      owned_(tree_.owned_nodes(comm.rank())),
      width_(engine.layout().size() + 2) {}

// Growing the outer vector moves the buffers but not their elements, so spans of them stay valid.
std::span<float> GradientSum::buffer(std::size_t index) {
  while (buffers_.size() <= index) buffers_.emplace_back(width_);
  return buffers_[index];
}

void GradientSum::compute_leaf(std::int64_t leaf, std::span<float> out) {
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
  out[width_ - 2] = engine_.loss_and_gradient(parameters_, batch, weight, out.first(width_ - 2));
  out[width_ - 1] = leaf == 0 ? signal_ : 0.0F;
}

void GradientSum::sum_node(comm::TreeNode node, std::size_t depth, std::span<float> out) {
  node = tree_.branching(node);
  if (node.size() == 1) {
    compute_leaf(node.begin, out);
    return;
  }
  sum_node(tree_.left(node), depth, out);
  const auto right = buffer(owned_.size() + depth);
  sum_node(tree_.right(node), depth + 1, right);
  comm::add_to(out, right);
}

StepSums GradientSum::compute(std::span<const float> parameters, std::uint64_t step,
                              std::uint64_t first_example, float signal) {
  parameters_ = parameters;
  step_ = step;
  first_example_ = first_example;
  signal_ = signal;
  std::vector<std::span<float>> partials;
  for (std::size_t i = 0; i < owned_.size(); ++i) {
    partials.push_back(buffer(i));
    sum_node(owned_[i], 0, partials.back());
  }
  const auto result = buffer(0);
  comm_.tree_sum(tree_, partials, result);
  return {result.first(width_ - 2), result[width_ - 2], result[width_ - 1]};
}

}  // namespace plateau::train
