#include "plateau/record/study.hpp"

#include <fmt/core.h>

#include "plateau/base/error.hpp"
#include "plateau/base/text.hpp"

namespace plateau::record {
namespace {

template <typename Value>
Value required(const nlohmann::json& json, const char* key, const std::filesystem::path& file) {
  if (!json.is_object() || !json.contains(key))
    throw Error(ExitCode::bad_data, fmt::format("{}: key '{}' is missing", file.string(), key));
  try {
    return json.at(key).get<Value>();
  } catch (const nlohmann::json::exception&) {
    throw Error(ExitCode::bad_data, fmt::format("{}: key '{}' has value {}, which is of the wrong type",
                                                file.string(), key, json.at(key).dump().substr(0, 80)));
  }
}

}  // namespace

std::string Goal::text() const { return metric + (maximise ? " > " : " < ") + shortest(target); }

std::optional<Goal> parse_goal(std::string_view text) {
  const auto sign = text.find_first_of("<>");
  if (sign == std::string_view::npos) return std::nullopt;
  const auto metric = trimmed(text.substr(0, sign));
  const auto target = parse_number(trimmed(text.substr(sign + 1)));
  if (metric.empty() || !target) return std::nullopt;
  return Goal{std::string(metric), *target, text[sign] == '>'};
}

std::string Study::workload() const {
  const auto name = extra.find("workload");
  return name != extra.end() && name->is_string() ? name->get<std::string>()
                                                  : dataset + "/" + model + "/" + optimizer;
}

std::optional<Goal> Study::goal() const {
  const auto text = extra.find("goal");
  return text != extra.end() && text->is_string() ? parse_goal(text->get<std::string>()) : std::nullopt;
}

std::vector<Goal> Study::goals() const {
  std::vector<Goal> goals;
  const auto texts = extra.find("goals");
  if (texts == extra.end() || !texts->is_array()) return goals;
  for (const auto& text : *texts)
    if (const auto goal = text.is_string() ? parse_goal(text.get<std::string>()) : std::nullopt)
      goals.push_back(*goal);
  return goals;
}

std::optional<long long> Study::wanted_trials() const {
  const auto wanted = extra.find("wanted_trials");
  return wanted != extra.end() && wanted->is_number_integer() ? std::optional(wanted->get<long long>())
                                                              : std::nullopt;
}

nlohmann::json to_json(const Study& study) {
  nlohmann::json json = study.extra;
  json["dataset"] = study.dataset;
  json["model"] = study.model;
  json["optimizer"] = study.optimizer;
  json["batch_size"] = study.batch_size;
  if (study.batch_size == static_cast<double>(static_cast<long long>(study.batch_size)))
    json["batch_size"] = static_cast<long long>(study.batch_size);
  json["train_steps"] = study.train_steps;
  json["early_stopping"] = study.early_stopping;
  json["parameter_configs"] = study.parameter_configs;
  return json;
}

Study study_from_json(const nlohmann::json& json, const std::filesystem::path& file) {
  Study study;
  study.dataset = required<std::string>(json, "dataset", file);
  study.model = required<std::string>(json, "model", file);
  study.optimizer = required<std::string>(json, "optimizer", file);
  study.batch_size = required<double>(json, "batch_size", file);
  study.train_steps = required<long long>(json, "train_steps", file);
  study.early_stopping = json.value("early_stopping", false);
  study.parameter_configs = json.value("parameter_configs", nlohmann::json::object());
  study.extra = json;
  for (const char* key :
       {"dataset", "model", "optimizer", "batch_size", "train_steps", "early_stopping", "parameter_configs"})
    study.extra.erase(key);
  if (!(study.batch_size > 0))
    throw Error(ExitCode::bad_data, fmt::format("{}: batch_size is {}", file.string(), study.batch_size),
                "It must be positive");
  return study;
}

}  // namespace plateau::record
