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

PLATEAU_VECTORIZED void outer_product(std::size_t a_size, std::size_t b_size, const float* __restrict a,
                                      const float* __restrict b, float* __restrict product) {
  for (std::size_t i = 0; i < a_size; ++i)
    for (std::size_t j = 0; j < b_size; ++j) product[i * b_size + j] = a[i] * b[j];
}

}  // namespace plateau::model
