#pragma once
// One coordinate of a low-discrepancy point, a pure function of (seed, dimension, index).

#include <cstddef>
#include <cstdint>

namespace plateau::search {

// Sobol point (Joe and Kuo's direction numbers, as Boost.Random ships them) with Owen scrambling by hashing
// (Burley, "Practical hash-based Owen scrambling", JCGT 9(4), 2020), keyed by (seed, dimension). Up to 2^32
// points, 3667 dimensions.
double scrambled_sobol(std::uint64_t seed, std::size_t dimension, std::uint64_t index);

// Halton point in the dimension's prime base (2, 3, 5, 7, ...: small bases, since large ones make short
// sequences a lattice) with random digit permutations and a random shift modulo 1, both keyed by (seed,
// dimension).
double scrambled_halton(std::uint64_t seed, std::size_t dimension, std::uint64_t index);

}  // namespace plateau::search
