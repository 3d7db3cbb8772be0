#include "plateau/comm/mpi_communicator.hpp"

#include <mpi.h>

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <utility>

#include "plateau/comm/calibrate.hpp"
#include "plateau/comm/machines.hpp"
#include "plateau/comm/mpi_tree_sum.hpp"

namespace plateau::comm {
namespace {

class MpiCommunicator final : public Communicator {
 public:
  MpiCommunicator(OwnedComm comm, const WorldOptions& options)
      : options_(options), machines_(find_machines(std::move(comm), options.ranks_per_machine)) {
    comm_ = machines_.all.get();
    rank_ = machines_.all.rank();
    size_ = machines_.all.size();
  }

  int rank() const override { return rank_; }
  int size() const override { return size_; }
  std::string_view name() const override { return "mpi"; }

  std::unique_ptr<TreeSum> make_sum(const ReductionTree& tree, std::size_t width,
                                    const SumSettings& settings) override {
    if (size_ == 1) return make_single_sum(tree, width);
    if (machines_.equal && options_.shared_windows && machines_.local.size() > 1)
      if (auto window = window_for(tree, width)) {
        const bool alone = machines_.count == 1;
        const auto slice = width / static_cast<std::size_t>(machines_.local.size());
        const auto tuning = alone ? CrossTuning{} : tuning_for(machines_.cross.get(), slice, settings);
        return make_window_sum(machines_, std::move(window), tree, width, tuning);
      }
    return make_message_sum(machines_, tree, width, tuning_for(comm_, width, settings));
  }

  std::vector<double> gather_all(std::span<const double> values) override {
    const int count = static_cast<int>(values.size());
    std::vector<int> counts(static_cast<std::size_t>(size_)), offsets(static_cast<std::size_t>(size_));
    MPI_Allgather(&count, 1, MPI_INT, counts.data(), 1, MPI_INT, comm_);
    std::exclusive_scan(counts.begin(), counts.end(), offsets.begin(), 0);
    std::vector<double> all(static_cast<std::size_t>(offsets.back() + counts.back()));
    MPI_Allgatherv(values.data(), count, MPI_DOUBLE, all.data(), counts.data(), offsets.data(), MPI_DOUBLE,
                   comm_);
    return all;
  }

  std::string broadcast(std::string text, int root) override {
    auto length = static_cast<unsigned long long>(text.size());
    MPI_Bcast(&length, 1, MPI_UNSIGNED_LONG_LONG, root, comm_);
    text.resize(length);
    constexpr std::size_t most = std::size_t{1} << 30;  // MPI counts in int
    for (std::size_t at = 0; at < text.size(); at += most)
      MPI_Bcast(text.data() + at, static_cast<int>(std::min(most, text.size() - at)), MPI_CHAR, root, comm_);
    return text;
  }

  bool any(bool value) override {
    int flag = value ? 1 : 0;
    MPI_Allreduce(MPI_IN_PLACE, &flag, 1, MPI_INT, MPI_MAX, comm_);
    return flag != 0;
  }

  void barrier() override { MPI_Barrier(comm_); }

  std::unique_ptr<Communicator> split(int color) override {
    MPI_Comm part = MPI_COMM_NULL;
    MPI_Comm_split(comm_, color, rank_, &part);
    return std::make_unique<MpiCommunicator>(OwnedComm(part), options_);
  }

 private:
  // Measured once for each way of joining and each power of two of the length.
  CrossTuning tuning_for(MPI_Comm messages, std::size_t floats, const SumSettings& settings) {
    const bool pinned = settings.message_floats > 0 || settings.halving_from;
    if (pinned) return calibrate(comm_, messages, floats, settings);
    const auto [found, fresh] = tunings_.try_emplace({messages == comm_, std::bit_width(floats)});
    if (fresh) found->second = calibrate(comm_, messages, floats, settings);
    return found->second;
  }

  // The last window again where it is free and large enough: trials follow each other with equal sums.
  std::shared_ptr<SharedWindow> window_for(const ReductionTree& tree, std::size_t width) {
    const auto [each, first] = window_size(machines_, tree, width);
    if (!window_ || window_.use_count() > 1 || !window_->holds(each, first))
      window_ = SharedWindow::create(machines_.local.get(), each, first);
    // One machine without such memory makes all of them send messages.
    int good = window_ ? 1 : 0;
    MPI_Allreduce(MPI_IN_PLACE, &good, 1, MPI_INT, MPI_MIN, comm_);
    return good ? window_ : nullptr;
  }

  WorldOptions options_;
  Machines machines_;
  MPI_Comm comm_ = MPI_COMM_NULL;
  int rank_ = 0, size_ = 1;
  std::shared_ptr<SharedWindow> window_;
  std::map<std::pair<bool, int>, CrossTuning> tunings_;
};

}  // namespace

std::unique_ptr<Communicator> make_world_communicator(const WorldOptions& options) {
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  return std::make_unique<MpiCommunicator>(OwnedComm(comm), options);
}

}  // namespace plateau::comm
