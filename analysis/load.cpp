#include "analysis/load.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>

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
  std::map<std::pair<std::string, std::string>, std::set<std::string>> sources;  // by name and target
  for (const auto& workload : workloads) sources[{workload.name, workload.target}].insert(workload.source);
  for (auto& workload : workloads)
    if (sources[{workload.name, workload.target}].size() > 1) workload.name += " (" + workload.source + ")";
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
