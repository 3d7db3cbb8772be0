#include "plateau/campaign/spec.hpp"

#include <string>

#include "plateau/base/text.hpp"

namespace plateau::campaign {

bool WorkloadSpec::uses_direct_engine() const {
  return engine == EngineKind::direct ||
         (engine == EngineKind::automatic && model.kind == ModelKind::fully_connected);
}

std::string WorkloadSpec::dataset_name() const {
  if (!data.name.empty()) return data.name;
  return data.set == DataSet::digits ? "digits" : "idx";
}

std::string WorkloadSpec::model_name() const {
  if (model.kind == ModelKind::simple_cnn) {
    constexpr const char* variants[] = {"simple_cnn_base", "simple_cnn_narrow", "simple_cnn_wide"};
    return variants[static_cast<std::size_t>(model.variant)];
  }
  if (model.widths.empty()) return "softmax_regression";
  std::string text = "fc";
  for (const auto width : model.widths) text += "_" + std::to_string(width);
  return is_safe_name(text) ? text : name;
}

std::string WorkloadSpec::optimizer_name() const {
  constexpr const char* names[] = {"sgd", "momentum", "nesterov_momentum"};
  return names[static_cast<std::size_t>(optimizer.rule)];
}

}  // namespace plateau::campaign
