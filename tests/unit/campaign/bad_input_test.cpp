// Every wrong file in tests/data carries, in its first line, a part of the message it must give.

#include <catch2/catch.hpp>
#include <filesystem>
#include <functional>

#include "plateau/base/error.hpp"
#include "plateau/base/file.hpp"
#include "plateau/base/text.hpp"
#include "plateau/campaign/read_campaign.hpp"
#include "plateau/data/campaign_data.hpp"
#include "slurm/site.hpp"

using namespace plateau;
namespace fs = std::filesystem;

namespace {

int check_folder(const std::string& folder, const std::function<void(const fs::path&)>& read) {
  int files = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(PLATEAU_SOURCE_DIR) / "tests/data" / folder)) {
    const auto first_line = split(read_file(entry.path()), '\n')[0];
    if (!first_line.starts_with("# expect: ")) continue;
    ++files;
    INFO(entry.path().filename().string());
    try {
      read(entry.path());
      FAIL_CHECK("no error");
    } catch (const Error& error) {
      const std::string message = error.what();
      INFO(message);
      CHECK(error.code() == ExitCode::configuration);
      CHECK(message.find(first_line.substr(10)) != std::string::npos);
      CHECK(message.starts_with(entry.path().string() + ":"));
      CHECK(message.find('\n') == std::string::npos);  // one fault, one message
    }
  }
  return files;
}

}  // namespace

TEST_CASE("wrong campaigns each give one message with file, line, key, value and remedy") {
  CHECK(check_folder("campaigns", [](const auto& file) { campaign::read_campaign(file, data::probe()); }) >=
        40);
}

TEST_CASE("wrong sites each give one message") {
  CHECK(check_folder("sites", [](const auto& file) { slurm::read_site(file); }) >= 10);
}

TEST_CASE("the files that the wrong ones are made from are right") {
  const fs::path data = fs::path(PLATEAU_SOURCE_DIR) / "tests/data";
  CHECK_NOTHROW(campaign::read_campaign(data / "campaigns/good.yaml", data::probe()));
  CHECK_NOTHROW(slurm::read_site(data / "sites/good.yaml"));
}

TEST_CASE("a missing file is no input") {
  try {
    campaign::read_campaign("/nonexistent.yaml", data::probe());
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::no_input);
  }
}

TEST_CASE("several faults are all told at once") {
  try {
    campaign::read_campaign(fs::path(PLATEAU_SOURCE_DIR) / "tests/data/several_faults.yaml", data::probe());
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(split(error.what(), '\n').size() == 3);
  }
}
