// run: the whole campaign on this machine

#include <fmt/core.h>

#include <algorithm>
#include <thread>

#include "analysis_output.hpp"
#include "commands.hpp"
#include "common/command_line.hpp"
#include "local_run.hpp"
#include "plateau/base/error.hpp"
#include "plateau/base/file.hpp"
#include "plateau/data/campaign_data.hpp"

namespace plateau::driver {
namespace po = boost::program_options;

namespace {

// 0: as the campaign says.
int ranks_option(const cli::CommandLine& line) {
  const auto ranks = line.find<int>("ranks");
  if (ranks && *ranks < 1)
    throw Error(ExitCode::usage, fmt::format("--ranks is {}", *ranks), "It must be 1 or more");
  return ranks.value_or(0);
}

}  // namespace

int run(int argc, const char* const* argv) {
  cli::CommandLine line("plateau run CAMPAIGN.yaml [--workspace DIR] [--ranks N]",
                        "Runs the whole campaign on this machine, no scheduler; resumes what DIR holds.");
  line.positional("campaign", "campaign file");
  line.options()("workspace", po::value<std::string>(), "folder of the results (runs/<campaign>)")(
      "ranks", po::value<int>(), "ranks a trial, instead of the campaign's; results have the same bits");
  if (!line.parse(argc, argv)) return 0;
  const std::string file = line.get<std::string>("campaign");
  const int ranks = ranks_option(line);
  const auto campaign = campaign::read_campaign(file, data::probe());
  const std::string folder = line.find<std::string>("workspace").value_or("runs/" + campaign.name);
  require_programs();
  const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  require_cores(campaign, ranks, cores);
  const auto workspace = campaign::Workspace::create(folder, file, data::probe());
  const auto lock = FileLock::take(workspace.folder() / "state" / "run.lock");
  if (!lock)
    throw Error(ExitCode::unfinished,
                fmt::format("another plateau run works in {}", workspace.folder().string()),
                "Wait for it, or choose another --workspace");
  for (const auto stage : {campaign::Stage::tune, campaign::Stage::confirm, campaign::Stage::fit}) {
    LocalRunOptions options{line.quiet(), 1, ranks};
    options.concurrent = std::max(1, static_cast<int>(cores / ranks_needed(campaign, stage, ranks)));
    run_stage(workspace, stage, options);
  }
  print_answer(workspace);
  return 0;
}

}  // namespace plateau::driver
