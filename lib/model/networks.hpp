#pragma once
// The networks as functions of (parameters, inputs) on tensors. Private to the model module.

#include <ATen/ATen.h>

#include <functional>
#include <vector>

#include "plateau/model/model_spec.hpp"

namespace plateau::model {

// Multiplies hidden units [rows, units] by a dropout mask while training; the identity while evaluating.
using Dropout = std::function<at::Tensor(const at::Tensor&)>;

struct Network {
  Layout layout;
  // parameters in layout order; inputs [rows, features] -> logits [rows, classes]
  std::function<at::Tensor(const std::vector<at::Tensor>& parameters, const at::Tensor& inputs,
                           const Dropout&)>
      forward;
};

Network make_network(const ModelSpec& model, const InputShape& input);

}  // namespace plateau::model
