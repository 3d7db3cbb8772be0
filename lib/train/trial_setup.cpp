#include "plateau/train/trial_setup.hpp"

#include <algorithm>

namespace plateau::train {

std::unique_ptr<model::Engine> make_engine(const campaign::WorkloadSpec& w, const data::Dataset& dataset,
                                           std::uint64_t seed) {
  constexpr const char* variants[] = {"base", "narrow", "wide"};
  model::ModelSpec spec;
  spec.kind = static_cast<model::Kind>(w.model.kind);
  spec.widths = w.model.widths;
  spec.variant = variants[static_cast<std::size_t>(w.model.variant)];
  spec.dropout = w.model.dropout;
  const model::InputShape input{dataset.shape.channels, dataset.shape.height, dataset.shape.width,
                                dataset.classes};
  if (w.uses_direct_engine()) return model::make_direct_engine(spec, input, w.label_smoothing);
  return model::make_torch_engine(spec, input, w.label_smoothing, seed);
}

optim::Optimizer make_optimizer(const campaign::WorkloadSpec& w, const model::Layout& layout) {
  std::vector<optim::Segment> segments;
  for (const auto& block : layout.blocks) segments.push_back({block.offset, block.size(), !block.is_bias});
  return {{static_cast<optim::Rule>(w.optimizer.rule), w.optimizer.momentum, w.optimizer.weight_decay},
          std::move(segments)};
}

optim::Schedule make_schedule(const campaign::WorkloadSpec& w, long long step_budget) {
  optim::Schedule schedule;
  schedule.learning_rate = w.schedule.learning_rate.value();
  schedule.decay = static_cast<optim::Decay>(w.schedule.decay);
  schedule.decay_steps =
      w.schedule.decay_steps.value_or(std::max(1LL, step_budget - w.schedule.warmup_steps));
  schedule.end_factor = w.schedule.end_factor;
  schedule.boundaries = w.schedule.boundaries;
  schedule.factor = w.schedule.factor;
  schedule.warmup_steps = w.schedule.warmup_steps;
  schedule.warmup_start = w.schedule.warmup_start;
  return schedule;
}

BatchPlan make_batch_plan(const campaign::WorkloadSpec& w, long long batch_size) {
  return {batch_size, w.resources.micro_batch_size, w.resources.reduce_order == campaign::ReduceOrder::tree};
}

GradientPath make_gradient_path(const campaign::WorkloadSpec& w) {
  GradientPath path;
  path.overlap = static_cast<GradientPath::Overlap>(w.resources.overlap);
  path.bucket_floats = static_cast<std::size_t>(w.resources.bucket_size) / sizeof(float);
  path.messages.message_floats = static_cast<std::size_t>(w.resources.message_size) / sizeof(float);
  return path;
}

}  // namespace plateau::train
