#pragma once
// One training run as metadata.json describes it.

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

namespace plateau::record {

enum class Status {
  complete,    // a goal was met, or the budget used up
  incomplete,  // interrupted
  infeasible,  // diverged: a non-finite loss
};
std::string_view name_of(Status status);  // "COMPLETE", "INCOMPLETE", "INFEASIBLE"

using Parameters = std::map<std::string, double>;  // metaparameter -> value

struct Trial {
  long long id = 0;  // equals the folder's name
  Status status = Status::incomplete;
  long long steps = 0;  // optimizer steps done
  Parameters parameters;
  nlohmann::json extra =
      nlohmann::json::object();  // every further key: seed, ranks, cause, stopped_by, hashes...
};

nlohmann::json to_json(const Trial& trial);
// Errors: bad_data with file and key. Keys that begin with "_internal_" are dropped.
Trial trial_from_json(const nlohmann::json& json, const std::filesystem::path& file);

}  // namespace plateau::record
