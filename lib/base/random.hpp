#pragma once
// Counter-based random numbers: every number is a pure function of (seed, stream, counter), so that results
// do not depend on who computes them, in which order, or on how many ranks.

#include <array>
#include <cstdint>

namespace plateau {

// Philox4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011).
std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key);

// Well mixed 64 bits of several values (SplitMix64 finaliser): derives seeds and streams.
std::uint64_t mix(std::uint64_t a, std::uint64_t b);
template <typename... More>
std::uint64_t mix(std::uint64_t a, std::uint64_t b, More... more) {
  return mix(mix(a, b), static_cast<std::uint64_t>(more)...);
}

class RandomStream {
 public:
  RandomStream(std::uint64_t seed, std::uint64_t stream) : seed_(seed), stream_(stream) {}
  std::uint64_t bits(std::uint64_t counter) const;
  double uniform(std::uint64_t counter) const;  // in (0, 1), 53 bits
  double normal(std::uint64_t counter) const;   // standard normal (Box-Muller, one of the pair)

 private:
  std::uint64_t seed_, stream_;
};

// A pseudo-random permutation of [0, size): Feistel network over the next even power of two with cycle
// walking. operator() costs O(1) and needs no table.
class Permutation {
 public:
  Permutation(std::uint64_t size, std::uint64_t seed, std::uint64_t stream);
  std::uint64_t operator()(std::uint64_t position) const;  // position < size

 private:
  std::uint64_t encrypt(std::uint64_t value) const;
  std::uint64_t size_, seed_, stream_;
  unsigned half_bits_;
};

}  // namespace plateau
