#include "slurm/status.hpp"

#include <fmt/core.h>

#include <map>
#include <set>

#include "slurm/submit.hpp"

namespace plateau::slurm {
namespace {

using campaign::Stage;
using campaign::Workspace;

// queued: its entry in Slurm's queue; slurm_knows: whether its absence there says that it does not run.
std::string combined(const ElementState& files, const QueueEntry* queued, bool slurm_knows) {
  if (files.progress == Progress::done) return "done";
  if (queued) {
    if (queued->reason == "DependencyNeverSatisfied") return "blocked";
    return queued->state == "PENDING" ? "queued" : "running";
  }
  if (files.progress == Progress::failed) return "failed";
  if (files.progress == Progress::started) return slurm_knows ? "interrupted" : "started";
  return "waiting";
}

std::string subject(const Workspace& workspace, const campaign::Element& e) {
  if (e.stage == Stage::fit) return "all";
  const auto& name = workspace.campaign().workloads[e.study.workload].name;
  const std::string text = fmt::format("{} at {}", name, e.study.batch_size);
  return e.stage == Stage::tune ? text
                                : fmt::format("{}, {}.{}", text, e.configuration + 1, e.repetition + 1);
}

}  // namespace

std::vector<StatusLine> status(const Workspace& workspace) {
  const auto submissions = read_submissions(workspace);
  std::map<long long, std::pair<long long, long long>>
      latest;  // element -> (job, task) of its last submission
  std::set<long long> jobs;
  for (const auto& s : submissions) {
    jobs.insert(s.job);
    for (const long long task : s.tasks) latest[s.offset + task] = {s.job, task};
  }
  const auto answer = read_queue(jobs);
  if (!answer)
    fmt::print(stderr, "squeue does not answer: what runs is unknown, states come from files alone\n");
  const Queue queue = answer.value_or(Queue{});
  std::vector<StatusLine> lines;
  for (const auto& element : workspace.elements()) {
    const auto files = element_state(workspace, element);
    const auto submitted = latest.find(element.number);
    const auto queued = submitted == latest.end() ? queue.end() : queue.find(submitted->second);
    lines.push_back({element, files,
                     combined(files, queued == queue.end() ? nullptr : &queued->second,
                              answer && submitted != latest.end())});
  }
  return lines;
}

nlohmann::json status_json(const Workspace& workspace, const std::vector<StatusLine>& lines) {
  nlohmann::json json = {{"schema", "plateau.status/1"},
                         {"campaign", workspace.campaign().name},
                         {"elements", nlohmann::json::array()}};
  std::map<std::string, long long> counts;
  for (const auto& line : lines) {
    ++counts[line.state];
    nlohmann::json entry = {{"element", line.element.number},
                            {"stage", name_of(line.element.stage)},
                            {"state", line.state},
                            {"trials", line.files.trials},
                            {"wanted", line.files.wanted},
                            {"detail", line.files.detail},
                            {"job", line.files.job}};
    if (line.element.stage != Stage::fit) {
      entry["workload"] = workspace.campaign().workloads[line.element.study.workload].name;
      entry["batch_size"] = line.element.study.batch_size;
    }
    json["elements"].push_back(entry);
  }
  json["counts"] = counts;
  json["done"] = counts["done"] == static_cast<long long>(lines.size());
  return json;
}

std::string status_table(const Workspace& workspace, const std::vector<StatusLine>& lines) {
  std::string out = fmt::format("{:>8}  {:<8} {:<36} {:<12} {:>9}  {}\n", "element", "stage", "what", "state",
                                "trials", "detail");
  std::map<std::string, long long> counts;
  for (const auto& line : lines) {
    ++counts[line.state];
    const std::string trials =
        line.element.stage == Stage::fit ? "" : fmt::format("{}/{}", line.files.trials, line.files.wanted);
    out += fmt::format("{:>8}  {:<8} {:<36} {:<12} {:>9}  {}\n", line.element.number,
                       name_of(line.element.stage), subject(workspace, line.element), line.state, trials,
                       line.files.detail);
  }
  std::string summary;
  for (const auto& [state, count] : counts)
    summary += fmt::format("{}{} {}", summary.empty() ? "" : ", ", count, state);
  return out + fmt::format("{} elements: {}\n", lines.size(), summary);
}

}  // namespace plateau::slurm
