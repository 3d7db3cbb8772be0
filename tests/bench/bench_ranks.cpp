// Several ranks: median milliseconds of a step. Usage (under mpirun): bench_ranks WIDTHS ENGINE BATCH_A_RANK
// STEPS [per_parameter]. WIDTHS such as 64-128-10. per_parameter: a peer that sums each parameter's gradient
// by a blocking MPI_Allreduce after backward, with the same engine and optimizer.

#include <fmt/core.h>
#include <mpi.h>

#include <algorithm>
#include <cstdlib>

#include "bench_setup.hpp"
#include "plateau/base/text.hpp"
#include "plateau/comm/mpi_session.hpp"
#include "plateau/model/torch_settings.hpp"

namespace {

using namespace plateau;

bench::Workload connected(const std::string& name, bool direct, std::int64_t batch) {
  std::vector<std::int64_t> widths;
  for (const auto& part : split(name, '-')) widths.push_back(*parse_whole(part));
  const model::InputShape input{1, 1, widths.front(), widths.back()};
  return {name,
          {model::Kind::fully_connected, {widths.begin() + 1, widths.end() - 1}, "", 0},
          input,
          batch,
          direct};
}

class PerParameterStep {
 public:
  PerParameterStep(const bench::Workload& workload, const data::Split& split, comm::Communicator& world)
      : split_(split),
        engine_(bench::engine_of(workload)),
        order_(1, split.rows),
        parameters_(engine_->layout().size()),
        gradient_(parameters_.size()),
        optimizer_({optim::Rule::momentum, 0.9, 0}, {{0, parameters_.size(), true}}),
        batch_(static_cast<std::size_t>(workload.batch)),
        inputs_(batch_ * static_cast<std::size_t>(workload.input.features())),
        labels_(batch_),
        rank_(static_cast<std::size_t>(world.rank())),
        ranks_(static_cast<std::size_t>(world.size())) {
    model::initialize(engine_->layout(), 1, parameters_);
  }
  void operator()() {
    data::gather(split_, order_, (step_ * ranks_ + rank_) * batch_, batch_, inputs_.data(), labels_.data());
    const float weight = 1.0F / static_cast<float>(batch_ * ranks_);
    engine_->loss_and_gradient(parameters_, {inputs_, labels_, step_, 0}, weight, gradient_);
    for (const auto& block : engine_->layout().blocks)
      MPI_Allreduce(MPI_IN_PLACE, gradient_.data() + block.offset, static_cast<int>(block.size()), MPI_FLOAT,
                    MPI_SUM, MPI_COMM_WORLD);
    optimizer_.step(parameters_, gradient_, 0.01);
    ++step_;
  }

 private:
  const data::Split& split_;
  std::unique_ptr<model::Engine> engine_;
  data::ExampleOrder order_;
  std::vector<float> parameters_, gradient_;
  optim::Optimizer optimizer_;
  std::size_t batch_;
  std::vector<float> inputs_;
  std::vector<std::int64_t> labels_;
  std::size_t rank_, ranks_, step_ = 0;
};

template <typename Step>
double median_milliseconds(Step&& step, int steps) {
  std::vector<double> times;
  for (int i = 0; i < steps; ++i) times.push_back(bench::milliseconds(step, 1));
  times.erase(times.begin(), times.begin() + steps / 5);
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

}  // namespace

int main(int argc, char** argv) {
  return comm::run_with_mpi("bench_ranks", argc, argv, [&](comm::Communicator& world) {
    model::configure_torch();
    const auto workload = connected(argv[1], std::string(argv[2]) == "direct", std::atoll(argv[3]));
    const int steps = std::atoi(argv[4]);
    const auto split = bench::synthetic(workload.input);
    double median = 0, exposed = 0;
    if (argc > 5) {
      median = median_milliseconds(PerParameterStep(workload, split, world), steps);
    } else {
      bench::OurStep step(workload, split, world);
      median = median_milliseconds(step, steps);
      exposed = 1000 * step.sum().queue().exposed_seconds() / steps;
    }
    if (world.rank() == 0) fmt::print("{:.5f} {:.5f}\n", median, exposed);
    return 0;
  });
}
