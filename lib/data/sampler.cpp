#include "plateau/data/sampler.hpp"

#include <algorithm>

namespace plateau::data {

void gather(const Split& split, const ExampleOrder& order, std::uint64_t first, std::size_t count,
            float* inputs, std::int64_t* labels) {
  const std::size_t features = split.inputs.size() / split.rows;
  for (std::size_t i = 0; i < count;) {
    const std::uint64_t e = first + i;
    const auto permutation = order.permutation(e / order.rows());
    const std::size_t rest_of_epoch = order.rows() - e % order.rows();
    for (const std::size_t end = i + std::min(count - i, rest_of_epoch); i < end; ++i) {
      const auto row = permutation((first + i) % order.rows());
      std::copy_n(split.inputs.data() + row * features, features, inputs + i * features);
      labels[i] = split.labels[row];
    }
  }
}

}  // namespace plateau::data
