// The sum of a vector over ranks: "BYTES MILLISECONDS" a line, the least over repetitions of the slowest
// rank. Usage (under mpirun): bench_sum ours | raw [LARGEST_BYTES]. raw: MPI_Allreduce in place, best of
// several message sizes; the caller tries MPI's algorithms.

#include <fmt/core.h>
#include <mpi.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

#include "bench_setup.hpp"
#include "plateau/comm/mpi_session.hpp"
#include "plateau/comm/vector_sum.hpp"

namespace {

using namespace plateau;

// Values change before each sum, as gradients do: every rank's cache holds its own vector.
template <typename Fill, typename Sum>
double least_milliseconds(comm::Communicator& world, std::size_t floats, Fill&& fill, Sum&& sum) {
  const int repetitions =
      static_cast<int>(std::clamp<std::size_t>((std::size_t{1} << 25) / floats, 12, 2000));
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < repetitions; ++i) {
    fill();
    world.barrier();
    const auto times = world.gather_all(std::vector<double>{bench::milliseconds(sum, 1)});
    least = std::min(least, *std::max_element(times.begin(), times.end()));
  }
  return least;
}

double ours(comm::Communicator& world, std::size_t floats) {
  const comm::ReductionTree tree(world.size(), world.size());
  const auto sum = world.make_sum(tree, floats);
  return least_milliseconds(
      world, floats, [&] { std::ranges::fill(sum->partial(0), 1.0F); }, [&] { sum->sum(0, floats); });
}

double raw(comm::Communicator& world, std::size_t floats) {
  std::vector<float> values(floats);
  double least = std::numeric_limits<double>::infinity();
  for (const std::size_t chunk : {floats, std::size_t{1} << 20, std::size_t{1} << 18, std::size_t{1} << 17}) {
    if (chunk > floats) continue;
    const auto sum = [&] {
      for (std::size_t at = 0; at < floats; at += chunk)
        MPI_Allreduce(MPI_IN_PLACE, values.data() + at, static_cast<int>(std::min(chunk, floats - at)),
                      MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
    };
    least = std::min(least, least_milliseconds(
                                world, floats, [&] { std::ranges::fill(values, 1.0F); }, sum));
  }
  return least;
}

// What the memory allows: every rank adds its half of two vectors that the other rank does not touch.
double bound(comm::Communicator& world, std::size_t floats) {
  const std::size_t share = std::max<std::size_t>(1, floats / static_cast<std::size_t>(world.size()));
  std::vector<float> a(share), b(share), out(share);
  const auto fill = [&] {
    std::ranges::fill(a, 1.0F);
    std::ranges::fill(b, 2.0F);
  };
  return least_milliseconds(world, floats, fill, [&] { comm::sum_of(a, b, out); });
}

}  // namespace

int main(int argc, char** argv) {
  return comm::run_with_mpi("bench_sum", argc, argv, [&](comm::Communicator& world) {
    const std::size_t largest = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : std::size_t{1} << 26;
    const std::size_t smallest = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : std::size_t{1} << 12;
    for (std::size_t bytes = smallest; bytes <= largest; bytes *= 4) {
      const std::string mode = argv[1];
      const double time = (mode == "raw"     ? raw
                           : mode == "bound" ? bound
                                             : ours)(world, bytes / sizeof(float));
      if (world.rank() == 0) fmt::print("{} {:.5f}\n", bytes, time);
    }
    return 0;
  });
}
