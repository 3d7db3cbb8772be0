#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "plateau/model/engine.hpp"

namespace plateau::model {

// Cross entropy of softmax outputs with label smoothing: the target is (1 - s) * onehot + s / classes.
// logits [rows, classes], row-major, is overwritten by weight * d(loss)/d(logits). Returns the sum of the
// rows' losses, unweighted; not finite where a logit is not.
double softmax_loss_and_gradient(std::span<float> logits, std::span<const std::int64_t> labels,
                                 double smoothing, float weight);

// Of equal largest logits the first counts.
Evaluation softmax_evaluate(std::span<const float> logits, std::span<const std::int64_t> labels);

}  // namespace plateau::model
