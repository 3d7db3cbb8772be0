// What sums of gradients cost beside computing: a deep net of which every layer's sum takes less time than
// its backward pass, summed after backward and during it. Prints "seconds inside sums a step, exposed after
// backward, exposed with overlap", in milliseconds. Usage (under mpirun or srun): bench_overlap STEPS

#include <fmt/core.h>

#include <cstdlib>

#include "bench_setup.hpp"
#include "plateau/comm/mpi_session.hpp"
#include "plateau/model/torch_settings.hpp"

namespace {

using namespace plateau;

struct Cost {
  double summing = 0, exposed = 0, step = 0;  // milliseconds a step, of the slowest rank
};

Cost measure(comm::Communicator& world, const bench::Workload& workload, const data::Split& split, int steps,
             train::GradientPath::Overlap overlap) {
  bench::OurStep step(workload, split, world, {overlap, {}, 0});
  for (int i = 0; i < 3; ++i) step();
  const double summing = step.sum().queue().summing_seconds(), exposed = step.sum().queue().exposed_seconds();
  const double milliseconds = bench::milliseconds(step, steps);
  const auto slowest = [&](double mine) {
    const auto all = world.gather_all(std::vector<double>{mine});
    return *std::max_element(all.begin(), all.end());
  };
  if (world.rank() == 0) fmt::print(stderr, "{}\n", step.sum().description());
  return {slowest(1000 * (step.sum().queue().summing_seconds() - summing) / steps),
          slowest(1000 * (step.sum().queue().exposed_seconds() - exposed) / steps), slowest(milliseconds)};
}

}  // namespace

int main(int argc, char** argv) {
  return comm::run_with_mpi("bench_overlap", argc, argv, [&](comm::Communicator& world) {
    model::configure_torch();
    const int steps = argc > 1 ? std::atoi(argv[1]) : 10;
    const model::ModelSpec deep{model::Kind::fully_connected, std::vector<std::int64_t>(9, 512), "", 0};
    const bench::Workload workload{"deep", deep, {1, 8, 8, 10}, 2048, true};
    const auto split = bench::synthetic(workload.input);
    using Overlap = train::GradientPath::Overlap;
    const Cost after = measure(world, workload, split, steps, Overlap::off);
    const Cost during = measure(world, workload, split, steps, Overlap::on);
    if (world.rank() == 0)
      fmt::print("{:.3f} {:.3f} {:.3f} {:.3f} {:.3f}\n", after.summing, after.exposed, during.exposed,
                 after.step, during.step);
    return 0;
  });
}
