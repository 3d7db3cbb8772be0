#pragma once
// The schemas of a workload's sections. Private to the module.

#include <string>
#include <vector>

#include "plateau/campaign/spec.hpp"
#include "plateau/config/schema.hpp"

namespace plateau::campaign {

constexpr config::Limits batch_limits{1, 1e9, false, false};
constexpr config::Limits step_limits{1, 1e12, false, false};
// What an evaluation may cover, in the order of EvaluationSet.
inline const std::vector<std::string> set_names = {"train", "val", "test"};

const config::Schema<DataSpec>& data_schema();
const config::Schema<ModelSpec>& model_schema();
const config::Schema<OptimizerSpec>& optimizer_schema();
const config::Schema<ScheduleSpec>& schedule_schema();
const config::Schema<BudgetSpec>& budget_schema();
const config::Schema<SearchSpec>& search_schema();
const config::Schema<EvaluationSpec>& evaluation_schema();
const config::Schema<ResourceSpec>& resource_schema();

}  // namespace plateau::campaign
