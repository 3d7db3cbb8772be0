#pragma once
#include <chrono>
#include <thread>

namespace plateau::comm {

// Each look at the network costs a thread that computes on the same core some microseconds, and a sum worth
// overlapping lasts milliseconds.
inline void sleep_briefly() { std::this_thread::sleep_for(std::chrono::microseconds(250)); }

}  // namespace plateau::comm
