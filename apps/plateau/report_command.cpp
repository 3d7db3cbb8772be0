// report: fits.json, report.html and figures from what a workspace holds now, finished or not.

#include <fmt/core.h>

#include "analysis/load.hpp"
#include "analysis/outputs.hpp"
#include "analysis/table.hpp"
#include "analysis_output.hpp"
#include "commands.hpp"
#include "common/command_line.hpp"
#include "plateau/data/campaign_data.hpp"

namespace plateau::driver {
namespace {

std::vector<analysis::WorkloadFit> fits_of(const campaign::Workspace& workspace) {
  analysis::FitOptions options;
  options.evaluate.thresholds.saving = workspace.campaign().fit.x;
  const auto loaded = analysis::load({workspace.folder()});
  for (const auto& note : loaded.notes) fmt::print(stderr, "{}\n", note);
  return analysis::fit_all(loaded.workloads, options);
}

void print(const std::vector<analysis::WorkloadFit>& fits, const std::filesystem::path& folder) {
  for (const auto& fit : fits) fmt::print("{}\n", analysis::table_text(fit));
  fmt::print("The report: {}\n", (folder / "report.html").string());
}

}  // namespace

void print_answer(const campaign::Workspace& workspace) { print(fits_of(workspace), workspace.folder()); }

int report(int argc, const char* const* argv) {
  cli::CommandLine line("plateau report DIR",
                        "Fits what DIR holds now and writes fits.json, report.html and figures/. Sizes still "
                        "running are shown as pending.");
  line.positional("workspace", "the campaign's folder");
  if (!line.parse(argc, argv)) return 0;
  const auto workspace = campaign::Workspace::open(line.get<std::string>("workspace"), data::probe());
  const auto fits = fits_of(workspace);
  analysis::write_outputs(workspace.folder(), fits,
                          {{{"x", workspace.campaign().fit.x}}, workspace.campaign().seed});
  print(fits, workspace.folder());
  return 0;
}

}  // namespace plateau::driver
