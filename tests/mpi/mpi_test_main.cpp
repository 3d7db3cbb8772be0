#define CATCH_CONFIG_RUNNER
#include "mpi/mpi_test_main.hpp"

#include <catch2/catch.hpp>

#include "plateau/comm/mpi_session.hpp"

namespace plateau::testing {
namespace {
comm::Communicator* current_world = nullptr;
}
comm::Communicator& world() { return *current_world; }
}  // namespace plateau::testing

int main(int argc, char** argv) {
  return plateau::comm::run_with_mpi("mpi test", argc, argv, [&](plateau::comm::Communicator& world) {
    plateau::testing::current_world = &world;
    const int failed = Catch::Session().run(argc, argv);
    return world.any(failed != 0) ? 1 : 0;
  });
}
