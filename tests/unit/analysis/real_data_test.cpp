// Published measurements, where PLATEAU_TEST_DATA names their folder.
#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>

#include "analysis/answer.hpp"
#include "analysis/fit.hpp"
#include "analysis/load.hpp"
#include "plateau/scaling/verdict.hpp"

using namespace plateau;
using namespace plateau::analysis;

namespace {

const std::filesystem::path folder = std::filesystem::path(PLATEAU_TEST_DATA) / "scaling";

bool is_absent() {
  if (!std::string(PLATEAU_TEST_DATA).empty() && std::filesystem::is_directory(folder)) return false;
  WARN("skipped: PLATEAU_TEST_DATA names no folder with scaling/");
  return true;
}

std::vector<WorkloadFit> fits_of(const char* file) { return fit_all(load({folder / file}).workloads); }

const WorkloadFit& named(const std::vector<WorkloadFit>& fits, const std::string& prefix) {
  for (const auto& fit : fits)
    if (fit.workload.name.starts_with(prefix)) return fit;
  throw std::runtime_error("no workload " + prefix);
}

bool warns(const WorkloadFit& fit, const std::string& code) {
  for (const auto& warning : fit.evaluation.warnings)
    if (warning.code == code) return true;
  return false;
}

}  // namespace

TEST_CASE("no published file makes the analysis claim a plateau that has no points on it") {
  if (is_absent()) return;
  for (const char* file :
       {"c4_lm_steps.csv", "mlperf_reference_convergence.csv", "zeus_cifar100.csv", "wav2vec2_ssl.csv"})
    for (const auto& fit : fits_of(file)) {
      CAPTURE(file, fit.workload.name, fit.evaluation.verdict);
      CHECK_FALSE(fit.evaluation.verdict.empty());
      const auto* plateau = scaling::find(fit.evaluation.regimes, "plateau_start");
      const bool claims = fit.evaluation.verdict == scaling::verdicts::three_regimes ||
                          fit.evaluation.verdict == scaling::verdicts::no_perfect;
      if (!claims) continue;
      REQUIRE(plateau->high);
      CHECK(*plateau->high <= fit.statistics.points.back().batch_size);
    }
}

TEST_CASE("C4: the smallest model has three regimes, the largest shows no plateau") {
  if (is_absent()) return;
  const auto fits = fits_of("c4_lm_steps.csv");
  CHECK(named(fits, "c4_lm_85M").evaluation.verdict == scaling::verdicts::three_regimes);
  CHECK(named(fits, "c4_lm_1.2B").evaluation.verdict == scaling::verdicts::no_plateau);
}

TEST_CASE("MLPerf: unet3d shows no effect, one gpt3 run is an outlier") {
  if (is_absent()) return;
  const auto fits = fits_of("mlperf_reference_convergence.csv");
  CHECK(named(fits, "unet3d").evaluation.verdict == scaling::verdicts::no_effect);
  CHECK(warns(named(fits, "gpt3"), "outlier"));
  CHECK(warns(named(fits, "rnnt"), "relative_steps"));
}

TEST_CASE("CIFAR-100: at hard targets larger batches need more steps, then fail") {
  if (is_absent()) return;
  const auto fits = fits_of("zeus_cifar100.csv");
  CHECK(named(fits, "cifar100_shufflenetv2_t0.6").evaluation.verdict == scaling::verdicts::larger_slower);
  CHECK(named(fits, "cifar100_shufflenetv2_t0.65").evaluation.verdict == scaling::verdicts::larger_fail);
  CHECK(named(fits, "cifar100_shufflenetv2_t0.95").evaluation.verdict == scaling::verdicts::not_enough_data);
}

TEST_CASE("wav2vec 2.0: small batches that ran out of budget are censored, not failed") {
  if (is_absent()) return;
  const auto fits = fits_of("wav2vec2_ssl.csv");
  const auto& fit = named(fits, "w2v2_ssl_valacc0.40");
  CHECK(fit.workload.batch_unit == "seconds of audio");
  CHECK(fit.statistics.points.front().censored == 1);
  REQUIRE(fit.statistics.sizes.front().observations.size() == 1);
  CHECK_FALSE(fit.statistics.sizes.front().observations.front().reached());
  CHECK(fit.evaluation.fit_of(scaling::Form::smooth_max)->fit.curve.steps(87.5) > 400000);
}
