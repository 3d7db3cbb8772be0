#pragma once
// A fully connected network with cross entropy in double precision, forward and backward written out by hand:
// an implementation independent of LibTorch.
#include <cstdint>
#include <vector>

namespace plateau::testing {

struct ReferenceResult {
  double loss = 0;               // mean over the rows
  std::vector<double> gradient;  // of the mean loss, in the layout weight, bias, weight, bias...
};

// widths: features, hidden..., classes. parameters: weight [out, in] row-major, bias [out], layer by layer.
ReferenceResult reference_gradient(const std::vector<std::int64_t>& widths,
                                   const std::vector<float>& parameters, const std::vector<float>& inputs,
                                   const std::vector<std::int64_t>& labels, double label_smoothing);

}  // namespace plateau::testing
