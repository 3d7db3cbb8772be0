#include "slurm/submit.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "plateau/base/error.hpp"
#include "plateau/base/process.hpp"
#include "plateau/base/text.hpp"
#include "slurm/element_state.hpp"

namespace plateau::slurm {
namespace {

using campaign::Stage;
using campaign::Workspace;

// The caller's own job must not leak into the new one, nor its sbatch defaults.
ProcessOptions clean_environment() {
  ProcessOptions options;
  options.drop_prefixes = {"SBATCH_", "SLURM_", "SRUN_", "PMI", "OMPI_"};
  options.keep = {"SLURM_CONF"};
  return options;
}

// The id on the last line of the form "123" or "123;cluster": submit filters print banners before it.
std::optional<long long> job_id(const std::string& out) {
  std::optional<long long> id;
  for (const auto& line : split(out, '\n'))
    if (const auto value = parse_whole(split(trimmed(line), ';')[0]); value && *value > 0) id = value;
  return id;
}

std::string one_line(const std::string& text) {
  std::string out(trimmed(text));
  std::replace(out.begin(), out.end(), '\n', ' ');
  return out;
}

long long call_sbatch(const Workspace& workspace, const ArrayPlan& array, const std::vector<long long>& tasks,
                      const std::string& dependency) {
  std::vector<std::string> argv = {"sbatch", "--parsable", "--chdir=" + workspace.folder().string()};
  if (static_cast<long long>(tasks.size()) != array.count)
    argv.push_back("--array=" + index_list(tasks) + throttle(array));
  if (!dependency.empty()) argv.push_back("--dependency=" + dependency);
  argv.push_back(script_file(workspace, array.name).string());
  const auto output = capture_process(argv, clean_environment());
  const auto id = job_id(output.out);
  if (!id && output.err.find("Unable to contact slurm controller") != std::string::npos)
    throw Error(
        ExitCode::unavailable, fmt::format("Slurm does not answer (sbatch for {})", array.name),
        "What was accepted before is recorded; once slurmctld answers, use plateau submit or retry again");
  if (output.code != 0 || !id)
    throw Error(ExitCode::unfinished,
                fmt::format("sbatch did not accept {}: {}", array.name, one_line(output.err + output.out)),
                "What was accepted before is recorded; mend the cause and use plateau retry");
  return *id;
}

std::vector<long long> range(long long count) {
  std::vector<long long> out(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<long long>(i);
  return out;
}

using JobsByStage = std::map<Stage, std::set<long long>>;

// What a job of `stage` waits for: every job of the stages before it, whatever becomes of them (afterany),
// since each element checks for itself whether its inputs are complete.
std::string dependency_of(Stage stage, const JobsByStage& jobs) {
  std::set<long long> earlier;
  for (const auto& [other, ids] : jobs)
    if (other < stage) earlier.insert(ids.begin(), ids.end());
  return earlier.empty() ? "" : fmt::format("afterany:{}", fmt::join(earlier, ":"));
}

// Jobs of later stages that were queued before `stage` got new jobs must wait for those too. One that starts
// meanwhile cannot be changed any more; its elements then find their inputs incomplete and say so.
void delay_later(Stage stage, const JobsByStage& pending, const JobsByStage& jobs) {
  for (const auto& [later, ids] : pending) {
    if (later <= stage) continue;
    const auto dependency = "Dependency=" + dependency_of(later, jobs);
    for (const long long id : ids)
      capture_process({"scontrol", "update", fmt::format("JobId={}", id), dependency}, clean_environment());
  }
}

// Sends the chosen tasks of each array. jobs: those in the queue already, pending: the ones among them that
// wait.
std::vector<Submission> send(const Workspace& workspace, const std::vector<ArrayPlan>& arrays,
                             const std::function<std::vector<long long>(const ArrayPlan&)>& choose,
                             JobsByStage jobs, const JobsByStage& pending) {
  auto record = read_submissions(workspace);
  std::vector<Submission> sent;
  for (const auto& array : arrays) {
    const Stage stage = array.shape.stage;
    const auto tasks = choose(array);
    if (tasks.empty()) continue;
    const auto job = call_sbatch(workspace, array, tasks, dependency_of(stage, jobs));
    sent.push_back({array.name, job, array.offset, tasks});
    record.push_back(sent.back());
    write_submissions(workspace, record);
    jobs[stage].insert(job);
    delay_later(stage, pending, jobs);
  }
  return sent;
}

std::set<long long> jobs_of(const std::vector<Submission>& submissions) {
  std::set<long long> jobs;
  for (const auto& s : submissions) jobs.insert(s.job);
  return jobs;
}

}  // namespace

std::vector<Submission> submit(const Workspace& workspace) {
  const auto plan = generated_arrays(workspace);
  if (const auto earlier = read_submissions(workspace); !earlier.empty())
    throw Error(ExitCode::usage,
                fmt::format("the workspace was submitted already: {} arrays, the first is job {}",
                            earlier.size(), earlier.front().job),
                "Use plateau status to look at it, plateau retry to resubmit what is missing");
  return send(workspace, plan, [](const ArrayPlan& array) { return range(array.count); }, {}, {});
}

std::vector<Submission> retry(const Workspace& workspace) {
  const auto plan = generated_arrays(workspace);
  const auto submissions = read_submissions(workspace);
  const auto queue = read_queue(jobs_of(submissions));
  if (!queue)
    throw Error(ExitCode::unavailable, "squeue does not answer, so it is unknown what still runs",
                "Try again later");
  std::set<long long> queued_elements;
  JobsByStage queued, pending;
  for (const auto& s : submissions) {
    const Stage stage = workspace.elements().at(static_cast<std::size_t>(s.offset)).stage;
    for (const long long task : s.tasks)
      if (const auto entry = queue->find({s.job, task}); entry != queue->end()) {
        queued_elements.insert(s.offset + task);
        queued[stage].insert(s.job);
        if (entry->second.state == "PENDING") pending[stage].insert(s.job);
      }
  }
  const auto choose = [&](const ArrayPlan& array) {
    std::vector<long long> tasks;
    for (long long task = 0; task < array.count; ++task) {
      const auto& element = workspace.elements()[static_cast<std::size_t>(array.offset + task)];
      if (!queued_elements.contains(element.number) &&
          element_state(workspace, element).progress != Progress::done)
        tasks.push_back(task);
    }
    return tasks;
  };
  return send(workspace, plan, choose, queued, pending);
}

std::size_t cancel(const Workspace& workspace) {
  const auto jobs = jobs_of(read_submissions(workspace));
  const auto queue = read_queue(jobs);
  if (!queue)
    throw Error(ExitCode::unavailable, "squeue does not answer, so it is unknown what runs",
                "Try again later");
  std::set<long long> alive;
  for (const auto& [key, entry] : *queue) alive.insert(key.first);
  for (const long long job : alive) {
    const auto output = capture_process({"scancel", std::to_string(job)});
    if (output.code != 0)
      throw Error(ExitCode::unavailable, fmt::format("scancel {}: {}", job, trimmed(output.err)));
  }
  return alive.size();
}

}  // namespace plateau::slurm
