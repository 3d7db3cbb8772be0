#pragma once
// The interface behind which every way of communicating stands: one process (self), MPI (mpi), later NCCL.
// Every member marked "collective" must be called by all ranks in the same order with the same sizes.

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "plateau/comm/reduction_tree.hpp"
#include "plateau/comm/tree_sum.hpp"

namespace plateau::comm {

// How messages between machines are sent. Left open, a short measurement decides, once a communicator and a
// length; no choice changes a bit of the sum.
struct SumSettings {
  std::size_t message_floats = 0;           // floats a message; 0: measured
  std::optional<std::size_t> halving_from;  // floats from which halves are exchanged instead of wholes
};

class Communicator {
 public:
  virtual ~Communicator() = default;

  virtual int rank() const = 0;
  virtual int size() const = 0;
  virtual std::string_view name() const = 0;  // "self", "mpi"

  // Collective. A standing sum of vectors of `width` floats; tree.ranks() must equal size(). It may use the
  // communicator, which must outlive it.
  virtual std::unique_ptr<TreeSum> make_sum(const ReductionTree& tree, std::size_t width,
                                            const SumSettings& settings = {}) = 0;

  // Collective. All ranks' values, concatenated in the order of ranks; the counts may differ.
  virtual std::vector<double> gather_all(std::span<const double> values) = 0;
  // Collective. Root's text on every rank.
  virtual std::string broadcast(std::string text, int root) = 0;
  // Collective. True on every rank if it is true on any.
  virtual bool any(bool value) = 0;
  virtual void barrier() = 0;

  // Collective. Ranks of equal color form one communicator, numbered by their present rank.
  virtual std::unique_ptr<Communicator> split(int color) = 0;
};

std::unique_ptr<Communicator> make_self_communicator();
// The standing sum of a single rank: its only partial sum is the result.
std::unique_ptr<TreeSum> make_single_sum(const ReductionTree& tree, std::size_t width);

}  // namespace plateau::comm
