#pragma once
#include <span>

namespace plateau::comm {

// One rounding an element, the same bits on every instruction set.
void add_to(std::span<float> a, std::span<const float> b);  // a[i] = a[i] + b[i]
// out[i] = a[i] + b[i]; out may be a or b, else the three do not overlap.
void sum_of(std::span<const float> a, std::span<const float> b, std::span<float> out);

}  // namespace plateau::comm
