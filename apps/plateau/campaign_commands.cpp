// check, plan, generate, keys

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "common/command_line.hpp"
#include "plateau/base/process.hpp"
#include "plateau/base/text.hpp"
#include "plateau/campaign/workspace.hpp"
#include "plateau/data/campaign_data.hpp"
#include "slurm/script.hpp"
#include "slurm/submit.hpp"

namespace plateau::driver {
namespace {

namespace po = boost::program_options;

long long trials_of(const campaign::Campaign& campaign) {
  long long trials = 0;
  for (const auto& w : campaign.workloads)
    trials += w.search.trials * static_cast<long long>(w.batch_sizes.size());
  return trials;
}

// Ranks that have no leaf of the summation tree to compute are paid for nothing.
void warn_of_idle_ranks(const campaign::WorkloadSpec& w) {
  for (const long long size : w.batch_sizes) {
    const long long leaves = (size + w.resources.micro_batch_size - 1) / w.resources.micro_batch_size;
    if (w.resources.reduce_order == campaign::ReduceOrder::tree && leaves < w.resources.ranks)
      fmt::print(stderr,
                 "warning: {} at batch size {}: only {} of {} ranks have work (micro_batch_size {})\n",
                 w.name, size, leaves, w.resources.ranks, w.resources.micro_batch_size);
  }
}

void print_studies(const campaign::Campaign& campaign) {
  fmt::print("{:<24} {:<40} {:>10} {:>12} {:>7} {:>7}\n", "workload", "folder", "batch size", "step budget",
             "trials", "limit");
  for (const auto& study : campaign::studies(campaign)) {
    const auto& w = campaign.workloads[study.workload];
    const long long budget = campaign::step_budget(w, study.batch_size);
    fmt::print("{:<24} {:<40} {:>10} {:>12} {:>7} {:>7}\n", w.name,
               campaign::study_folder(campaign, study).parent_path().string(), study.batch_size,
               budget == campaign::no_step_limit ? "time" : std::to_string(budget), w.search.trials,
               campaign::launch_limit(campaign, study));
  }
}

nlohmann::json arrays_json(const std::vector<slurm::ArrayPlan>& arrays) {
  nlohmann::json out = nlohmann::json::array();
  for (const auto& a : arrays)
    out.push_back({{"name", a.name},
                   {"elements", a.count},
                   {"first_element", a.offset},
                   {"nodes", a.nodes},
                   {"ranks", a.shape.ranks},
                   {"time_limit_seconds", a.time_limit}});
  return out;
}

void print_arrays(const std::vector<slurm::ArrayPlan>& arrays) {
  fmt::print("\n{:<12} {:>9} {:>6} {:>6} {:>12}\n", "array", "elements", "nodes", "ranks", "time limit");
  for (const auto& a : arrays)
    fmt::print("{:<12} {:>9} {:>6} {:>6} {:>12}\n", a.name, a.count, a.nodes, a.shape.ranks,
               duration_text(a.time_limit));
  fmt::print("worst case (every element uses its time limit): {:.1f} node-hours\n",
             slurm::worst_case_node_hours(arrays));
}

}  // namespace

int check(int argc, const char* const* argv) {
  cli::CommandLine line("plateau check CAMPAIGN.yaml",
                        "Checks a campaign file: one message a fault, exit code 78.");
  line.positional("campaign", "campaign file");
  if (!line.parse(argc, argv)) return 0;
  const auto campaign = campaign::read_campaign(line.get<std::string>("campaign"), data::probe());
  for (const auto& w : campaign.workloads) warn_of_idle_ranks(w);
  fmt::print("{}: valid, {} workloads, {} studies, {} trials\n", campaign.name, campaign.workloads.size(),
             campaign::studies(campaign).size(), trials_of(campaign));
  return 0;
}

int plan(int argc, const char* const* argv) {
  cli::CommandLine line("plateau plan CAMPAIGN.yaml [--site S] [--json]",
                        "A full dry run: nothing is written.");
  line.positional("campaign", "campaign file");
  line.options()("site", po::value<std::string>(), "site file: shows the arrays and their worst-case cost")(
      "json", "as JSON");
  if (!line.parse(argc, argv)) return 0;
  const auto campaign = campaign::read_campaign(line.get<std::string>("campaign"), data::probe());
  const auto elements = campaign::elements(campaign);
  std::vector<slurm::ArrayPlan> arrays;
  if (const auto site = line.find<std::string>("site"))
    arrays = slurm::arrays(campaign, elements, slurm::read_site(*site));
  if (line.has("json")) {
    auto json = campaign::plan_json(campaign, elements);
    if (line.has("site")) {
      json["arrays"] = arrays_json(arrays);
      json["worst_case_node_hours"] = slurm::worst_case_node_hours(arrays);
    }
    fmt::print("{}\n", json.dump(1));
    return 0;
  }
  for (const auto& w : campaign.workloads) warn_of_idle_ranks(w);
  print_studies(campaign);
  fmt::print("{} studies, {} trials, {} elements\n", campaign::studies(campaign).size(), trials_of(campaign),
             elements.size());
  if (line.has("site")) print_arrays(arrays);
  return 0;
}

int generate(int argc, const char* const* argv) {
  cli::CommandLine line("plateau generate CAMPAIGN.yaml --site SITE.yaml --workspace DIR",
                        "Writes a workspace with one batch script an array.");
  line.positional("campaign", "campaign file");
  line.options()("site", po::value<std::string>()->required(), "site file")(
      "workspace", po::value<std::string>()->required(), "folder to write");
  if (!line.parse(argc, argv)) return 0;
  const auto site = slurm::read_site(line.get<std::string>("site"));
  slurm::check_places({std::filesystem::absolute(line.get<std::string>("workspace")), program_folder()});
  const auto workspace = campaign::Workspace::create(line.get<std::string>("workspace"),
                                                     line.get<std::string>("campaign"), data::probe());
  const auto arrays = slurm::generate(workspace, site, program_folder());
  fmt::print("{}: {} elements in {} arrays; submit with: plateau submit {}\n", workspace.folder().string(),
             workspace.elements().size(), arrays.size(), slurm::shell_quoted(workspace.folder().string()));
  return 0;
}

int keys(int argc, const char* const* argv) {
  cli::CommandLine line("plateau keys", "The keys of campaign and site files.");
  if (!line.parse(argc, argv)) return 0;
  fmt::print("{}{}", campaign::campaign_reference(), slurm::site_reference());
  return 0;
}

}  // namespace plateau::driver
