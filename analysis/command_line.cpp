#include "analysis/command_line.hpp"

#include <fmt/core.h>

#include <boost/program_options.hpp>
#include <sstream>

#include "plateau/base/error.hpp"
#include "plateau/base/text.hpp"

namespace plateau::analysis {
namespace {

namespace po = boost::program_options;
using Command = CommandLine::Command;

constexpr const char* overview =
    "analyzer: how far data parallelism takes a workload, from measurements of steps against batch size\n"
    "\n"
    "  analyzer fit INPUT... [options]          fits the scaling curve and prints the answer\n"
    "  analyzer report STORE|DIR --out DIR      writes fits.json, report.html and figures/\n"
    "\n"
    "INPUT is a CSV file of steps, a study store, or a workspace (a folder with store/).\n"
    "Numbers go to standard output, messages to standard error.\n"
    "\n";

[[noreturn]] void usage(const std::string& what, const std::string& remedy) {
  throw Error(ExitCode::usage, what, remedy);
}

po::options_description options_of(Command command) {
  po::options_description options("Options");
  auto add = options.add_options();
  add("out", po::value<std::string>()->value_name("DIR"),
      "write fits.json, report.html and figures/ into DIR");
  add("goal", po::value<std::string>()->value_name("METRIC<VALUE"),
      "target of a store's trials, e.g. \"val/error<0.03\"; strict (default: the one that each study names)");
  add("x", po::value<std::string>()->value_name("X"),
      "saving of a doubling that still counts as useful, 0 < X < 0.5 (default 0.25)");
  add("format", po::value<std::string>()->value_name("FORMAT"), "auto, csv or store (default auto)");
  add("rows", po::value<std::string>()->value_name("ROWS"),
      "what the rows of a CSV are: search (the best counts) or replicates (the median counts)");
  if (command == Command::fit) add("json", "print fits.json to standard output instead of the table");
  add("quiet", "no table, no messages but errors");
  add("help", "this text");
  add("version", "the version and the commit");
  return options;
}

std::string help_text(Command command) {
  std::ostringstream text;
  text << overview << options_of(command)
       << "\nExit codes: 0 done, whatever the verdict; 64 wrong usage; 65 bad data; "
       << "66 no such input; 73 cannot create;\n74 reading or writing failed.\n";
  return text.str();
}

Format format_of(const std::string& name) {
  if (name == "auto") return Format::automatic;
  if (name == "csv") return Format::csv;
  if (name == "store") return Format::store;
  usage(fmt::format("--format is {}", in_quotes(name)), "It must be auto, csv or store");
}

Rows rows_of(const std::string& name) {
  if (name == "search") return Rows::search;
  if (name == "replicates") return Rows::replicates;
  usage(fmt::format("--rows is {}", in_quotes(name)), "It must be search or replicates");
}

void apply(const po::variables_map& given, CommandLine& line) {
  const auto text = [&](const char* name) { return given[name].as<std::string>(); };
  if (given.count("out")) line.out = text("out");
  if (line.out && line.out->empty()) usage("--out is empty", "Name a folder");
  if (given.count("format")) line.load.format = format_of(text("format"));
  if (given.count("rows")) line.load.rows = rows_of(text("rows"));
  if (given.count("goal")) {
    line.load.goal = record::parse_goal(text("goal"));
    if (!line.load.goal)
      usage(fmt::format("--goal is {}", in_quotes(text("goal"))),
            "Write it as \"METRIC<VALUE\" or \"METRIC>VALUE\"");
  }
  if (given.count("x")) {
    const auto saving = parse_number(text("x"));
    if (!saving || !(*saving > 0 && *saving < 0.5))
      usage(fmt::format("--x is {}", in_quotes(text("x"))), "It must be above 0 and below 0.5");
    line.fit.evaluate.thresholds.saving = *saving;
  }
  line.json = given.count("json") > 0;
  line.quiet = given.count("quiet") > 0;
  for (const char* name : {"goal", "x", "format", "rows"})
    if (given.count(name)) line.tool.options[name] = text(name);
}

Command command_of(const std::string& name) {
  if (name == "fit") return Command::fit;
  if (name == "report") return Command::report;
  if (name == "--version") return Command::version;
  if (name == "--help" || name == "-h" || name == "help") return Command::help;
  const auto near = nearest(name, {"fit", "report", "--help", "--version"});
  usage(fmt::format("there is no command {}", in_quotes(name)),
        near ? fmt::format("Did you mean '{}'?", *near) : std::string("Commands are fit and report"));
}

po::variables_map parse(const std::vector<std::string>& arguments, Command command) {
  auto all = options_of(command);
  all.add_options()("input", po::value<std::vector<std::string>>());
  po::positional_options_description positional;
  positional.add("input", -1);
  const auto style = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
  po::variables_map given;
  try {
    po::store(po::command_line_parser(arguments).options(all).positional(positional).style(style).run(),
              given);
    po::notify(given);
  } catch (const po::error& error) {
    usage(error.what(), "See 'analyzer --help'");
  }
  return given;
}

}  // namespace

CommandLine parse_command_line(const std::vector<std::string>& arguments) {
  CommandLine line;
  if (arguments.empty()) usage("no command is given", "See 'analyzer --help'");
  line.command = command_of(arguments.front());
  line.help = help_text(Command::fit);
  if (line.command == Command::help || line.command == Command::version) return line;
  const auto given = parse({arguments.begin() + 1, arguments.end()}, line.command);
  if (given.count("help") || given.count("version")) {
    line.help = help_text(line.command);
    line.command = given.count("help") ? Command::help : Command::version;
    return line;
  }
  if (!given.count("input")) usage("no input is given", "Name a CSV file, a study store or a workspace");
  for (const auto& input : given["input"].as<std::vector<std::string>>()) line.inputs.emplace_back(input);
  apply(given, line);
  if (line.command == Command::report && !line.out)
    usage("report needs --out DIR", "Name the folder to write to");
  return line;
}

}  // namespace plateau::analysis
