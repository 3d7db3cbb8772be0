#pragma once
// A campaign as its file describes it. Every struct is read by a schema in read_campaign.cpp or
// read_workload.cpp.

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "plateau/record/study.hpp"
#include "plateau/search/sampler.hpp"
#include "plateau/search/space.hpp"

namespace plateau::campaign {

enum class DataSet { digits, idx };
struct DataSpec {
  DataSet set = DataSet::digits;
  std::string name;                     // the store's <dataset>; default: digits; idx must say
  std::filesystem::path folder;         // idx: folder of the four IDX files, relative to the campaign file
  std::uint64_t split_seed = 1;         // of the training/validation(/test) split
  std::optional<long long> validation;  // rows; default 500 (digits), 5000 (idx)
  std::optional<long long> test;        // rows, digits only; default 250
  bool standardize = true;
  double example_fraction = 1;  // of the training examples, in (0, 1]
  double class_fraction = 1;    // of the classes, in (0, 1]
};

enum class ModelKind { fully_connected, simple_cnn };
enum class CnnVariant { base, narrow, wide };
struct ModelSpec {
  ModelKind kind = ModelKind::fully_connected;
  std::vector<std::int64_t> widths;       // fully_connected: hidden widths, may be empty
  CnnVariant variant = CnnVariant::base;  // simple_cnn
  double dropout = 0.4;                   // simple_cnn, [0, 1)
};

// automatic: direct where it can (fully connected nets), else libtorch. Part of a trial's identity.
enum class EngineKind { automatic, direct, libtorch };

enum class OptimizerRule { sgd, momentum, nesterov };
struct OptimizerSpec {
  OptimizerRule rule = OptimizerRule::sgd;
  double momentum = 0.9;    // [0, 1), used by momentum and nesterov
  double weight_decay = 0;  // >= 0, not on biases
};

enum class DecayKind { constant, linear, multi_step };
struct ScheduleSpec {
  std::optional<double> learning_rate;  // > 0; may be searched instead
  DecayKind decay = DecayKind::constant;
  std::optional<long long> decay_steps;  // linear: T; default: the step budget less the warm-up
  double end_factor = 1e-2;              // linear: alpha
  std::vector<std::int64_t> boundaries;  // multi_step
  double factor = 0.1;                   // multi_step
  long long warmup_steps = 0;
  double warmup_start = 0;  // fraction of the learning rate at the first step, [0, 1]
};

// The smallest of the limits given ends a trial.
struct BudgetSpec {
  std::optional<long long> steps;
  std::map<long long, long long>
      steps_by_batch_size;  // {batch size: steps}; the entry of the largest size <= B holds
  std::optional<double> epochs;
  std::optional<double> examples;
  std::optional<long long> seconds;  // of training and evaluation; the result then depends on the machine
  long long min_steps = 1;           // bounds on what epochs and examples give
  std::optional<long long> max_steps;
};

struct SearchSpec {
  search::Method method = search::Method::sobol;
  long long trials = 20;                  // wanted number of COMPLETE trials
  std::optional<long long> launch_limit;  // default 3 * trials
  std::size_t points = 5;                 // grid: points a dimension
  search::Space space;
};

enum class EvaluationSet { train, val, test };
struct EvaluationSpec {
  double ratio = 1.05;                // evaluations at round(ratio^k)
  std::optional<long long> interval;  // instead: every so many steps
  std::set<EvaluationSet> sets = {EvaluationSet::val};
};

enum class ReduceOrder { tree, fast };
enum class Overlap { automatic, on, off };  // automatic: where sums cross a network
struct ResourceSpec {
  int ranks = 1;   // a trial
  int groups = 1;  // groups of ranks a tune element trains in at the same time
  long long micro_batch_size = 128;
  ReduceOrder reduce_order = ReduceOrder::tree;
  Overlap overlap = Overlap::automatic;  // of summing gradients with the backward pass
  long long bucket_size = 0;             // bytes summed at a time with overlap; 0: measured
  long long message_size = 0;            // bytes a message between machines; 0: measured
  long long time_limit = 3600;           // seconds an element
  long long checkpoint_interval = 120;   // seconds between saved states of a trial
  std::optional<std::string> memory;     // a node, in Slurm's form: 4G
};

enum class AfterGoal { stop, resume };
struct WorkloadSpec {
  std::string name;
  DataSpec data;
  ModelSpec model;
  EngineKind engine = EngineKind::automatic;
  OptimizerSpec optimizer;
  ScheduleSpec schedule;
  double label_smoothing = 0;
  std::vector<record::Goal> goals;  // the first is the one that is fitted
  AfterGoal after_goal = AfterGoal::stop;
  std::vector<long long> batch_sizes;  // increasing
  BudgetSpec budget;
  SearchSpec search;
  EvaluationSpec evaluation;
  ResourceSpec resources;
  long long training_rows = 0;  // as probed
  std::string
      store_model;  // <model> in the store: the model's name, or the workload's where paths would clash

  bool uses_direct_engine() const;
  std::string dataset_name() const;
  std::string model_name() const;      // fc_128_64, simple_cnn_base
  std::string optimizer_name() const;  // sgd, momentum, nesterov_momentum
};

struct ConfirmSpec {
  long long configurations = 3;  // best configurations of each study
  long long seeds = 1;           // fresh seeds each; 0 leaves the stage out
};
struct FitSpec {
  double x = 0.25;            // maximum useful batch size: doubling still saves this share of the steps
  long long bootstrap = 200;  // replicates
  int ranks = 1;
};

struct Campaign {
  std::string name;
  std::string description;
  std::uint64_t seed = 1;
  std::vector<WorkloadSpec> workloads;
  ConfirmSpec confirm;
  FitSpec fit;
  std::string hash;  // of the file's content
};

}  // namespace plateau::campaign
