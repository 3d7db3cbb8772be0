#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "plateau/search/space.hpp"

namespace plateau::search {

enum class Method { sobol, halton, uniform, grid };

// Point `index` of the search, a pure function of the arguments. Grid: full factorial, `points` values a
// dimension at the middles of equal parts of its scale (discrete dimensions: all their values); the first
// dimension varies fastest; nothing past its end.
std::optional<std::map<std::string, double>> sample(const Space& space, Method method, std::uint64_t seed,
                                                    std::uint64_t index, std::size_t points);

// Number of points of the full factorial grid, at most 10^18.
std::uint64_t grid_size(const Space& space, std::size_t points);

}  // namespace plateau::search
