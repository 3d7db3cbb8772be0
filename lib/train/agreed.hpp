#pragma once
#include <functional>
#include <nlohmann/json.hpp>

#include "plateau/comm/communicator.hpp"

namespace plateau::train {

// Collective. What the first rank decides, on every rank: files may look different to each of them. `decide`
// is called on the first rank only.
inline nlohmann::json agreed(comm::Communicator& comm, const std::function<nlohmann::json()>& decide) {
  return nlohmann::json::parse(comm.broadcast(comm.rank() == 0 ? decide().dump() : "", 0));
}

}  // namespace plateau::train
