#pragma once
// Optimizers on flat buffers, one pass over memory (forms of Shallue et al. 2019, the TensorFlow ones):
//   sgd       w -= eta G
//   momentum  v = g v + G,  w -= eta v
//   nesterov  v = g v + G,  w -= eta (G + g v)
// with G the gradient of the mean loss plus weight_decay * w (not on biases).

#include <cstddef>
#include <span>
#include <vector>

namespace plateau::optim {

enum class Rule { sgd, momentum, nesterov };

// A range of the flat buffer that is decayed (weights) or not (biases).
struct Segment {
  std::size_t offset = 0, size = 0;
  bool decayed = true;
};

struct OptimizerSpec {
  Rule rule = Rule::sgd;
  double momentum = 0;      // in [0, 1); unused by sgd
  double weight_decay = 0;  // >= 0
};

class Optimizer {
 public:
  // segments cover the flat buffer without gaps.
  Optimizer(const OptimizerSpec& spec, std::vector<Segment> segments);
  // One update in place. parameters, gradient: [size of the flat buffer]. Every operation rounds once (no
  // fused multiply-add), so the bits are the same on every instruction set.
  void step(std::span<float> parameters, std::span<const float> gradient, double learning_rate);

  std::span<float> state() { return velocity_; }  // [size], empty for sgd

 private:
  OptimizerSpec spec_;
  std::vector<Segment> segments_;
  std::vector<float> velocity_;
};

}  // namespace plateau::optim
