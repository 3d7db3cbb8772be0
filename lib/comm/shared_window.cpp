#include "plateau/comm/shared_window.hpp"

#include <atomic>
#include <thread>

#include "plateau/comm/brief_sleep.hpp"

namespace plateau::comm {
namespace {

constexpr std::size_t line = 64;  // bytes; a flag has a cache line of its own
constexpr std::size_t page = 4096;

std::size_t part_bytes(std::size_t floats) {
  return (line + floats * sizeof(float) + page - 1) / page * page;
}

void pause_briefly() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

}  // namespace

std::unique_ptr<SharedWindow> SharedWindow::create(MPI_Comm local, std::size_t floats,
                                                   std::size_t first_extra) {
  std::unique_ptr<SharedWindow> window(new SharedWindow(floats, first_extra));
  MPI_Comm_rank(local, &window->rank_);
  MPI_Comm_size(local, &window->size_);
  // With fewer cores than ranks the one waited for may need this core.
  window->spins_ = static_cast<unsigned>(window->size_) <= std::thread::hardware_concurrency() ? 4000 : 0;
  MPI_Comm_set_errhandler(local, MPI_ERRORS_RETURN);
  void* mine = nullptr;
  const auto bytes = static_cast<MPI_Aint>(part_bytes(floats + (window->rank_ == 0 ? first_extra : 0)));
  int good = MPI_Win_allocate_shared(bytes, 1, MPI_INFO_NULL, local, &mine, &window->window_) == MPI_SUCCESS;
  if (!good) window->window_ = MPI_WIN_NULL;
  MPI_Comm_set_errhandler(local, MPI_ERRORS_ARE_FATAL);
  MPI_Allreduce(MPI_IN_PLACE, &good, 1, MPI_INT, MPI_MIN, local);
  if (!good) return nullptr;
  MPI_Aint size = 0;
  int unit = 1;
  void* base = nullptr;
  MPI_Win_shared_query(window->window_, 0, &size, &unit, &base);
  window->base_ = static_cast<char*>(base);
  *window->flag(window->rank_) = 0;
  MPI_Barrier(local);
  return window;
}

SharedWindow::~SharedWindow() {
  int finalized = 0;
  MPI_Finalized(&finalized);
  if (!finalized && window_ != MPI_WIN_NULL) MPI_Win_free(&window_);
}

char* SharedWindow::part(int local_rank) const {
  if (local_rank == 0) return base_;
  return base_ + part_bytes(floats_ + first_) +
         static_cast<std::size_t>(local_rank - 1) * part_bytes(floats_);
}

std::uint32_t* SharedWindow::flag(int local_rank) const {
  return reinterpret_cast<std::uint32_t*>(part(local_rank));
}

float* SharedWindow::segment(int local_rank) const {
  return reinterpret_cast<float*>(part(local_rank) + line);
}

float* SharedWindow::first_extra() const { return segment(0) + floats_; }

void SharedWindow::wait_for(int local_rank) const {
  const std::atomic_ref<std::uint32_t> theirs(*flag(local_rank));
  const auto behind = [&] {
    return static_cast<std::int32_t>(theirs.load(std::memory_order_acquire) - round_) < 0;
  };
  for (int i = 0; i < spins_ && behind(); ++i) pause_briefly();
  // A thread that slept goes before one that computes; one that yielded may wait for its whole slice.
  while (behind()) {
    if (shares_core_)
      sleep_briefly();
    else
      std::this_thread::yield();
  }
}

void SharedWindow::barrier() {
  ++round_;
  std::atomic_ref(*flag(rank_)).store(round_, std::memory_order_release);
  for (int r = 0; r < size_; ++r)
    if (r != rank_) wait_for(r);
}

}  // namespace plateau::comm
