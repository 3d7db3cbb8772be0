// LibTorch as an engine: parameters and gradients are views of the caller's flat buffers, autograd adds
// straight into the gradient buffer.

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>
#include <torch/csrc/autograd/autograd.h>

#include <algorithm>
#include <map>

#include "plateau/model/dropout.hpp"
#include "plateau/model/gradient_hooks.hpp"
#include "plateau/model/model_spec.hpp"
#include "plateau/model/networks.hpp"

namespace plateau::model {
namespace {

std::vector<at::Tensor> views_of(float* data, const Layout& layout) {
  std::vector<at::Tensor> views;
  for (const auto& block : layout.blocks)
    views.push_back(at::from_blob(data + block.offset, block.shape, at::kFloat));
  return views;
}

class TorchEngine final : public Engine {
 public:
  TorchEngine(Network network, double label_smoothing, double dropout_rate, std::uint64_t seed)
      : network_(std::move(network)),
        label_smoothing_(label_smoothing),
        dropout_rate_(dropout_rate),
        seed_(seed) {}

  const Layout& layout() const override { return network_.layout; }

  float loss_and_gradient(std::span<const float> parameters, const Batch& batch, float weight,
                          std::span<float> gradient, const BlockReady& ready) override {
    bind_parameters(parameters);
    const auto& gradients = bind_gradient(gradient);
    for (std::size_t i = 0; i < parameters_.size(); ++i) parameters_[i].mutable_grad() = gradients[i];
    std::ranges::fill(gradient, 0.0F);
    const at::Tensor logits = network_.forward(parameters_, inputs_of(batch), dropout_for(batch));
    const at::Tensor loss =
        at::cross_entropy_loss(logits, labels_of(batch), {}, at::Reduction::Sum, -100, label_smoothing_);
    if (ready) hooks_->start(ready);
    torch::autograd::backward({loss}, {at::full({}, weight)});
    if (ready) hooks_->finish();
    return weight * loss.item<float>();
  }

  Evaluation evaluate(std::span<const float> parameters, const Batch& batch) override {
    const at::NoGradGuard no_gradient;
    bind_parameters(parameters);
    const at::Tensor labels = labels_of(batch);
    const at::Tensor logits =
        network_.forward(parameters_, inputs_of(batch), [](const at::Tensor& units) { return units; });
    const at::Tensor losses = at::cross_entropy_loss(logits, labels, {}, at::Reduction::None);
    return {losses.sum(at::kDouble).item<double>(), logits.argmax(1).ne(labels).sum().item<std::int64_t>()};
  }

 private:
  void bind_parameters(std::span<const float> parameters) {
    if (parameters.data() == bound_parameters_) return;
    bound_parameters_ = parameters.data();
    hooks_.reset();
    parameters_ =
        views_of(const_cast<float*>(parameters.data()), layout());  // read only: autograd never writes leaves
    for (auto& view : parameters_) view.requires_grad_();
    hooks_ = std::make_unique<GradientHooks>(parameters_);
  }

  const std::vector<at::Tensor>& bind_gradient(std::span<float> gradient) {
    auto& views = gradient_views_[gradient.data()];
    if (views.empty()) views = views_of(gradient.data(), layout());
    return views;
  }

  static at::Tensor inputs_of(const Batch& batch) {
    const auto rows = static_cast<std::int64_t>(batch.rows());
    return at::from_blob(const_cast<float*>(batch.inputs.data()),
                         {rows, static_cast<std::int64_t>(batch.inputs.size()) / rows}, at::kFloat);
  }
  static at::Tensor labels_of(const Batch& batch) {
    return at::from_blob(const_cast<std::int64_t*>(batch.labels.data()),
                         {static_cast<std::int64_t>(batch.rows())}, at::kLong);
  }

  Dropout dropout_for(const Batch& batch) const {
    return [this, step = batch.step, slot = batch.first_slot](const at::Tensor& units) {
      if (dropout_rate_ == 0) return units;
      at::Tensor mask = at::empty_like(units, at::TensorOptions().requires_grad(false));
      dropout_mask(seed_, step, slot, static_cast<std::size_t>(units.size(1)), dropout_rate_,
                   {mask.data_ptr<float>(), static_cast<std::size_t>(mask.numel())});
      return units * mask;
    };
  }

  Network network_;
  double label_smoothing_, dropout_rate_;
  std::uint64_t seed_;
  const float* bound_parameters_ = nullptr;
  std::vector<at::Tensor> parameters_;
  std::unique_ptr<GradientHooks> hooks_;
  std::map<const float*, std::vector<at::Tensor>> gradient_views_;
};

}  // namespace

std::unique_ptr<Engine> make_torch_engine(const ModelSpec& model, const InputShape& input,
                                          double label_smoothing, std::uint64_t seed) {
  const double dropout = model.kind == Kind::simple_cnn ? model.dropout : 0;
  return std::make_unique<TorchEngine>(make_network(model, input), label_smoothing, dropout, seed);
}

}  // namespace plateau::model
