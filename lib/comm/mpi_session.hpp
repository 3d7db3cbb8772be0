#pragma once
// MPI's lifetime. Construct it first in main; it initialises MPI (one calling thread) and finalises it at the
// end of an ordinary run. When an exception unwinds through it on one rank it ends all ranks instead of
// waiting for them.

#include <functional>
#include <memory>
#include <string_view>

#include "plateau/comm/communicator.hpp"

namespace plateau::comm {

class MpiSession {
 public:
  // Errors: unavailable where the launcher started several tasks but MPI sees one.
  MpiSession(int& argc, char**& argv);
  MpiSession(const MpiSession&) = delete;
  MpiSession& operator=(const MpiSession&) = delete;
  ~MpiSession();

  std::unique_ptr<Communicator> world() const;  // collective

 private:
  int exceptions_at_start_;
};

// The main of an MPI program: runs `body` with the world communicator. An error on one rank prints one
// message and ends all ranks with its exit code.
int run_with_mpi(std::string_view program, int argc, char** argv,
                 const std::function<int(Communicator&)>& body);

}  // namespace plateau::comm
