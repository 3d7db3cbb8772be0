#include "plateau/comm/mpi_transport.hpp"

#include <algorithm>

#include "plateau/comm/brief_sleep.hpp"
#include "plateau/comm/vector_sum.hpp"

namespace plateau::comm {

MpiTransport::MpiTransport(MPI_Comm comm, std::size_t chunk) : comm_(comm), chunk_(chunk) {
  MPI_Comm_rank(comm_, &rank_);
  MPI_Comm_size(comm_, &size_);
}

void MpiTransport::exchange(std::span<const float> out, std::span<float> in, int partner) {
  exchange_parts(out, in, partner, {});
}

void MpiTransport::exchange_add(std::span<const float> out, std::span<float> into, int partner) {
  if (scratch_.size() < into.size()) scratch_.resize(into.size());
  const std::span arrived(scratch_.data(), into.size());
  const bool sends_it = out.data() == into.data();  // then it may not change before all is sent
  exchange_parts(out, arrived, partner, [&](std::size_t at, std::size_t count) {
    if (!sends_it) add_to(into.subspan(at, count), arrived.subspan(at, count));
  });
  if (sends_it) add_to(into, arrived);
}

// All messages are posted at once, so that the wire never waits for this process; `arrived` sees each part of
// `in` in order.
void MpiTransport::exchange_parts(std::span<const float> out, std::span<float> in, int partner,
                                  const Arrived& arrived) {
  const auto parts_of = [this](std::size_t size) { return (size + chunk_ - 1) / chunk_; };
  requests_.resize(parts_of(in.size()) + parts_of(out.size()));
  auto request = requests_.begin();
  for (std::size_t at = 0; at < in.size(); at += chunk_)
    MPI_Irecv(in.data() + at, static_cast<int>(std::min(chunk_, in.size() - at)), MPI_FLOAT, partner, 0,
              comm_, &*request++);
  for (std::size_t at = 0; at < out.size(); at += chunk_)
    MPI_Isend(out.data() + at, static_cast<int>(std::min(chunk_, out.size() - at)), MPI_FLOAT, partner, 0,
              comm_, &*request++);
  std::size_t done = 0;
  for (std::size_t at = 0; at < in.size(); at += chunk_) {
    wait(std::span(requests_).subspan(done++, 1));
    if (arrived) arrived(at, std::min(chunk_, in.size() - at));
  }
  wait(std::span(requests_).subspan(done));
}

// MPI spins while it waits, which is best unless a thread of this rank needs the core.
void MpiTransport::wait(std::span<MPI_Request> requests) const {
  const int count = static_cast<int>(requests.size());
  if (!shares_core_) {
    MPI_Waitall(count, requests.data(), MPI_STATUSES_IGNORE);
    return;
  }
  for (int done = 0;;) {
    MPI_Testall(count, requests.data(), &done, MPI_STATUSES_IGNORE);
    if (done) return;
    sleep_briefly();
  }
}

void MpiTransport::broadcast(std::span<float> values, int root) {
  for (std::size_t at = 0; at < values.size(); at += chunk_) {
    MPI_Request request = MPI_REQUEST_NULL;
    const auto count = static_cast<int>(std::min(chunk_, values.size() - at));
    MPI_Ibcast(values.data() + at, count, MPI_FLOAT, root, comm_, &request);
    wait({&request, 1});
  }
}

void MpiTransport::add(std::span<float> into, std::span<const float> other) { add_to(into, other); }
void MpiTransport::copy(std::span<const float> from, std::span<float> to) {
  std::ranges::copy(from, to.begin());
}
void MpiTransport::fill(std::span<float> values, float value) { std::ranges::fill(values, value); }

}  // namespace plateau::comm
