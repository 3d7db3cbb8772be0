#pragma once
// One study: the metaparameter search of one workload at one batch size, as described by study.json
// (layout of the published batch_science archive, our additions are extra keys).

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace plateau::record {

// A target value of a recorded metric. Met strictly: value < target, or > where the metric is maximised.
struct Goal {
  std::string metric;  // column of measurements.csv, e.g. "val/classification_error"
  double target = 0;
  bool maximise = false;
  bool met_by(double value) const { return maximise ? value > target : value < target; }
  std::string text() const;  // "val/classification_error < 0.03"
};
// From "METRIC < VALUE" or "METRIC > VALUE"; nothing where the text is not of that form.
std::optional<Goal> parse_goal(std::string_view text);

struct Study {
  std::string dataset, model, optimizer;
  double batch_size = 0;      // in batch_unit
  long long train_steps = 0;  // least number of steps of a COMPLETE trial; 0 where the budget was a time
  bool early_stopping = false;
  nlohmann::json parameter_configs = nlohmann::json::object();
  nlohmann::json extra = nlohmann::json::object();  // every further key of study.json, ours among them

  // Our additions (absent in archives of others).
  std::string workload() const;                    // "workload", else dataset/model/optimizer
  std::optional<Goal> goal() const;                // "goal"
  std::vector<Goal> goals() const;                 // "goals": all whose crossings the trials note
  std::optional<long long> wanted_trials() const;  // "wanted_trials": COMPLETE trials that make the study
};

nlohmann::json to_json(const Study& study);
// Errors: bad_data with file and key.
Study study_from_json(const nlohmann::json& json, const std::filesystem::path& file);

}  // namespace plateau::record
