#include <catch2/catch.hpp>
#include <cmath>
#include <set>
#include <vector>

#include "plateau/search/sampler.hpp"
#include "plateau/search/sequences.hpp"

using namespace plateau::search;

namespace {

Dimension real(Scale scale, double min, double max) { return {"x", Type::real, scale, min, max, {}}; }

}  // namespace

TEST_CASE("2^m scrambled Sobol points fill 2^m cells once, in every dimension and from every aligned start") {
  for (std::size_t dimension : {0, 1, 2, 5, 40})
    for (unsigned m : {1, 4, 7, 10})
      for (std::uint64_t start : {std::uint64_t{0}, std::uint64_t{3} << m}) {
        std::set<long> cells;
        for (std::uint64_t i = 0; i < (1U << m); ++i)
          cells.insert(static_cast<long>(scrambled_sobol(7, dimension, start + i) * (1U << m)));
        CHECK(cells.size() == (1U << m));
      }
}

TEST_CASE("the first two Sobol dimensions are a (0, m, 2)-net") {
  const unsigned m = 6;
  for (unsigned a = 0; a <= m; ++a) {
    std::set<std::pair<long, long>> cells;
    for (std::uint64_t i = 0; i < (1U << m); ++i)
      cells.emplace(static_cast<long>(scrambled_sobol(3, 0, i) * (1U << a)),
                    static_cast<long>(scrambled_sobol(3, 1, i) * (1U << (m - a))));
    CHECK(cells.size() == (1U << m));
  }
}

TEST_CASE("scrambling depends on the seed and the point only on (seed, index)") {
  CHECK(scrambled_sobol(1, 0, 5) != scrambled_sobol(2, 0, 5));
  CHECK(scrambled_sobol(1, 0, 5) == scrambled_sobol(1, 0, 5));
  CHECK(scrambled_sobol(1, 0, 5) != scrambled_sobol(1, 1, 5));
}

TEST_CASE("b^m Halton points fill b^m cells once, up to the random shift") {
  for (const auto& [dimension, cells_wanted] :
       {std::pair<std::size_t, std::uint64_t>{0, 64}, {1, 81}, {2, 125}}) {
    // A shift modulo 1 moves cell borders by one common amount, so distances between sorted points stay
    // multiples.
    std::set<double> points;
    for (std::uint64_t i = 0; i < cells_wanted; ++i) points.insert(scrambled_halton(5, dimension, i));
    double previous = *points.rbegin() - 1;
    for (const double x : points) {
      CHECK(std::abs((x - previous) * static_cast<double>(cells_wanted) - 1) <
            1);  // each cell's point lies within it
      previous = x;
    }
    CHECK(points.size() == cells_wanted);
  }
}

TEST_CASE("scales map the unit interval") {
  CHECK(map(real(Scale::linear, 2, 4), 0.5) == 3);
  CHECK(map(real(Scale::log, 1e-4, 1), 0.5) == Approx(1e-2));
  CHECK(map(real(Scale::reverse_log, 0.9, 0.9999), 0.0) == Approx(0.9));
  CHECK(map(real(Scale::reverse_log, 0.9, 0.9999), 1.0) == Approx(0.9999));
  CHECK(1 - map(real(Scale::reverse_log, 0.9, 0.9999), 1.0 / 3) == Approx(1e-2));
}

TEST_CASE("integers are equally likely, ends included") {
  const Dimension d{"n", Type::integer, Scale::linear, 3, 7, {}};
  std::map<double, int> counts;
  for (int i = 0; i < 1000; ++i) ++counts[map(d, (i + 0.5) / 1000)];
  REQUIRE(counts.size() == 5);
  for (const auto& [value, count] : counts) CHECK(count == 200);
}

TEST_CASE("discrete values and grids are exhausted") {
  const Space space{
      {{"a", Type::discrete, Scale::linear, 0, 0, {0, 0.1}}, {"b", Type::real, Scale::linear, 0, 3, {}}}};
  std::set<std::pair<double, double>> seen;
  for (std::uint64_t i = 0; i < 6; ++i) {
    const auto point = sample(space, Method::grid, 1, i, 3);
    REQUIRE(point.has_value());
    seen.emplace(point->at("a"), point->at("b"));
  }
  CHECK(seen.size() == 6);
  CHECK(seen.contains({0.1, 2.5}));
  CHECK_FALSE(sample(space, Method::grid, 1, 6, 3).has_value());
}

TEST_CASE("faults of dimensions are found") {
  CHECK_FALSE(fault(real(Scale::log, 1e-3, 1)).has_value());
  CHECK(fault(real(Scale::log, 0, 1))->find("log scale cannot include 0") != std::string::npos);
  CHECK(fault(real(Scale::reverse_log, 0.9, 1)).has_value());
  CHECK(fault(real(Scale::linear, 2, 1)).has_value());
  CHECK(fault(real(Scale::linear, 1, 1)).has_value());
  CHECK(fault({"n", Type::integer, Scale::linear, 0.5, 3, {}}).has_value());
  CHECK(fault({"d", Type::discrete, Scale::linear, 0, 0, {}}).has_value());
  CHECK(fault({"d", Type::discrete, Scale::linear, 0, 0, {1, 1}}).has_value());
}

TEST_CASE("spaces are written and read in the archive's form") {
  const Space space{{{"learning_rate", Type::real, Scale::log, 1e-4, 10, {}},
                     {"label_smoothing", Type::discrete, Scale::linear, 0, 0, {0, 0.01}}}};
  const auto json = to_json(space);
  CHECK(json["learning_rate"]["scale"] == "LOG_SCALE");
  CHECK(json["label_smoothing"]["feasible_points"].size() == 2);
  CHECK(to_json(space_from_json(json)) == json);
}

TEST_CASE("a grid visits each integer once, however many points are asked for") {
  const Space space{{{"n", Type::integer, Scale::linear, 1, 3, {}}}};
  CHECK(grid_size(space, 5) == 3);
  std::set<double> seen;
  for (std::uint64_t i = 0; i < 3; ++i) seen.insert(sample(space, Method::grid, 1, i, 5)->at("n"));
  CHECK(seen == std::set<double>{1, 2, 3});
  CHECK_FALSE(sample(space, Method::grid, 1, 3, 5).has_value());
}
