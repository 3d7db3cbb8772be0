#include "plateau/optim/optimizer.hpp"

#include <utility>

#include "plateau/base/vectorized.hpp"

namespace plateau::optim {
namespace {

PLATEAU_VECTORIZED void sgd(float* __restrict w, const float* __restrict gradient, std::size_t n, float eta,
                            float decay) {
  for (std::size_t i = 0; i < n; ++i) w[i] -= eta * (gradient[i] + decay * w[i]);
}

PLATEAU_VECTORIZED void momentum(float* __restrict w, float* __restrict v, const float* __restrict gradient,
                                 std::size_t n, float eta, float g, float decay) {
  for (std::size_t i = 0; i < n; ++i) {
    v[i] = g * v[i] + (gradient[i] + decay * w[i]);
    w[i] -= eta * v[i];
  }
}

PLATEAU_VECTORIZED void nesterov(float* __restrict w, float* __restrict v, const float* __restrict gradient,
                                 std::size_t n, float eta, float g, float decay) {
  for (std::size_t i = 0; i < n; ++i) {
    const float slope = gradient[i] + decay * w[i];
    v[i] = g * v[i] + slope;
    w[i] -= eta * (slope + g * v[i]);
  }
}

}  // namespace

Optimizer::Optimizer(const OptimizerSpec& spec, std::vector<Segment> segments)
    : spec_(spec), segments_(std::move(segments)) {
  if (spec_.rule == Rule::sgd || segments_.empty()) return;
  velocity_.assign(segments_.back().offset + segments_.back().size, 0.0F);
}

void Optimizer::step(std::span<float> parameters, std::span<const float> gradient, double learning_rate) {
  const auto eta = static_cast<float>(learning_rate), g = static_cast<float>(spec_.momentum);
  for (const auto& [offset, size, decayed] : segments_) {
    float* w = parameters.data() + offset;
    const float* slope = gradient.data() + offset;
    const float decay = decayed ? static_cast<float>(spec_.weight_decay) : 0.0F;
    if (spec_.rule == Rule::sgd)
      sgd(w, slope, size, eta, decay);
    else if (spec_.rule == Rule::momentum)
      momentum(w, velocity_.data() + offset, slope, size, eta, g, decay);
    else
      nesterov(w, velocity_.data() + offset, slope, size, eta, g, decay);
  }
}

}  // namespace plateau::optim
