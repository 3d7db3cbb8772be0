#pragma once
// How a network's parameters lie in one flat buffer.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace plateau::model {

struct ParameterBlock {
  std::string name;                 // "layer1.weight"
  std::vector<std::int64_t> shape;  // [out, in], [out], [out, in, height, width]
  std::size_t offset = 0;           // in floats
  std::size_t fan_in = 0, fan_out = 0;
  bool is_bias = false;  // biases start at zero and are not decayed
  std::size_t size() const;
};

struct Layout {
  std::vector<ParameterBlock> blocks;
  std::size_t size() const { return blocks.empty() ? 0 : blocks.back().offset + blocks.back().size(); }
  void add(std::string name, std::vector<std::int64_t> shape, std::size_t fan_in, std::size_t fan_out,
           bool is_bias);
};

// Initial weights, a pure function of (layout, seed): weights uniform in +-sqrt(6 / (fan_in + fan_out))
// (Glorot and Bengio 2010, eq. 16), biases zero. parameters: [layout.size()].
void initialize(const Layout& layout, std::uint64_t seed, std::span<float> parameters);

}  // namespace plateau::model
