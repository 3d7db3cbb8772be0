#include "analysis/load.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "plateau/base/error.hpp"

namespace plateau::analysis {
namespace {

namespace fs = std::filesystem;

Loaded load_one(const fs::path& input, const LoadOptions& options) {
  if (!fs::exists(input)) throw Error(ExitCode::no_input, fmt::format("no such input: {}", input.string()));
  const bool folder = fs::is_directory(input);
  if (options.format == Format::csv && folder)
    throw Error(ExitCode::no_input, fmt::format("{} is a folder", input.string()),
                "--format csv reads files");
  if (options.format == Format::store && !folder)
    throw Error(ExitCode::no_input, fmt::format("{} is a file", input.string()),
                "--format store reads folders");
  if (!folder) return load_csv(input, options);
  if (fs::is_directory(input / "store")) return load_store(input / "store", input / "confirm", options);
  return load_store(input, {}, options);
}

// Two inputs may name the same workload: they stay apart, told by their source.
void make_unique(std::vector<Workload>& workloads) {
  for (auto& workload : workloads) {
    const auto same = [&](const Workload& other) {
      return other.name == workload.name && other.target == workload.target &&
             other.source != workload.source;
    };
    if (std::any_of(workloads.begin(), workloads.end(), same)) workload.name += " (" + workload.source + ")";
  }
}

}  // namespace

std::string_view name_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::reached:
      return "goal reached";
    case Outcome::infeasible:
      return "diverged";
    case Outcome::pending:
      return "pending";
    default:
      return "goal not reached";
  }
}

Loaded load(const std::vector<fs::path>& inputs, const LoadOptions& options) {
  Loaded all;
  for (const auto& input : inputs) {
    auto one = load_one(input, options);
    std::move(one.workloads.begin(), one.workloads.end(), std::back_inserter(all.workloads));
    std::move(one.notes.begin(), one.notes.end(), std::back_inserter(all.notes));
  }
  make_unique(all.workloads);
  return all;
}

}  // namespace plateau::analysis
