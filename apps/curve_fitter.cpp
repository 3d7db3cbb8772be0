// curve-fitter: the fit of a whole campaign, its bootstrap replicates spread over the ranks.

#include <fmt/core.h>

#include "analysis/load.hpp"
#include "analysis/outputs.hpp"
#include "common/element_program.hpp"

namespace {

using namespace plateau;

// Errors: unfinished, naming what is missing.
void require_complete(const campaign::Workspace& workspace) {
  long long missing = 0, first = -1;
  for (const auto& element : workspace.elements()) {
    if (element.stage == campaign::Stage::fit ||
        slurm::element_state(workspace, element).progress == slurm::Progress::done)
      continue;
    if (missing++ == 0) first = element.number;
  }
  if (missing > 0)
    throw Error(ExitCode::unfinished,
                fmt::format("{} elements are not done, the first is {}", missing, first),
                "Run plateau retry, or plateau run again");
}

// Replicates are pure functions of (data, seed, index), so any split over ranks gives the same numbers.
std::vector<std::vector<double>> replicates(const scaling::Bootstrap& bootstrap, std::uint64_t seed,
                                            long long count, comm::Communicator& world) {
  std::vector<double> mine;
  for (long long i = world.rank() * count / world.size(); i < (world.rank() + 1) * count / world.size(); ++i)
    for (const double value : bootstrap.replicate(seed, static_cast<std::uint64_t>(i))) mine.push_back(value);
  const auto all = world.gather_all(mine);
  const auto width = static_cast<std::ptrdiff_t>(scaling::replicate_names().size());
  std::vector<std::vector<double>> out;
  for (auto row = all.begin(); row != all.end(); row += width) out.emplace_back(row, row + width);
  return out;
}

void add_bootstrap(analysis::WorkloadFit& fit, const campaign::Campaign& campaign,
                   comm::Communicator& world) {
  if (campaign.fit.bootstrap == 0 || !scaling::can_fit(fit.statistics.sizes)) return;
  const scaling::Bootstrap bootstrap(fit.statistics.sizes, fit.options.evaluate);
  const auto values = replicates(bootstrap, campaign.seed, campaign.fit.bootstrap, world);
  fit.bootstrap = {values.size(), campaign.seed, scaling::summarize(values)};
}

ElementResult fit_campaign(const ElementCall& call) {
  const auto& campaign = call.workspace.campaign();
  require_complete(call.workspace);
  analysis::FitOptions options;
  options.evaluate.thresholds.saving = campaign.fit.x;
  auto fits = analysis::fit_all(analysis::load({call.workspace.folder()}).workloads, options);
  for (auto& fit : fits) add_bootstrap(fit, campaign, call.world);
  if (call.world.rank() == 0)
    analysis::write_outputs(call.workspace.folder(), fits,
                            {{{"x", campaign.fit.x}, {"bootstrap", campaign.fit.bootstrap}}, campaign.seed});
  return {ExitCode::done, fmt::format("{} workloads fitted, {} bootstrap replicates each", fits.size(),
                                      campaign.fit.bootstrap)};
}

}  // namespace

int main(int argc, char** argv) {
  return element_main("curve-fitter",
                      "Fits the curves of a finished campaign: fits.json, report.html, figures.",
                      campaign::Stage::fit, argc, argv, fit_campaign);
}
