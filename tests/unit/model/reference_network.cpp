#include "reference_network.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace plateau::testing {
namespace {

using Vector = std::vector<double>;

struct Layer {
  std::size_t in, out, weight, bias;  // sizes and offsets
};

std::vector<Layer> layers_of(const std::vector<std::int64_t>& widths) {
  std::vector<Layer> layers;
  std::size_t at = 0;
  for (std::size_t i = 0; i + 1 < widths.size(); ++i) {
    const auto in = static_cast<std::size_t>(widths[i]), out = static_cast<std::size_t>(widths[i + 1]);
    layers.push_back({in, out, at, at + in * out});
    at += in * out + out;
  }
  return layers;
}

}  // namespace

ReferenceResult reference_gradient(const std::vector<std::int64_t>& widths,
                                   const std::vector<float>& parameters, const std::vector<float>& inputs,
                                   const std::vector<std::int64_t>& labels, double label_smoothing) {
  const auto layers = layers_of(widths);
  const std::size_t rows = labels.size(), classes = layers.back().out;
  ReferenceResult result{0, Vector(parameters.size(), 0)};
  for (std::size_t row = 0; row < rows; ++row) {
    std::vector<Vector> activations = {
        Vector(inputs.begin() + static_cast<std::ptrdiff_t>(row * layers[0].in),
               inputs.begin() + static_cast<std::ptrdiff_t>((row + 1) * layers[0].in))};
    for (std::size_t l = 0; l < layers.size(); ++l) {
      Vector z(layers[l].out);
      for (std::size_t o = 0; o < layers[l].out; ++o) {
        z[o] = parameters[layers[l].bias + o];
        for (std::size_t i = 0; i < layers[l].in; ++i)
          z[o] += double{parameters[layers[l].weight + o * layers[l].in + i]} * activations[l][i];
        if (l + 1 < layers.size()) z[o] = std::max(0.0, z[o]);
      }
      activations.push_back(z);
    }
    const Vector& logits = activations.back();
    const double top = *std::max_element(logits.begin(), logits.end());
    double sum = 0;
    for (const double z : logits) sum += std::exp(z - top);
    Vector delta(classes);
    for (std::size_t c = 0; c < classes; ++c) {
      const double target = (static_cast<std::size_t>(labels[row]) == c ? 1 - label_smoothing : 0) +
                            label_smoothing / static_cast<double>(classes);
      const double log_probability = logits[c] - top - std::log(sum);
      result.loss -= target * log_probability / static_cast<double>(rows);
      delta[c] = (std::exp(log_probability) - target) / static_cast<double>(rows);
    }
    for (std::size_t l = layers.size(); l-- > 0;) {
      Vector below(layers[l].in, 0);
      for (std::size_t o = 0; o < layers[l].out; ++o) {
        result.gradient[layers[l].bias + o] += delta[o];
        for (std::size_t i = 0; i < layers[l].in; ++i) {
          result.gradient[layers[l].weight + o * layers[l].in + i] += delta[o] * activations[l][i];
          below[i] += delta[o] * parameters[layers[l].weight + o * layers[l].in + i];
        }
      }
      for (std::size_t i = 0; i < layers[l].in; ++i)
        if (activations[l][i] <= 0) below[i] = 0;
      delta = below;
    }
  }
  return result;
}

}  // namespace plateau::testing
