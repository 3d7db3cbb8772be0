#include <catch2/catch.hpp>
#include <cmath>

#include "plateau/base/error.hpp"
#include "plateau/base/file.hpp"
#include "plateau/record/store.hpp"
#include "temporary_folder.hpp"

using namespace plateau;
using namespace plateau::record;

namespace {

Study sample_study() {
  Study study;
  study.dataset = "digits";
  study.model = "fc_128";
  study.optimizer = "sgd";
  study.batch_size = 16;
  study.train_steps = 100;
  study.extra["goal"] = "val/classification_error < 0.03";
  study.extra["wanted_trials"] = 2;
  return study;
}

Measurements sample_measurements() {
  return {{"val/classification_error"}, {1, 2}, {16, 32}, {16, 16}, {{0.9, NAN}}};
}

Trial trial(long long id, Status status) { return {id, status, 10, {{"learning_rate", 0.1}}, {{"seed", 5}}}; }

}  // namespace

TEST_CASE("a study and its trials read back as written") {
  const testing::TemporaryFolder root;
  const auto folder = root.path() / study_folder(sample_study());
  CHECK(folder == root.path() / "digits/fc_128/sgd/16");
  write_study(folder, sample_study());
  for (const long long id : {0, 1, 10, 2})
    write_trial(folder, trial(id, Status::complete), sample_measurements());
  const Study study = read_study(folder);
  CHECK(to_json(study) == to_json(sample_study()));
  CHECK(study.goal()->text() == "val/classification_error < 0.03");
  CHECK(study.wanted_trials() == 2);
  const auto trials = read_trials(folder);
  REQUIRE(trials.size() == 4);
  CHECK(trials[3].id == 10);
  CHECK(to_json(trials[0]) == to_json(trial(0, Status::complete)));
  const auto m = read_measurements(folder, 10);
  CHECK(m.steps == std::vector<long long>{1, 2});
  CHECK(m.examples == std::vector<double>{16, 32});
  CHECK(std::isnan(m.values[0][1]));
  CHECK(find_studies(root.path()) == std::vector{folder});
}

TEST_CASE("a folder of the published archive is read, with prefixes and internal keys") {
  const testing::TemporaryFolder root;
  const auto folder = root.path() / "mnist_subsets/mnist/simple_cnn_base/sgd/2";
  make_folder(folder / "3");
  write_file(folder / "study.json",
             R"({"batch_size": 2, "dataset": "mnist", "early_stopping": false, "model": "simple_cnn_base",
    "optimizer": "sgd", "parameter_configs": {"learning_rate": {"type": "DOUBLE"}}, "train_steps": 0})");
  write_file(
      folder / "3/metadata.json",
      R"({"trial_id": 3, "status": "COMPLETE", "steps": 7, "_internal_a": 1, "parameters": {"learning_rate": 0.5}})");
  write_file(folder / "3/measurements.csv",
             "step,train/cross_entropy_error,val/classification_error\r\n5,0.1,0.2\r\n7,,0.1");
  REQUIRE(find_studies(root.path()).size() == 1);
  CHECK(read_study(folder).workload() == "mnist/simple_cnn_base/sgd");
  CHECK(read_trials(folder).at(0).extra.empty());
  CHECK(read_measurements(folder, 3).values[1] == std::vector<double>{0.2, 0.1});
}

TEST_CASE("the study is the shortest prefix with the wanted number of complete trials") {
  const auto prefix = study_prefix({trial(0, Status::complete), trial(1, Status::infeasible),
                                    trial(2, Status::complete), trial(3, Status::complete)},
                                   2);
  CHECK(prefix.trials.size() == 3);
  CHECK(prefix.satisfied);
  CHECK_FALSE(study_prefix({trial(0, Status::complete), trial(2, Status::complete)}, 2).satisfied);
  CHECK_FALSE(study_prefix({trial(0, Status::complete)}, 2).satisfied);
}

TEST_CASE("measurements that disagree with their trial's metadata are refused") {
  const testing::TemporaryFolder root;
  Study study;
  study.extra["goals"] = {"val/error < 0.2"};
  auto complete = trial(0, Status::complete);
  complete.steps = 8;
  complete.extra["stopped_by"] = "goal";
  complete.extra["goals_met"]["val/error < 0.2"] = 8;
  const auto file = root.path() / "0/measurements.csv";
  make_folder(root.path() / "0");
  const auto message = [&](const std::string& text) {
    write_file(file, text);
    try {
      read_checked_measurements(root.path(), study, complete);
    } catch (const Error& error) {
      CHECK(error.code() == ExitCode::bad_data);
      return std::string(error.what());
    }
    return std::string();
  };
  const std::string good = "step,val/error\n4,0.3\n8,0.1\n";
  CHECK(message(good).empty());
  CHECK(message("step,val/error\n4,0.3\n8,0.1")
            .starts_with(file.string() + ":3: the last line is not complete"));
  CHECK(message("step,val/error\n4,0.3\n8,0.").starts_with(file.string() + ":3: the last line"));
  CHECK(message("step,val/error\n4,0.3\n").starts_with(file.string() + ":2: the measurements end at step 4"));
  CHECK(message("step,val/error\n").starts_with(file.string() + ":2: the measurements end at step 0"));
  CHECK(message("step,val/error\n4,nan\n8,0.1\n").starts_with(file.string() + ":2: val/error is no number"));
  CHECK(message("step,val/error\n4,0.1\n8,0.1\n").find("is met at step 4, metadata.json says 8") !=
        std::string::npos);
  CHECK(message("step,val/error\n4,0.3\n8,0.9\n").find("is met at step 0, metadata.json says 8") !=
        std::string::npos);
  complete.extra.erase("stopped_by");  // another archive's trial: nothing to compare with
  CHECK(message("step,val/error\n4,\n6,0.1").empty());
}

TEST_CASE("wrong records name file and fault") {
  const testing::TemporaryFolder root;
  const auto message = [&](const std::string& csv) {
    try {
      measurements_from_csv(csv, "m.csv");
    } catch (const Error& error) {
      CHECK(error.code() == ExitCode::bad_data);
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK(message("").find("m.csv:1") == 0);
  CHECK(message("a,b\n1,2\n").find("header") != std::string::npos);
  CHECK(message("step,e\n1,2\n2,x\n").find("m.csv:3: 'x'") == 0);
  CHECK(message("step,e\n1\n").find("1 cells") != std::string::npos);
  CHECK(message("step,e\n1.5,2\n").find("step '1.5'") != std::string::npos);
  Study study = sample_study();
  study.model = "../..";
  CHECK_THROWS_AS(study_folder(study), Error);
}

TEST_CASE("goals are strict") {
  CHECK_FALSE(parse_goal("e < 0.03")->met_by(0.03));
  CHECK(parse_goal("ap > 0.31")->met_by(0.32));
  CHECK_FALSE(parse_goal("e = 3").has_value());
  CHECK_FALSE(parse_goal("< 3").has_value());
}

TEST_CASE("a record that counts is never replaced") {
  const testing::TemporaryFolder root;
  const auto write = [&](Status status, long long steps) {
    write_trial(root.path(), {0, status, steps, {}, {}}, {});
  };
  write(Status::incomplete, 1);
  write(Status::complete, 2);  // an interrupted trial may be run again
  write(Status::incomplete, 3);
  write(Status::infeasible, 4);
  CHECK(read_trial(root.path(), 0)->status == Status::complete);
  CHECK(read_trial(root.path(), 0)->steps == 2);
}
