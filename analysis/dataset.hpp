#pragma once
// The measurements of one workload to one target, whatever file they came from.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "plateau/record/trial.hpp"
#include "plateau/scaling/observation.hpp"

namespace plateau::analysis {

// search: trials of a metaparameter search, the best counts. replicates: the same configuration with other
// seeds, the median counts.
enum class Rows { search, replicates };

enum class Outcome {
  reached,     // low < steps <= high, or low == high where known exactly
  censored,    // not reached within `low` steps
  failed,      // not reached, budget unknown
  infeasible,  // diverged
  pending,     // still running or interrupted: known to exist, counts for nothing
};
std::string_view name_of(Outcome outcome);  // "reached", "not reached", ...

struct TrialPoint {
  std::string label;  // trial id or seed
  Outcome outcome = Outcome::reached;
  double low = 0;                // steps
  double high = scaling::never;  // steps
  record::Parameters parameters;
  bool raced = false;                  // stopped early because it could not win: its budget says nothing
  std::optional<double> step_seconds;  // measured time of a step
  std::optional<double> devices;
};

struct ParameterRange {
  double low = 0, high = 0;
};

struct SizeMeasurements {
  double batch_size = 0;  // in the workload's batch unit
  std::vector<TrialPoint> trials;
  std::vector<TrialPoint> confirmed;            // fresh-seed runs of the best configurations
  std::map<std::string, ParameterRange> space;  // where trials were searched
  bool pending = false;                         // the study's wanted trials are not all there yet
  long long wanted = 0;                         // 0: not stated
  long long complete = 0;
};

struct Workload {
  std::string name, target;
  std::string batch_unit = "examples";
  Rows rows = Rows::replicates;
  bool relative_steps = false;          // steps are known up to a common factor
  std::string source;                   // file or folder
  std::vector<SizeMeasurements> sizes;  // ascending batch size
};

}  // namespace plateau::analysis
