#pragma once
// measurements.csv: one row an evaluation, columns step, [examples, batch_size,] and one a metric.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plateau::record {

struct Measurements {
  std::vector<std::string> metrics;  // column names in file order, without step, examples and batch_size
  std::vector<long long> steps;      // [rows], strictly increasing
  std::vector<double> examples;      // [rows], cumulative; empty where the file has no such column
  std::vector<double> batch_sizes;   // [rows]; empty where the file has no such column
  std::vector<std::vector<double>> values;  // [metrics][rows], NaN where the file has none

  std::size_t rows() const { return steps.size(); }
  // Column of a metric by its name; "val/error" and such are compared literally. Nothing where it is not
  // recorded.
  std::optional<std::size_t> column(std::string_view metric) const;
};

std::string to_csv(const Measurements& measurements);
// Errors: bad_data with file and line.
Measurements measurements_from_csv(std::string_view text, const std::filesystem::path& file);

}  // namespace plateau::record
