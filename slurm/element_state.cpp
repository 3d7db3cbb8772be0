#include "slurm/element_state.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <cstdlib>

#include "plateau/base/error.hpp"
#include "plateau/base/file.hpp"

namespace plateau::slurm {
namespace {

using campaign::Element;
using campaign::Stage;
using campaign::Workspace;

nlohmann::json read_note(const Workspace& workspace, const Element& element) {
  const auto file = workspace.state_file(element);
  if (!std::filesystem::exists(file)) return {};
  return nlohmann::json::parse(read_file(file), nullptr, false);  // a damaged note counts as none
}

std::string slurm_job() {
  const char* array = std::getenv("SLURM_ARRAY_JOB_ID");
  const char* task = std::getenv("SLURM_ARRAY_TASK_ID");
  if (array && task) return fmt::format("{}_{}", array, task);
  const char* job = std::getenv("SLURM_JOB_ID");
  return job ? job : "";
}

void write_note(const Workspace& workspace, const Element& element, nlohmann::json note) {
  char host[256] = {};
  ::gethostname(host, sizeof host - 1);
  note["element"] = element.number;
  note["host"] = host;
  note["process"] = ::getpid();
  note["job"] = slurm_job();
  write_file(workspace.state_file(element), note.dump(1) + "\n");
}

bool tune_done(const Workspace& workspace, const Element& element, ElementState& state) {
  const auto folder = workspace.store_folder(element.study);
  state.wanted = workspace.campaign().workloads[element.study.workload].search.trials;
  if (!std::filesystem::exists(folder / "study.json")) return false;
  const auto search =
      campaign::search_state(workspace.campaign(), element.study, record::read_trials(folder));
  state.trials = search.recorded;
  state.infeasible = search.infeasible;
  if (search.exhausted)
    state.detail = fmt::format("launch limit reached with {} complete trials", search.complete);
  return search.done();
}

bool confirm_done(const Workspace& workspace, const Element& element, const nlohmann::json& note,
                  ElementState& state) {
  state.wanted = 1;
  const auto id = campaign::confirm_id(workspace.campaign(), element.configuration, element.repetition);
  if (record::read_final_trial(workspace.confirm_folder(element.study), id)) {
    state.trials = 1;
    return true;
  }
  return note.is_object() && note.value("outcome", "") == "not needed";
}

bool fit_done(const Workspace& workspace, const nlohmann::json& note) {
  return std::filesystem::exists(workspace.folder() / "fits.json") && note.is_object() &&
         note.value("exit_code", 1) == 0;
}

}  // namespace

std::string_view name_of(Progress progress) {
  constexpr std::string_view names[] = {"waiting", "started", "failed", "done"};
  return names[static_cast<std::size_t>(progress)];
}

ElementState element_state(const Workspace& workspace, const Element& element) {
  ElementState state;
  const auto note = read_note(workspace, element);
  const bool noted = note.is_object() && !note.empty();
  if (noted) {
    state.job = note.value("job", "");
    state.detail = note.value("detail", "");
    const int code = note.value("exit_code", 0);
    const bool continues = code == 0 || code == static_cast<int>(ExitCode::unfinished);
    state.progress = continues ? Progress::started : Progress::failed;
  }
  const bool done = element.stage == Stage::tune      ? tune_done(workspace, element, state)
                    : element.stage == Stage::confirm ? confirm_done(workspace, element, note, state)
                                                      : fit_done(workspace, note);
  if (done) state.progress = Progress::done;
  return state;
}

std::vector<ElementState> element_states(const Workspace& workspace) {
  std::vector<ElementState> out;
  for (const auto& element : workspace.elements()) out.push_back(element_state(workspace, element));
  return out;
}

void note_start(const Workspace& workspace, const Element& element) {
  write_note(workspace, element, {{"outcome", "started"}});
}

void note_end(const Workspace& workspace, const Element& element, int exit_code, const std::string& detail) {
  const bool not_needed = exit_code == 0 && detail.starts_with("not needed");
  write_note(workspace, element,
             {{"outcome", not_needed       ? "not needed"
                          : exit_code == 0 ? "done"
                                           : "failed"},
              {"exit_code", exit_code},
              {"detail", detail}});
}

}  // namespace plateau::slurm
