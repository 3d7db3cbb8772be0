#include "plateau/record/trial.hpp"

#include <fmt/core.h>

#include <array>

#include "plateau/base/error.hpp"

namespace plateau::record {
namespace {

constexpr std::array<std::string_view, 3> names = {"COMPLETE", "INCOMPLETE", "INFEASIBLE"};

Status status_from(const std::string& name, const std::filesystem::path& file) {
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] == name) return static_cast<Status>(i);
  throw Error(ExitCode::bad_data,
              fmt::format("{}: status '{}' is unknown", file.string(), name.substr(0, 80)),
              "It must be COMPLETE, INCOMPLETE or INFEASIBLE");
}

}  // namespace

std::string_view name_of(Status status) { return names[static_cast<std::size_t>(status)]; }

nlohmann::json to_json(const Trial& trial) {
  nlohmann::json json = trial.extra;
  json["trial_id"] = trial.id;
  json["status"] = name_of(trial.status);
  json["steps"] = trial.steps;
  json["parameters"] = trial.parameters;
  return json;
}

Trial trial_from_json(const nlohmann::json& json, const std::filesystem::path& file) {
  Trial trial;
  try {
    trial.id = json.at("trial_id").get<long long>();
    trial.status = status_from(json.at("status").get<std::string>(), file);
    trial.steps = json.at("steps").get<long long>();
    for (const auto& [name, value] : json.at("parameters").items())
      if (value.is_number()) trial.parameters[name] = value.get<double>();
  } catch (const nlohmann::json::exception& error) {
    throw Error(ExitCode::bad_data, fmt::format("{}: {}", file.string(), error.what()));
  }
  for (const auto& [key, value] : json.items())
    if (!key.starts_with("_internal_") && key != "trial_id" && key != "status" && key != "steps" &&
        key != "parameters")
      trial.extra[key] = value;
  return trial;
}

}  // namespace plateau::record
