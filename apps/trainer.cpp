// trainer: one trial on all its ranks, a fresh-seed run of a configuration that the search found.

#include "common/element_program.hpp"
#include "plateau/model/torch_settings.hpp"
#include "plateau/train/confirm.hpp"
#include "plateau/train/interruption.hpp"

namespace {

using namespace plateau;

ElementResult run(const ElementCall& call) {
  const auto& workload = call.workspace.campaign().workloads[call.element.study.workload];
  const auto dataset = data::load(data::dataset_spec(workload.data));
  const auto outcome = train::confirm(call.workspace, call.element, dataset, call.world);
  return {outcome.interrupted ? ExitCode::unfinished : ExitCode::done, outcome.text};
}

}  // namespace

int main(int argc, char** argv) {
  model::configure_torch();
  train::watch_for_interruption();
  return element_main("trainer", "Trains one trial on all its ranks.", campaign::Stage::confirm, argc, argv,
                      run);
}
