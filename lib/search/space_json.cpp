#include <algorithm>
#include <array>

#include "plateau/base/error.hpp"
#include "plateau/search/space.hpp"

namespace plateau::search {
namespace {

const std::array<std::string, 3> type_names = {"DOUBLE", "INTEGER", "DISCRETE"};
const std::array<std::string, 3> scale_names = {"LINEAR_SCALE", "LOG_SCALE", "REVERSE_LOG_SCALE"};

template <typename Enum>
Enum from_name(const std::array<std::string, 3>& names, const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end())
    throw Error(ExitCode::bad_data, "unknown type or scale '" + name + "' in parameter_configs");
  return static_cast<Enum>(found - names.begin());
}

Dimension dimension_from(const std::string& name, const nlohmann::json& config) {
  Dimension d;
  d.name = name;
  d.type = from_name<Type>(type_names, config.at("type").get<std::string>());
  if (d.type == Type::discrete) {
    d.feasible_points = config.at("feasible_points").get<std::vector<double>>();
    return d;
  }
  const auto scale = config.value("scale", "");  // the archive leaves it empty for linear
  d.scale = scale.empty() ? Scale::linear : from_name<Scale>(scale_names, scale);
  d.min = config.at("min_value");
  d.max = config.at("max_value");
  return d;
}

}  // namespace

nlohmann::json to_json(const Space& space) {
  nlohmann::json json = nlohmann::json::object();
  for (const auto& d : space.dimensions) {
    auto& config = json[d.name];
    config["type"] = type_names[static_cast<std::size_t>(d.type)];
    if (d.type == Type::discrete) {
      config["feasible_points"] = d.feasible_points;
      continue;
    }
    config["scale"] = scale_names[static_cast<std::size_t>(d.scale)];
    config["min_value"] = d.min;
    config["max_value"] = d.max;
  }
  return json;
}

Space space_from_json(const nlohmann::json& json) {
  Space space;
  try {
    for (const auto& [name, config] : json.items()) space.dimensions.push_back(dimension_from(name, config));
  } catch (const nlohmann::json::exception& error) {
    throw Error(ExitCode::bad_data, std::string("parameter_configs: ") + error.what());
  }
  return space;
}

}  // namespace plateau::search
