// The steps CSV: one row a run. Columns and their meaning are documented in the README of this folder.

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "analysis/csv_columns.hpp"
#include "analysis/load.hpp"
#include "plateau/base/error.hpp"
#include "plateau/base/file.hpp"
#include "plateau/base/text.hpp"

namespace plateau::analysis {
namespace {

struct Row {
  TrialPoint point;
  double batch_size = 0;
  bool relative = false;
};

struct Group {
  Workload workload;
  std::optional<Rows> declared;
  std::map<double, SizeMeasurements> sizes;
  bool has_steps = false;
};

// Steps of a row: measured, from epochs, or relative; nothing where the row has none.
std::optional<double> steps_of(const CsvColumns& columns, const record::CsvRow& row, double batch_size,
                               bool& relative) {
  relative = false;
  if (const auto steps = columns.positive(row, "steps_to_target")) return steps;
  const auto epochs = columns.positive(row, "epochs_to_target"), size = columns.positive(row, "dataset_size");
  if (epochs && size) return *epochs * *size / batch_size;
  const auto steps = columns.positive(row, "rel_steps");
  relative = steps.has_value();
  return steps;
}

void set_outcome(const CsvColumns& columns, const record::CsvRow& row, Row& out) {
  const bool censored = columns.flag(row, "censored");
  const auto steps = steps_of(columns, row, out.batch_size, out.relative);
  const auto budget = columns.positive(row, "budget_steps");
  const auto interval = columns.positive(row, "evaluation_interval");
  if (censored && steps)
    columns.fail(row, "the row is censored and yet has steps to the target",
                 "Leave the steps empty and put the budget into budget_steps");
  if (!censored && !steps)
    columns.fail(row, fmt::format("the row has neither {} nor censored = 1", columns.steps_columns()),
                 "Give the steps, or mark the run as not having reached the target");
  if (steps && budget && !out.relative && *steps > *budget)
    columns.fail(row,
                 fmt::format("{} steps are more than the budget of {}", shortest(*steps), shortest(*budget)),
                 "Correct one of them, or mark the row as censored and leave the steps empty");
  auto& point = out.point;
  if (censored) {
    point.outcome = budget ? Outcome::censored : Outcome::failed;
    point.low = budget.value_or(0);
    return;
  }
  if (!std::isfinite(*steps) || !(*steps > 0))
    columns.fail(row, "the steps are too many or too few to represent");
  point.outcome = Outcome::reached;
  point.high = *steps;
  point.low = interval ? std::max(0.0, *steps - *interval) : *steps;
}

Row read_row(const CsvColumns& columns, const record::CsvRow& row) {
  Row out;
  const auto batch_size = columns.positive(row, "batch_size");
  if (!batch_size) columns.fail(row, "column 'batch_size' is empty", "It must be a positive number");
  out.batch_size = *batch_size;
  set_outcome(columns, row, out);
  out.point.label = columns.text(row, "seed_or_trial");
  out.point.step_seconds = columns.positive(row, "step_seconds");
  out.point.devices = columns.positive(row, "devices");
  out.point.parameters = columns.parameters(row);
  return out;
}

// What must be the same on all rows of a workload; the first row decides.
void check_consistent(const CsvColumns& columns, const record::CsvRow& row, Group& group, const Row& parsed) {
  const auto unit =
      columns.text(row, "batch_unit").empty() ? std::string("examples") : columns.text(row, "batch_unit");
  const auto rows = columns.rows(row);
  if (group.sizes.empty()) {
    group.workload.batch_unit = unit;
    group.declared = rows;
  }
  if (unit != group.workload.batch_unit)
    columns.fail(row,
                 fmt::format("column 'batch_unit' is {} where earlier rows of {} have {}", in_quotes(unit),
                             in_quotes(group.workload.name), in_quotes(group.workload.batch_unit)),
                 "Use one unit a workload");
  if (rows != group.declared)
    columns.fail(row,
                 fmt::format("column 'rows' differs from earlier rows of {}", in_quotes(group.workload.name)),
                 "Rows of a workload are all search or all replicates");
  if (parsed.point.outcome != Outcome::reached) return;
  if (group.has_steps && parsed.relative != group.workload.relative_steps)
    columns.fail(row, "some rows of the workload have steps, others only rel_steps",
                 "Give the same kind on all rows");
  group.workload.relative_steps = parsed.relative;
  group.has_steps = true;
}

bool parameter_varies(const Group& group) {
  for (const auto& [batch_size, size] : group.sizes) {
    std::set<record::Parameters> seen;
    for (const auto& trial : size.trials) seen.insert(trial.parameters);
    if (seen.size() > 1) return true;
  }
  return false;
}

// Where trials were searched, as far as the rows tell: the range of each metaparameter at the size.
void set_space(SizeMeasurements& size) {
  for (const auto& trial : size.trials)
    for (const auto& [name, value] : trial.parameters) {
      auto& range = size.space.try_emplace(name, ParameterRange{value, value}).first->second;
      range.low = std::min(range.low, value);
      range.high = std::max(range.high, value);
    }
}

Workload finish(Group& group, const LoadOptions& options) {
  auto& workload = group.workload;
  workload.rows = options.rows              ? *options.rows
                  : group.declared          ? *group.declared
                  : parameter_varies(group) ? Rows::search
                                            : Rows::replicates;
  for (auto& [batch_size, size] : group.sizes) {
    if (workload.rows == Rows::search) set_space(size);
    size.complete = static_cast<long long>(size.trials.size());
    workload.sizes.push_back(std::move(size));
  }
  return std::move(workload);
}

}  // namespace

Loaded load_csv(const std::filesystem::path& file, const LoadOptions& options) {
  const auto table = record::csv_from_text(read_file(file), file);
  const CsvColumns columns(table);
  std::vector<std::pair<std::string, std::string>> order;
  std::map<std::pair<std::string, std::string>, Group> groups;
  for (const auto& row : table.rows) {
    auto name = columns.text(row, "workload");
    if (name.empty()) name = file.stem().string();
    const std::pair key(name, columns.text(row, "target"));
    auto [found, fresh] = groups.try_emplace(key);
    auto& group = found->second;
    if (fresh) {
      order.push_back(key);
      group.workload.name = key.first;
      group.workload.target = key.second;
      group.workload.source = file.string();
    }
    const auto parsed = read_row(columns, row);
    check_consistent(columns, row, group, parsed);
    auto& size = group.sizes[parsed.batch_size];
    size.batch_size = parsed.batch_size;
    size.trials.push_back(parsed.point);
  }
  if (order.empty())
    throw Error(ExitCode::bad_data,
                fmt::format("{}:{}: the file holds a header and no rows", file.string(), table.header_line),
                "Give one row a run");
  Loaded out;
  out.notes = columns.notes();
  if (options.goal)
    out.notes.push_back(
        fmt::format("{}: --goal has no effect on steps that are already measured", file.string()));
  for (const auto& key : order) out.workloads.push_back(finish(groups.at(key), options));
  return out;
}

}  // namespace plateau::analysis
