#include "analysis/csv_columns.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "plateau/base/error.hpp"
#include "plateau/base/text.hpp"

namespace plateau::analysis {
namespace {

const std::map<std::string, std::string>& aliases() {
  static const std::map<std::string, std::string> map = {
      {"steps", "steps_to_target"}, {"steps_to_result", "steps_to_target"}, {"epochs", "epochs_to_target"}};
  return map;
}

const std::vector<std::string>& known_columns() {
  static const std::vector<std::string> names = {"workload",
                                                 "batch_size",
                                                 "steps_to_target",
                                                 "epochs_to_target",
                                                 "dataset_size",
                                                 "rel_steps",
                                                 "seed_or_trial",
                                                 "rows",
                                                 "censored",
                                                 "budget_steps",
                                                 "evaluation_interval",
                                                 "step_seconds",
                                                 "devices",
                                                 "target",
                                                 "metric",
                                                 "batch_unit"};
  return names;
}

const std::vector<std::string>& metaparameter_names() {
  static const std::vector<std::string> names = {"learning_rate",
                                                 "lr",
                                                 "momentum",
                                                 "weight_decay",
                                                 "label_smoothing",
                                                 "warmup_steps",
                                                 "warmup",
                                                 "decay_steps",
                                                 "learning_rate_decay_steps",
                                                 "beta1",
                                                 "beta2",
                                                 "epsilon",
                                                 "end_learning_rate_factor",
                                                 "dropout",
                                                 "l2",
                                                 "decay_factor",
                                                 "optimizer_epsilon"};
  return names;
}

std::string canonical(const std::string& name) {
  const auto found = aliases().find(name);
  return found == aliases().end() ? name : found->second;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

[[noreturn]] void missing(const record::CsvTable& table, const std::string& what, const std::string& wanted) {
  const auto near = nearest(wanted, table.header);
  const auto one_column_with = [&](char separator) {
    return table.header.size() == 1 && table.header[0].find(separator) != std::string::npos;
  };
  const bool curves = table.column("run") && table.column("step");
  throw Error(
      ExitCode::bad_data, fmt::format("{}:{}: {}", table.file.string(), table.header_line, what),
      one_column_with(';')    ? std::string("Separate columns by commas, not by semicolons")
      : one_column_with('\t') ? std::string("Separate columns by commas, not by tabs")
      : curves                ? std::string(
                                    "These are learning curves; give one row a run, with the first step that met the goal")
      : near ? fmt::format("Is {} meant to be '{}'?", in_quotes(*near), wanted)
             : fmt::format("The first line names the columns; add '{}'", wanted));
}

}  // namespace

CsvColumns::CsvColumns(const record::CsvTable& table) : table_(table) {
  for (std::size_t i = 0; i < table.header.size(); ++i) {
    const auto& name = table.header[i];
    const auto key = canonical(name);
    if (contains(metaparameter_names(), name)) parameters_[name == "lr" ? "learning_rate" : name] = i;
    const auto [found, fresh] = index_.try_emplace(key, i);
    if (!fresh)
      throw Error(ExitCode::bad_data,
                  fmt::format("{}:{}: columns {} and {} mean the same", table.file.string(),
                              table.header_line, in_quotes(table.header[found->second]), in_quotes(name)),
                  "Keep one of them");
    if (contains(known_columns(), key) || contains(metaparameter_names(), name)) continue;
    const auto near = nearest(name, known_columns());
    notes_.push_back(fmt::format("{}: column {} is not known and is kept as a label{}", table.file.string(),
                                 in_quotes(name), near ? fmt::format("; is '{}' meant?", *near) : ""));
  }
  if (!index_.contains("batch_size")) missing(table, "there is no column 'batch_size'", "batch_size");
  if (steps_columns().empty())
    missing(table,
            "there is no column of steps: steps_to_target, epochs_to_target with dataset_size, or rel_steps",
            "steps_to_target");
}

std::string CsvColumns::steps_columns() const {
  std::vector<std::string> names;
  if (index_.contains("steps_to_target")) names.push_back(table_.header[index_.at("steps_to_target")]);
  if (index_.contains("epochs_to_target") && index_.contains("dataset_size"))
    names.emplace_back("epochs_to_target with dataset_size");
  if (index_.contains("rel_steps")) names.emplace_back("rel_steps");
  return either(names);
}

const std::string& CsvColumns::cell(const record::CsvRow& row, const std::string& name) const {
  static const std::string empty;
  const auto found = index_.find(name);
  return found == index_.end() ? empty : row.cells[found->second];
}

void CsvColumns::fail(const record::CsvRow& row, const std::string& what, const std::string& remedy) const {
  throw Error(ExitCode::bad_data, fmt::format("{}:{}: {}", table_.file.string(), row.line, what), remedy);
}

std::optional<double> CsvColumns::positive(const record::CsvRow& row, const std::string& name) const {
  const auto& content = cell(row, name);
  if (content.empty()) return std::nullopt;
  const auto value = parse_number(content);
  if (!value || !(*value > 0))
    fail(row, fmt::format("column '{}' is {}", table_.header[index_.at(name)], in_quotes(content)),
         "It must be a positive, finite number");
  return value;
}

bool CsvColumns::flag(const record::CsvRow& row, const std::string& name) const {
  const auto& content = cell(row, name);
  if (content.empty() || content == "0" || content == "false" || content == "False") return false;
  if (content == "1" || content == "true" || content == "True") return true;
  fail(row, fmt::format("column '{}' is {}", name, in_quotes(content)), "It must be 0 or 1");
}

std::string CsvColumns::text(const record::CsvRow& row, const std::string& name) const {
  return cell(row, name);
}

std::optional<Rows> CsvColumns::rows(const record::CsvRow& row) const {
  const auto& content = cell(row, "rows");
  if (content.empty()) return std::nullopt;
  if (content == "search") return Rows::search;
  if (content == "replicates") return Rows::replicates;
  fail(row, fmt::format("column 'rows' is {}", in_quotes(content)), "It must be search or replicates");
}

record::Parameters CsvColumns::parameters(const record::CsvRow& row) const {
  record::Parameters out;
  for (const auto& [name, column] : parameters_)
    if (const auto value = parse_number(row.cells[column])) out[name] = *value;
  return out;
}

}  // namespace plateau::analysis
