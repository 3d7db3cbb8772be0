#include "plateau/comm/vector_sum.hpp"

#include <cstddef>

#include "plateau/base/vectorized.hpp"

namespace plateau::comm {
namespace {

PLATEAU_VECTORIZED void add_arrays(float* __restrict a, const float* __restrict b, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) a[i] += b[i];
}

}  // namespace

void add_to(std::span<float> a, std::span<const float> b) { add_arrays(a.data(), b.data(), a.size()); }

}  // namespace plateau::comm
