#include <catch2/catch.hpp>
#include <set>

#include "plateau/campaign/element.hpp"
#include "plateau/campaign/evaluation.hpp"
#include "plateau/campaign/read_campaign.hpp"
#include "plateau/campaign/study.hpp"
#include "plateau/data/campaign_data.hpp"

using namespace plateau;
using namespace plateau::campaign;

namespace {

Campaign good() { return read_campaign(PLATEAU_SOURCE_DIR "/tests/data/campaigns/good.yaml", data::probe()); }

}  // namespace

TEST_CASE("every shipped campaign reads, data permitting") {
  for (const auto& entry : std::filesystem::directory_iterator(PLATEAU_SOURCE_DIR "/configs/campaigns")) {
    INFO(entry.path().string());
    if (entry.path().extension() == ".yaml")
      CHECK_NOTHROW(read_campaign(entry.path(), [](const DataSpec&) { return 55000LL; }));
  }
}

TEST_CASE("trials are pure functions of campaign, study and id") {
  const auto campaign = good();
  const auto all = studies(campaign);
  REQUIRE(all.size() == 3);
  CHECK(search_trial(campaign, all[0], 3)->parameters == search_trial(campaign, all[0], 3)->parameters);
  std::set<std::uint64_t> seeds;
  std::set<double> rates;
  for (const auto& study : all)
    for (long long id = 0; id < 4; ++id) {
      seeds.insert(search_trial(campaign, study, id)->seed);
      rates.insert(search_trial(campaign, study, id)->parameters.at("learning_rate"));
    }
  CHECK(seeds.size() == 12);  // studies are tuned independently of each other
  CHECK(rates.size() == 12);
}

TEST_CASE("budgets may depend on the batch size") {
  auto w = good().workloads[0];
  w.budget = {};
  w.budget.epochs = 2;
  CHECK(step_budget(w, 1) == 2 * 1047);
  CHECK(step_budget(w, 64) == 33);  // ceil(2 * 1047 / 64)
  w.budget.min_steps = 50;
  CHECK(step_budget(w, 64) == 50);
  w.budget.max_steps = 1000;
  CHECK(step_budget(w, 1) == 1000);
  w.budget.steps_by_batch_size = {{1, 700}, {16, 40}};
  CHECK(step_budget(w, 8) == 262);
  CHECK(step_budget(w, 64) == 40);
  w.budget = {};
  w.budget.seconds = 5;
  CHECK(step_budget(w, 8) == no_step_limit);
}

TEST_CASE("evaluations happen at round(1.05^k) and at the end, whatever the budget") {
  const EvaluationSpec spec;
  const auto steps = evaluation_steps(spec, 100);
  CHECK(std::vector(steps.begin(), steps.begin() + 5) == std::vector<long long>{1, 2, 3, 4, 5});
  CHECK(steps.back() == 100);
  for (std::size_t i = 1; i < steps.size(); ++i) CHECK(steps[i] > steps[i - 1]);
  const auto longer = evaluation_steps(spec, 1000);
  for (std::size_t i = 0; i + 1 < steps.size(); ++i) CHECK(steps[i] == longer[i]);
  EvaluationSpec fixed;
  fixed.interval = 30;
  CHECK(evaluation_steps(fixed, 100) == std::vector<long long>{30, 60, 90, 100});
}

TEST_CASE("elements of one shape stand together; the last is the fit") {
  auto campaign = good();
  campaign.workloads.push_back(campaign.workloads[0]);
  campaign.workloads[1].name = "larger";
  campaign.workloads[1].resources.ranks = 2;
  campaign.workloads.push_back(campaign.workloads[0]);
  campaign.workloads[2].name = "third";
  const auto all = elements(campaign);
  CHECK(all.back().stage == Stage::fit);
  int changes = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    CHECK(all[i].number == static_cast<long long>(i));
    if (i > 0) changes += shape_of(campaign, all[i]) != shape_of(campaign, all[i - 1]);
  }
  CHECK(changes == 4);  // tune 1, tune 2, confirm 1, confirm 2, fit
}

TEST_CASE("metaparameters take their places") {
  auto w =
      with_parameters(good().workloads[0], {{"learning_rate", 0.5}, {"momentum", 0.8}, {"warmup_steps", 12}});
  CHECK(w.schedule.learning_rate == 0.5);
  CHECK(w.optimizer.momentum == 0.8);
  CHECK(w.schedule.warmup_steps == 12);
}
