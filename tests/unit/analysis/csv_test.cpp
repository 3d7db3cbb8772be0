#include <catch2/catch.hpp>
#include <string>

#include "analysis/fit.hpp"
#include "analysis/load.hpp"
#include "plateau/base/error.hpp"
#include "plateau/base/file.hpp"
#include "plateau/record/csv.hpp"
#include "temporary_folder.hpp"

using namespace plateau;
using namespace plateau::analysis;

namespace {

const std::filesystem::path folder = std::filesystem::path(PLATEAU_SOURCE_DIR) / "tests/data/csv";

std::vector<Workload> from_text(const std::string& text, const LoadOptions& options = {}) {
  const testing::TemporaryFolder temporary;
  write_file(temporary.path() / "runs.csv", text);
  return load_csv(temporary.path() / "runs.csv", options).workloads;
}

}  // namespace

TEST_CASE("a wrong CSV file is refused with file, line, column, value and remedy") {
  struct Case {
    const char *file, *place, *what, *remedy;
  };
  const Case cases[] = {
      {"nan.csv", ":3:", "'steps_to_target' is 'NaN'", "positive, finite"},
      {"zero.csv", ":3:", "'steps_to_target' is '0'", "positive"},
      {"negative.csv", ":3:", "'batch_size' is '-16'", "positive"},
      {"text_in_number.csv", ":3:", "'fifty'", "number"},
      {"no_header.csv", ":1:", "no column 'batch_size'", "first line names the columns"},
      {"duplicate_column.csv", ":1:", "'batch_size' appears twice", "Keep one"},
      {"ragged_row.csv", ":3:", "2 cells where the header has 3", "one cell a column"},
      {"empty.csv", ":1:", "no header", "column names"},
      {"only_comments.csv", ":1:", "no header", "column names"},
      {"unclosed_quote.csv", ":3:", "never closed", "Close the quote"},
      {"no_batch_size.csv", ":1:", "no column 'batch_size'", "'batchsize'"},
      {"unknown_step_column.csv", ":1:", "no column of steps",
       "'step_to_target' meant to be 'steps_to_target'"},
      {"inf.csv", ":2:", "'inf'", "finite"},
      {"overflow.csv", ":2:", "'1e400'", "finite"},
      {"no_rows.csv", ":1:", "no rows", "one row a run"},
      {"censored_with_steps.csv", ":2:", "censored and yet has steps", "budget_steps"},
      {"neither.csv", ":2:", "neither steps_to_target nor censored", "Give the steps"},
      {"bad_flag.csv", ":2:", "'maybe'", "0 or 1"},
      {"semicolons.csv", ":1:", "no column 'batch_size'", "not by semicolons"},
      {"tabs.csv", ":1:", "no column 'batch_size'", "not by tabs"},
      {"learning_curve.csv", ":1:", "no column of steps", "first step that met the goal"},
      {"above_budget.csv", ":3:", "300 steps are more than the budget of 200", "mark the row as censored"},
      {"quote_inside.csv", ":2:", "quote inside", "double the quotes"},
      {"text_after_quote.csv", ":2:", "follows the closing quote", "Double the quotes"},
      {"not_utf8.csv", ":2:", "not UTF-8", "UTF-8"},
      {"two_step_columns.csv", ":1:", "mean the same", "Keep one"},
      {"two_units.csv", ":3:", "'images'", "one unit"},
      {"bad_rows.csv", ":2:", "'trials'", "search or replicates"},
      {"mixed_relative.csv", ":3:", "only rel_steps", "same kind"},
  };
  for (const auto& wrong : cases) {
    CAPTURE(wrong.file);
    try {
      load_csv(folder / wrong.file, {});
      FAIL("was accepted");
    } catch (const Error& error) {
      CHECK(error.code() == ExitCode::bad_data);
      CHECK_THAT(error.what(), Catch::Contains(std::string(wrong.file) + wrong.place));
      CHECK_THAT(error.what(), Catch::Contains(wrong.what) && Catch::Contains(wrong.remedy));
    }
  }
}

TEST_CASE("quoting, comments, a byte order mark, CRLF and no newline at the end are understood") {
  const auto loaded = load_csv(folder / "good_quoting.csv", {});
  REQUIRE(loaded.workloads.size() == 1);
  const auto& workload = loaded.workloads.front();
  CHECK(workload.name == "LeNet, \"small\"");
  CHECK(workload.batch_unit == "tokens");
  CHECK(workload.rows == Rows::search);  // the learning rate varies within a batch size
  REQUIRE(workload.sizes.size() == 2);
  CHECK(workload.sizes[1].trials[1].outcome == Outcome::censored);
  CHECK(workload.sizes[1].trials[1].low == 1000);
  CHECK(workload.sizes[0].space.at("learning_rate").high == 0.2);
}

TEST_CASE("cells written are cells read") {
  for (const std::string text : {"plain", "a,b", "say \"so\"", "two\nlines", " padded ", "# mark", ""}) {
    const auto table =
        record::csv_from_text("a,b\nx," + record::csv_cell(text) + "\n", std::filesystem::path("memory"));
    REQUIRE(table.rows.size() == 1);
    CHECK(table.rows[0].cells[1] == text);
  }
}

TEST_CASE("steps come from steps, from epochs and the data set's size, or are relative") {
  const auto workload =
      from_text("batch_size,steps,epochs_to_target,dataset_size,rel_steps\n8,100,,,7\n16,,4,160,7\n").front();
  CHECK(workload.name == "runs");
  CHECK(workload.sizes[0].trials[0].high == 100);
  CHECK(workload.sizes[1].trials[0].high == 40);
  CHECK_FALSE(workload.relative_steps);
  CHECK(from_text("batch_size,rel_steps\n8,3\n").front().relative_steps);
}

TEST_CASE("the interval between evaluations bounds the crossing from below") {
  const auto workload = from_text("batch_size,steps,evaluation_interval\n8,100,10\n16,5,10\n").front();
  CHECK(workload.sizes[0].trials[0].low == 90);
  CHECK(workload.sizes[1].trials[0].low == 0);
}

TEST_CASE("a target makes a workload of its own; --rows decides over the file") {
  const auto workloads = from_text("batch_size,steps,target\n8,100,0.1\n8,50,0.2\n16,70,0.1\n");
  REQUIRE(workloads.size() == 2);
  CHECK(workloads[0].sizes.size() == 2);
  LoadOptions options;
  options.rows = Rows::search;
  CHECK(from_text("batch_size,steps,rows\n8,100,replicates\n", options).front().rows == Rows::search);
}

TEST_CASE("a failure without a budget counts in medians and never as a censored term") {
  const auto fitted =
      fit(from_text("batch_size,steps,censored\n8,100,\n8,,1\n8,,1\n16,50,\n16,60,\n16,,1\n").front());
  REQUIRE(fitted.statistics.points.size() == 2);
  CHECK_FALSE(fitted.statistics.points[0].median);
  CHECK(fitted.statistics.points[0].censored == 2);
  CHECK(fitted.statistics.sizes[0].observations.empty());
  CHECK(*fitted.statistics.points[1].median == 60);
  CHECK(fitted.statistics.sizes[1].observations.size() == 2);
}

TEST_CASE("search rows: the median of the best of k, the same k everywhere") {
  std::string text = "batch_size,steps,rows\n";
  for (int i = 1; i <= 8; ++i) text += "8," + std::to_string(100 * i) + ",search\n";
  for (int i = 1; i <= 5; ++i) text += "16," + std::to_string(40 * i) + ",search\n";
  const auto fitted = fit(from_text(text).front());
  CHECK(fitted.statistics.kind == "best of k");
  CHECK(fitted.statistics.k == std::size_t{2});
  // 8 trials, k = 2: P(best <= i-th) = 1 - (8-i)(7-i)/56 reaches 1/2 at i = 3
  CHECK(*fitted.statistics.points[0].median == 300);
  CHECK(*fitted.statistics.points[0].best == 100);
  CHECK(fitted.statistics.sizes[0].observations.size() == 1);
}
