#pragma once
// The state of a campaign, from files first and one look at the queue.

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "plateau/campaign/workspace.hpp"
#include "slurm/element_state.hpp"

namespace plateau::slurm {

struct StatusLine {
  campaign::Element element;
  ElementState files;
  std::string state;  // waiting, queued, running, interrupted, failed, done, blocked
};

// The queue is asked only where something was submitted. Without an answer, states come from files alone.
std::vector<StatusLine> status(const campaign::Workspace& workspace);
nlohmann::json status_json(const campaign::Workspace& workspace, const std::vector<StatusLine>& lines);
std::string status_table(const campaign::Workspace& workspace, const std::vector<StatusLine>& lines);

}  // namespace plateau::slurm
