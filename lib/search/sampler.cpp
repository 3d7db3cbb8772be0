#include "plateau/search/sampler.hpp"

#include <algorithm>

#include "plateau/base/random.hpp"
#include "plateau/search/sequences.hpp"

namespace plateau::search {
namespace {

double coordinate(Method method, std::uint64_t seed, std::size_t dimension, std::uint64_t index) {
  if (method == Method::sobol) return scrambled_sobol(seed, dimension, index);
  if (method == Method::halton) return scrambled_halton(seed, dimension, index);
  return RandomStream(seed, mix(0x041f, dimension)).uniform(index);
}

// Levels of a dimension: no more than it has values.
std::uint64_t levels(const Dimension& d, std::size_t points) {
  if (d.type == Type::discrete) return d.feasible_points.size();
  if (d.type != Type::integer) return points;
  return std::min<std::uint64_t>(points, static_cast<std::uint64_t>(d.max - d.min) + 1);
}

std::optional<std::map<std::string, double>> grid_point(const Space& space, std::uint64_t index,
                                                        std::size_t points) {
  std::map<std::string, double> out;
  for (const auto& d : space.dimensions) {
    const std::uint64_t n = levels(d, points);
    out[d.name] = map(d, (static_cast<double>(index % n) + 0.5) / static_cast<double>(n));
    index /= n;
  }
  return index == 0 ? std::optional(out) : std::nullopt;
}

}  // namespace

std::uint64_t grid_size(const Space& space, std::size_t points) {
  constexpr std::uint64_t most = 1'000'000'000'000'000'000;
  std::uint64_t size = 1;
  for (const auto& d : space.dimensions) {
    const std::uint64_t n = levels(d, points);
    size = size > most / n ? most : size * n;
  }
  return size;
}

std::optional<std::map<std::string, double>> sample(const Space& space, Method method, std::uint64_t seed,
                                                    std::uint64_t index, std::size_t points) {
  if (method == Method::grid) return grid_point(space, index, points);
  std::map<std::string, double> out;
  for (std::size_t i = 0; i < space.dimensions.size(); ++i)
    out[space.dimensions[i].name] = map(space.dimensions[i], coordinate(method, seed, i, index));
  return out;
}

}  // namespace plateau::search
