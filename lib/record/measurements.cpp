#include "plateau/record/measurements.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "plateau/base/error.hpp"
#include "plateau/base/text.hpp"

namespace plateau::record {
namespace {

struct Place {
  const std::filesystem::path& file;
  std::size_t line;
};

[[noreturn]] void fail(const Place& place, const std::string& what) {
  throw Error(ExitCode::bad_data, fmt::format("{}:{}: {}", place.file.string(), place.line, what));
}

double cell_value(std::string_view cell, const Place& place) {
  if (cell.empty() || cell == "nan" || cell == "NaN") return std::numeric_limits<double>::quiet_NaN();
  const auto value = parse_number(cell);
  if (!value) fail(place, fmt::format("{} is not a number", in_quotes(cell)));
  return *value;
}

// Where each column's values go.
std::vector<std::vector<double>*> bind_columns(Measurements& out, const std::vector<std::string>& header) {
  for (std::size_t i = 1; i < header.size(); ++i)
    if (header[i] != "examples" && header[i] != "batch_size") out.metrics.push_back(header[i]);
  out.values.resize(out.metrics.size());
  std::vector<std::vector<double>*> targets;
  std::size_t metric = 0;
  for (std::size_t i = 1; i < header.size(); ++i)
    targets.push_back(header[i] == "examples"     ? &out.examples
                      : header[i] == "batch_size" ? &out.batch_sizes
                                                  : &out.values[metric++]);
  return targets;
}

void add_row(Measurements& out, std::vector<std::vector<double>*>& targets, std::string_view line,
             const Place& place) {
  const auto cells = split(line, ',');
  if (cells.size() != targets.size() + 1)
    fail(place, fmt::format("{} cells where the header has {}", cells.size(), targets.size() + 1));
  const auto step = parse_number(cells[0]);
  if (!step || *step < 0 || *step != std::floor(*step) || *step > 9e15)
    fail(place, fmt::format("step {} is not a whole number", in_quotes(cells[0])));
  out.steps.push_back(static_cast<long long>(*step));
  for (std::size_t i = 0; i < targets.size(); ++i) targets[i]->push_back(cell_value(cells[i + 1], place));
}

std::string cell_text(double value) { return std::isfinite(value) ? shortest(value) : std::string(); }

}  // namespace

std::optional<std::size_t> Measurements::column(std::string_view metric) const {
  const auto found = std::find(metrics.begin(), metrics.end(), metric);
  if (found == metrics.end()) return std::nullopt;
  return static_cast<std::size_t>(found - metrics.begin());
}

std::string to_csv(const Measurements& m) {
  std::string text = "step,examples,batch_size";
  for (const auto& name : m.metrics) text += "," + name;
  text += '\n';
  for (std::size_t row = 0; row < m.rows(); ++row) {
    text += fmt::format("{},{},{}", m.steps[row], cell_text(m.examples.at(row)),
                        cell_text(m.batch_sizes.at(row)));
    for (const auto& column : m.values) text += "," + cell_text(column[row]);
    text += '\n';
  }
  return text;
}

Measurements measurements_from_csv(std::string_view text, const std::filesystem::path& file) {
  Measurements out;
  std::vector<std::vector<double>*> targets;
  std::size_t number = 0;
  while (!text.empty()) {
    const auto end = text.find('\n');
    std::string_view line = text.substr(0, end);
    ++number;
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty()) continue;
    if (targets.empty() && out.steps.empty()) {
      const auto header = split(line, ',');
      if (header.size() < 2 || header[0] != "step")
        fail({file, number}, "the header must begin with 'step' and name a metric");
      targets = bind_columns(out, header);
    } else {
      add_row(out, targets, line, {file, number});
    }
  }
  if (targets.empty()) fail({file, 1}, "the file has no header");
  return out;
}

}  // namespace plateau::record
