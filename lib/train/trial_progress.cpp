#include "plateau/train/trial_progress.hpp"

namespace plateau::train {

nlohmann::json to_json(const record::Measurements& m, const Timing& timing) {
  return {{"metrics", m.metrics},
          {"steps", m.steps},
          {"examples", m.examples},
          {"batch_sizes", m.batch_sizes},
          {"values", m.values},
          {"timed_steps", timing.steps},
          {"training_seconds", timing.training_seconds},
          {"evaluation_seconds", timing.evaluation_seconds}};
}

void from_json(const nlohmann::json& json, record::Measurements& m, Timing& timing) {
  json.at("metrics").get_to(m.metrics);
  json.at("steps").get_to(m.steps);
  json.at("examples").get_to(m.examples);
  json.at("batch_sizes").get_to(m.batch_sizes);
  json.at("values").get_to(m.values);
  json.at("timed_steps").get_to(timing.steps);
  json.at("training_seconds").get_to(timing.training_seconds);
  json.at("evaluation_seconds").get_to(timing.evaluation_seconds);
}

}  // namespace plateau::train
