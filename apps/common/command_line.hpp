#pragma once
// One way of reading command lines for all programs: --help, --version and --quiet everywhere, exit code 64
// for misuse.

#include <boost/program_options.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plateau::cli {

class CommandLine {
 public:
  // usage: "plateau check CAMPAIGN.yaml"; summary: one sentence.
  CommandLine(std::string usage, std::string summary);

  boost::program_options::options_description_easy_init options() { return described_.add_options(); }
  // A positional argument, in order of declaration.
  CommandLine& positional(const std::string& name, const std::string& documentation, bool required = true);

  // False where --help or --version was asked for and answered. Errors: usage.
  bool parse(int argc, const char* const* argv);

  bool has(const std::string& name) const { return values_.count(name) > 0; }
  template <typename T>
  T get(const std::string& name) const {
    return values_[name].as<T>();
  }
  template <typename T>
  std::optional<T> find(const std::string& name) const {
    return has(name) ? std::optional(get<T>(name)) : std::nullopt;
  }
  bool quiet() const { return has("quiet"); }

 private:
  std::string help() const;
  bool takes_value(const std::string& name) const;
  void refuse_empty() const;
  std::string usage_, summary_;
  boost::program_options::options_description described_{"Options"}, hidden_;
  boost::program_options::positional_options_description positions_;
  std::vector<std::string> required_;
  std::string positional_help_;
  boost::program_options::variables_map values_;
};

// Standard error is a terminal and NO_COLOR is not set.
bool fancy_terminal();

}  // namespace plateau::cli
