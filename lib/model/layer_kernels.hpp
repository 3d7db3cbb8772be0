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
// product [a_width, b_width] = a^T b for few rows of a [rows, a_width] and b [rows, b_width]: each element of
// the product is written once, where a BLAS first clears it, then reads and adds. Rows are summed in order.
void product_of_few_rows(std::size_t rows, std::size_t a_width, std::size_t b_width, const float* a,
                         const float* b, float* product);

}  // namespace plateau::model
