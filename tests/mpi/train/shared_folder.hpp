#pragma once
#include <filesystem>
#include <memory>

#include "mpi/mpi_test_main.hpp"
#include "temporary_folder.hpp"

namespace plateau::testing {

// A folder that all ranks share.
struct SharedFolder {
  std::unique_ptr<TemporaryFolder> own;
  std::filesystem::path path;
  SharedFolder() {
    if (world().rank() == 0) own = std::make_unique<TemporaryFolder>();
    path = world().broadcast(own ? own->path().string() : "", 0);
  }
  ~SharedFolder() { world().barrier(); }
};

}  // namespace plateau::testing
