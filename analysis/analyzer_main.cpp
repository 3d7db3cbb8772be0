// The analyzer: measurements in, answer out. No MPI, no LibTorch.

#include <cstdio>
#include <string>

#include "analysis/command_line.hpp"
#include "analysis/fit.hpp"
#include "analysis/load.hpp"
#include "analysis/outputs.hpp"
#include "analysis/table.hpp"
#include "plateau/base/error.hpp"
#include "plateau/base/version.hpp"

namespace {

using namespace plateau;
using analysis::CommandLine;

void print(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
    throw Error(ExitCode::io, "writing to standard output failed");
}

void message(const CommandLine& line, const std::string& text) {
  if (!line.quiet) std::fprintf(stderr, "analyzer: %s\n", text.c_str());
}

std::string version_line() { return "analyzer " + version() + " (" + commit() + ")\n"; }

int analyze(const CommandLine& line) {
  const auto loaded = analysis::load(line.inputs, line.load);
  for (const auto& note : loaded.notes) message(line, note);
  const auto fits = analysis::fit_all(loaded.workloads, line.fit);
  if (line.out) analysis::write_outputs(*line.out, fits, line.tool);
  if (line.json) print(analysis::json_text(analysis::fits_json(fits, line.tool)));
  for (const auto& fit : fits)
    if (!line.json && !line.quiet) print(analysis::table_text(fit) + (&fit == &fits.back() ? "" : "\n"));
  if (line.out) message(line, "wrote " + (*line.out / "report.html").string());
  return 0;
}

int run(const std::vector<std::string>& arguments) {
  const auto line = analysis::parse_command_line(arguments);
  if (line.command == CommandLine::Command::help) return print(line.help), 0;
  if (line.command == CommandLine::Command::version) return print(version_line()), 0;
  return analyze(line);
}

}  // namespace

int main(int argc, char** argv) {
  return plateau::run_guarded("analyzer", [&] { return run({argv + 1, argv + argc}); });
}
