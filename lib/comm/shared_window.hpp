#pragma once
// Memory that the ranks of one machine share, and a barrier that costs two cache-line transfers. Private to
// the module.

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <memory>

namespace plateau::comm {

class SharedWindow {
 public:
  // Collective over `local`, the ranks of one machine; the first rank's segment is larger by floats_of_first.
  // Nothing on every rank where the system grants no such
  // memory (a container with a small /dev/shm).
  static std::unique_ptr<SharedWindow> create(MPI_Comm local, std::size_t floats_per_rank,
                                              std::size_t floats_of_first);
  SharedWindow(const SharedWindow&) = delete;
  SharedWindow& operator=(const SharedWindow&) = delete;
  ~SharedWindow();

  bool holds(std::size_t floats_per_rank, std::size_t floats_of_first) const {
    return floats_per_rank <= floats_ && floats_of_first <= first_;
  }
  float* first_extra() const;  // what the first rank's segment has more
  float* segment(int local_rank) const;

  void share_core(bool shared) { shares_core_ = shared; }  // tree_sum.hpp

  // Collective over the machine's ranks: what each wrote before it, the others read after it.
  void barrier();

 private:
  SharedWindow(std::size_t floats, std::size_t first) : floats_(floats), first_(first) {}
  char* part(int local_rank) const;
  std::uint32_t* flag(int local_rank) const;
  void wait_for(int local_rank) const;

  MPI_Win window_ = MPI_WIN_NULL;
  std::size_t floats_, first_;
  int rank_ = 0, size_ = 1;
  char* base_ = nullptr;  // of rank 0's part; parts follow each other
  std::uint32_t round_ = 0;
  int spins_ = 0;
  bool shares_core_ = false;
};

}  // namespace plateau::comm
