#pragma once
// Inputs of the analyzer: steps CSV files, study stores and workspaces.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "analysis/dataset.hpp"
#include "plateau/record/study.hpp"

namespace plateau::analysis {

enum class Format { automatic, csv, store };

struct LoadOptions {
  Format format = Format::automatic;  // automatic: folders are stores or workspaces, files are CSV
  std::optional<record::Goal> goal;   // overrides the goal that a study names
  std::optional<Rows> rows;           // overrides what the rows of a CSV are
};

struct Loaded {
  std::vector<Workload> workloads;
  std::vector<std::string> notes;  // for standard error
};

// Errors: no_input, bad_data (with file and line), usage (a store without a goal).
Loaded load(const std::vector<std::filesystem::path>& inputs, const LoadOptions& options = {});

// store: a folder that holds studies at any depth. confirm: the same layout with fresh-seed runs, or empty.
Loaded load_store(const std::filesystem::path& store, const std::filesystem::path& confirm,
                  const LoadOptions& options);
Loaded load_csv(const std::filesystem::path& file, const LoadOptions& options);

}  // namespace plateau::analysis
