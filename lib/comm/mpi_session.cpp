#include "plateau/comm/mpi_session.hpp"

#include <fmt/core.h>
#include <mpi.h>
#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <thread>

#include "plateau/base/error.hpp"
#include "plateau/base/text.hpp"
#include "plateau/comm/mpi_communicator.hpp"

namespace plateau::comm {
namespace {

int environment_number(const char* name) {
  const char* text = std::getenv(name);
  return text ? static_cast<int>(parse_whole(text).value_or(0)) : 0;
}

// Open MPI spins while it waits; with more ranks than cores that starves the ranks that compute.
void yield_when_crowded() {
  int local = environment_number("OMPI_COMM_WORLD_LOCAL_SIZE");
  if (local == 0) local = environment_number("SLURM_NTASKS_PER_NODE");
  if (local == 0) local = environment_number("SLURM_STEP_NUM_TASKS");
  if (local > static_cast<int>(std::thread::hardware_concurrency()))
    ::setenv("OMPI_MCA_mpi_yield_when_idle", "1", 0);
}

void check_world_size() {
  int size = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int tasks = environment_number("SLURM_STEP_NUM_TASKS");
  if (size == 1 && tasks > 1 && !std::getenv("OMPI_COMM_WORLD_SIZE"))
    throw Error(ExitCode::unavailable,
                fmt::format("srun started {} tasks but each sees itself as rank 0 of 1", tasks),
                "Start them with the PMI that this MPI was built for, e.g. srun --mpi=pmix (site file: mpi)");
}

}  // namespace

MpiSession::MpiSession(int& argc, char**& argv) : exceptions_at_start_(std::uncaught_exceptions()) {
  yield_when_crowded();
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);  // sum_queue.hpp
  if (provided < MPI_THREAD_SERIALIZED)
    throw Error(ExitCode::unavailable, "this MPI library does not support MPI_THREAD_SERIALIZED");
  check_world_size();
}

MpiSession::~MpiSession() {
  if (std::uncaught_exceptions() > exceptions_at_start_) return;  // run_with_mpi ends all ranks
  MPI_Finalize();
}

std::unique_ptr<Communicator> MpiSession::world() const { return make_world_communicator(); }

int run_with_mpi(std::string_view program, int argc, char** argv,
                 const std::function<int(Communicator&)>& body) {
  int size = 1;
  const int code = run_guarded(program, [&] {
    const MpiSession session(argc, argv);
    const auto world = session.world();
    size = world->size();
    return body(*world);
  });
  int finalized = 0;
  MPI_Finalized(&finalized);
  if (!finalized && size > 1) MPI_Abort(MPI_COMM_WORLD, code);  // the other ranks may wait for this one
  if (!finalized) ::_exit(code);  // MPI's exit handlers would complain that it was not finalised
  return code;
}

}  // namespace plateau::comm
