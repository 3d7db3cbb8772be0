#pragma once
#include <span>

namespace plateau::comm {

// a[i] = a[i] + b[i]; one rounding each, the same bits on every instruction set.
void add_to(std::span<float> a, std::span<const float> b);

}  // namespace plateau::comm
