#pragma once
#include <optional>
#include <string>

#include "plateau/campaign/workspace.hpp"
#include "plateau/comm/communicator.hpp"
#include "plateau/data/dataset.hpp"

namespace plateau::train {

struct ConfirmOutcome {
  bool needed = true;  // false: fewer configurations reached the goal than this element's place
  bool interrupted = false;
  std::string text;  // a sentence for the log and the state file
};

// Collective over `world`. Runs one fresh-seed run of a configuration that reached the goal, the element's
// place in order of steps to the goal. Evaluates the test set besides. Errors: unfinished where the search is
// not complete.
ConfirmOutcome confirm(const campaign::Workspace& workspace, const campaign::Element& element,
                       const data::Dataset& dataset, comm::Communicator& world);

}  // namespace plateau::train
