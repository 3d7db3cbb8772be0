#include "plateau/campaign/workspace.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "plateau/base/error.hpp"
#include "plateau/base/file.hpp"
#include "plateau/base/hash.hpp"
#include "plateau/base/version.hpp"

namespace plateau::campaign {
namespace fs = std::filesystem;
namespace {

nlohmann::json read_plan(const fs::path& folder) {
  const fs::path file = folder / "plan.json";
  if (!fs::exists(file))
    throw Error(ExitCode::no_input,
                fmt::format("{} is not a workspace: it has no plan.json", folder.string()),
                "Make one with plateau generate or plateau run");
  try {
    auto json = nlohmann::json::parse(read_file(file));
    json.at("campaign_hash").get<std::string>();
    json.at("campaign_folder").get<std::string>();
    return json;
  } catch (const nlohmann::json::exception& error) {
    throw Error(ExitCode::bad_data, fmt::format("{}: not a plan: {}", file.string(), error.what()),
                "Remove this file alone; plateau run or generate with the same campaign writes it again");
  }
}

nlohmann::json study_json(const Campaign& campaign, const StudyPlan& study) {
  const auto& w = campaign.workloads[study.workload];
  const long long steps = step_budget(w, study.batch_size);
  return {{"workload", w.name},
          {"batch_size", study.batch_size},
          {"folder", study_folder(campaign, study).string()},
          {"trials", w.search.trials},
          {"launch_limit", launch_limit(campaign, study)},
          {"step_budget", steps == no_step_limit ? nlohmann::json() : nlohmann::json(steps)},
          {"micro_batch_size", w.resources.micro_batch_size}};
}

constexpr const char* parts[] = {"store", "confirm", "logs", "state"};

void make_parts(const fs::path& folder) {
  for (const char* part : parts) make_folder(folder / part);
}

bool holds(const fs::path& file, const std::string& text) {
  return fs::is_regular_file(file) && read_file(file) == text;
}

// Left by a creation that was killed: an empty part, the same campaign file, or what is written again from
// it.
bool ours(const fs::path& entry, const fs::path& campaign_file) {
  const auto name = entry.filename().string();
  if (name == "campaign.yaml") return holds(entry, read_file(campaign_file));
  if (fs::is_directory(entry))
    return std::find(std::begin(parts), std::end(parts), name) != std::end(parts) && fs::is_empty(entry);
  return name == "manifest.tsv" || is_leftover(entry);
}

// A workspace of this campaign that lost its plan alone.
bool lost_its_plan(const fs::path& folder, const fs::path& campaign_file, const std::string& manifest) {
  return holds(folder / "campaign.yaml", read_file(campaign_file)) &&
         holds(folder / "manifest.tsv", manifest);
}

void refuse_foreign_folder(const fs::path& folder, const fs::path& campaign_file,
                           const std::string& manifest) {
  if (!fs::exists(folder) || lost_its_plan(folder, campaign_file, manifest)) return;
  if (!fs::is_directory(folder))
    throw Error(ExitCode::cannot_create, fmt::format("{} exists and is not a folder", folder.string()));
  for (const auto& entry : fs::directory_iterator(folder))
    if (!ours(entry.path(), campaign_file))
      throw Error(ExitCode::cannot_create,
                  fmt::format("{} is no workspace and holds {}, which would be in danger", folder.string(),
                              entry.path().filename().string()),
                  "Choose another --workspace, a new or an empty folder");
}

void write_where_different(const fs::path& file, const std::string& text) {
  if (!holds(file, text)) write_file(file, text);
}

// Whatever of it is missing or damaged. One of the parts may have been cleared away.
void write_inputs(const fs::path& folder, const fs::path& campaign_file, const std::string& manifest) {
  make_parts(folder);
  write_where_different(folder / "campaign.yaml", read_file(campaign_file));
  write_where_different(folder / "manifest.tsv", manifest);
}

void write_plan(const fs::path& folder, const fs::path& campaign_file, const Campaign& campaign,
                const std::vector<Element>& all) {
  auto plan = plan_json(campaign, all);
  plan["campaign_folder"] = fs::absolute(campaign_file).parent_path().string();
  write_file(folder / "plan.json", plan.dump(1) + "\n");
}

void check_manifest(const fs::path& file, const std::string& manifest) {
  if (holds(file, manifest)) return;
  throw Error(ExitCode::bad_data,
              fmt::format("{} {}", file.string(), fs::exists(file) ? "is not the plan's" : "is missing"),
              "plateau run or generate with the same campaign and --workspace writes it again");
}

}  // namespace

Workspace::Workspace(fs::path folder, Campaign campaign)
    : folder_(std::move(folder)), campaign_(std::move(campaign)), elements_(campaign::elements(campaign_)) {}

Workspace Workspace::create(const fs::path& folder, const fs::path& campaign_file,
                            const DatasetProbe& probe) {
  Campaign campaign = read_campaign(campaign_file, probe);
  const auto all = campaign::elements(campaign);
  const auto manifest = campaign::manifest(campaign, all);
  const bool planned = fs::exists(folder / "plan.json");
  if (!planned)
    refuse_foreign_folder(folder, campaign_file, manifest);
  else if (read_plan(folder)["campaign_hash"] != campaign.hash)
    throw Error(ExitCode::configuration,
                fmt::format("{} is the workspace of another campaign, or of another version of {}",
                            folder.string(), campaign_file.string()),
                "Choose another --workspace");
  write_inputs(folder, campaign_file, manifest);
  if (!planned)
    write_plan(folder, campaign_file, campaign, all);  // last: a workspace exists when its plan does
  return {fs::absolute(folder), std::move(campaign)};
}

Workspace Workspace::open(const fs::path& folder, const DatasetProbe& probe) {
  const auto plan = read_plan(folder);
  const fs::path file = folder / "campaign.yaml";
  if (!fs::exists(file))
    throw Error(ExitCode::no_input, fmt::format("{} is missing from the workspace", file.string()),
                "plateau run or generate with the same campaign and --workspace writes it again");
  if (plan["campaign_hash"] != content_hash(read_file(file)))
    throw Error(ExitCode::configuration, fmt::format("{} was changed after it was planned", file.string()),
                "Generate a new workspace for a changed campaign; to undo the change, call plateau run or "
                "generate with the campaign that was planned");
  Workspace workspace(fs::absolute(folder),
                      read_campaign(file, probe, plan["campaign_folder"].get<std::string>()));
  check_manifest(folder / "manifest.tsv", campaign::manifest(workspace.campaign_, workspace.elements_));
  return workspace;
}

const Element& Workspace::element(long long number, Stage wanted) const {
  if (number < 0 || number >= static_cast<long long>(elements_.size()))
    throw Error(ExitCode::usage, fmt::format("there is no element {}", number),
                fmt::format("The workspace has elements 0 to {}", elements_.size() - 1));
  const Element& element = elements_[static_cast<std::size_t>(number)];
  if (element.stage != wanted)
    throw Error(ExitCode::usage, fmt::format("element {} belongs to the stage {}, this program runs {}",
                                             number, name_of(element.stage), name_of(wanted)));
  return element;
}

fs::path Workspace::store_folder(const StudyPlan& study) const {
  return folder_ / "store" / study_folder(campaign_, study);
}
fs::path Workspace::confirm_folder(const StudyPlan& study) const {
  return folder_ / "confirm" / study_folder(campaign_, study);
}
fs::path Workspace::checkpoint_folder(Stage stage, const StudyPlan& study, long long trial) const {
  return folder_ / "checkpoints" / name_of(stage) / study_folder(campaign_, study) / std::to_string(trial);
}
fs::path Workspace::state_file(const Element& element) const {
  return folder_ / "state" / fmt::format("element-{}.json", element.number);
}

nlohmann::json plan_json(const Campaign& campaign, const std::vector<Element>& elements) {
  nlohmann::json json = {{"schema", "plateau.plan/1"},
                         {"campaign", campaign.name},
                         {"campaign_hash", campaign.hash},
                         {"tool", {{"version", version()}, {"commit", commit()}}},
                         {"elements", elements.size()}};
  long long trials = 0;
  json["studies"] = nlohmann::json::array();
  for (const auto& study : studies(campaign)) {
    json["studies"].push_back(study_json(campaign, study));
    trials += campaign.workloads[study.workload].search.trials;
  }
  json["trials"] = trials;
  json["confirm_trials"] = std::count_if(elements.begin(), elements.end(),
                                         [](const auto& e) { return e.stage == Stage::confirm; });
  return json;
}

SearchState search_state(const Campaign& campaign, const StudyPlan& study,
                         const std::vector<record::Trial>& records) {
  const auto& w = campaign.workloads[study.workload];
  SearchState state;
  const long long limit = launch_limit(campaign, study);
  std::vector<bool> seen(static_cast<std::size_t>(limit), false);
  for (const auto& trial : records) {
    if (trial.status == record::Status::incomplete) continue;  // interrupted: it runs again
    if (trial.id < limit) seen[static_cast<std::size_t>(trial.id)] = true;
    ++state.recorded;
    if (trial.status == record::Status::complete)
      ++state.complete;
    else
      ++state.infeasible;
  }
  state.satisfied = record::study_prefix(records, w.search.trials).satisfied;
  state.exhausted = !state.satisfied && std::find(seen.begin(), seen.end(), false) == seen.end();
  return state;
}

}  // namespace plateau::campaign
