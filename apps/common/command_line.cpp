#include "common/command_line.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <cstdlib>
#include <sstream>
#include <utility>

#include "plateau/base/error.hpp"
#include "plateau/base/version.hpp"

namespace plateau::cli {
namespace po = boost::program_options;

CommandLine::CommandLine(std::string usage, std::string summary)
    : usage_(std::move(usage)), summary_(std::move(summary)) {
  described_.add_options()("help,h", "this text")("version", "version and commit")(
      "quiet,q", "no progress on standard error");
}

CommandLine& CommandLine::positional(const std::string& name, const std::string& documentation,
                                     bool required) {
  hidden_.add_options()(name.c_str(), po::value<std::string>());
  positions_.add(name.c_str(), 1);
  positional_help_ += fmt::format("  {:<20}  {}\n", name, documentation);
  if (required) required_.push_back(name);
  return *this;
}

std::string CommandLine::help() const {
  std::ostringstream text;
  text << "Usage: " << usage_ << "\n" << summary_ << "\n\n" << positional_help_ << described_;
  return text.str();
}

bool CommandLine::parse(int argc, const char* const* argv) {
  po::options_description all;
  all.add(described_).add(hidden_);
  try {
    po::store(po::command_line_parser(argc, argv).options(all).positional(positions_).run(), values_);
    if (has("help")) fmt::print("{}", help());
    if (has("version")) fmt::print("plateau {} ({})\n", version(), commit());
    if (has("help") || has("version")) return false;
    po::notify(values_);
  } catch (const po::error& error) {
    throw Error(ExitCode::usage, error.what(), fmt::format("Usage: {} (see --help)", usage_));
  }
  for (const auto& name : required_)
    if (!has(name))
      throw Error(ExitCode::usage, fmt::format("{} is missing", name),
                  fmt::format("Usage: {} (see --help)", usage_));
  refuse_empty();
  return true;
}

bool CommandLine::takes_value(const std::string& name) const {
  const auto* option = described_.find_nothrow(name, false);
  return !option || option->semantic()->max_tokens() > 0;  // positional arguments are not described
}

// An empty text is a variable that was not set in the caller's script.
void CommandLine::refuse_empty() const {
  for (const auto& [name, value] : values_)
    if (const auto* text = boost::any_cast<std::string>(&value.value());
        text && text->empty() && takes_value(name))
      throw Error(ExitCode::usage, fmt::format("{} is empty", name),
                  fmt::format("Usage: {} (see --help)", usage_));
}

bool fancy_terminal() { return ::isatty(2) && !std::getenv("NO_COLOR"); }

}  // namespace plateau::cli
