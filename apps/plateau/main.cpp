// plateau: plans campaigns, runs them here or through Slurm, and shows what came out. No MPI, no LibTorch.

#include <fmt/core.h>

#include <string_view>

#include "commands.hpp"
#include "plateau/base/error.hpp"
#include "plateau/base/text.hpp"
#include "plateau/base/version.hpp"

namespace {

using namespace plateau;

struct Command {
  const char* name;
  int (*function)(int, const char* const*);
  const char* summary;
};
constexpr Command commands[] = {
    {"check", driver::check, "CAMPAIGN.yaml: is it valid? One message a fault"},
    {"plan", driver::plan, "CAMPAIGN.yaml: studies, trials, elements, arrays, cost; nothing is written"},
    {"run", driver::run, "CAMPAIGN.yaml: the whole campaign on this machine"},
    {"generate", driver::generate, "CAMPAIGN.yaml --site S --workspace DIR: batch scripts"},
    {"submit", driver::submit, "DIR: hand the arrays to Slurm"},
    {"status", driver::status, "DIR: what is done, running, failed"},
    {"retry", driver::retry, "DIR: resubmit what is missing"},
    {"cancel", driver::cancel, "DIR: cancel what is queued or runs"},
    {"report", driver::report, "DIR: fits.json and report.html from what is there"},
    {"doctor", driver::doctor, "what works on this machine"},
    {"keys", driver::keys, "the keys of campaign and site files"},
};

int help() {
  fmt::print("Usage: plateau COMMAND ...\nHow far does data parallelism take a workload?\n\n");
  for (const auto& command : commands) fmt::print("  {:<9} {}\n", command.name, command.summary);
  fmt::print("\nplateau COMMAND --help tells more.\n");
  return 0;
}

int dispatch(int argc, char** argv) {
  const std::string_view name = argc > 1 ? argv[1] : "";
  if (name == "--help" || name == "-h" || name == "help") return help();
  if (name == "--version") return fmt::print("plateau {} ({})\n", version(), commit()), 0;
  std::vector<std::string> names;
  for (const auto& command : commands) {
    if (name == command.name) return command.function(argc - 1, argv + 1);
    names.emplace_back(command.name);
  }
  if (name.empty()) throw Error(ExitCode::usage, "no command given", "It must be " + either(names));
  const auto guess = nearest(name, names);
  throw Error(ExitCode::usage, fmt::format("unknown command {}", in_quotes(name)),
              guess ? fmt::format("Did you mean {}?", *guess) : "It must be " + either(names));
}

}  // namespace

int main(int argc, char** argv) {
  return run_guarded("plateau", [&] { return dispatch(argc, argv); });
}
