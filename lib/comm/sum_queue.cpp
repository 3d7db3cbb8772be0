#include "plateau/comm/sum_queue.hpp"

#include <chrono>

namespace plateau::comm {
namespace {

class Stopwatch {
 public:
  explicit Stopwatch(double& total) : total_(total) {}
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;
  ~Stopwatch() { total_ += std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  double& total_;
  Clock::time_point start_ = Clock::now();
};

}  // namespace

SumQueue::SumQueue(TreeSum& sum, bool overlap) : sum_(sum) {
  if (!overlap) return;
  sum.share_core();
  thread_ = std::thread([this] { run(); });
}

SumQueue::~SumQueue() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void SumQueue::sum_range(std::size_t begin, std::size_t end) {
  const Stopwatch watch(summing_seconds_);
  sum_.sum(begin, end);
}

void SumQueue::push(std::size_t begin, std::size_t end) {
  const Stopwatch watch(exposed_seconds_);
  if (!overlaps()) return sum_range(begin, end);
  {
    const std::lock_guard lock(mutex_);
    waiting_.emplace_back(begin, end);
  }
  changed_.notify_all();
}

void SumQueue::wait() {
  if (!overlaps()) return;
  const Stopwatch watch(exposed_seconds_);
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return (waiting_.empty() && !busy_) || failure_; });
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void SumQueue::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return !waiting_.empty() || stop_; });
    if (waiting_.empty()) return;
    const auto [begin, end] = waiting_.front();
    waiting_.pop_front();
    busy_ = true;
    lock.unlock();
    std::exception_ptr failure;
    try {
      sum_range(begin, end);
    } catch (...) {
      failure = std::current_exception();
    }
    lock.lock();
    busy_ = false;
    if (failure) failure_ = failure;
    changed_.notify_all();
  }
}

}  // namespace plateau::comm
