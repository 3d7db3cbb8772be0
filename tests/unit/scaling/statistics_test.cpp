#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>

#include "plateau/base/error.hpp"
#include "plateau/scaling/best_of_k.hpp"
#include "plateau/scaling/normal.hpp"
#include "plateau/scaling/steps_to_result.hpp"

using namespace plateau;
using namespace plateau::scaling;
using record::Status;

namespace {

TrialCurve trial(long long id, Status status, std::vector<long long> steps, std::vector<double> errors) {
  TrialCurve curve;
  curve.trial.id = id;
  curve.trial.status = status;
  curve.trial.steps = steps.back();
  curve.measurements.metrics = {"val/error"};
  curve.measurements.steps = std::move(steps);
  curve.measurements.values = {std::move(errors)};
  return curve;
}

const record::Goal goal{"val/error", 0.3, false};

// Every subset of k of the times, weighted equally: the definition of the best of k.
double quantile_by_enumeration(const std::vector<double>& times, std::size_t k, double probability) {
  std::vector<double> bests;
  std::vector<bool> chosen(times.size(), false);
  std::fill(chosen.begin(), chosen.begin() + static_cast<std::ptrdiff_t>(k), true);
  do {
    double best = never;
    for (std::size_t i = 0; i < times.size(); ++i)
      if (chosen[i]) best = std::min(best, times[i]);
    bests.push_back(best);
  } while (std::prev_permutation(chosen.begin(), chosen.end()));
  std::sort(bests.begin(), bests.end());
  const auto need =
      static_cast<std::size_t>(std::ceil(probability * static_cast<double>(bests.size()) - 1e-9));
  return bests[need - 1];
}

}  // namespace

TEST_CASE("steps to result: strict goal, first row by (step, trial), COMPLETE trials only") {
  const std::vector<TrialCurve> curves = {
      trial(3, Status::complete, {10, 20, 30}, {.5, .3, .2}),  // .3 is not below .3
      trial(1, Status::complete, {10, 25, 40}, {.5, .29, .1}),
      trial(2, Status::incomplete, {10}, {.1}),
      trial(0, Status::infeasible, {5}, {.1}),
      trial(4, Status::complete, {25}, {.1}),
  };
  const auto result = steps_to_result(curves, goal, 8);
  REQUIRE(result);
  CHECK(result->steps == 25);
  CHECK(result->trial == 1);  // not trial 4: the lower id wins a tie
  CHECK(steps_to_result(curves, goal, 8, 1)->trial == 1);
  CHECK_THROWS_AS(steps_to_result(curves, goal, 8, 4), Error);
  CHECK_FALSE(steps_to_result(curves, goal, 8, 0, {24.0, {}}));
  CHECK(steps_to_result(curves, goal, 8, 0, {{}, 200.0})->steps == 25);
  CHECK_FALSE(steps_to_result(curves, goal, 8, 0, {{}, 199.0}));
  CHECK(steps_to_result(curves, {"val/error", 0.4, true}, 8)->steps == 10);
}

TEST_CASE("a metric that a trial does not record is an error that names it") {
  const std::vector<TrialCurve> curves = {trial(0, Status::complete, {1}, {.1})};
  CHECK_THROWS_WITH(steps_to_result(curves, {"test/error", .3, false}, 1),
                    Catch::Contains("test/error") && Catch::Contains("val/error"));
}

TEST_CASE("steps of one trial: interval, censoring, divergence") {
  const auto hit = trial_steps(trial(0, Status::complete, {10, 20, 30}, {.5, .3, .2}), goal, 4);
  CHECK((hit->outcome == Outcome::reached && hit->low == 20 && hit->high == 30));
  const auto first = trial_steps(trial(0, Status::complete, {10, 20}, {.1, .1}), goal, 4);
  CHECK((first->low == 0 && first->high == 10));
  const auto missed = trial_steps(trial(0, Status::complete, {10, 20}, {.5, std::nan("")}), goal, 4);
  CHECK((missed->outcome == Outcome::censored && missed->low == 20 && missed->high == never));
  CHECK(trial_steps(trial(0, Status::complete, {10, 20, 30}, {.5, .4, .2}), goal, 4, {22.0, {}})->low == 20);
  CHECK(trial_steps(trial(0, Status::infeasible, {10}, {.1}), goal, 4)->high == never);
  CHECK_FALSE(trial_steps(trial(0, Status::incomplete, {10}, {.1}), goal, 4));
}

TEST_CASE("best of k by counting equals the enumeration of all subsets") {
  const std::vector<double> times = {40, 10, never, 20, 20, never, 80, 15};
  for (std::size_t k = 1; k <= times.size(); ++k)
    for (const double p : {0.025, 0.25, 0.5, 0.8, 0.975}) {
      CAPTURE(k, p);
      CHECK(best_of_k_quantile(times, k, p) == quantile_by_enumeration(times, k, p));
    }
  CHECK(common_k({100, 7, 50}) == 3);
  CHECK(common_k({1, 9}) == 1);
}

TEST_CASE("medians and their distribution-free interval") {
  CHECK(median({3, 1, 2}) == 2);
  CHECK(median({4, 1, 2, 3}) == 2.5);
  CHECK(median({1, never, never}) == never);
  std::vector<double> values(10);
  std::iota(values.begin(), values.end(), 1.0);
  const auto interval = median_interval(values, 0.95);  // binomial(10, 1/2): order statistics 2 and 9, 97.9 %
  CHECK((interval.low == 2 && interval.high == 9));
  CHECK(std::isinf(median_interval({1, 2, 3, 4, 5}, 0.95).high));
}

TEST_CASE("log normal probabilities in the tails") {
  CHECK(log_normal_cdf(0) == Approx(std::log(.5)));
  CHECK(log_normal_cdf(-40) == Approx(-804.608442013754).epsilon(1e-12));  // scipy.stats.norm.logcdf
  CHECK(log_normal_cdf(-24.999999) == Approx(log_normal_cdf(-25.000001)).epsilon(1e-6));
  CHECK(log_normal_between(30, 31) == Approx(log_normal_between(-31, -30)));
  CHECK(log_normal_between(-1, 1) == Approx(std::log(std::erf(1 / std::sqrt(2.0)))));
  CHECK(log_normal_between(.5, .5 + 2e-5) ==
        Approx(log_normal_density(.50001) + std::log(2e-5)).epsilon(1e-8));
}
