#include "plateau/search/sequences.hpp"

#include <boost/random/sobol.hpp>

#include <array>
#include <cmath>
#include <mutex>
#include <vector>

#include "plateau/base/error.hpp"
#include "plateau/base/random.hpp"

namespace plateau::search {
namespace {

using Directions = std::array<std::uint32_t, 32>;

// Boost's engine is sequential; its values at the points 2^j (in Gray code order: point 2^j - 1 to 2^j flips
// direction j) give the direction numbers, from which any point follows at once.
std::vector<Directions> read_directions(std::size_t dimensions) {
  std::vector<Directions> table(dimensions);
  for (unsigned j = 0; j < 32; ++j) {
    boost::random::sobol_engine<std::uint32_t, 32> engine(dimensions);
    // Boost leaves out the point zero: its point n is x(n + 1), and x(2^j) = x(2^j - 1) xor v_j.
    const auto point = [&](std::uint64_t n) {
      std::vector<std::uint32_t> x(dimensions, 0);
      if (n == 0) return x;
      engine.seed(n - 1);
      for (auto& value : x) value = engine();
      return x;
    };
    const auto before = point((std::uint64_t{1} << j) - 1), at = point(std::uint64_t{1} << j);
    for (std::size_t d = 0; d < dimensions; ++d) table[d][j] = before[d] ^ at[d];
  }
  return table;
}

const Directions& directions(std::size_t dimension) {
  constexpr std::size_t ahead = 32;
  static std::mutex mutex;
  static std::vector<Directions> table;
  const std::scoped_lock lock(mutex);
  if (dimension >= 3667) throw Error(ExitCode::configuration, "a Sobol sequence has at most 3667 dimensions");
  if (table.size() <= dimension) table = read_directions(dimension + ahead);
  return table[dimension];
}

std::uint32_t sobol_bits(const Directions& v, std::uint64_t index) {
  std::uint64_t gray = index ^ (index >> 1);
  std::uint32_t x = 0;
  for (unsigned j = 0; gray != 0; ++j, gray >>= 1)
    if (gray & 1) x ^= v[j];
  return x;
}

std::uint32_t reverse_bits(std::uint32_t x) {
  x = (x << 16) | (x >> 16);
  x = ((x & 0x00ff00ff) << 8) | ((x & 0xff00ff00) >> 8);
  x = ((x & 0x0f0f0f0f) << 4) | ((x & 0xf0f0f0f0) >> 4);
  x = ((x & 0x33333333) << 2) | ((x & 0xcccccccc) >> 2);
  return ((x & 0x55555555) << 1) | ((x & 0xaaaaaaaa) >> 1);
}

// Laine-Karras permutation in the form of Burley 2020, listing 2: a bit changes only by lower ones.
std::uint32_t owen_scramble(std::uint32_t x, std::uint32_t seed) {
  x = reverse_bits(x);
  x += seed;
  x ^= x * 0x6c50b47cU;
  x ^= x * 0xb82f1e52U;
  x ^= x * 0xc7afe638U;
  x ^= x * 0x8d22f6e6U;
  return reverse_bits(x);
}

unsigned prime(std::size_t dimension) {
  unsigned candidate = 2;
  for (std::size_t found = 0;; ++candidate) {
    bool composite = false;
    for (unsigned d = 2; d * d <= candidate && !composite; ++d) composite = candidate % d == 0;
    if (!composite && found++ == dimension) return candidate;
  }
}

}  // namespace

double scrambled_sobol(std::uint64_t seed, std::size_t dimension, std::uint64_t index) {
  const auto bits = sobol_bits(directions(dimension), index);
  return owen_scramble(bits, static_cast<std::uint32_t>(mix(seed, 0x50b01, dimension))) * 0x1p-32;
}

double scrambled_halton(std::uint64_t seed, std::size_t dimension, std::uint64_t index) {
  const unsigned base = prime(dimension);
  double value = 0, scale = 1.0 / base;
  for (std::uint64_t place = 0; scale > 1e-15; ++place, index /= base, scale /= base) {
    const Permutation permutation(base, mix(seed, 0x4a1707, dimension), place);
    value += static_cast<double>(permutation(index % base)) * scale;
  }
  const double shifted = value + RandomStream(seed, mix(0x5417, dimension)).uniform(0);
  return shifted - std::floor(shifted);
}

}  // namespace plateau::search
