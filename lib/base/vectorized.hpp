#pragma once
// PLATEAU_VECTORIZED before a function's definition: it is compiled for several instruction sets and the best
// is chosen at run time. Sanitizers do not support that. Elementwise loops have the same bits on all of them,
// since nothing is contracted (-ffp-contract=off).
#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define PLATEAU_VECTORIZED __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define PLATEAU_VECTORIZED
#endif
