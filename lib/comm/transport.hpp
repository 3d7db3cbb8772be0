#pragma once
// How vectors travel between ranks and are added: by MPI in host memory, by NCCL in the memory of GPUs. Calls
// happen in the order in which they are made; on a GPU they are only queued. Private to the module.

#include <cstddef>
#include <span>

namespace plateau::comm {

class Transport {
 public:
  virtual ~Transport() = default;
  virtual int rank() const = 0;
  virtual int size() const = 0;

  // The partner makes the mirrored call. Sends `out` and receives as many floats as fit `in`; either may be
  // empty.
  virtual void exchange(std::span<const float> out, std::span<float> in, int partner) = 0;
  // The same, but what arrives is added to `into`, which may be `out`.
  virtual void exchange_add(std::span<const float> out, std::span<float> into, int partner) = 0;
  // Collective.
  virtual void broadcast(std::span<float> values, int root) = 0;

  virtual void add(std::span<float> into, std::span<const float> other) = 0;
  virtual void copy(std::span<const float> from, std::span<float> to) = 0;
  virtual void fill(std::span<float> values, float value) = 0;
  // To what the wire can carry; nothing where it carries floats.
  virtual void round(std::span<float> values) = 0;
};

}  // namespace plateau::comm
