#include "plateau/optim/schedule.hpp"

#include <algorithm>
#include <cmath>

namespace plateau::optim {
namespace {

double linear(const Schedule& s, std::int64_t t) {
  const double progress =
      static_cast<double>(std::min(t, s.decay_steps)) / static_cast<double>(s.decay_steps);
  return s.learning_rate - (1 - s.end_factor) * s.learning_rate * progress;
}

double multi_step(const Schedule& s, std::int64_t t) {
  const auto passed = std::count_if(s.boundaries.begin(), s.boundaries.end(), [t](auto b) { return b <= t; });
  return s.learning_rate * std::pow(s.factor, static_cast<double>(passed));
}

}  // namespace

double Schedule::at(std::int64_t completed_steps) const {
  if (completed_steps < warmup_steps) {
    const double progress = static_cast<double>(completed_steps) / static_cast<double>(warmup_steps);
    return learning_rate * (warmup_start + (1 - warmup_start) * progress);
  }
  const std::int64_t t = completed_steps - warmup_steps;
  switch (decay) {
    case Decay::linear:
      return linear(*this, t);
    case Decay::multi_step:
      return multi_step(*this, t);
    case Decay::constant:
      break;
  }
  return learning_rate;
}

}  // namespace plateau::optim
