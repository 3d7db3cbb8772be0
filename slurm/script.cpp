#include "slurm/script.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "plateau/base/error.hpp"
#include "plateau/base/text.hpp"

namespace plateau::slurm {
namespace {

// A value on an #SBATCH line.
std::string sbatch_value(std::string_view text) {
  if (!fits_sbatch_line(text))
    throw Error(
        ExitCode::cannot_create,
        fmt::format("{} holds a quote, a backslash or a control character, which no #SBATCH line can carry",
                    in_quotes(text)),
        "Choose another name or folder");
  return fmt::format("\"{}\"", text);
}

// Slurm replaces %A, %a and others in file names.
std::string percent_doubled(const std::string& path) {
  std::string out;
  for (const char c : path) out += c == '%' ? std::string("%%") : std::string(1, c);
  return out;
}

std::string directives(const std::string& campaign, const ArrayPlan& array, const Site& site,
                       const ScriptPlaces& places) {
  std::string out;
  const auto add = [&out](std::string_view option, std::string_view value) {
    if (!value.empty()) out += fmt::format("#SBATCH --{}={}\n", option, sbatch_value(value));
  };
  add("job-name", fmt::format("plateau-{}-{}", campaign, array.name));
  add("array", fmt::format("0-{}{}", array.count - 1, throttle(array)));
  add("nodes", std::to_string(array.nodes));
  add("ntasks", std::to_string(array.shape.ranks));
  add("cpus-per-task", std::to_string(site.cpus_per_rank));
  add("time", slurm_time(array.time_limit));
  add("output", percent_doubled((places.workspace / "logs").string()) + "/" + array.name + "-%A_%a.log");
  add("open-mode", "append");
  add("partition", site.partition);
  add("account", site.account);
  add("qos", site.qos);
  add("mem", array.shape.memory.empty() ? site.memory_per_node : array.shape.memory);
  if (site.gpus_per_node > 0) add("gpus-per-node", std::to_string(site.gpus_per_node));
  for (const auto& [name, value] : site.sbatch_options) add(name, value);
  return out;
}

std::string launcher(const ArrayPlan& array, const Site& site) {
  std::string out = site.launcher == Launcher::srun
                        ? fmt::format("srun --mpi={} --ntasks={} --cpus-per-task={} --kill-on-bad-exit=1",
                                      site.mpi, array.shape.ranks, site.cpus_per_rank)
                        : fmt::format("mpirun -np {} --bind-to none", array.shape.ranks);
  for (const auto& option : site.launcher_options) out += " " + shell_quoted(option);
  return out;
}

}  // namespace

std::string shell_quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

void check_places(const ScriptPlaces& places) { sbatch_value(places.workspace.string()); }

std::string batch_script(const std::string& campaign, const ArrayPlan& array, const Site& site,
                         const ScriptPlaces& places) {
  std::string out = "#!/bin/bash\n" + directives(campaign, array, site, places) + "set -euo pipefail\n";
  if (!site.modules.empty()) {
    out += "module purge\n";
    for (const auto& module : site.modules) out += "module load " + shell_quoted(module) + "\n";
  }
  out += "export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1\n";
  for (const auto& [name, value] : site.environment)
    out += fmt::format("export {}={}\n", name, shell_quoted(value));
  out += fmt::format("element=$(({} + SLURM_ARRAY_TASK_ID))\n", array.offset);
  out +=
      "echo \"element $element, job ${SLURM_ARRAY_JOB_ID}_${SLURM_ARRAY_TASK_ID}, attempt "
      "${SLURM_RESTART_COUNT:-0}, on $SLURM_JOB_NODELIST\"\n";
  out += fmt::format("exec {} {} --workspace {} --element \"$element\"\n", launcher(array, site),
                     shell_quoted((places.programs / program_of(array.shape.stage)).string()),
                     shell_quoted(places.workspace.string()));
  return out;
}

}  // namespace plateau::slurm
