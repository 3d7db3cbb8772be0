#pragma once
#include "plateau/comm/communicator.hpp"

namespace plateau::testing {

comm::Communicator& world();  // all ranks of this run

}  // namespace plateau::testing
