#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace plateau::model {

// Cross entropy of softmax outputs with label smoothing: the target is (1 - s) * onehot + s / classes.
// logits [rows, classes], row-major, is overwritten by weight * d(loss)/d(logits). Returns the sum of the
// rows' losses, unweighted; not finite where a logit is not.
double softmax_loss_and_gradient(std::span<float> logits, std::span<const std::int64_t> labels,
                                 double smoothing, float weight);

struct RowSums {
  double loss = 0;         // plain cross entropy, summed over the rows
  std::int64_t wrong = 0;  // rows whose largest logit (the first of equals) is not the label's
};
RowSums softmax_evaluate(std::span<const float> logits, std::span<const std::int64_t> labels);

}  // namespace plateau::model
