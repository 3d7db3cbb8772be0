#include "plateau/train/checkpoint.hpp"

#include <catch2/catch.hpp>

#include "plateau/base/file.hpp"
#include "plateau/campaign/read_campaign.hpp"
#include "plateau/data/campaign_data.hpp"
#include "plateau/model/torch_settings.hpp"
#include "plateau/train/run_trial.hpp"
#include "shared_folder.hpp"

using namespace plateau;
using namespace plateau::train;

namespace {

struct Setup {
  campaign::Campaign campaign =
      campaign::read_campaign(PLATEAU_SOURCE_DIR "/tests/data/campaigns/good.yaml", data::probe());
  campaign::WorkloadSpec& workload = campaign.workloads[0];
  data::Dataset dataset = data::load({});
  Setup() {
    model::configure_torch();
    workload.resources.micro_batch_size = 8;
    workload.optimizer.rule = campaign::OptimizerRule::nesterov;
    workload.after_goal = campaign::AfterGoal::resume;
  }
  // Interrupted before step `stop` ends; never where it is 0.
  TrialResult run(comm::Communicator& comm, const CheckpointSettings& checkpoints, long long stop = 0) {
    campaign::TrialPlan plan;
    plan.seed = 99;
    plan.parameters["learning_rate"] = 0.1;
    long long polled = 0;
    return run_trial({workload, 55, plan, dataset, comm, [&] { return ++polled == stop; }, checkpoints});
  }
};

std::size_t files_in(const std::filesystem::path& folder) {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
}

}  // namespace

TEST_CASE("a checkpoint comes back whole or not at all") {
  const TrialState state{7, {{"seconds", 0.1}}, {1.5F, -0.0F, 3e-40F}, {2.0F}};
  const nlohmann::json identity = {{"seed", 5}};
  const auto bytes = to_bytes(state, identity);
  const auto back = from_bytes(bytes, identity);
  REQUIRE(back);
  CHECK(to_bytes(*back, identity) == bytes);
  CHECK_FALSE(from_bytes(bytes, {{"seed", 6}}));
  for (std::size_t size = 0; size < bytes.size(); ++size)
    CHECK_FALSE(from_bytes(bytes.substr(0, size), identity));
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    auto damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 4);
    CHECK_FALSE(from_bytes(damaged, identity));
  }
}

TEST_CASE("the last two checkpoints are kept, and a damaged one is passed over") {
  const testing::TemporaryFolder folder;
  const Checkpoints checkpoints(folder.path() / "c", {{"seed", 5}});
  CHECK(checkpoints.newest().empty());
  for (const long long steps : {5, 9, 10, 100}) checkpoints.save({steps, {}, {1.0F}, {}});
  CHECK(files_in(folder.path() / "c") == 2);
  CHECK(from_bytes(checkpoints.newest(), {{"seed", 5}})->steps == 100);
  std::filesystem::resize_file(folder.path() / "c/step-100", 30);
  CHECK(from_bytes(checkpoints.newest(), {{"seed", 5}})->steps == 10);
  CHECK(Checkpoints(folder.path() / "c", {{"seed", 6}}).newest().empty());
}

TEST_CASE("an interrupted trial goes on bit by bit, also on another number of ranks") {
  Setup setup;
  const testing::SharedFolder folder;
  const auto self = comm::make_self_communicator();
  const auto whole = setup.run(*self, {});
  for (const long long stop : {1, 2, 40, 99}) {
    const CheckpointSettings checkpoints{folder.path / std::to_string(stop), 1e9};
    const auto first = setup.run(testing::world(), checkpoints, stop);
    CHECK(first.trial.status == record::Status::incomplete);
    CHECK(first.trial.steps < whole.trial.steps);
    testing::world().barrier();
    // Each rank goes on alone; then all together.
    for (comm::Communicator* comm : {self.get(), &testing::world()}) {
      const auto rest = setup.run(*comm, checkpoints);
      CHECK(rest.trial.status == record::Status::complete);
      CHECK(record::to_csv(rest.measurements) == record::to_csv(whole.measurements));
      CHECK(rest.trial.extra["resumed_at"] == nlohmann::json{first.trial.steps});
      CHECK(rest.trial.extra.value("goals_met", nlohmann::json()) ==
            whole.trial.extra.value("goals_met", nlohmann::json()));
    }
  }
}

TEST_CASE("checkpoints between steps change nothing") {
  Setup setup;
  const testing::SharedFolder folder;
  const auto whole = setup.run(testing::world(), {});
  const auto saved = setup.run(testing::world(), {folder.path / "often", 0});  // after every step
  CHECK(record::to_csv(saved.measurements) == record::to_csv(whole.measurements));
  if (testing::world().rank() == 0) CHECK(files_in(folder.path / "often") == 2);
}
