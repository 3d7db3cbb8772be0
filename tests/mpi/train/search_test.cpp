#include <catch2/catch.hpp>

#include "mpi/mpi_test_main.hpp"
#include "plateau/base/error.hpp"
#include "plateau/base/file.hpp"
#include "plateau/data/campaign_data.hpp"
#include "plateau/model/torch_settings.hpp"
#include "plateau/train/confirm.hpp"
#include "plateau/train/hand_out.hpp"
#include "plateau/train/search_study.hpp"
#include "plateau/train/write_result.hpp"
#include "shared_folder.hpp"

using namespace plateau;
using namespace plateau::train;

namespace {

struct SharedFolder : testing::SharedFolder {
  campaign::Workspace workspace(const char* name) const {
    const std::filesystem::path file = PLATEAU_SOURCE_DIR "/tests/data/campaigns/good.yaml";
    if (testing::world().rank() == 0) campaign::Workspace::create(path / name, file, data::probe());
    testing::world().barrier();
    return campaign::Workspace::open(path / name, data::probe());
  }
};

std::string measured(const campaign::Workspace& workspace, const campaign::StudyPlan& study, long long id) {
  return read_file(workspace.store_folder(study) / std::to_string(id) / "measurements.csv");
}

// When each trial's record was written.
std::map<long long, std::filesystem::file_time_type> write_times(const campaign::Workspace& workspace,
                                                                 const campaign::StudyPlan& study) {
  std::map<long long, std::filesystem::file_time_type> times;
  for (const auto& trial : record::read_trials(workspace.store_folder(study)))
    times[trial.id] = std::filesystem::last_write_time(workspace.store_folder(study) /
                                                       std::to_string(trial.id) / "metadata.json");
  return times;
}

}  // namespace

TEST_CASE("a search runs its trials once, resumes exactly the missing ones, with equal bytes") {
  model::configure_torch();
  const SharedFolder folder;
  const auto dataset = data::load({});
  const auto first = folder.workspace("first"), second = folder.workspace("second");
  const auto& element = first.element(1, campaign::Stage::tune);
  const auto outcome = search_study(first, element, dataset, testing::world());
  CHECK(outcome.state.satisfied);
  CHECK(outcome.state.recorded == 4);

  search_study(second, element, dataset, testing::world());
  testing::world().barrier();
  if (testing::world().rank() == 0)  // as if killed before trial 2 was recorded
    std::filesystem::remove_all(second.store_folder(element.study) / "2");
  testing::world().barrier();
  const auto before = write_times(second, element.study);
  testing::world().barrier();
  const auto resumed = search_study(second, element, dataset, testing::world());
  CHECK(resumed.state.satisfied);
  for (long long id = 0; id < 4; ++id)
    CHECK(measured(first, element.study, id) == measured(second, element.study, id));
  auto after = write_times(second, element.study);
  CHECK(after.erase(2) == 1);
  CHECK(after == before);  // trial 2 alone ran again

  testing::world().barrier();
  const auto complete = write_times(first, element.study);
  testing::world().barrier();
  const auto again = search_study(first, element, dataset, testing::world());
  CHECK(again.state.recorded == 4);
  CHECK(write_times(first, element.study) == complete);  // nothing was left to run
}

TEST_CASE("confirmation uses fresh seeds and the test set, or is not needed") {
  model::configure_torch();
  const SharedFolder folder;
  const auto dataset = data::load({});
  const auto workspace = folder.workspace("w");
  const auto& tune = workspace.element(2, campaign::Stage::tune);
  const auto& element = workspace.element(9, campaign::Stage::confirm);
  REQUIRE(element.study.batch_size == tune.study.batch_size);
  CHECK_THROWS_AS(confirm(workspace, element, dataset, testing::world()), Error);  // nothing is tuned yet
  search_study(workspace, tune, dataset, testing::world());
  testing::world().barrier();
  const auto outcome = confirm(workspace, element, dataset, testing::world());
  testing::world().barrier();
  CHECK(outcome.needed);
  const auto trial = record::read_trial(workspace.confirm_folder(element.study), 0);
  REQUIRE(trial.has_value());
  CHECK(record::read_measurements(workspace.confirm_folder(element.study), 0)
            .column("test/classification_error")
            .has_value());
  CHECK(trial->extra.contains("confirms"));
}

TEST_CASE("a confirmation of a configuration that nobody found is not needed") {
  model::configure_torch();
  const SharedFolder folder;
  const auto dataset = data::load({});
  const auto hopeless = folder.path / "hopeless.yaml";
  if (testing::world().rank() == 0) {
    std::string text = read_file(PLATEAU_SOURCE_DIR "/tests/data/campaigns/good.yaml");
    text.replace(text.find("< 0.1"), 5, "< 1e-9");
    write_file(hopeless, text);
    campaign::Workspace::create(folder.path / "w", hopeless, data::probe());
  }
  testing::world().barrier();
  const auto workspace = campaign::Workspace::open(folder.path / "w", data::probe());
  search_study(workspace, workspace.element(2, campaign::Stage::tune), dataset, testing::world());
  testing::world().barrier();
  const auto outcome =
      confirm(workspace, workspace.element(9, campaign::Stage::confirm), dataset, testing::world());
  CHECK_FALSE(outcome.needed);
  CHECK(outcome.text == "not needed: 0 of the configurations reached the goal");
  CHECK_FALSE(std::filesystem::exists(
      workspace.confirm_folder(workspace.element(9, campaign::Stage::confirm).study)));
}

TEST_CASE("an interrupted group ends the attempt for all of them") {
  if (testing::world().rank() != 0) return;
  const testing::TemporaryFolder folder;
  const auto campaign =
      campaign::read_campaign(PLATEAU_SOURCE_DIR "/tests/data/campaigns/good.yaml", data::probe());
  const auto claims = folder.path() / "claims";
  make_folder(claims);
  HandOut a(campaign, campaign::studies(campaign)[0], folder.path() / "store", claims);
  HandOut b(campaign, campaign::studies(campaign)[0], folder.path() / "store", claims);
  CHECK(a.next().kind == Assignment::Kind::run);
  a.stop();
  a.stop();  // two groups may say so
  CHECK(b.next().kind == Assignment::Kind::done);
}

TEST_CASE("a study does not mix engines or data sets") {
  const auto dataset = data::load({});
  campaign::WorkloadSpec workload;
  record::Trial trial{0, record::Status::complete, 1, {}, {}};
  trial.extra = {{"engine", "direct"}, {"data_hash", dataset.hash}};
  CHECK_NOTHROW(check_same_origin({trial}, workload, dataset));
  workload.engine = campaign::EngineKind::libtorch;
  CHECK_THROWS_AS(check_same_origin({trial}, workload, dataset), Error);
  trial.extra = {{"data_hash", "another"}};
  CHECK_THROWS_AS(check_same_origin({trial}, workload, dataset), Error);
}

TEST_CASE("trials are handed out in order and only when the prefix may need them") {
  if (testing::world().rank() != 0) return;
  const testing::TemporaryFolder folder;
  const auto campaign = campaign::read_campaign(PLATEAU_SOURCE_DIR "/tests/data/campaigns/good.yaml",
                                                data::probe());  // wants 4
  const auto study = campaign::studies(campaign)[0];
  const auto store = folder.path() / "store", claims = folder.path() / "claims";
  make_folder(claims);
  HandOut a(campaign, study, store, claims), b(campaign, study, store, claims);
  for (long long id = 0; id < 4; ++id) CHECK((id % 2 ? a : b).next().trial == id);
  CHECK(a.next().kind == Assignment::Kind::wait);  // all four may complete
  const auto record = [&](long long id, record::Status status) {
    record::write_trial(store, {id, status, 1, {}, {}}, {});
  };
  record(0, record::Status::infeasible);
  const auto extra = a.next();
  CHECK(extra.kind == Assignment::Kind::run);
  CHECK(extra.trial == 4);
  for (const long long id : {1, 2, 3, 4}) record(id, record::Status::complete);
  CHECK(b.next().kind == Assignment::Kind::done);
}
