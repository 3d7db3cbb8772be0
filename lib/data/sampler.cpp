#include "plateau/data/sampler.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "plateau/base/random.hpp"

namespace plateau::data {

const std::vector<std::uint32_t>& ExampleOrder::epoch_order(std::uint64_t epoch) const {
  if (!order_.empty() && cached_epoch_ == epoch) return order_;
  constexpr std::uint64_t purpose = 0x04de4;
  const std::uint64_t stream = mix(seed_, purpose, epoch);
  order_.resize(rows_);
  std::iota(order_.begin(), order_.end(), 0U);
  for (std::size_t i = rows_ - 1; i > 0; --i) {
    // The high half of a 64 by 64 bit product: uniform on [0, i] up to 2^-64 (i + 1).
    __extension__ using Wide = unsigned __int128;
    std::swap(order_[i], order_[static_cast<std::size_t>(Wide{mix(stream, i)} * (i + 1) >> 64)]);
  }
  cached_epoch_ = epoch;
  return order_;
}

void gather(const Split& split, const ExampleOrder& order, std::uint64_t first, std::size_t count,
            float* inputs, std::int64_t* labels) {
  const std::size_t features = split.inputs.size() / split.rows;
  for (std::size_t i = 0; i < count;) {
    const std::uint64_t e = first + i;
    const auto& rows = order.epoch_order(e / order.rows());
    const std::size_t rest_of_epoch = order.rows() - e % order.rows();
    for (const std::size_t end = i + std::min(count - i, rest_of_epoch); i < end; ++i) {
      const std::size_t row = rows[(first + i) % order.rows()];
      std::copy_n(split.inputs.data() + row * features, features, inputs + i * features);
      labels[i] = split.labels[row];
    }
  }
}

}  // namespace plateau::data
