#pragma once
// One trial from plan to result.

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "plateau/campaign/study.hpp"
#include "plateau/comm/communicator.hpp"
#include "plateau/data/dataset.hpp"
#include "plateau/record/measurements.hpp"
#include "plateau/record/trial.hpp"

namespace plateau::train {

// Times at each evaluation, cumulative seconds. Kept apart from the measurements, which depend on no clock.
struct Timing {
  std::vector<long long> steps;
  std::vector<double> training_seconds, evaluation_seconds;
};

struct TrialResult {
  record::Trial trial;  // status, steps, parameters, causes
  record::Measurements measurements;
  Timing timing;
  std::string communication;  // how gradients were summed, for people and records
};

// Where a trial's state is saved, and how often besides at an interruption. An empty folder: never.
struct CheckpointSettings {
  std::filesystem::path folder;
  double interval_seconds = 120;
};

struct TrialRun {
  const campaign::WorkloadSpec& workload;  // without the trial's parameters
  long long batch_size = 1;
  campaign::TrialPlan plan;
  const data::Dataset& dataset;
  comm::Communicator& comm;
  std::function<bool()> interrupted = [] { return false; };  // polled once a step
  CheckpointSettings checkpoints = {};
};

// Collective over run.comm; the same result on every rank, and on any number of ranks the same bits under
// reduce_order tree.
TrialResult run_trial(const TrialRun& run);

}  // namespace plateau::train
