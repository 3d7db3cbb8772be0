#include "plateau/model/blas.hpp"

#include "plateau/model/layer_kernels.hpp"

namespace plateau::model::blas {
namespace {

constexpr float one = 1, zero = 0;
constexpr int stride = 1;

// A row-major matrix is the transpose of a column-major one, so every product is computed transposed.
void gemm(char transpose_a, char transpose_b, std::size_t m, std::size_t n, std::size_t k, const float* a,
          std::size_t lda, const float* b, std::size_t ldb, float* c, std::size_t ldc) {
  const int sizes[] = {static_cast<int>(m),   static_cast<int>(n),   static_cast<int>(k),
                       static_cast<int>(lda), static_cast<int>(ldb), static_cast<int>(ldc)};
  sgemm_(&transpose_a, &transpose_b, &sizes[0], &sizes[1], &sizes[2], &one, a, &sizes[3], b, &sizes[4], &zero,
         c, &sizes[5]);
}

void gemv(char transpose, std::size_t in, std::size_t out, const float* w, const float* x, float* y) {
  const int m = static_cast<int>(in), n = static_cast<int>(out);
  sgemv_(&transpose, &m, &n, &one, w, &m, x, &stride, &zero, y, &stride);
}

}  // namespace

void forward(std::size_t rows, std::size_t in, std::size_t out, const float* x, const float* w, float* y) {
  if (rows == 1)
    gemv('T', in, out, w, x, y);
  else
    gemm('T', 'N', out, rows, in, w, in, x, in, y, out);
}

void backward(std::size_t rows, std::size_t in, std::size_t out, const float* d, const float* w, float* e) {
  if (rows == 1)
    gemv('N', in, out, w, d, e);
  else
    gemm('N', 'N', in, rows, out, w, in, d, out, e, in);
}

void outer(std::size_t rows, std::size_t in, std::size_t out, const float* d, const float* x, float* g) {
  constexpr std::size_t few = 16;  // measured: from here on the product costs more than the passes over g
  if (rows <= few)
    product_of_few_rows(rows, out, in, d, x, g);
  else
    gemm('N', 'T', in, out, rows, x, in, d, out, g, in);
}

}  // namespace plateau::model::blas
