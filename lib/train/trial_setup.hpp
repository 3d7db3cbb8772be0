#pragma once
// From a campaign's settings to the objects that train. Private to the module.

#include <memory>

#include "plateau/campaign/spec.hpp"
#include "plateau/data/dataset.hpp"
#include "plateau/model/model_spec.hpp"
#include "plateau/optim/optimizer.hpp"
#include "plateau/optim/schedule.hpp"
#include "plateau/train/gradient_sum.hpp"

namespace plateau::train {

std::unique_ptr<model::Engine> make_engine(const campaign::WorkloadSpec& workload,
                                           const data::Dataset& dataset, std::uint64_t seed);
optim::Optimizer make_optimizer(const campaign::WorkloadSpec& workload, const model::Layout& layout);
optim::Schedule make_schedule(const campaign::WorkloadSpec& workload, long long step_budget);
BatchPlan make_batch_plan(const campaign::WorkloadSpec& workload, long long batch_size);
GradientPath make_gradient_path(const campaign::WorkloadSpec& workload);

}  // namespace plateau::train
