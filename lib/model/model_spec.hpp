#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "plateau/model/engine.hpp"

namespace plateau::model {

enum class Kind { fully_connected, simple_cnn };

// What network to build.
struct ModelSpec {
  Kind kind = Kind::fully_connected;
  std::vector<std::int64_t> widths;  // fully connected: the hidden layers' widths, ReLU between layers
  std::string variant =
      "base";  // simple_cnn: base (32/64 filters, 1024 units), narrow (16/32, 512), wide (64/128, 2048)
  double dropout = 0.4;  // simple_cnn: rate after the hidden layer (Shallue et al. 2019, appendix)
};

// Inputs [n, channels, height, width], labels in [0, classes).
struct InputShape {
  std::int64_t channels = 1, height = 1, width = 1, classes = 2;
  std::int64_t features() const { return channels * height * width; }
};

// LibTorch modules and autograd. Errors: configuration where the network does not fit the inputs.
std::unique_ptr<Engine> make_torch_engine(const ModelSpec& model, const InputShape& input,
                                          double label_smoothing, std::uint64_t seed);
// Fully connected nets over BLAS, without autograd; agrees with the LibTorch engine to rounding.
std::unique_ptr<Engine> make_direct_engine(const ModelSpec& model, const InputShape& input,
                                           double label_smoothing);

}  // namespace plateau::model
