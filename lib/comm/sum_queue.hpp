#pragma once
// Sums ranges one after another, in the order in which they are pushed: at once, or on a thread of its own
// while the caller goes on computing (wait-free backpropagation: Zhang et al., "Poseidon", USENIX ATC 2017,
// section 3.1). MPI then needs MPI_THREAD_SERIALIZED: between push and the end of wait() the caller must make
// no other call of the communicator.

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include "plateau/comm/tree_sum.hpp"

namespace plateau::comm {

class SumQueue {
 public:
  // `sum` must outlive it.
  SumQueue(TreeSum& sum, bool overlap);
  SumQueue(const SumQueue&) = delete;
  SumQueue& operator=(const SumQueue&) = delete;
  ~SumQueue();  // waits for what was pushed

  void push(std::size_t begin, std::size_t end);
  // Until all that was pushed is summed. Throws what a sum has thrown.
  void wait();

  bool overlaps() const { return thread_.joinable(); }
  // Seconds so far: inside sums, and of the caller inside push and wait, which is what the sums cost it.
  double summing_seconds() const { return summing_seconds_; }
  double exposed_seconds() const { return exposed_seconds_; }

 private:
  void run();
  void sum_range(std::size_t begin, std::size_t end);

  TreeSum& sum_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::pair<std::size_t, std::size_t>> waiting_;
  bool busy_ = false, stop_ = false;
  std::exception_ptr failure_;
  double summing_seconds_ = 0, exposed_seconds_ = 0;
  std::thread thread_;
};

}  // namespace plateau::comm
