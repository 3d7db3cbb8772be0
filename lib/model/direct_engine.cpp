// Fully connected nets without autograd: forward, backward and loss over BLAS. For small nets LibTorch spends
// most of a step on bookkeeping; here a step costs what its arithmetic and memory traffic cost.

#include <algorithm>
#include <vector>

#include "plateau/model/blas.hpp"
#include "plateau/model/fully_connected.hpp"
#include "plateau/model/layer_kernels.hpp"
#include "plateau/model/model_spec.hpp"
#include "plateau/model/softmax.hpp"

namespace plateau::model {
namespace {

class DirectEngine final : public Engine {
 public:
  DirectEngine(Layout layout, double label_smoothing)
      : layout_(std::move(layout)), label_smoothing_(label_smoothing) {
    for (std::size_t i = 0; i < layout_.blocks.size(); i += 2) {
      const auto& weight = layout_.blocks[i];
      layers_.push_back({static_cast<std::size_t>(weight.shape[1]), static_cast<std::size_t>(weight.shape[0]),
                         weight.offset, layout_.blocks[i + 1].offset});
    }
    outputs_.resize(layers_.size());
    errors_.resize(layers_.size());
  }

  const Layout& layout() const override { return layout_; }

  float loss_and_gradient(std::span<const float> parameters, const Batch& batch, float weight,
                          std::span<float> gradient, const BlockReady& ready) override {
    const std::size_t rows = batch.rows();
    const auto logits = forward(parameters, batch);
    const double loss = softmax_loss_and_gradient(logits, batch.labels, label_smoothing_, weight);
    const float* error = logits.data();
    for (std::size_t l = layers_.size(); l-- > 0;) {
      const Layer& layer = layers_[l];
      const float* input = l == 0 ? batch.inputs.data() : outputs_[l - 1].data();
      blas::outer(rows, layer.in, layer.out, error, input, gradient.data() + layer.weight);
      sum_rows(rows, layer.out, error, gradient.data() + layer.bias);
      if (ready) {
        ready(2 * l + 1);
        ready(2 * l);
      }
      if (l > 0) error = error_below(rows, l, parameters, error);
    }
    return static_cast<float>(weight * loss);
  }

  Evaluation evaluate(std::span<const float> parameters, const Batch& batch) override {
    return softmax_evaluate(forward(parameters, batch), batch.labels);
  }

 private:
  struct Layer {
    std::size_t in, out, weight, bias;  // widths, offsets in the flat buffer
  };

  static std::span<float> room(std::vector<float>& buffer, std::size_t size) {
    if (buffer.size() < size) buffer.resize(size);
    return {buffer.data(), size};
  }

  // Logits [rows, classes]; the hidden layers' outputs stay in outputs_.
  std::span<float> forward(std::span<const float> parameters, const Batch& batch) {
    const std::size_t rows = batch.rows();
    const float* input = batch.inputs.data();
    std::span<float> out;
    for (std::size_t l = 0; l < layers_.size(); ++l) {
      const Layer& layer = layers_[l];
      out = room(outputs_[l], rows * layer.out);
      blas::forward(rows, layer.in, layer.out, input, parameters.data() + layer.weight, out.data());
      const float* bias = parameters.data() + layer.bias;
      (l + 1 < layers_.size() ? add_bias_and_rectify : add_bias)(rows, layer.out, bias, out.data());
      input = out.data();
    }
    return out;
  }

  // d(loss)/d(output of layer l - 1), zero where its ReLU is off.
  const float* error_below(std::size_t rows, std::size_t l, std::span<const float> parameters,
                           const float* error) {
    const Layer& layer = layers_[l];
    const auto below = room(errors_[l - 1], rows * layer.in);
    blas::backward(rows, layer.in, layer.out, error, parameters.data() + layer.weight, below.data());
    mask_errors(below.size(), outputs_[l - 1].data(), below.data());
    return below.data();
  }

  Layout layout_;
  double label_smoothing_;
  std::vector<Layer> layers_;
  std::vector<std::vector<float>> outputs_, errors_;  // a buffer each layer
};

}  // namespace

std::unique_ptr<Engine> make_direct_engine(const ModelSpec& model, const InputShape& input,
                                           double label_smoothing) {
  return std::make_unique<DirectEngine>(fully_connected_layout(model, input), label_smoothing);
}

}  // namespace plateau::model
