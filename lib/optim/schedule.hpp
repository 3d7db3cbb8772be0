#pragma once
// Learning-rate schedules, pure functions of the step.

#include <cstdint>
#include <vector>

namespace plateau::optim {

enum class Decay { constant, linear, multi_step };

struct Schedule {
  double learning_rate = 0;  // eta0 > 0
  Decay decay = Decay::constant;
  // linear: eta(t) = eta0 - (1 - end_factor) eta0 t / decay_steps for t <= decay_steps, end_factor * eta0
  // afterwards (Shallue et al. 2019; TensorFlow's polynomial decay of power 1)
  std::int64_t decay_steps = 1;
  double end_factor = 1;
  // multi_step: eta0 * factor^(number of boundaries <= t)
  std::vector<std::int64_t> boundaries;
  double factor = 0.1;
  // Warm-up: for the first warmup_steps steps the rate rises linearly from warmup_start * eta0 to eta0; the
  // decay's clock t starts when the warm-up ends.
  std::int64_t warmup_steps = 0;
  double warmup_start = 0;

  // The rate of the update that follows `completed_steps` earlier ones (0 for the first).
  double at(std::int64_t completed_steps) const;
};

}  // namespace plateau::optim
