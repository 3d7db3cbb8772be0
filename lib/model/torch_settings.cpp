#include "plateau/model/torch_settings.hpp"

#include <ATen/Context.h>
#include <ATen/Parallel.h>
#include <dlfcn.h>
#include <malloc.h>

namespace plateau::model {
namespace {

// LibTorch's setting does not reach an OpenBLAS with threads of its own.
void set_openblas_threads(int threads) {
  using Setter = void (*)(int);
  if (const auto setter = reinterpret_cast<Setter>(::dlsym(RTLD_DEFAULT, "openblas_set_num_threads")))
    setter(threads);
}

// Temporary tensors above the thresholds would be mapped and unmapped at each step (page faults).
void keep_freed_memory() {
  ::mallopt(M_MMAP_THRESHOLD, 1 << 30);
  ::mallopt(M_TRIM_THRESHOLD, 1 << 30);
  ::mallopt(M_TOP_PAD, 16 << 20);
}

}  // namespace

void configure_torch() {
  at::set_num_threads(1);
  set_openblas_threads(1);
  at::globalContext().setFlushDenormal(true);
  at::globalContext().setDeterministicAlgorithms(true, false);
  keep_freed_memory();
}

}  // namespace plateau::model
