#pragma once
// Tells when autograd has written a parameter's gradient for good. Private to the model module.

#include <ATen/ATen.h>
#include <torch/csrc/autograd/function.h>

#include <memory>
#include <vector>

#include "plateau/model/engine.hpp"

namespace plateau::model {

class GradientHooks {
 public:
  // One hook a parameter, in the order of the layout's blocks. The parameters must be leaves that require
  // gradients and outlive the hooks.
  explicit GradientHooks(const std::vector<at::Tensor>& parameters);
  GradientHooks(const GradientHooks&) = delete;
  GradientHooks& operator=(const GradientHooks&) = delete;
  ~GradientHooks();

  // Around one backward pass: hooks call `ready`; finish() calls it for parameters that took no part.
  void start(const BlockReady& ready);
  void finish();

  void fire(std::size_t block);

 private:
  // The graph keeps accumulators weakly: a hook on one that nobody holds never fires.
  std::vector<std::shared_ptr<torch::autograd::Node>> accumulators_;
  std::vector<std::uintptr_t> keys_;
  std::vector<bool> fired_;
  const BlockReady* ready_ = nullptr;
};

}  // namespace plateau::model
