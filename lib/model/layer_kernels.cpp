#include "plateau/model/layer_kernels.hpp"

#include <algorithm>

#include "plateau/base/vectorized.hpp"

namespace plateau::model {

PLATEAU_VECTORIZED void add_bias(std::size_t rows, std::size_t width, const float* __restrict bias,
                                 float* __restrict values) {
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t i = 0; i < width; ++i) values[row * width + i] += bias[i];
}

PLATEAU_VECTORIZED void add_bias_and_rectify(std::size_t rows, std::size_t width,
                                             const float* __restrict bias, float* __restrict values) {
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t i = 0; i < width; ++i) {
      const float value = values[row * width + i] + bias[i];
      values[row * width + i] = value < 0 ? 0.0F : value;
    }
}

PLATEAU_VECTORIZED void mask_errors(std::size_t size, const float* __restrict outputs,
                                    float* __restrict errors) {
  for (std::size_t i = 0; i < size; ++i) errors[i] = outputs[i] > 0 ? errors[i] : 0.0F;
}

PLATEAU_VECTORIZED void sum_rows(std::size_t rows, std::size_t width, const float* __restrict values,
                                 float* __restrict sums) {
  std::copy_n(values, width, sums);
  for (std::size_t row = 1; row < rows; ++row)
    for (std::size_t i = 0; i < width; ++i) sums[i] += values[row * width + i];
}

namespace {
constexpr std::size_t lanes = 16, tile = 4;  // 4 rows of the product, 16 columns: the sums stay in registers
using Lanes [[gnu::vector_size(lanes * sizeof(float)), gnu::may_alias, gnu::aligned(alignof(float))]] = float;
}  // namespace

PLATEAU_VECTORIZED void product_of_few_rows(std::size_t rows, std::size_t a_width, std::size_t b_width,
                                            const float* __restrict a, const float* __restrict b,
                                            float* __restrict product) {
  const std::size_t whole_a = a_width / tile * tile, whole_b = b_width / lanes * lanes;
  for (std::size_t i = 0; i < whole_a; i += tile)
    for (std::size_t j = 0; j < whole_b; j += lanes) {
      Lanes s0{}, s1{}, s2{}, s3{};
      for (std::size_t row = 0; row < rows; ++row) {
        const float* factors = a + row * a_width + i;
        const Lanes x = *reinterpret_cast<const Lanes*>(b + row * b_width + j);
        s0 += factors[0] * x;
        s1 += factors[1] * x;
        s2 += factors[2] * x;
        s3 += factors[3] * x;
      }
      float* out = product + i * b_width + j;
      *reinterpret_cast<Lanes*>(out) = s0;
      *reinterpret_cast<Lanes*>(out + b_width) = s1;
      *reinterpret_cast<Lanes*>(out + 2 * b_width) = s2;
      *reinterpret_cast<Lanes*>(out + 3 * b_width) = s3;
    }
  for (std::size_t i = whole_a; i < a_width; ++i)  // the rows left over
    for (std::size_t j = 0; j < whole_b; j += lanes) {
      Lanes sum{};
      for (std::size_t row = 0; row < rows; ++row)
        sum += a[row * a_width + i] * *reinterpret_cast<const Lanes*>(b + row * b_width + j);
      *reinterpret_cast<Lanes*>(product + i * b_width + j) = sum;
    }
  for (std::size_t i = 0; i < a_width; ++i)  // the columns left over
    for (std::size_t j = whole_b; j < b_width; ++j) {
      float sum = 0;
      for (std::size_t row = 0; row < rows; ++row) sum += a[row * a_width + i] * b[row * b_width + j];
      product[i * b_width + j] = sum;
    }
}

}  // namespace plateau::model
