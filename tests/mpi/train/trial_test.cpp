#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "mpi/mpi_test_main.hpp"
#include "plateau/campaign/read_campaign.hpp"
#include "plateau/data/campaign_data.hpp"
#include "plateau/model/torch_settings.hpp"
#include "plateau/train/run_trial.hpp"

using namespace plateau;
using namespace plateau::train;

namespace {

struct Setup {
  campaign::Campaign campaign =
      campaign::read_campaign(PLATEAU_SOURCE_DIR "/tests/data/campaigns/good.yaml", data::probe());
  campaign::WorkloadSpec& workload = campaign.workloads[0];
  data::Dataset dataset = data::load({});
  Setup() { model::configure_torch(); }
  TrialResult run(comm::Communicator& comm, long long batch, double rate = 0.1) {
    campaign::TrialPlan plan;
    plan.seed = 99;
    plan.parameters["learning_rate"] = rate;
    return run_trial({workload, batch, plan, dataset, comm});
  }
};

}  // namespace

TEST_CASE("a trial's measurements have the same bytes on any number of ranks") {
  Setup setup;
  setup.workload.resources.micro_batch_size = 8;
  const auto self = comm::make_self_communicator();
  for (const auto rule :
       {campaign::OptimizerRule::sgd, campaign::OptimizerRule::momentum, campaign::OptimizerRule::nesterov})
    for (const long long batch : {1, 7, 55}) {
      setup.workload.optimizer.rule = rule;
      CHECK(record::to_csv(setup.run(testing::world(), batch).measurements) ==
            record::to_csv(setup.run(*self, batch).measurements));
    }
}

TEST_CASE("training stops at the goal, or after it where the campaign says so") {
  Setup setup;
  setup.workload.goals = {{"val/classification_error", 0.5, false}};
  const auto stopped = setup.run(testing::world(), 16);
  CHECK(stopped.trial.status == record::Status::complete);
  CHECK(stopped.trial.extra["stopped_by"] == "goal");
  CHECK(stopped.measurements.values[1].back() < 0.5);
  CHECK(stopped.measurements.values[1][stopped.measurements.rows() - 2] >= 0.5);
  setup.workload.after_goal = campaign::AfterGoal::resume;
  const auto continued = setup.run(testing::world(), 16);
  CHECK(continued.trial.steps == 100);
  CHECK(continued.trial.extra["goals_met"]["val/classification_error < 0.5"] == stopped.trial.steps);
}

TEST_CASE("a NaN on one rank ends the trial on all with one cause") {
  Setup setup;
  setup.workload.resources.micro_batch_size = 1;
  if (testing::world().rank() == testing::world().size() - 1)
    for (float& x : setup.dataset.train.inputs) x = std::numeric_limits<float>::quiet_NaN();
  const auto result = setup.run(testing::world(), 8);
  CHECK(result.trial.status == record::Status::infeasible);
  CHECK(result.trial.steps == 0);
  CHECK(result.trial.extra["cause"] == "the training loss is not finite at step 1");
}

TEST_CASE("a learning rate beyond all bounds diverges") {
  Setup setup;
  const auto result = setup.run(testing::world(), 16, 1e30);
  CHECK(result.trial.status == record::Status::infeasible);
  CHECK(result.trial.extra["stopped_by"] == "diverged");
}

TEST_CASE("a time budget ends a trial as COMPLETE on all ranks at the same step") {
  Setup setup;
  setup.workload.budget = {};
  setup.workload.budget.seconds = 1;
  setup.workload.goals = {{"val/classification_error", 0.0, false}};
  const auto result = setup.run(testing::world(), 16);
  CHECK(result.trial.status == record::Status::complete);
  CHECK(result.trial.extra["stopped_by"] == "time budget");
  CHECK(result.measurements.steps.back() == result.trial.steps);
  const double steps = static_cast<double>(result.trial.steps);
  for (const double other : testing::world().gather_all({&steps, 1})) CHECK(other == steps);
}

TEST_CASE("an interruption ends a trial as INCOMPLETE on all ranks") {
  Setup setup;
  int polls = 0;
  campaign::TrialPlan plan;
  plan.parameters["learning_rate"] = 0.1;
  const auto result =
      run_trial({setup.workload, 16, plan, setup.dataset, testing::world(), [&] { return ++polls > 5; }});
  CHECK(result.trial.status == record::Status::incomplete);
  CHECK(result.trial.steps == 6);
}
