#pragma once
// A trial's result so far as JSON, for checkpoints, and back. Private to the module.

#include <nlohmann/json.hpp>

#include "plateau/train/run_trial.hpp"

namespace plateau::train {

nlohmann::json to_json(const record::Measurements& measurements, const Timing& timing);
// Errors: nlohmann::json::exception where it is not what to_json gave.
void from_json(const nlohmann::json& json, record::Measurements& measurements, Timing& timing);

}  // namespace plateau::train
