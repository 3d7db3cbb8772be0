#include "plateau/comm/vector_sum.hpp"

#include <cstddef>

#include "plateau/base/vectorized.hpp"

namespace plateau::comm {
namespace {

PLATEAU_VECTORIZED void add_arrays(float* __restrict a, const float* __restrict b, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) a[i] += b[i];
}

PLATEAU_VECTORIZED void sum_arrays(const float* __restrict a, const float* __restrict b,
                                   float* __restrict out, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) out[i] = a[i] + b[i];
}

}  // namespace

void add_to(std::span<float> a, std::span<const float> b) { add_arrays(a.data(), b.data(), a.size()); }

void sum_of(std::span<const float> a, std::span<const float> b, std::span<float> out) {
  if (out.data() == a.data())
    add_to(out, b);
  else if (out.data() == b.data())
    add_to(out, a);  // left + right and right + left have the same bits
  else
    sum_arrays(a.data(), b.data(), out.data(), out.size());
}

}  // namespace plateau::comm
