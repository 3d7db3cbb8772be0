#include <catch2/catch.hpp>
#include <functional>

#include "plateau/base/error.hpp"
#include "plateau/base/file.hpp"
#include "plateau/campaign/workspace.hpp"
#include "plateau/data/campaign_data.hpp"
#include "slurm/script.hpp"
#include "slurm/submit.hpp"
#include "temporary_folder.hpp"

using namespace plateau;
using namespace plateau::campaign;

namespace {

const std::filesystem::path good = PLATEAU_SOURCE_DIR "/tests/data/campaigns/good.yaml";

ExitCode code_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.code();
  }
  return ExitCode::done;
}

record::Trial trial(long long id, record::Status status) { return {id, status, 1, {}, {}}; }

}  // namespace

TEST_CASE("a workspace opens as it was created") {
  const testing::TemporaryFolder folder;
  const auto path = folder.path() / "w";
  const auto created = Workspace::create(path, good, data::probe());
  const auto opened = Workspace::open(path, data::probe());
  CHECK(opened.campaign().hash == created.campaign().hash);
  CHECK(opened.elements().size() == 3 + 9 + 1);
  CHECK_NOTHROW(Workspace::create(path, good, data::probe()));
  CHECK(code_of([&] { opened.element(99, Stage::tune); }) == ExitCode::usage);
  CHECK(code_of([&] { opened.element(12, Stage::tune); }) == ExitCode::usage);
}

TEST_CASE("workspaces of other or changed campaigns are refused") {
  const testing::TemporaryFolder folder;
  const auto path = folder.path() / "w";
  Workspace::create(path, good, data::probe());
  const auto other = folder.path() / "other.yaml";
  write_file(other, read_file(good) + "# changed\n");
  CHECK(code_of([&] { Workspace::create(path, other, data::probe()); }) == ExitCode::configuration);
  write_file(path / "campaign.yaml", read_file(other));
  CHECK(code_of([&] { Workspace::open(path, data::probe()); }) == ExitCode::configuration);
  CHECK(code_of([&] { Workspace::open(folder.path() / "none", data::probe()); }) == ExitCode::no_input);
  CHECK(code_of([&] { Workspace::create("/proc/none", good, data::probe()); }) == ExitCode::cannot_create);
  CHECK(code_of([&] { Workspace::create(other, good, data::probe()); }) == ExitCode::cannot_create);
}

TEST_CASE("a search is done when its prefix is complete, or its launch limit reached") {
  const auto campaign = read_campaign(good, data::probe());  // 4 trials wanted, 12 launched at most
  const auto study = studies(campaign)[0];
  std::vector<record::Trial> trials;
  for (long long id = 0; id < 4; ++id) trials.push_back(trial(id, record::Status::complete));
  CHECK(search_state(campaign, study, trials).satisfied);
  trials[1].status = record::Status::infeasible;
  CHECK_FALSE(search_state(campaign, study, trials).done());
  trials.push_back(trial(4, record::Status::complete));
  CHECK(search_state(campaign, study, trials).satisfied);
  trials[0].status = record::Status::incomplete;  // interrupted: a gap
  CHECK_FALSE(search_state(campaign, study, trials).done());
  trials.clear();
  for (long long id = 0; id < 12; ++id) trials.push_back(trial(id, record::Status::infeasible));
  CHECK(search_state(campaign, study, trials).exhausted);
}

TEST_CASE("arrays respect MaxArraySize and scripts carry integers only") {
  const testing::TemporaryFolder folder;
  const auto workspace = Workspace::create(folder.path() / "w x$(touch y)", good, data::probe());
  slurm::Site site;
  site.name = "s";
  site.ranks_per_node = 2;
  site.max_array_size = 4;
  site.modules = {"openmpi; rm -rf /"};
  site.text = "site: s\n";
  const auto arrays = slurm::generate(workspace, site, "/opt/it's here");
  REQUIRE(arrays.size() == 5);  // 3 tune, 4 + 4 + 1 confirm, 1 fit
  CHECK(arrays[1].count == 4);
  CHECK(arrays[2].offset == 7);
  const auto script = read_file(workspace.folder() / "scripts/confirm-1.sbatch");
  CHECK(script.find("element=$((7 + SLURM_ARRAY_TASK_ID))") != std::string::npos);
  CHECK(script.find("module load 'openmpi; rm -rf /'\n") != std::string::npos);
  CHECK(script.find("'/opt/it'\\''s here/trainer'") != std::string::npos);
  site.text = "site: t\n";
  CHECK(code_of([&] { slurm::generate(workspace, site, "/opt"); }) == ExitCode::configuration);
}

TEST_CASE("paths that no #SBATCH line can carry are refused before anything is written") {
  const testing::TemporaryFolder folder;
  const auto workspace = Workspace::create(folder.path() / "a\"b", good, data::probe());
  slurm::Site site;
  site.name = "s";
  CHECK(code_of([&] { slurm::generate(workspace, site, "/opt"); }) == ExitCode::cannot_create);
  CHECK_FALSE(std::filesystem::exists(workspace.folder() / "scripts"));
}

TEST_CASE("index lists are short") {
  CHECK(slurm::index_list({0, 1, 2, 3}) == "0-3");
  CHECK(slurm::index_list({1, 2, 5, 7, 8, 9}) == "1,2,5,7-9");
}
