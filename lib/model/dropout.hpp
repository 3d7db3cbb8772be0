#pragma once
#include <cstdint>
#include <span>

namespace plateau::model {

// Inverted dropout mask: 0 with probability `rate`, else 1/(1 - rate). A pure function of (seed, step, slot,
// unit), so that it depends neither on micro-batches nor on ranks. mask: [rows * units], row-major; row r has
// slot first_slot + r.
void dropout_mask(std::uint64_t seed, std::uint64_t step, std::uint64_t first_slot, std::size_t units,
                  double rate, std::span<float> mask);

}  // namespace plateau::model
