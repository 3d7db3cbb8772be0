#include "slurm/site.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>

#include "plateau/base/file.hpp"
#include "plateau/base/text.hpp"
#include "plateau/config/document.hpp"
#include "plateau/config/schema.hpp"

namespace plateau::slurm {
namespace {

using config::Limits;
using config::Schema;
using config::Value;

constexpr Limits counts{1, 1e6, false, false};

bool is_variable_name(std::string_view name) {
  return !name.empty() && !(name[0] >= '0' && name[0] <= '9') &&
         std::all_of(name.begin(), name.end(),
                     [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; });
}

bool is_option_name(std::string_view name) {
  return !name.empty() && name[0] != '-' && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  });
}

// What the planner decides itself; passing it through would contradict the plan.
const std::vector<std::string> reserved = {
    "array",     "dependency", "ntasks", "nodes",         "output",        "error",
    "job-name",  "time",       "wrap",   "parsable",      "open-mode",     "chdir",
    "partition", "account",    "qos",    "gpus-per-node", "cpus-per-task", "mem"};

void read_texts(const Value& v, std::vector<std::string>& out) {
  out.clear();
  for (const auto& item : v.items())
    if (const auto text = item.text()) out.push_back(*text);
}

std::optional<std::string> read_directive(const Value& v) {
  const auto text = v.text();
  if (!text || fits_sbatch_line(*text)) return text;
  v.fault(fmt::format("{} holds a quote or a backslash, which no #SBATCH line can carry", v.shown()));
  return std::nullopt;
}

auto directive(std::string Site::*member) {
  return [member](const Value& v, Site& out) { out.*member = read_directive(v).value_or(""); };
}

void read_environment(const Value& v, Site& out) {
  for (const auto& [name, value] : v.entries()) {
    if (!is_variable_name(name))
      value.fault(fmt::format("{} is not the name of an environment variable", in_quotes(name)));
    else if (const auto text = value.text())
      out.environment[name] = *text;
  }
}

void read_options(const Value& v, Site& out) {
  for (const auto& [name, value] : v.entries()) {
    if (!is_option_name(name))
      value.fault(fmt::format("{} is not a long option of sbatch", in_quotes(name)),
                  "Write it without dashes, e.g. constraint: haswell");
    else if (std::find(reserved.begin(), reserved.end(), name) != reserved.end())
      value.fault(fmt::format("the option {} is set by the planner", name),
                  "Use the key of the site or campaign file instead (plateau keys)");
    else if (const auto text = read_directive(value))
      out.sbatch_options[name] = *text;
  }
}

const Schema<Site>& site_schema() {
  static const auto schema =
      Schema<Site>()
          .name("site", &Site::name, "name of the machine")
          .required()
          .key("partition", "text", "partition", directive(&Site::partition))
          .key("account", "text", "account", directive(&Site::account))
          .key("qos", "text", "quality of service", directive(&Site::qos))
          .whole("ranks_per_node", &Site::ranks_per_node, counts, "MPI ranks a node")
          .required()
          .whole("cpus_per_rank", &Site::cpus_per_rank, counts, "cores a rank")
          .whole("gpus_per_node", &Site::gpus_per_node, {0, 64, false, false}, "GPUs asked for a node")
          .duration("time_limit", &Site::time_limit, "longest time an element may ask for")
          .key("memory_per_node", "amount", "memory asked for a node, e.g. 4G; left out: not asked for",
               [](const Value& v, Site& out) { out.memory_per_node = v.memory().value_or(""); })
          .key("modules", "list of texts", "environment modules to load",
               [](const Value& v, Site& out) { read_texts(v, out.modules); })
          .choice("launcher", &Site::launcher, {"srun", "mpirun"}, "what starts the ranks")
          .name("mpi", &Site::mpi, "srun --mpi=, e.g. pmix, pmi2, none")
          .key("launcher_options", "list of texts", "further options of the launcher",
               [](const Value& v, Site& out) { read_texts(v, out.launcher_options); })
          .key("environment", "mapping", "variables set in each job", read_environment)
          .key("sbatch_options", "mapping", "further options of sbatch", read_options)
          .whole("max_array_size", &Site::max_array_size, {2, 4e6, false, false},
                 "MaxArraySize of the cluster")
          .whole("max_running_elements", &Site::max_running_elements, {0, 1e6, false, false},
                 "elements of an array that run at a time; 0: no limit");
  return schema;
}

}  // namespace

bool fits_sbatch_line(std::string_view text) {
  return std::none_of(text.begin(), text.end(),
                      [](unsigned char c) { return c < 0x20 || c == 0x7f || c == '"' || c == '\\'; });
}

Site read_site(const std::filesystem::path& file) {
  config::Document document(file);
  Site site;
  site_schema().read_into(document.root(), site);
  document.finish();
  site.text = read_file(file);
  return site;
}

std::string site_reference() {
  std::string out = "A site:\n";
  for (const auto& key : site_schema().keys())
    out += fmt::format("  {:<22} {:<34} {}{}\n", key.name, key.form, key.documentation,
                       key.required ? " (required)" : "");
  return out;
}

}  // namespace plateau::slurm
