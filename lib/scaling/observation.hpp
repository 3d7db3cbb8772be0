#pragma once
// What is known of the steps to the goal of one run or one statistic: they lie in (low, high].

#include <cmath>
#include <limits>

namespace plateau::scaling {

inline constexpr double never = std::numeric_limits<double>::infinity();

struct Observation {
  double batch_size = 0;  // > 0, in the workload's batch unit
  double low = 0;         // steps; last evaluation before the goal was met; equals `high` where known exactly
  double high = 0;        // steps; the evaluation that met the goal; `never` where the budget ended first

  static Observation exact(double batch_size, double steps) { return {batch_size, steps, steps}; }
  static Observation within(double batch_size, double low, double high) { return {batch_size, low, high}; }
  static Observation beyond(double batch_size, double budget) { return {batch_size, budget, never}; }

  bool reached() const { return std::isfinite(high); }
  bool is_exact() const { return low == high; }
  bool left_censored() const { return low <= 0 && reached(); }  // met at the first evaluation
};

}  // namespace plateau::scaling
