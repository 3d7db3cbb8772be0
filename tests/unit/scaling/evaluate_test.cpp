#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "c4_tables.hpp"
#include "plateau/base/error.hpp"
#include "plateau/base/random.hpp"
#include "plateau/scaling/bootstrap.hpp"
#include "plateau/scaling/evaluate.hpp"
#include "plateau/scaling/verdict.hpp"

using namespace plateau;
using namespace plateau::scaling;
using plateau::testing::c4_tables;

namespace {

struct Truth {
  Curve curve;
  double sigma = 0.05;
  int first = 2, sizes = 12, trials = 1;  // batch sizes 2^first ...
};

std::vector<SizeData> simulate(const Truth& truth, std::uint64_t seed) {
  const RandomStream random(77, seed);
  std::vector<SizeData> out;
  for (int i = 0; i < truth.sizes; ++i) {
    SizeData size;
    size.batch_size = std::exp2(truth.first + i);
    std::vector<double> steps;
    for (int j = 0; j < truth.trials; ++j) {
      const double noise = truth.sigma * random.normal(static_cast<std::uint64_t>(i * truth.trials + j));
      steps.push_back(std::exp2(truth.curve.log2_steps(truth.first + i) + noise));
      size.observations.push_back(Observation::exact(size.batch_size, steps.back()));
    }
    std::nth_element(steps.begin(), steps.begin() + truth.trials / 2, steps.end());
    size.statistic = steps[static_cast<std::size_t>(truth.trials / 2)];
    out.push_back(size);
  }
  return out;
}

Curve smooth(double level, double knee, double softness) { return {Form::smooth_max, level, knee, softness}; }

std::vector<SizeData> from_table(const plateau::testing::C4Table& table, double batch_scale = 1,
                                 double step_scale = 1) {
  std::vector<SizeData> out;
  for (const auto& o : plateau::testing::observations(table)) {
    SizeData size;
    size.batch_size = o.batch_size * batch_scale;
    size.statistic = o.high * step_scale;
    size.observations = {Observation::exact(size.batch_size, size.statistic)};
    out.push_back(size);
  }
  return out;
}

void fail_at(SizeData& size, std::optional<double> budget) {
  size.statistic = never;
  size.failed_at = budget;
  size.observations.clear();
  if (budget) size.observations = {Observation::beyond(size.batch_size, *budget)};
}

}  // namespace

TEST_CASE("regimes scale with the units of batch size and steps, and ignore the order of sizes") {
  const auto base = evaluate(from_table(c4_tables[0]));
  auto scaled_sizes = from_table(c4_tables[0], 3.7, 0.01);
  std::reverse(scaled_sizes.begin(), scaled_sizes.end());
  const auto scaled = evaluate(scaled_sizes);
  CHECK(scaled.verdict == base.verdict);
  for (std::size_t i = 0; i < base.regimes.size(); ++i) {
    const auto &a = base.regimes[i], &b = scaled.regimes[i];
    CAPTURE(a.name);
    REQUIRE(a.bound == b.bound);
    // ends are located to 1e-4 octave; twice that, in units of 1
    if (a.low) CHECK(*b.low == Approx(3.7 * *a.low).epsilon(2e-4));
    if (a.high) CHECK(*b.high == Approx(3.7 * *a.high).epsilon(2e-4));
    if (a.value) CHECK(*b.value == Approx(3.7 * *a.value).epsilon(2e-4));
  }
  auto reversed_sizes = from_table(c4_tables[0]);
  std::reverse(reversed_sizes.begin(), reversed_sizes.end());
  CHECK(evaluate(reversed_sizes).regimes[0].low == base.regimes[0].low);
}

TEST_CASE("the C4 85M table has three regimes and a two-sided answer") {
  const auto result = evaluate(from_table(c4_tables[0]));
  const auto* useful = find(result.regimes, "maximum_useful_batch_size");
  CHECK(useful->bound == Bound::two_sided);
  CHECK(*useful->value == Approx(1942).epsilon(1e-3));
  CHECK(result.verdict == verdicts::three_regimes);
  CHECK(result.regimes.size() == 6);
  CHECK(result.fits.size() == 4);
}

TEST_CASE("verdicts of known truths") {
  const Truth three{smooth(8, 7, .3)};
  CHECK(evaluate(simulate(three, 1)).verdict == verdicts::three_regimes);
  CHECK(evaluate(simulate({smooth(8, 13, .3), .05, 2, 10, 1}, 2)).verdict == verdicts::no_plateau);
  CHECK(evaluate(simulate({smooth(8, 3, .3), .03, 3, 9, 1}, 3)).verdict == verdicts::no_perfect);
  CHECK(evaluate(simulate({smooth(8, -2, .3), .05, 2, 10, 1}, 4)).verdict == verdicts::no_effect);
  CHECK(evaluate(simulate({smooth(8, 7, .3), .05, 2, 3, 1}, 5)).verdict == verdicts::not_enough_data);
  CHECK(evaluate({}).verdict == verdicts::not_enough_data);
}

TEST_CASE("perfect scaling over the whole range is no lack of an effect") {
  for (std::uint64_t seed = 0; seed < 5; ++seed)
    CHECK(evaluate(simulate({smooth(2, 25, .3), .05, 2, 8, 5}, seed)).verdict == verdicts::no_plateau);
}

TEST_CASE("larger batches that fail, or need more steps") {
  auto sizes = simulate({smooth(8, 7, .3)}, 6);
  for (std::size_t i = 9; i < sizes.size(); ++i) fail_at(sizes[i], std::nullopt);
  CHECK(evaluate(sizes).verdict == verdicts::larger_fail);
  for (std::size_t i = 9; i < sizes.size(); ++i) fail_at(sizes[i], 10 * sizes[8].statistic);
  CHECK(evaluate(sizes).verdict == verdicts::larger_fail);
  for (std::size_t i = 9; i < sizes.size(); ++i)
    fail_at(sizes[i], 0.5 * sizes[8].statistic);  // the budget was short
  CHECK(evaluate(sizes).verdict != verdicts::larger_fail);

  auto rising = simulate({smooth(8, 7, .3), .05, 2, 12, 3}, 7);
  for (std::size_t i = 9; i < rising.size(); ++i) {
    const double factor = std::exp2(0.6 * static_cast<double>(i - 8));
    rising[i].statistic *= factor;
    for (auto& o : rising[i].observations) o.low = o.high = o.high * factor;
  }
  CHECK(evaluate(rising).verdict == verdicts::larger_slower);
}

TEST_CASE("a best learning rate at the end of its space at sizes that decide") {
  auto sizes = simulate({smooth(8, 7, .3)}, 8);
  for (auto& size : sizes) size.bracketing = Bracketing::inside;
  CHECK(evaluate(sizes).verdict == verdicts::three_regimes);
  sizes.front().bracketing = Bracketing::at_low_end;  // far from the knee
  CHECK(evaluate(sizes).verdict == verdicts::three_regimes);
  sizes[5].bracketing = Bracketing::at_high_end;  // 2^7, at the knee
  CHECK(evaluate(sizes).verdict == verdicts::search_limited);
}

TEST_CASE("censored sizes bound the curve and never make a plateau") {
  // Perfect scaling; the smallest sizes ran out of their budget.
  auto sizes = simulate({smooth(2, 30, .3), .05, 2, 10, 1}, 9);
  for (std::size_t i = 0; i < 3; ++i) fail_at(sizes[i], sizes[3].statistic * 1.5);
  const auto result = evaluate(sizes);
  CHECK(find(result.regimes, "plateau_start")->bound != Bound::two_sided);
  CHECK(result.verdict == verdicts::no_plateau);
}

TEST_CASE("interval-censored runs give the answer of exact ones within the width of their intervals") {
  auto sizes = simulate({smooth(8, 7, .5), .1, 2, 12, 3}, 10);
  const auto exact = evaluate(sizes);
  for (auto& size : sizes)
    for (auto& o : size.observations) o.low = o.high / 1.05, o.high *= 1.0;
  const auto interval = evaluate(sizes);
  const double width = std::log2(1.05);
  for (std::size_t i = 0; i < 5; ++i) {
    CAPTURE(exact.regimes[i].name);
    CHECK(std::abs(exact.regimes[i].log2_estimate - interval.regimes[i].log2_estimate) < width / 4);
  }
  // all steps lie half an interval lower
  CHECK(interval.fits[2].fit.curve.level ==
        Approx(exact.fits[2].fit.curve.level - width / 2).margin(width / 8));
}

TEST_CASE("sigma never falls below the scatter that rounding to evaluation intervals makes") {
  std::vector<Observation> data;
  const Curve curve = smooth(8, 6, .5);
  for (int i = 0; i < 9; ++i) {
    const double steps = curve.steps(std::exp2(2 + i));
    data.push_back(Observation::within(std::exp2(2 + i), steps / 1.02, steps * 1.03));
  }
  const double width = std::log2(1.02 * 1.03);
  CHECK(fit_form(Form::smooth_max, data).sigma == Approx(width / std::sqrt(12.0)));
  for (auto& o : data) o.low = o.high;
  CHECK(fit_form(Form::smooth_max, data).sigma < 2 * least_sigma);
}

TEST_CASE("profile intervals cover the truth of one cell") {
  // 9 sizes, sd .15, knee mid-grid, a = 1.5. 95 % nominal: with 300 sets the count of misses is binomial; its
  // 99.99 % upper quantile at 5 % is 31, and at least 2 misses are expected with that probability.
  const Truth truth{smooth(8, 6, 1 / 1.5), .15, 2, 9, 1};
  const double useful = log2_quantity(Quantity::maximum_useful_batch_size, 6, 1 / 1.5, Thresholds{});
  int misses = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    std::vector<Observation> data;
    for (const auto& size : simulate(truth, seed)) data.push_back(size.observations.front());
    const Likelihood likelihood(data);
    const auto interval = Profile(likelihood, Form::smooth_max).interval(Quantity::maximum_useful_batch_size);
    if (useful < interval.low || useful > interval.high) ++misses;
  }
  CAPTURE(misses);
  CHECK(misses <= 31);
  CHECK(misses >= 2);
}

TEST_CASE("a run two octaves off is reported as an outlier, a clean set has none") {
  auto sizes = simulate({smooth(8, 7, .3)}, 11);
  const auto has_outlier = [](const Evaluation& e) {
    return std::any_of(e.warnings.begin(), e.warnings.end(),
                       [](const Warning& w) { return w.code == "outlier"; });
  };
  CHECK_FALSE(has_outlier(evaluate(sizes)));
  sizes[4].statistic *= 4;
  sizes[4].observations = {Observation::exact(sizes[4].batch_size, sizes[4].statistic)};
  CHECK(has_outlier(evaluate(sizes)));
}

TEST_CASE("bootstrap replicates are pure in (seed, index) and agree with the profile in scale") {
  const auto sizes = from_table(c4_tables[0]);
  const Bootstrap bootstrap(sizes);
  std::vector<std::vector<double>> all;
  for (std::uint64_t i = 0; i < 200; ++i) all.push_back(bootstrap.replicate(5, i));
  CHECK(Bootstrap(sizes).replicate(5, 137) == all[137]);
  CHECK(bootstrap.replicate(6, 137) != all[137]);
  const auto intervals = summarize(all);
  const auto useful = intervals.at("maximum_useful_batch_size");
  CHECK(useful.low < 1942);
  CHECK(useful.high > 1942);
  // The profile's interval is .466 octave wide; percentile intervals of so few points are known to be
  // narrower.
  CHECK(std::log2(useful.high / useful.low) == Approx(.4).margin(.2));
  auto reversed = all;
  std::reverse(reversed.begin(), reversed.end());
  CHECK(summarize(reversed).at("steps_min").low == intervals.at("steps_min").low);
}

TEST_CASE("thresholds outside their range are refused") {
  EvaluateOptions options;
  options.thresholds.saving = 0.5;
  CHECK_THROWS_AS(evaluate(from_table(c4_tables[0]), options), Error);
}
