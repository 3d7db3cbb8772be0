#include "plateau/comm/machines.hpp"

#include <algorithm>
#include <vector>

namespace plateau::comm {

void OwnedComm::free() {
  int finalized = 0;
  MPI_Finalized(&finalized);
  if (!finalized && comm_ != MPI_COMM_NULL) MPI_Comm_free(&comm_);
}

OwnedComm& OwnedComm::operator=(OwnedComm&& other) noexcept {
  std::swap(comm_, other.comm_);
  return *this;
}

int OwnedComm::rank() const {
  int rank = 0;
  MPI_Comm_rank(comm_, &rank);
  return rank;
}

int OwnedComm::size() const {
  int size = 1;
  MPI_Comm_size(comm_, &size);
  return size;
}

namespace {

OwnedComm split(MPI_Comm comm, int color, int key) {
  MPI_Comm part = MPI_COMM_NULL;
  MPI_Comm_split(comm, color, key, &part);
  return OwnedComm(part);
}

OwnedComm local_part(const OwnedComm& comm, int ranks_per_machine) {
  if (ranks_per_machine > 0) return split(comm.get(), comm.rank() / ranks_per_machine, comm.rank());
  MPI_Comm part = MPI_COMM_NULL;
  MPI_Comm_split_type(comm.get(), MPI_COMM_TYPE_SHARED, comm.rank(), MPI_INFO_NULL, &part);
  return OwnedComm(part);
}

// Every rank's machine, named by the smallest rank on it.
std::vector<int> leaders(const OwnedComm& comm, const OwnedComm& local) {
  int leader = comm.rank();
  MPI_Bcast(&leader, 1, MPI_INT, 0, local.get());
  std::vector<int> all(static_cast<std::size_t>(comm.size()));
  MPI_Allgather(&leader, 1, MPI_INT, all.data(), 1, MPI_INT, comm.get());
  return all;
}

// My place once the ranks of each machine stand side by side, machines in the order of their leaders.
int sorted_place(const std::vector<int>& leader_of, int rank) {
  const int mine = leader_of[static_cast<std::size_t>(rank)];
  int place = 0;
  for (int r = 0; r < static_cast<int>(leader_of.size()); ++r) {
    const int leader = leader_of[static_cast<std::size_t>(r)];
    place += leader < mine || (leader == mine && r < rank);
  }
  return place;
}

}  // namespace

Machines find_machines(OwnedComm comm, int ranks_per_machine) {
  Machines machines;
  machines.local = local_part(comm, ranks_per_machine);
  auto leader_of = leaders(comm, machines.local);
  machines.all = split(comm.get(), 0, sorted_place(leader_of, comm.rank()));
  std::sort(leader_of.begin(), leader_of.end());
  const auto most = std::count(leader_of.begin(), leader_of.end(), leader_of.front());
  for (const int leader : leader_of)
    machines.equal = machines.equal && std::count(leader_of.begin(), leader_of.end(), leader) == most;
  leader_of.erase(std::unique(leader_of.begin(), leader_of.end()), leader_of.end());
  machines.count = static_cast<int>(leader_of.size());
  if (machines.equal) machines.cross = split(machines.all.get(), machines.local.rank(), machines.all.rank());
  return machines;
}

}  // namespace plateau::comm
