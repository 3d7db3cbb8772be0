#pragma once
// A study store with a known scaling curve: trials differ in learning rate; the error falls as a power of the
// steps and meets the goal 0.1 at S(B) times a penalty that is quadratic in the distance from the best
// learning rate.

#include <cmath>
#include <filesystem>

#include "plateau/base/random.hpp"
#include "plateau/record/store.hpp"
#include "plateau/scaling/curve.hpp"

namespace plateau::testing {

struct SyntheticStudy {
  scaling::Curve curve{scaling::Form::smooth_max, 7, 5, .6};
  int first = 1, sizes = 10;  // batch sizes 2^first ...
  int trials = 40;            // ids 0 .. trials - 1
  int wanted = 30;
  double low_rate = 1e-4, high_rate = 10;
  double shift = 1;     // factor of the steps of every trial
  int missing_at = -1;  // index of a size that has only half of its trials so far
};

inline record::Measurements measurements(double crossing, double budget, double batch_size) {
  record::Measurements m;
  m.metrics = {"val/error"};
  m.values.resize(1);
  for (double step = 1; step <= budget; step = std::max(step + 1, std::round(step * 1.05))) {
    m.steps.push_back(static_cast<long long>(step));
    m.examples.push_back(step * batch_size);
    m.batch_sizes.push_back(batch_size);
    m.values[0].push_back(0.0999999 * std::pow(crossing / step, 0.5));
  }
  return m;
}

inline record::Trial trial_record(const SyntheticStudy& s, int size, long long id, double& crossing) {
  const RandomStream random(11, static_cast<std::uint64_t>(size));
  record::Trial trial;
  trial.id = id;
  const double u = random.uniform(static_cast<std::uint64_t>(id));
  const double rate = s.low_rate * std::pow(s.high_rate / s.low_rate, u);
  const double best_rate = 1e-2 * std::exp2(0.5 * (s.first + size));
  const double distance = std::log10(rate / best_rate);
  trial.parameters = {{"learning_rate", rate}, {"momentum", 0.9}};
  crossing = s.shift * std::exp2(s.curve.log2_steps(s.first + size) + 2 * distance * distance);
  trial.status = distance > 1.2 ? record::Status::infeasible : record::Status::complete;
  return trial;
}

inline void write_store(const std::filesystem::path& root, const SyntheticStudy& s) {
  for (int size = 0; size < s.sizes; ++size) {
    record::Study study;
    study.dataset = "digits";
    study.model = "mlp";
    study.optimizer = "momentum";
    study.batch_size = std::exp2(s.first + size);
    const double budget = 8 * std::exp2(s.curve.log2_steps(s.first + size));
    study.train_steps = static_cast<long long>(budget);
    study.parameter_configs = {{"learning_rate",
                                {{"type", "DOUBLE"},
                                 {"min_value", s.low_rate},
                                 {"max_value", s.high_rate},
                                 {"scale", "LOG_SCALE"}}}};
    study.extra = {{"goal", "val/error < 0.1"}, {"wanted_trials", s.wanted}};
    const auto folder = root / record::study_folder(study);
    record::write_study(folder, study);
    int complete = 0;
    for (long long id = 0; complete < (size == s.missing_at ? s.wanted / 2 : s.wanted); ++id) {
      double crossing = 0;
      auto trial = trial_record(s, size, id, crossing);
      complete += trial.status == record::Status::complete;
      auto curve = measurements(crossing, budget, study.batch_size);
      trial.steps = curve.steps.back();
      record::write_trial(folder, trial, curve, Durability::none);
    }
  }
}

}  // namespace plateau::testing
