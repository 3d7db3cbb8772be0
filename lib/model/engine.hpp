#pragma once
// An engine turns flat parameters and a batch into a loss and a gradient. LibTorch is one engine; nothing of
// it shows.

#include <cstdint>
#include <functional>
#include <span>

#include "plateau/model/layout.hpp"

namespace plateau::model {

struct Batch {
  std::span<const float> inputs;         // [rows * features], row-major
  std::span<const std::int64_t> labels;  // [rows]
  std::uint64_t step = 0;                // optimizer step, keys the dropout masks
  std::uint64_t first_slot = 0;  // position of the first row within the global batch, keys the dropout masks
  std::size_t rows() const { return labels.size(); }
};

struct Evaluation {
  double loss_sum = 0;     // cross entropy without label smoothing, natural logarithm, summed over the rows
  std::int64_t wrong = 0;  // rows whose largest output is not the label
};

// Called during the backward pass with the index of a block of the layout whose gradient is complete: each
// block once, the last layers first.
using BlockReady = std::function<void(std::size_t block)>;

class Engine {
 public:
  virtual ~Engine() = default;
  virtual const Layout& layout() const = 0;

  // gradient = weight * sum over the rows of the loss's gradient (overwritten); returns weight * sum of the
  // losses. parameters and gradient: [layout().size()], 4-byte aligned; neither is kept after the call. Reuse
  // the same buffers from call to call: views of them are cached by address.
  virtual float loss_and_gradient(std::span<const float> parameters, const Batch& batch, float weight,
                                  std::span<float> gradient, const BlockReady& ready = {}) = 0;
  // Without dropout and label smoothing.
  virtual Evaluation evaluate(std::span<const float> parameters, const Batch& batch) = 0;
};

}  // namespace plateau::model
