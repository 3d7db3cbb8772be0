#include <catch2/catch.hpp>
#include <cmath>

#include "plateau/scaling/curve.hpp"

using namespace plateau::scaling;

namespace {

// The definitions of the quantities, checked on the curve itself (a: sharpness).
void check_definitions(double softness) {
  CAPTURE(softness);
  const Curve curve{Form::smooth_max, 7.0, 5.0, softness};
  const Thresholds t{0.25, 0.2, 0.2, 1.0};
  const auto batch = [&](Quantity q) { return std::exp2(log2_quantity(q, curve.knee, softness, t)); };
  const double limit = std::exp2(7.0 + 5.0);  // of S B at small batches
  const double useful = batch(Quantity::maximum_useful_batch_size);
  CHECK(curve.steps(2 * useful) / curve.steps(useful) == Approx(0.75).epsilon(1e-9));
  const double perfect = batch(Quantity::perfect_scaling_end);
  CHECK(curve.steps(perfect) * perfect == Approx(1.2 * limit).epsilon(1e-9));
  CHECK(curve.steps(batch(Quantity::plateau_start)) == Approx(1.2 * std::exp2(7.0)).epsilon(1e-9));
  const double half = batch(Quantity::half_efficiency);
  CHECK(curve.steps(half) * half == Approx(2 * limit).epsilon(1e-9));
  const double critical = batch(Quantity::critical_batch_size_20);
  CHECK(curve.steps(critical) * critical == Approx(1.2 * curve.steps(2) * 2).epsilon(1e-9));
}

}  // namespace

TEST_CASE("regimes in closed form meet their definitions on the curve") {
  for (const double softness : {0.05, 0.3, 1 / 1.243, 1.0, 2.0}) check_definitions(softness);
}

TEST_CASE("the hyperbola's quantities are the published ones") {
  Thresholds t;
  for (const auto& [saving, factor] : {std::pair{.25, 1.0}, {.10, 4.0}, {.05, 9.0}}) {
    t.saving = saving;
    CHECK(log2_quantity(Quantity::maximum_useful_batch_size, 3, 1, t) == Approx(3 + std::log2(factor)));
  }
  t.smallest = 8;  // B* = 1.2 Bmin + 0.2 B0 (arXiv 2410.21676)
  CHECK(std::exp2(log2_quantity(Quantity::critical_batch_size_20, 11, 1, t)) ==
        Approx(1.2 * 256 + 0.2 * 2048));
}

TEST_CASE("a quantity and its knee are inverse, also at the hinge") {
  const Thresholds t{0.25, 0.2, 0.1, 2.0};
  for (int i = 0; i <= static_cast<int>(Quantity::critical_batch_size_20); ++i)
    for (const double s : {0.0, 0.0015, 0.02, 0.5, 1.0, 2.0}) {
      CAPTURE(i, s);
      const auto q = static_cast<Quantity>(i);
      CHECK(knee_for(q, log2_quantity(q, 6.5, s, t), s, t) == Approx(6.5).epsilon(1e-8));
    }
}
