#include "plateau/model/gradient_hooks.hpp"

#include <torch/csrc/autograd/function_hook.h>
#include <torch/csrc/autograd/variable.h>

#include <algorithm>

namespace plateau::model {
namespace {

class BlockHook final : public torch::autograd::FunctionPostHook {
 public:
  BlockHook(GradientHooks& hooks, std::size_t block) : hooks_(hooks), block_(block) {}
  torch::autograd::variable_list operator()(const torch::autograd::variable_list& outputs,
                                            const torch::autograd::variable_list&) override {
    hooks_.fire(block_);
    return outputs;
  }

 private:
  GradientHooks& hooks_;
  std::size_t block_;
};

}  // namespace

GradientHooks::GradientHooks(const std::vector<at::Tensor>& parameters) : fired_(parameters.size(), false) {
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    accumulators_.push_back(torch::autograd::impl::grad_accumulator(parameters[i]));
    keys_.push_back(accumulators_.back()->add_post_hook(std::make_unique<BlockHook>(*this, i)));
  }
}

GradientHooks::~GradientHooks() {
  for (std::size_t i = 0; i < keys_.size(); ++i) accumulators_[i]->del_post_hook(keys_[i]);
}

void GradientHooks::start(const BlockReady& ready) {
  ready_ = &ready;
  std::fill(fired_.begin(), fired_.end(), false);
}

void GradientHooks::fire(std::size_t block) {
  if (!ready_ || fired_[block]) return;
  fired_[block] = true;
  (*ready_)(block);
}

void GradientHooks::finish() {
  for (std::size_t block = fired_.size(); block-- > 0;) fire(block);
  ready_ = nullptr;
}

}  // namespace plateau::model
