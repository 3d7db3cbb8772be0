#include "plateau/train/run_trial.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "plateau/campaign/evaluation.hpp"
#include "plateau/data/sampler.hpp"
#include "plateau/train/checkpoint.hpp"
#include "plateau/train/evaluate.hpp"
#include "plateau/train/interruption.hpp"
#include "plateau/train/trial_progress.hpp"
#include "plateau/train/trial_setup.hpp"

namespace plateau::train {
namespace {

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// What the owner of the first leaf tells all ranks with each step.
enum Signal : int { go_on = 0, time_used = 1, interrupt = 2, save = 3 };

// What makes two runs the same trial: with equal identities one goes on where the other ended.
nlohmann::json identity_of(const TrialRun& run, const model::Layout& layout) {
  const auto& w = run.workload;
  return {{"seed", run.plan.seed},
          {"parameters", run.plan.parameters},
          {"trial", run.plan.id},
          {"batch_size", run.batch_size},
          {"micro_batch_size", w.resources.micro_batch_size},
          {"reduce_order", static_cast<int>(w.resources.reduce_order)},
          {"direct_engine", w.uses_direct_engine()},
          {"data_hash", run.dataset.hash},
          {"size", layout.size()}};
}

class TrialRunner {
 public:
  explicit TrialRunner(const TrialRun& run)
      : run_(run),
        settings_(campaign::with_parameters(run.workload, run.plan.parameters)),
        budget_(campaign::step_budget(settings_, run.batch_size)),
        engine_(make_engine(settings_, run.dataset, run.plan.seed)),
        optimizer_(make_optimizer(settings_, engine_->layout())),
        schedule_(make_schedule(settings_, budget_)),
        order_(run.plan.seed, run.dataset.train.rows),
        gradient_(*engine_, run.dataset.train, order_, run.comm, make_batch_plan(settings_, run.batch_size),
                  make_gradient_path(settings_)),
        parameters_(engine_->layout().size()),
        goal_steps_(settings_.goals.size(), 0),
        checkpoints_(run.checkpoints.folder, identity_of(run, engine_->layout())) {
    model::initialize(engine_->layout(), run.plan.seed, parameters_);
    result_.trial.id = run.plan.id;
    result_.trial.parameters = run.plan.parameters;
    for (const auto set : settings_.evaluation.sets)
      for (const char* metric : {"cross_entropy_error", "classification_error"})
        result_.measurements.metrics.push_back(fmt::format("{}/{}", set_name(set), metric));
    result_.measurements.values.resize(result_.measurements.metrics.size());
  }

  TrialResult run() {
    start_ = last_save_ = Clock::now();
    next_evaluation_ = campaign::next_evaluation(settings_.evaluation, 0);
    if (!run_.checkpoints.folder.empty()) resume();
    while (!ended_) one_step();
    note_goals();
    result_.communication = gradient_.description();
    return std::move(result_);
  }

 private:
  static const char* set_name(campaign::EvaluationSet set) {
    constexpr const char* names[] = {"train", "val", "test"};
    return names[static_cast<std::size_t>(set)];
  }
  const data::Split& split(campaign::EvaluationSet set) const {
    if (set == campaign::EvaluationSet::train) return run_.dataset.train;
    return set == campaign::EvaluationSet::val ? run_.dataset.validation : run_.dataset.test;
  }

  Signal local_signal() const {
    if (!gradient_.owns_first_leaf()) return go_on;
    if (run_.interrupted()) return interrupt;
    if (settings_.budget.seconds && seconds_since(start_) > static_cast<double>(*settings_.budget.seconds))
      return time_used;
    const bool due = seconds_since(last_save_) > run_.checkpoints.interval_seconds;
    return due && !run_.checkpoints.folder.empty() ? save : go_on;
  }

  void one_step() {
    auto& steps = result_.trial.steps;
    const auto first_example =
        static_cast<std::uint64_t>(steps) * static_cast<std::uint64_t>(run_.batch_size);
    const auto sums = gradient_.compute(parameters_, static_cast<std::uint64_t>(steps), first_example,
                                        static_cast<float>(local_signal()));
    if (!std::isfinite(sums.loss)) {
      end(record::Status::infeasible, "diverged",
          fmt::format("the training loss is not finite at step {}", steps + 1));
      return;
    }
    optimizer_.step(parameters_, sums.gradient, schedule_.at(steps));
    ++steps;
    const auto signal = static_cast<Signal>(std::lround(sums.signal));
    if (signal == interrupt) {
      save_state();
      end(record::Status::incomplete, "interruption", interruption_cause());
      return;
    }
    finish_step(signal);
    if (signal == save && !ended_) save_state();
  }

  void finish_step(Signal signal) {
    const auto steps = result_.trial.steps;
    const bool last = steps >= budget_ || signal == time_used;
    if (last || steps == next_evaluation_) evaluate_all();
    if (last && !ended_)
      end(record::Status::complete, signal == time_used ? "time budget" : "step budget", "");
  }

  // All ranks hold the same state; the first one writes it.
  void save_state() {
    last_save_ = Clock::now();
    if (run_.checkpoints.folder.empty() || run_.comm.rank() != 0) return;
    auto progress = to_json(result_.measurements, result_.timing);
    progress["goal_steps"] = goal_steps_;
    progress["next_evaluation"] = next_evaluation_;
    progress["seconds"] = seconds_since(start_);
    progress["evaluating"] = evaluation_seconds_;
    progress["resumed_at"] = result_.trial.extra.value("resumed_at", nlohmann::json::array());
    const auto state = optimizer_.state();
    checkpoints_.save({result_.trial.steps, progress, parameters_, {state.begin(), state.end()}});
  }

  void resume() {
    const auto bytes = run_.comm.broadcast(run_.comm.rank() == 0 ? checkpoints_.newest() : "", 0);
    if (bytes.empty()) return;
    const auto state = from_bytes(bytes, identity_of(run_, engine_->layout())).value();
    parameters_ = state.parameters;
    std::ranges::copy(state.optimizer, optimizer_.state().begin());
    result_.trial.steps = state.steps;
    from_json(state.progress, result_.measurements, result_.timing);
    state.progress.at("goal_steps").get_to(goal_steps_);
    state.progress.at("next_evaluation").get_to(next_evaluation_);
    state.progress.at("evaluating").get_to(evaluation_seconds_);
    start_ -= std::chrono::duration_cast<Clock::duration>(
        std::chrono::duration<double>(state.progress.at("seconds").get<double>()));
    result_.trial.extra["resumed_at"] = state.progress.at("resumed_at");
    result_.trial.extra["resumed_at"].push_back(state.steps);
    finish_step(go_on);  // an interruption leaves at once, without an evaluation that is due
  }

  void evaluate_all() {
    const auto start = Clock::now();
    auto& m = result_.measurements;
    const long long step = result_.trial.steps;
    m.steps.push_back(step);
    m.examples.push_back(static_cast<double>(step) * static_cast<double>(run_.batch_size));
    m.batch_sizes.push_back(static_cast<double>(run_.batch_size));
    bool finite = true;
    std::size_t column = 0;
    for (const auto set : settings_.evaluation.sets) {
      const Metrics metrics = evaluate(*engine_, parameters_, split(set), run_.comm);
      finite = finite && std::isfinite(metrics.cross_entropy_error);
      m.values[column++].push_back(metrics.cross_entropy_error);
      m.values[column++].push_back(metrics.classification_error);
    }
    next_evaluation_ = campaign::next_evaluation(settings_.evaluation, step);
    evaluation_seconds_ += seconds_since(start);
    note_time(step);
    if (!finite)
      end(record::Status::infeasible, "diverged",
          fmt::format("the evaluated loss is not finite at step {}", step));
    else
      check_goals(step);
  }

  void note_time(long long step) {
    result_.timing.steps.push_back(step);
    result_.timing.training_seconds.push_back(seconds_since(start_) - evaluation_seconds_);
    result_.timing.evaluation_seconds.push_back(evaluation_seconds_);
  }

  void check_goals(long long step) {
    bool all_met = true;
    for (std::size_t g = 0; g < settings_.goals.size(); ++g) {
      const auto column = result_.measurements.column(settings_.goals[g].metric).value();
      if (goal_steps_[g] == 0 && settings_.goals[g].met_by(result_.measurements.values[column].back()))
        goal_steps_[g] = step;
      all_met = all_met && goal_steps_[g] > 0;
    }
    if (all_met && settings_.after_goal == campaign::AfterGoal::stop)
      end(record::Status::complete, "goal", "");
  }

  void note_goals() {
    for (std::size_t g = 0; g < goal_steps_.size(); ++g)
      if (goal_steps_[g] > 0) result_.trial.extra["goals_met"][settings_.goals[g].text()] = goal_steps_[g];
  }

  void end(record::Status status, const char* stopped_by, const std::string& cause) {
    ended_ = true;
    result_.trial.status = status;
    result_.trial.extra["stopped_by"] = stopped_by;
    if (!cause.empty()) result_.trial.extra["cause"] = cause;
  }

  const TrialRun& run_;
  campaign::WorkloadSpec settings_;
  long long budget_;
  std::unique_ptr<model::Engine> engine_;
  optim::Optimizer optimizer_;
  optim::Schedule schedule_;
  data::ExampleOrder order_;
  GradientSum gradient_;
  std::vector<float> parameters_;
  std::vector<long long> goal_steps_;  // first step at which each goal was met, 0 while it is not
  TrialResult result_;
  Checkpoints checkpoints_;
  Clock::time_point start_, last_save_;
  double evaluation_seconds_ = 0;
  long long next_evaluation_ = 0;
  bool ended_ = false;
};

}  // namespace

TrialResult run_trial(const TrialRun& run) { return TrialRunner(run).run(); }

}  // namespace plateau::train
