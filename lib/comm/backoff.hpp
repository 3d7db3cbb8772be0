#pragma once
#include <algorithm>
#include <chrono>
#include <thread>

namespace plateau::comm {

// Sleeps longer and longer: each look at the network costs a thread that computes on the same core some
// microseconds, and a sum worth overlapping lasts milliseconds.
class Backoff {
 public:
  void sleep() {
    std::this_thread::sleep_for(pause_);
    pause_ = std::min(2 * pause_, std::chrono::microseconds(400));
  }

 private:
  std::chrono::microseconds pause_{25};
};

}  // namespace plateau::comm
