#pragma once
// Row-major products of fully connected layers over the Fortran BLAS, the interface that every BLAS has.
// Private to the model module. Sizes are far below 2^31 (a micro-batch and a layer's widths).

#include <cstddef>

extern "C" {
void sgemm_(const char* transpose_a, const char* transpose_b, const int* m, const int* n, const int* k,
            const float* alpha, const float* a, const int* lda, const float* b, const int* ldb,
            const float* beta, float* c, const int* ldc);
void sgemv_(const char* transpose, const int* m, const int* n, const float* alpha, const float* a,
            const int* lda, const float* x, const int* incx, const float* beta, float* y, const int* incy);
}

namespace plateau::model::blas {

// y [rows, out] = x [rows, in] * w^T, w [out, in].
void forward(std::size_t rows, std::size_t in, std::size_t out, const float* x, const float* w, float* y);
// e [rows, in] = d [rows, out] * w.
void backward(std::size_t rows, std::size_t in, std::size_t out, const float* d, const float* w, float* e);
// g [out, in] = d^T * x.
void outer(std::size_t rows, std::size_t in, std::size_t out, const float* d, const float* x, float* g);

}  // namespace plateau::model::blas
