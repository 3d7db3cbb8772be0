#include <catch2/catch.hpp>
#include <cmath>

#include "c4_tables.hpp"
#include "plateau/scaling/fit.hpp"
#include "plateau/scaling/profile.hpp"

using namespace plateau::scaling;
using plateau::testing::c4_tables;
using plateau::testing::observations;

TEST_CASE("the hyperbola reproduces the published fits of the five C4 tables") {
  for (const auto& table : c4_tables) {
    CAPTURE(table.model);
    const auto fit = fit_form(Form::hyperbola, observations(table));
    const double smin = std::exp2(fit.curve.level), b = smin * std::exp2(fit.curve.knee);
    CHECK(smin == Approx(table.a).epsilon(1e-4));
    CHECK(b == Approx(table.b).epsilon(1e-4));
  }
}

TEST_CASE("residuals of the four forms on the five C4 tables") {
  for (const auto& table : c4_tables) {
    CAPTURE(table.model);
    const FitOptions plain{std::nullopt};
    const auto data = observations(table);
    CHECK(fit_form(Form::hinge, data, plain).rmse_log2 == Approx(table.rmse_hinge).margin(.002));
    CHECK(fit_form(Form::hyperbola, data, plain).rmse_log2 == Approx(table.rmse_hyperbola).margin(.002));
    const auto smooth = fit_form(Form::smooth_max, data, plain);
    CHECK(smooth.rmse_log2 == Approx(table.rmse_smooth_max).margin(.002));
    CHECK(1 / smooth.curve.softness == Approx(table.sharpness).margin(.02));
    CHECK(fit_form(Form::three_piece, data, plain).rmse_log2 == Approx(table.rmse_three_piece).margin(.002));
  }
}

TEST_CASE("profile intervals of the C4 85M table agree with an independent brute force") {
  const Likelihood likelihood(observations(c4_tables[0]));
  const Profile profile(likelihood, Form::smooth_max);
  CHECK(1 / profile.best().softness == Approx(1.243).margin(.0005));
  // 4.5 ln(1 + t^2/6) with t = 2.446912 is 3.11443; the reference gives 3.1146
  CHECK(profile.threshold() == Approx(3.1146).margin(2e-4));
  Thresholds thresholds;
  thresholds.plateau_excess = 0.10;
  const auto check = [](const LogInterval& interval, double value, double low, double high, double octaves) {
    CHECK(interval.estimate == Approx(std::log2(value)).margin(octaves));
    CHECK(interval.low == Approx(std::log2(low)).margin(octaves));
    CHECK(interval.high == Approx(std::log2(high)).margin(octaves));
  };
  // .001 octave, and half a unit of the last digit that the reference gives
  check(profile.interval(Quantity::maximum_useful_batch_size, thresholds), 1942, 1673, 2310, .0015);
  check(profile.interval(Quantity::critical_batch_size, thresholds), 2075, 1851, 2353, .0015);
  check(profile.interval(Quantity::plateau_start, thresholds), 11009, 5897, 23744, .0015);
  check(profile.steps_min(), 1450.6, 1252, 1634, .0015);
}
