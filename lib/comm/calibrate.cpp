#include "plateau/comm/calibrate.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace plateau::comm {
namespace {

constexpr std::size_t longest_probe = std::size_t{1} << 18;  // floats: 1 MiB, 8 ms at 1 Gbit/s

class Probe {
 public:
  Probe(MPI_Comm all, MPI_Comm messages, std::size_t floats) : all_(all), cross_(messages), values_(floats) {
    int size = 1;
    MPI_Comm_size(messages, &size);
    tree_ = ReductionTree(size, size);
  }

  // Seconds of a sum on the slowest rank, the least of three.
  double seconds(std::size_t floats, const CrossTuning& tuning) {
    cross_.set_tuning(tuning);
    const auto values = std::span(values_).first(floats);
    const std::span<float> partials[] = {values};
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 3; ++i) {
      MPI_Barrier(all_);
      const double start = MPI_Wtime();
      cross_.sum(tree_, partials, values);
      least = std::min(least, MPI_Wtime() - start);
    }
    MPI_Allreduce(MPI_IN_PLACE, &least, 1, MPI_DOUBLE, MPI_MAX, all_);
    return least;
  }

 private:
  MPI_Comm all_;
  CrossSum cross_;
  ReductionTree tree_{1, 1};
  std::vector<float> values_;
};

std::size_t best_chunk(Probe& probe, std::size_t floats, CrossTuning tuning) {
  std::size_t best = tuning.chunk;
  double least = std::numeric_limits<double>::infinity();
  for (const std::size_t chunk : {std::size_t{1} << 14, std::size_t{1} << 16, std::size_t{1} << 18}) {
    if (chunk > floats && least < std::numeric_limits<double>::infinity()) break;  // one message, as before
    tuning.chunk = chunk;
    if (const double seconds = probe.seconds(floats, tuning); seconds < least) {
      least = seconds;
      best = chunk;
    }
  }
  return best;
}

// The first length at which halving is no slower than doubling.
std::size_t best_threshold(Probe& probe, std::size_t floats, CrossTuning tuning) {
  for (std::size_t length = 256; length <= std::min<std::size_t>(floats, 16384); length *= 4) {
    tuning.halving_from = 0;
    const double halving = probe.seconds(length, tuning);
    tuning.halving_from = length + 1;
    if (halving <= probe.seconds(length, tuning)) return length;
  }
  return 65536;
}

// t = a + b n through a short and a long sum; latency is a tenth of the time from n = 9 a / b on.
std::size_t efficient_length(Probe& probe, std::size_t floats, const CrossTuning& tuning) {
  const std::size_t shorter = std::max<std::size_t>(1, floats / 64);
  const double low = probe.seconds(shorter, tuning), high = probe.seconds(floats, tuning);
  const double slope = (high - low) / static_cast<double>(floats - shorter);
  const double latency = low - slope * static_cast<double>(shorter);
  if (!(slope > 0) || !(latency > 0)) return std::size_t{1} << 14;
  return static_cast<std::size_t>(std::clamp(9 * latency / slope, 16384.0, 16777216.0));
}

}  // namespace

CrossTuning calibrate(MPI_Comm all, MPI_Comm messages, std::size_t floats, const SumSettings& pinned) {
  CrossTuning tuning;
  floats = std::clamp<std::size_t>(floats, 2, longest_probe);
  Probe probe(all, messages, floats);
  probe.seconds(floats, tuning);  // connects
  tuning.chunk = pinned.message_floats > 0 ? pinned.message_floats : best_chunk(probe, floats, tuning);
  tuning.halving_from = pinned.halving_from ? *pinned.halving_from : best_threshold(probe, floats, tuning);
  tuning.efficient = efficient_length(probe, floats, tuning);
  return tuning;
}

}  // namespace plateau::comm
