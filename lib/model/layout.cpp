#include "plateau/model/layout.hpp"

#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include "plateau/base/random.hpp"

namespace plateau::model {

std::size_t ParameterBlock::size() const {
  return static_cast<std::size_t>(
      std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<std::int64_t>()));
}

void Layout::add(std::string name, std::vector<std::int64_t> shape, std::size_t fan_in, std::size_t fan_out,
                 bool is_bias) {
  const std::size_t offset = size();
  blocks.push_back({std::move(name), std::move(shape), offset, fan_in, fan_out, is_bias});
}

void initialize(const Layout& layout, std::uint64_t seed, std::span<float> parameters) {
  constexpr std::uint64_t purpose = 0x1417;  // keeps these numbers apart from every other use of the seed
  for (std::size_t b = 0; b < layout.blocks.size(); ++b) {
    const auto& block = layout.blocks[b];
    const RandomStream stream(seed, mix(purpose, b));
    const double bound =
        block.is_bias ? 0 : std::sqrt(6.0 / static_cast<double>(block.fan_in + block.fan_out));
    for (std::size_t i = 0; i < block.size(); ++i)
      parameters[block.offset + i] =
          block.is_bias ? 0.0F : static_cast<float>(bound * (2 * stream.uniform(i) - 1));
  }
}

}  // namespace plateau::model
