// What is kept of scripts and submissions in a workspace: scripts/arrays.json, state/submissions.json.

#include <fmt/core.h>

#include "plateau/base/error.hpp"
#include "plateau/base/file.hpp"
#include "slurm/script.hpp"
#include "slurm/submit.hpp"

namespace plateau::slurm {
namespace fs = std::filesystem;
namespace {

using campaign::Stage;
using campaign::Workspace;

nlohmann::json to_json(const ArrayPlan& a) {
  return {{"name", a.name},
          {"stage", static_cast<int>(a.shape.stage)},
          {"ranks", a.shape.ranks},
          {"nodes", a.nodes},
          {"time_limit", a.time_limit},
          {"memory", a.shape.memory},
          {"offset", a.offset},
          {"count", a.count},
          {"at_a_time", a.at_a_time}};
}

ArrayPlan array_from(const nlohmann::json& json) {
  ArrayPlan a;
  a.name = json.at("name");
  a.shape = {static_cast<Stage>(json.at("stage").get<int>()), json.at("ranks"), json.at("time_limit"),
             json.at("memory")};
  a.nodes = json.at("nodes");
  a.time_limit = json.at("time_limit");
  a.offset = json.at("offset");
  a.count = json.at("count");
  a.at_a_time = json.at("at_a_time");
  return a;
}

fs::path arrays_file(const Workspace& w) { return w.folder() / "scripts" / "arrays.json"; }
fs::path submissions_file(const Workspace& w) { return w.folder() / "state" / "submissions.json"; }

}  // namespace

fs::path script_file(const Workspace& workspace, const std::string& array) {
  return workspace.folder() / "scripts" / (array + ".sbatch");
}

void write_submissions(const Workspace& workspace, const std::vector<Submission>& all) {
  nlohmann::json json = nlohmann::json::array();
  for (const auto& s : all)
    json.push_back({{"array", s.array}, {"job", s.job}, {"offset", s.offset}, {"tasks", s.tasks}});
  write_file(submissions_file(workspace), json.dump(1) + "\n");
}

std::vector<ArrayPlan> generate(const Workspace& workspace, const Site& site, const fs::path& programs) {
  const auto site_copy = workspace.folder() / "site.yaml";
  if (fs::exists(site_copy) && read_file(site_copy) != site.text)
    throw Error(ExitCode::configuration,
                fmt::format("{} was generated for another site, or another version of it",
                            workspace.folder().string()),
                "Choose another --workspace");
  const auto plan = arrays(workspace.campaign(), workspace.elements(), site);
  std::vector<std::string> scripts;  // all before the first is written
  for (const auto& array : plan)
    scripts.push_back(batch_script(workspace.campaign().name, array, site, {workspace.folder(), programs}));
  make_folder(workspace.folder() / "scripts");
  nlohmann::json json = nlohmann::json::array();
  for (std::size_t i = 0; i < plan.size(); ++i) {
    write_file(script_file(workspace, plan[i].name), scripts[i]);
    json.push_back(to_json(plan[i]));
  }
  write_file(site_copy, site.text);
  write_file(arrays_file(workspace), json.dump(1) + "\n");
  return plan;
}

std::vector<ArrayPlan> generated_arrays(const Workspace& workspace) {
  if (!fs::exists(arrays_file(workspace)))
    throw Error(ExitCode::no_input, fmt::format("{} has no batch scripts", workspace.folder().string()),
                "Make them with plateau generate --site");
  std::vector<ArrayPlan> out;
  try {
    for (const auto& json : nlohmann::json::parse(read_file(arrays_file(workspace))))
      out.push_back(array_from(json));
  } catch (const nlohmann::json::exception& error) {
    throw Error(ExitCode::bad_data, fmt::format("{}: {}", arrays_file(workspace).string(), error.what()));
  }
  return out;
}

std::vector<Submission> read_submissions(const Workspace& workspace) {
  std::vector<Submission> out;
  if (!fs::exists(submissions_file(workspace))) return out;
  try {
    for (const auto& json : nlohmann::json::parse(read_file(submissions_file(workspace))))
      out.push_back({json.at("array"), json.at("job"), json.at("offset"), json.at("tasks")});
  } catch (const nlohmann::json::exception& error) {
    throw Error(ExitCode::bad_data,
                fmt::format("{}: {}", submissions_file(workspace).string(), error.what()));
  }
  return out;
}

}  // namespace plateau::slurm
