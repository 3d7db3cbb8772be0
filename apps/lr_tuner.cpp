// lr-tuner: the metaparameter search of one workload at one batch size. Splits its ranks into groups that run
// trials.

#include <fmt/core.h>

#include "common/element_program.hpp"
#include "plateau/model/torch_settings.hpp"
#include "plateau/train/interruption.hpp"
#include "plateau/train/search_study.hpp"

namespace {

using namespace plateau;

ElementResult tune(const ElementCall& call) {
  const auto& [workspace, element, world, ranks_per_trial] = call;
  const auto& workload = workspace.campaign().workloads[element.study.workload];
  const auto dataset = data::load(data::dataset_spec(workload.data));
  const auto outcome = train::search_study(workspace, element, dataset, world, ranks_per_trial);
  const std::string text = fmt::format("{} trials, {} complete, {} diverged, ranks busy {:.0f} % of {:.1f} s",
                                       outcome.state.recorded, outcome.state.complete,
                                       outcome.state.infeasible, 100 * outcome.busy_share, outcome.seconds);
  if (outcome.state.done()) return {ExitCode::done, text};
  return {ExitCode::unfinished, text + "; stopped by " + train::interruption_cause()};
}

}  // namespace

int main(int argc, char** argv) {
  model::configure_torch();
  train::watch_for_interruption();
  return element_main("lr-tuner", "Runs the trials of one study and records each the moment it ends.",
                      campaign::Stage::tune, argc, argv, tune);
}
