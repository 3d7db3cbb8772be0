#include "plateau/campaign/read_campaign.hpp"

#include <fmt/core.h>

#include <map>

#include "plateau/base/file.hpp"
#include "plateau/base/hash.hpp"
#include "plateau/base/text.hpp"
#include "plateau/campaign/read_workload.hpp"
#include "plateau/config/document.hpp"

namespace plateau::campaign {
namespace {

using config::Schema;
using config::Value;

struct Stages {
  ConfirmSpec confirm;
  FitSpec fit;
};

// The file before defaults are applied to the workloads.
struct Reading {
  Campaign campaign;
  Stages stages;
  std::optional<Value> defaults;
  std::vector<Value> workloads;
};

const Schema<Stages>& stages_schema() {
  static const auto confirm = Schema<ConfirmSpec>()
                                  .whole("configurations", &ConfirmSpec::configurations,
                                         {1, 1000, false, false}, "best configurations of each study")
                                  .whole("seeds", &ConfirmSpec::seeds, {0, 1000, false, false},
                                         "fresh seeds each; 0: no confirmation");
  static const auto fit =
      Schema<FitSpec>()
          .number("x", &FitSpec::x, {0.01, 0.45, false, false},
                  "share of the steps that doubling the batch must still save")
          .whole("bootstrap", &FitSpec::bootstrap, {0, 1e6, false, false}, "bootstrap replicates")
          .whole("ranks", &FitSpec::ranks, {1, 1e5, false, false}, "MPI ranks of the fit");
  static const auto schema =
      Schema<Stages>()
          .section("confirm", &Stages::confirm, confirm, "fresh runs of the best configurations")
          .section("fit", &Stages::fit, fit, "the curve");
  return schema;
}

const Schema<Reading>& campaign_schema() {
  static const auto schema =
      Schema<Reading>()
          .key("campaign", "name", "name of the campaign",
               [](const Value& v, Reading& out) {
                 if (const auto name = v.name()) out.campaign.name = *name;
               })
          .required()
          .key("description", "text", "for people",
               [](const Value& v, Reading& out) {
                 if (const auto text = v.text()) out.campaign.description = *text;
               })
          .key("seed", "whole number >= 0", "seed of everything random",
               [](const Value& v, Reading& out) {
                 if (const auto seed = v.whole({0, 9e15, false, false}))
                   out.campaign.seed = static_cast<std::uint64_t>(*seed);
               })
          .key("defaults", "mapping", "keys of a workload that hold for all",
               [](const Value& v, Reading& out) { out.defaults = v; })
          .key("workloads", "list", "the workloads",
               [](const Value& v, Reading& out) { out.workloads = v.items(); })
          .required()
          .section("stages", &Reading::stages, stages_schema(), "what follows the search");
  return schema;
}

WorkloadSpec read_workload(const Value& value, const std::optional<Value>& defaults,
                           const WorkloadSpec& from_defaults) {
  WorkloadSpec workload = from_defaults;
  std::set<std::string> present;
  if (defaults)
    for (const auto& [key, unused] : defaults->entries()) present.insert(key);
  workload_schema().read_into(value, workload, present);
  return workload;
}

// Two workloads must not share a folder of the store; where they would, their own names stand for the
// model's.
void assign_store_models(std::vector<WorkloadSpec>& workloads) {
  std::map<std::string, int> uses;
  const auto path = [](const WorkloadSpec& w) {
    return w.dataset_name() + "/" + w.model_name() + "/" + w.optimizer_name();
  };
  for (const auto& w : workloads) ++uses[path(w)];
  for (auto& w : workloads) w.store_model = uses[path(w)] > 1 ? w.name : w.model_name();
}

void check_names(const std::vector<Value>& places, const std::vector<WorkloadSpec>& workloads) {
  std::map<std::string, std::size_t> seen;
  for (std::size_t i = 0; i < workloads.size(); ++i) {
    const auto [where, fresh] = seen.emplace(workloads[i].name, i);
    if (!fresh && !workloads[i].name.empty())
      places[i].fault(fmt::format("workload {} is given twice", in_quotes(workloads[i].name)),
                      fmt::format("The first is workloads[{}]; give each its own name", where->second));
  }
}

void print_keys(std::string& out, const config::SchemaKeys& schema, std::size_t indent) {
  for (const auto& key : schema.keys()) {
    out += fmt::format("{:{}}{:<{}} {:<34} {}{}\n", "", indent, key.name, 26 - indent, key.form,
                       key.documentation, key.required ? " (required)" : "");
    if (key.section) print_keys(out, *key.section, indent + 2);
  }
}

}  // namespace

Campaign read_campaign(const std::filesystem::path& file, const DatasetProbe& probe,
                       const std::filesystem::path& base_folder) {
  config::Document document(file);
  Reading reading;
  campaign_schema().read_into(document.root(), reading);
  WorkloadSpec from_defaults;
  if (reading.defaults) {  // required keys may stand in the workloads instead
    const std::set<std::string> elsewhere = {"name", "model", "optimizer", "batch_sizes"};
    workload_schema().read_into(*reading.defaults, from_defaults, elsewhere);
    for (const auto& [key, value] : reading.defaults->entries())
      if (key == "name") value.fault("defaults cannot name a workload", "Give each workload its own name");
  }
  auto& campaign = reading.campaign;
  const auto folder = base_folder.empty() ? std::filesystem::absolute(file).parent_path() : base_folder;
  if (reading.workloads.empty() && !document.faulty())
    document.root().fault("workloads is empty", "Give at least one");
  for (const auto& value : reading.workloads) {
    campaign.workloads.push_back(read_workload(value, reading.defaults, from_defaults));
    if (!document.faulty()) complete_workload(value, campaign.workloads.back(), probe, folder);
  }
  check_names(reading.workloads, campaign.workloads);
  document.finish();
  campaign.confirm = reading.stages.confirm;
  campaign.fit = reading.stages.fit;
  campaign.hash = content_hash(read_file(file));
  assign_store_models(campaign.workloads);
  return campaign;
}

std::string campaign_reference() {
  std::string out = "A campaign:\n";
  print_keys(out, campaign_schema(), 2);
  out += "A workload (and defaults):\n";
  print_keys(out, workload_schema(), 2);
  return out;
}

}  // namespace plateau::campaign
