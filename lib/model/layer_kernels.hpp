#pragma once
// Elementwise parts of a fully connected layer; all matrices row-major. Private to the model module.

#include <cstddef>

namespace plateau::model {

// values [rows, width] += bias [width]
void add_bias(std::size_t rows, std::size_t width, const float* bias, float* values);
// values = max(values + bias, 0); a NaN stays one, as in LibTorch's relu.
void add_bias_and_rectify(std::size_t rows, std::size_t width, const float* bias, float* values);
// errors[i] = 0 where outputs[i] is 0: the ReLU was off there.
void mask_errors(std::size_t size, const float* outputs, float* errors);
// sums [width] = the sum of the rows of values [rows, width], in order.
void sum_rows(std::size_t rows, std::size_t width, const float* values, float* sums);
// product [a_size, b_size] = a b^T
void outer_product(std::size_t a_size, std::size_t b_size, const float* a, const float* b, float* product);

}  // namespace plateau::model
