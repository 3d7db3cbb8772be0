// Several ranks: median milliseconds of one of our steps. Usage (under mpirun): bench_ranks NETWORK
// ENGINE BATCH_A_RANK STEPS

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>

#include "bench_setup.hpp"
#include "plateau/comm/mpi_session.hpp"
#include "plateau/model/torch_settings.hpp"

int main(int argc, char** argv) {
  using namespace plateau;
  return comm::run_with_mpi("bench_ranks", argc, argv, [&](comm::Communicator& world) {
    model::configure_torch();
    auto all = bench::workloads();
    const auto found = std::find_if(all.begin(), all.end(), [&](const auto& w) { return w.name == argv[1]; });
    found->direct = std::string(argv[2]) == "direct";
    found->batch = std::atoll(argv[3]);
    const int steps = std::atoi(argv[4]);
    const auto split = bench::synthetic(found->input);
    bench::OurStep step(*found, split, world);
    std::vector<double> times;
    for (int i = 0; i < steps; ++i) times.push_back(bench::milliseconds(step, 1));
    times.erase(times.begin(), times.begin() + steps / 5);
    std::sort(times.begin(), times.end());
    if (world.rank() == 0) fmt::print("{:.5f}\n", times[times.size() / 2]);
    return 0;
  });
}
