#pragma once
#include "plateau/model/model_spec.hpp"

namespace plateau::model {

// Weight [out, in] and bias [out] of each layer: "hidden1", "hidden2", ..., "output". Private to the model
// module.
Layout fully_connected_layout(const ModelSpec& model, const InputShape& input);

// Adds name.weight [out, in] and name.bias [out].
void add_linear(Layout& layout, const std::string& name, std::int64_t in, std::int64_t out);

}  // namespace plateau::model
