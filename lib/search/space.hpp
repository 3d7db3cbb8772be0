#pragma once
// Metaparameter spaces as in Shallue et al. 2019: DOUBLE, INTEGER and DISCRETE dimensions on linear, log and
// reverse-log scales.

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace plateau::search {

enum class Type { real, integer, discrete };
enum class Scale {
  linear,       // uniform in x
  log,          // uniform in log x
  reverse_log,  // uniform in log(1 - x), for momentum
};

struct Dimension {
  std::string name;
  Type type = Type::real;
  Scale scale = Scale::linear;
  double min = 0, max = 1;              // real and integer, both ends included
  std::vector<double> feasible_points;  // discrete
};

struct Space {
  std::vector<Dimension> dimensions;
};

// What is wrong with a dimension and what would be right; nothing where it is sound.
std::optional<std::string> fault(const Dimension& dimension);

// The value at u in [0, 1).
double map(const Dimension& dimension, double u);

// The "parameter_configs" of the published archive's study.json, and back. Errors: bad_data.
nlohmann::json to_json(const Space& space);
Space space_from_json(const nlohmann::json& json);

}  // namespace plateau::search
