// submit, status, retry, cancel

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "commands.hpp"
#include "common/command_line.hpp"
#include "plateau/data/campaign_data.hpp"
#include "slurm/status.hpp"
#include "slurm/submit.hpp"

namespace plateau::driver {
namespace {

campaign::Workspace open(const cli::CommandLine& line) {
  return campaign::Workspace::open(line.get<std::string>("workspace"), data::probe());
}

void print_submissions(const std::vector<slurm::Submission>& submissions) {
  for (const auto& s : submissions)
    fmt::print("{}: job {}, {} elements ({})\n", s.array, s.job, s.tasks.size(), slurm::index_list(s.tasks));
}

bool print_status(const campaign::Workspace& workspace, bool json) {
  const auto lines = slurm::status(workspace);
  const auto summary = slurm::status_json(workspace, lines);
  fmt::print("{}", json ? summary.dump(1) + "\n" : slurm::status_table(workspace, lines));
  return summary["done"].get<bool>();
}

}  // namespace

int submit(int argc, const char* const* argv) {
  cli::CommandLine line("plateau submit DIR",
                        "Hands the arrays of a generated workspace to Slurm, chained by dependencies.");
  line.positional("workspace", "folder made by plateau generate");
  line.options()("yes", "answer yes to any question (none is asked today)");
  if (!line.parse(argc, argv)) return 0;
  print_submissions(slurm::submit(open(line)));
  return 0;
}

int status(int argc, const char* const* argv) {
  cli::CommandLine line(
      "plateau status DIR [--json] [--watch]",
      "What is done, running, queued, failed: from the records first, then from Slurm's queue.");
  line.positional("workspace", "the campaign's folder");
  line.options()("json", "as JSON")("watch", "again every two seconds until all is done");
  if (!line.parse(argc, argv)) return 0;
  const auto workspace = open(line);
  while (!print_status(workspace, line.has("json")) && line.has("watch")) {
    std::fflush(stdout);
    ::sleep(2);
    if (::isatty(1)) fmt::print("\033[H\033[2J");
  }
  return 0;
}

int retry(int argc, const char* const* argv) {
  cli::CommandLine line(
      "plateau retry DIR",
      "Resubmits exactly the elements that are neither done nor queued, and the stages after them.");
  line.positional("workspace", "the campaign's folder");
  if (!line.parse(argc, argv)) return 0;
  const auto sent = slurm::retry(open(line));
  print_submissions(sent);
  if (sent.empty()) fmt::print("nothing to resubmit: every element is done or queued\n");
  return 0;
}

int cancel(int argc, const char* const* argv) {
  cli::CommandLine line("plateau cancel DIR",
                        "Cancels the campaign's queued and running jobs. Records stay.");
  line.positional("workspace", "the campaign's folder");
  if (!line.parse(argc, argv)) return 0;
  fmt::print("{} jobs cancelled\n", slurm::cancel(open(line)));
  return 0;
}

}  // namespace plateau::driver
