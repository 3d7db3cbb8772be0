#pragma once
#include "plateau/campaign/workspace.hpp"
#include "plateau/comm/communicator.hpp"
#include "plateau/data/dataset.hpp"

namespace plateau::train {

struct SearchOutcome {
  campaign::SearchState state;
  bool interrupted = false;
  double busy_share = 0;  // rank-seconds spent training and evaluating / rank-seconds of the call
  double seconds = 0;     // of the call on this rank
};

// Collective over `world`. Runs the missing trials of a tune element in groups of ranks (ranks_per_trial
// each; 0: as the campaign says): each group takes the next trial as soon as it is free and records it the
// moment it ends.
SearchOutcome search_study(const campaign::Workspace& workspace, const campaign::Element& element,
                           const data::Dataset& dataset, comm::Communicator& world, int ranks_per_trial = 0);

}  // namespace plateau::train
