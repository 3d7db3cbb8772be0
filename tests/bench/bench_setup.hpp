#pragma once
// What the step benchmarks share: workloads on synthetic data and one optimizer step of ours.

#include <chrono>
#include <string>
#include <vector>

#include "plateau/base/random.hpp"
#include "plateau/comm/communicator.hpp"
#include "plateau/data/dataset.hpp"
#include "plateau/model/model_spec.hpp"
#include "plateau/optim/optimizer.hpp"
#include "plateau/train/gradient_sum.hpp"

namespace plateau::bench {

struct Workload {
  std::string name;  // of the network
  model::ModelSpec model;
  model::InputShape input;
  std::int64_t batch;   // a rank
  bool direct = false;  // engine
};

inline std::unique_ptr<model::Engine> engine_of(const Workload& w) {
  return w.direct ? model::make_direct_engine(w.model, w.input, 0)
                  : model::make_torch_engine(w.model, w.input, 0, 1);
}

inline std::vector<Workload> workloads() {
  const auto connected = [](std::vector<std::int64_t> widths) {
    return model::ModelSpec{model::Kind::fully_connected, std::move(widths), "", 0};
  };
  const Workload small{"64-128-10", connected({128}), {1, 8, 8, 10}, 32};
  const Workload wide{"784-1024-10", connected({1024}), {1, 28, 28, 10}, 64};
  std::vector<Workload> all;
  for (const auto& network : {small, wide})
    for (const std::int64_t batch : {1, 8, 32})
      all.push_back({network.name, network.model, network.input, batch, true});
  all.insert(all.end(),
             {small, wide, {"simple_cnn", {model::Kind::simple_cnn, {}, "base", 0.4}, {1, 28, 28, 10}, 64}});
  return all;
}

inline data::Split synthetic(const model::InputShape& input, std::size_t rows = 4096) {
  data::Split split;
  split.rows = rows;
  split.inputs.resize(rows * static_cast<std::size_t>(input.features()));
  const RandomStream stream(1, 1);
  for (std::size_t i = 0; i < split.inputs.size(); ++i)
    split.inputs[i] = static_cast<float>(stream.uniform(i) - 0.5) * 3.46F;
  for (std::size_t i = 0; i < rows; ++i)
    split.labels.push_back(static_cast<std::int64_t>(stream.bits(i) % 10));
  return split;
}

// Our training step with momentum, gather included.
class OurStep {
 public:
  OurStep(const Workload& workload, const data::Split& split, comm::Communicator& comm,
          const train::GradientPath& path = {})
      : engine_(engine_of(workload)),
        order_(1, split.rows),
        sum_(*engine_, split, order_, comm, {workload.batch * comm.size(), workload.batch, true}, path),
        parameters_(engine_->layout().size()),
        optimizer_({optim::Rule::momentum, 0.9, 0}, {{0, parameters_.size(), true}}),
        batch_(workload.batch * comm.size()) {
    model::initialize(engine_->layout(), 1, parameters_);
  }
  void operator()() {
    const auto sums = sum_.compute(parameters_, step_, step_ * static_cast<std::uint64_t>(batch_), 0);
    optimizer_.step(parameters_, sums.gradient, 0.01);
    ++step_;
  }
  const train::GradientSum& sum() const { return sum_; }
  std::size_t parameters() const { return parameters_.size(); }

 private:
  std::unique_ptr<model::Engine> engine_;
  data::ExampleOrder order_;
  train::GradientSum sum_;
  std::vector<float> parameters_;
  optim::Optimizer optimizer_;
  std::int64_t batch_;
  std::uint64_t step_ = 0;
};

template <typename Step>
double milliseconds(Step&& step, int repetitions) {
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < repetitions; ++i) step();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count() /
         repetitions;
}

}  // namespace plateau::bench
