#include "plateau/model/softmax.hpp"

#include <algorithm>
#include <cmath>

namespace plateau::model {

double softmax_loss_and_gradient(std::span<float> logits, std::span<const std::int64_t> labels,
                                 double smoothing, float weight) {
  const std::size_t classes = logits.size() / labels.size();
  const auto s = static_cast<float>(smoothing);
  double loss = 0;
  for (std::size_t row = 0; row < labels.size(); ++row) {
    const auto z = logits.subspan(row * classes, classes);
    const auto label = static_cast<std::size_t>(labels[row]);
    const float largest = *std::ranges::max_element(z);
    const float plain = z[label] - largest;
    float sum = 0, others = 0;
    for (float& value : z) {
      value -= largest;
      others += value;
      value = std::exp(value);
      sum += value;
    }
    const float log_total = std::log(sum);
    loss += s == 0 ? log_total - plain
                   : (1 - s) * (log_total - plain) + s * (log_total - others / static_cast<float>(classes));
    const float scale = weight / sum, floor = weight * (s / static_cast<float>(classes));
    for (float& value : z) value = value * scale - floor;
    z[label] -= weight * (1 - s);
  }
  return loss;
}

Evaluation softmax_evaluate(std::span<const float> logits, std::span<const std::int64_t> labels) {
  const std::size_t classes = logits.size() / labels.size();
  Evaluation sums;
  for (std::size_t row = 0; row < labels.size(); ++row) {
    const auto z = logits.subspan(row * classes, classes);
    const auto largest = std::ranges::max_element(z);
    float sum = 0;
    for (const float value : z) sum += std::exp(value - *largest);
    sums.loss_sum += std::log(sum) + *largest - z[static_cast<std::size_t>(labels[row])];
    sums.wrong += largest - z.begin() == labels[row] ? 0 : 1;
  }
  return sums;
}

}  // namespace plateau::model
