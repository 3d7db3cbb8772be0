#include <catch2/catch.hpp>
#include <sstream>

#include "../scaling/c4_tables.hpp"
#include "analysis/answer.hpp"
#include "analysis/figures.hpp"
#include "analysis/fit.hpp"
#include "analysis/outputs.hpp"
#include "analysis/report.hpp"
#include "analysis/svg.hpp"
#include "analysis/table.hpp"

using namespace plateau;
using namespace plateau::analysis;

namespace {

Workload c4(std::string name) {
  Workload workload;
  workload.name = std::move(name);
  workload.target = "3.42";
  for (const auto& o : testing::observations(testing::c4_tables[0])) {
    SizeMeasurements size;
    size.batch_size = o.batch_size;
    TrialPoint trial;
    trial.low = trial.high = o.high;
    size.trials = {trial};
    workload.sizes.push_back(size);
  }
  return workload;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

}  // namespace

TEST_CASE("the report escapes every text and loads nothing") {
  auto workload = c4("<script>alert('x')</script> & \"co\"");
  workload.batch_unit = "<b>tokens</b>";
  workload.sizes[0].trials[0].label = "<img src=x>";
  const std::string html = report_html({fit(workload)});
  for (const char* raw : {"<script", "<b>tokens", "<img", "src=\"", "href=\"http", "url(", "@import"})
    CHECK(html.find(raw) == std::string::npos);
  CHECK(html.find("&lt;script&gt;") != std::string::npos);
  CHECK(count(html, "<svg") == count(html, "</svg>"));
  CHECK(html.find("nan") == std::string::npos);
}

TEST_CASE("the answer names value, interval and definition") {
  const auto sentence = answer_sentence(fit(c4("lm")));
  CHECK_THAT(sentence, Catch::Contains("is 1942 examples (95 % interval 1673 to 231") &&
                           Catch::Contains("doubling still saves 25 % of the steps"));
}

TEST_CASE("terminal tables fit 100 columns whatever the names") {
  auto workload = c4(std::string(300, 'w'));
  workload.batch_unit = std::string(200, 'u');
  std::istringstream lines(table_text(fit(workload)));
  for (std::string line; std::getline(lines, line);) CHECK(line.size() <= 100);
}

TEST_CASE("numbers as people read them") {
  CHECK(number_text(1942.3) == "1942");
  CHECK(number_text(23744) == "23740");
  CHECK(number_text(0.8125) == "0.8125");
  CHECK(number_text(12) == "12");
  CHECK(number_text(100) == "100");
  CHECK(number_text(1e16) == "1e+16");
  CHECK(measured_text(16384) == "16384");
  CHECK(measured_text(12237.75) == "12238");
  CHECK(measured_text(87.5) == "87.5");
}

TEST_CASE("file names are safe and unique") {
  const auto stems = file_stems({fit(c4("../a b")), fit(c4("../a b")), fit(c4("é"))});
  CHECK(stems == std::vector<std::string>{"a_b", "a_b_2", "workload"});
}

TEST_CASE("fits.json has nulls where there is nothing, and a bootstrap where one was put") {
  auto workload = c4("few");
  workload.sizes.resize(2);
  auto fitted = fit(workload);
  fitted.bootstrap = BootstrapSummary{10, 3, {{"maximum_useful_batch_size", {1, 2}}}};
  const auto text = fits_json({fitted}).dump();
  CHECK(text.find(":nan") == std::string::npos);
  CHECK(text.find(":inf") == std::string::npos);
  const auto json = nlohmann::json::parse(text).at("workloads").at(0);
  CHECK(json.at("verdict") == "not enough data");
  CHECK(json.at("k").is_null());
  CHECK(json.at("regimes").size() == 6);
  CHECK(json.at("regimes").at("plateau_start").at("value").is_null());
  CHECK(json.at("regimes").at("plateau_start").at("bound") == "none");
  CHECK(json.at("fits").empty());
  CHECK(json.at("bootstrap").at("intervals").at("maximum_useful_batch_size") == nlohmann::json{1.0, 2.0});
}

TEST_CASE("figures of a workload without any step do not fail") {
  Workload empty;
  empty.name = "none";
  CHECK(figures_of(fit(empty)).size() == 1);
  SizeMeasurements size;
  size.batch_size = 8;
  TrialPoint failed;
  failed.outcome = Outcome::failed;
  size.trials = {failed};
  empty.sizes = {size};
  CHECK_FALSE(report_html({fit(empty)}).empty());
}
