#include <catch2/catch.hpp>
#include <cmath>

#include "analysis/command_line.hpp"
#include "analysis/fit.hpp"
#include "analysis/load.hpp"
#include "analysis/outputs.hpp"
#include "plateau/base/error.hpp"
#include "plateau/base/file.hpp"
#include "plateau/scaling/verdict.hpp"
#include "synthetic_store.hpp"
#include "temporary_folder.hpp"

using namespace plateau;
using namespace plateau::analysis;
using plateau::testing::SyntheticStudy;
using plateau::testing::TemporaryFolder;

TEST_CASE("a store with a known curve gives that curve back, in fits.json") {
  const TemporaryFolder temporary;
  const SyntheticStudy truth;
  testing::write_store(temporary.path() / "ws/store", truth);
  const auto loaded = load({temporary.path() / "ws"});
  REQUIRE(loaded.workloads.size() == 1);
  CHECK(loaded.workloads[0].name == "digits/mlp/momentum");
  CHECK(loaded.workloads[0].target == "val/error < 0.1");
  const auto fits = fit_all(loaded.workloads);
  write_outputs(temporary.path() / "out", fits);
  const auto json = nlohmann::json::parse(read_file(temporary.path() / "out/fits.json"));
  CHECK(json.at("schema") == "plateau.fits/1");
  const auto& workload = json.at("workloads").at(0);
  CHECK(workload.at("statistic") == "best of k");
  CHECK(workload.at("points").size() == 10);
  CHECK(workload.at("points")[0].at("trials").get<int>() >= truth.wanted);
  CHECK(workload.at("verdict") == scaling::verdicts::three_regimes);
  const auto& useful = workload.at("regimes").at("maximum_useful_batch_size");
  const double expected = scaling::log2_quantity(scaling::Quantity::maximum_useful_batch_size,
                                                 truth.curve.knee, truth.curve.softness, {});
  CHECK(useful.at("bound") == "two-sided");
  CHECK(std::log2(useful.at("low").get<double>()) <= expected);
  CHECK(std::log2(useful.at("high").get<double>()) >= expected);
  CHECK(workload.at("fits").at("smooth_max").at("intervals").contains("steps_min"));
  CHECK(std::filesystem::exists(temporary.path() / "out/figures/digits_mlp_momentum-steps.svg"));
  CHECK(std::filesystem::exists(temporary.path() / "out/figures/digits_mlp_momentum-search-space.svg"));
}

TEST_CASE("the best trial of a study is the published steps to result") {
  const TemporaryFolder temporary;
  testing::write_store(temporary.path(), {});
  const auto fitted = fit(load({temporary.path()}).workloads.front());
  const auto& size = fitted.workload.sizes.front();
  double best = scaling::never;
  for (const auto& trial : size.trials)
    if (trial.outcome == Outcome::reached) best = std::min(best, trial.high);
  CHECK(*fitted.statistics.points.front().best == best);
}

TEST_CASE("a study whose wanted trials are not all there is pending, neither censored nor fitted") {
  const TemporaryFolder temporary;
  SyntheticStudy running;
  running.missing_at = 9;
  testing::write_store(temporary.path(), running);
  const auto fitted = fit(load({temporary.path()}).workloads.front());
  CHECK(fitted.statistics.pending == std::vector<double>{1024});
  CHECK(fitted.statistics.points.size() == 9);
  CHECK(std::any_of(fitted.evaluation.warnings.begin(), fitted.evaluation.warnings.end(),
                    [](const auto& warning) { return warning.code == "pending"; }));
}

TEST_CASE("confirmed runs at every size replace the search's statistic, at some sizes they do not") {
  const TemporaryFolder temporary;
  testing::write_store(temporary.path() / "store", {});
  SyntheticStudy confirm;
  confirm.wanted = 5;
  confirm.low_rate = .05, confirm.high_rate = .06, confirm.shift = 3;
  testing::write_store(temporary.path() / "confirm", confirm);
  const auto fitted = fit(load({temporary.path()}).workloads.front());
  CHECK(fitted.statistics.kind == "confirmed median");
  CHECK_FALSE(fitted.statistics.k);
  CHECK(*fitted.statistics.points[3].median > 2 * *fitted.statistics.points[3].best);
  std::filesystem::remove_all(temporary.path() / "confirm/digits/mlp/momentum/16");
  CHECK(fit(load({temporary.path()}).workloads.front()).statistics.kind == "best of k");
}

TEST_CASE("a search space that ends below the best learning rate limits the answer") {
  const TemporaryFolder temporary;
  SyntheticStudy narrow;
  narrow.high_rate = 0.15;
  testing::write_store(temporary.path(), narrow);
  CHECK(fit(load({temporary.path()}).workloads.front()).evaluation.verdict ==
        scaling::verdicts::search_limited);
}

TEST_CASE("a goal that no trial records, and a store without a goal") {
  const TemporaryFolder temporary;
  SyntheticStudy small;
  small.sizes = 1;
  testing::write_store(temporary.path(), small);
  LoadOptions options;
  options.goal = record::Goal{"test/error", .1, false};
  CHECK_THROWS_WITH(load({temporary.path()}, options),
                    Catch::Contains("test/error") && Catch::Contains("val/error"));
  const auto folder = temporary.path() / "digits/mlp/momentum/2";
  auto study = record::read_study(folder);
  study.extra.erase("goal");
  record::write_study(folder, study);
  CHECK_THROWS_WITH(load({temporary.path()}), Catch::Contains("--goal") && Catch::Contains("val/error"));
  CHECK_THROWS_AS(load({temporary.path() / "absent"}), Error);
}

TEST_CASE("command lines: what is wrong ends with 64") {
  using Arguments = std::vector<std::string>;
  for (const auto& wrong : {Arguments{},
                            {"fti"},
                            {"fit"},
                            {"fit", "a.csv", "--x", "0.5"},
                            {"fit", "a.csv", "--goal", "error"},
                            {"fit", "a.csv", "--format", "xml"},
                            {"fit", "a.csv", "--rows", "some"},
                            {"report", "store"},
                            {"fit", "a.csv", "--nonsense"},
                            {"report", "store", "--out", "x", "--json"}})
    try {
      parse_command_line(wrong);
      FAIL("was accepted");
    } catch (const Error& error) {
      CHECK(error.code() == ExitCode::usage);
    }
  const auto line =
      parse_command_line({"fit", "a.csv", "b", "--x", "0.1", "--goal", "val/error<0.03", "--json"});
  CHECK(line.inputs.size() == 2);
  CHECK(line.fit.evaluate.thresholds.saving == 0.1);
  CHECK(line.load.goal->metric == "val/error");
  CHECK(line.json);
  CHECK(parse_command_line({"fit", "--help"}).command == CommandLine::Command::help);
}
