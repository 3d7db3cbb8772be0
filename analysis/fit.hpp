#pragma once
// The whole analysis of workloads, and its machine-readable form.

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "analysis/dataset.hpp"
#include "analysis/statistics.hpp"
#include "plateau/scaling/bootstrap.hpp"
#include "plateau/scaling/evaluate.hpp"

namespace plateau::analysis {

struct FitOptions {
  scaling::EvaluateOptions evaluate;
};

struct BootstrapSummary {
  std::size_t replicates = 0;
  std::uint64_t seed = 0;
  std::map<std::string, scaling::PercentileInterval> intervals;  // by scaling::replicate_names()
};

struct WorkloadFit {
  Workload workload;
  FitOptions options;
  Statistics statistics;                      // statistics.sizes are the data of a scaling::Bootstrap
  scaling::Evaluation evaluation;             // verdict, regimes, fits, warnings
  std::optional<BootstrapSummary> bootstrap;  // filled by whoever computed replicates
};

WorkloadFit fit(const Workload& workload, const FitOptions& options = {});
std::vector<WorkloadFit> fit_all(const std::vector<Workload>& workloads, const FitOptions& options = {});

struct Tool {
  nlohmann::json options = nlohmann::json::object();  // as given on the command line
  std::optional<std::uint64_t> seed;
};

// fits.json, schema plateau.fits/1. Absent numbers are null. A workload with a bootstrap has the further key
// "bootstrap": {replicates, seed, intervals: {name: [low, high]}}.
nlohmann::ordered_json fits_json(const std::vector<WorkloadFit>& fits, const Tool& tool = {});

// As text, with a newline at the end; bytes that are not UTF-8 (file names) are replaced.
std::string json_text(const nlohmann::ordered_json& json);

}  // namespace plateau::analysis
