#include "plateau/train/write_result.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include "plateau/base/error.hpp"
#include "plateau/base/file.hpp"
#include "plateau/base/version.hpp"
#include "plateau/record/store.hpp"

namespace plateau::train {
namespace {

std::string timing_csv(const Timing& timing) {
  std::string text = "step,training_seconds,evaluation_seconds\n";
  for (std::size_t i = 0; i < timing.steps.size(); ++i)
    text += fmt::format("{},{:.6f},{:.6f}\n", timing.steps[i], timing.training_seconds[i],
                        timing.evaluation_seconds[i]);
  return text;
}

const char* engine_of(const campaign::WorkloadSpec& workload) {
  return workload.uses_direct_engine() ? "direct" : "libtorch";
}

std::string host_name() {
  char name[256] = {};
  ::gethostname(name, sizeof name - 1);
  return name;
}

void add_provenance(TrialResult& result, const TrialRun& run, const std::string& campaign_hash) {
  auto& extra = result.trial.extra;
  const Timing& timing = result.timing;
  const auto& resources = run.workload.resources;
  extra["seed"] = run.plan.seed;
  extra["batch_size"] = run.batch_size;
  extra["micro_batch_size"] = resources.micro_batch_size;
  extra["reduce_order"] = resources.reduce_order == campaign::ReduceOrder::tree ? "tree" : "fast";
  extra["engine"] = engine_of(run.workload);
  extra["ranks"] = run.comm.size();
  extra["communicator"] = run.comm.name();
  extra["communication"] = result.communication;
  extra["host"] = host_name();
  extra["campaign_hash"] = campaign_hash;
  extra["data_hash"] = run.dataset.hash;
  extra["tool"] = {{"version", version()}, {"commit", commit()}};
  if (!timing.steps.empty() && timing.steps.back() > 0)
    extra["step_seconds"] = timing.training_seconds.back() / static_cast<double>(timing.steps.back());
}

}  // namespace

void check_same_origin(const std::vector<record::Trial>& recorded, const campaign::WorkloadSpec& workload,
                       const data::Dataset& dataset) {
  const auto check = [](const record::Trial& trial, const char* key, const std::string& now) {
    const auto old = trial.extra.find(key);
    if (old != trial.extra.end() && *old != now)
      throw Error(
          ExitCode::configuration,
          fmt::format("trial {} was recorded with {} {}, now it is {}", trial.id, key, old->dump(), now),
          "A study must not mix them: choose another --workspace, or go back to what it was made with");
  };
  for (const auto& trial : recorded) {
    check(trial, "engine", engine_of(workload));
    check(trial, "data_hash", dataset.hash);
  }
}

TrialResult with_provenance(TrialResult result, const TrialRun& run, const std::string& campaign_hash) {
  add_provenance(result, run, campaign_hash);
  return result;
}

void write_result(const std::filesystem::path& study_folder, const TrialResult& result,
                  const std::filesystem::path& checkpoints) {
  const auto folder = study_folder / std::to_string(result.trial.id);
  make_folder(folder);
  write_file(folder / "timing.csv", timing_csv(result.timing), Durability::none);
  record::write_trial(study_folder, result.trial, result.measurements);
  if (result.trial.status != record::Status::incomplete) std::filesystem::remove_all(checkpoints);
}

}  // namespace plateau::train
