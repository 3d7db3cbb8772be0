#pragma once
// Transport between MPI ranks in host memory. Private to the module.

#include <mpi.h>

#include <functional>
#include <vector>

#include "plateau/comm/transport.hpp"

namespace plateau::comm {

class MpiTransport final : public Transport {
 public:
  // chunk: floats a message, far below MPI's int counts. `comm` must outlive it.
  MpiTransport(MPI_Comm comm, std::size_t chunk);
  void set_chunk(std::size_t floats) { chunk_ = floats; }
  void share_core() { shares_core_ = true; }  // tree_sum.hpp

  int rank() const override { return rank_; }
  int size() const override { return size_; }
  void exchange(std::span<const float> out, std::span<float> in, int partner) override;
  void exchange_add(std::span<const float> out, std::span<float> into, int partner) override;
  void broadcast(std::span<float> values, int root) override;
  void add(std::span<float> into, std::span<const float> other) override;
  void copy(std::span<const float> from, std::span<float> to) override;
  void fill(std::span<float> values, float value) override;
  void round(std::span<float>) override {}

 private:
  using Arrived = std::function<void(std::size_t at, std::size_t count)>;
  void exchange_parts(std::span<const float> out, std::span<float> in, int partner, const Arrived& arrived);
  void wait(std::span<MPI_Request> requests) const;

  MPI_Comm comm_;
  std::size_t chunk_;
  int rank_ = 0, size_ = 1;
  bool shares_core_ = false;
  std::vector<float> scratch_;
  std::vector<MPI_Request> requests_;
};

}  // namespace plateau::comm
