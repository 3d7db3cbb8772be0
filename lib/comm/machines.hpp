#pragma once
// Which ranks share a machine. Private to the module.

#include <mpi.h>

namespace plateau::comm {

// A communicator that is freed with its holder, unless MPI has been finalised.
class OwnedComm {
 public:
  OwnedComm() = default;
  explicit OwnedComm(MPI_Comm comm) : comm_(comm) {}
  OwnedComm(OwnedComm&& other) noexcept : comm_(other.comm_) { other.comm_ = MPI_COMM_NULL; }
  OwnedComm& operator=(OwnedComm&& other) noexcept;
  ~OwnedComm() { free(); }
  MPI_Comm get() const { return comm_; }
  int rank() const;
  int size() const;

 private:
  void free();
  MPI_Comm comm_ = MPI_COMM_NULL;
};

struct Machines {
  OwnedComm all;    // the ranks, those of a machine side by side
  OwnedComm local;  // of this machine
  OwnedComm cross;  // the ranks with my place in every machine; null where machines hold unequal numbers
  bool equal = true;
  int count = 1;  // machines
};

// Collective over `comm`, which is taken over. The first rank stays the first. ranks_per_machine: 0 as they
// are; else blocks of so many ranks pretend to be machines (tests).
Machines find_machines(OwnedComm comm, int ranks_per_machine);

}  // namespace plateau::comm
