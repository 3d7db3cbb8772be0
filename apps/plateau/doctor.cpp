// doctor: what works on this machine, and the remedy for what does not.

#include <fmt/core.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <functional>
#include <string>
#include <thread>

#include "commands.hpp"
#include "common/command_line.hpp"
#include "mpirun.hpp"
#include "plateau/base/error.hpp"
#include "plateau/base/process.hpp"
#include "plateau/base/text.hpp"
#include "slurm/site.hpp"

namespace plateau::driver {
namespace {

namespace po = boost::program_options;

struct Finding {
  bool good;
  std::string text, remedy;
};

std::string first_line(const std::string& text) { return split(trimmed(text), '\n')[0]; }

Finding program(const std::string& name, const std::vector<std::string>& version_call,
                const std::string& remedy) {
  if (!find_program(name)) return {false, "not found", remedy};
  const auto output = capture_process(version_call);
  return {output.code == 0, first_line(output.out.empty() ? output.err : output.out), remedy};
}

Finding our_programs() {
  std::string missing;
  for (const char* name : {"trainer", "lr-tuner", "curve-fitter"})
    if (!std::filesystem::exists(program_folder() / name))
      missing += std::string(missing.empty() ? "" : ", ") + name;
  return {missing.empty(),
          missing.empty() ? "trainer, lr-tuner, curve-fitter in " + program_folder().string()
                          : "not built: " + missing,
          "make -f Makefile.hpc build"};
}

// Two processes start and finalize MPI.
Finding two_ranks() {
  const auto tuner = program_folder() / "lr-tuner";
  if (!find_program("mpirun") || !std::filesystem::exists(tuner))
    return {false, "not tried", "mpirun and lr-tuner must be there"};
  ProcessOptions options;
  set_mpirun_environment(options);
  const auto output = capture_process(mpirun_command(2, tuner.string(), {"--version"}), options);
  return {output.code == 0, output.code == 0 ? "start and end" : first_line(output.err),
          "See what mpirun says: mpirun -np 2 lr-tuner --version"};
}

Finding shared_memory() {
  struct statvfs info {};
  if (::statvfs("/dev/shm", &info) != 0) return {false, "no /dev/shm", "Open MPI and NCCL need it"};
  const auto mib = static_cast<unsigned long long>(info.f_bavail) * info.f_frsize >> 20;
  return {mib >= 64, fmt::format("{} MiB free in /dev/shm", mib),
          "MPI and NCCL fail where it is small: start the container with --shm-size=1g"};
}

Finding slurm_queue() {
  if (!find_program("sinfo"))
    return {false, "no Slurm here", "Only submit, status, retry and cancel need it; plateau run does not"};
  const auto output = capture_process({"sinfo", "-h", "-o", "%P %D nodes, %a"});
  return {output.code == 0, first_line(output.code == 0 ? output.out : output.err),
          "Does slurmctld answer? Is SLURM_CONF right?"};
}

Finding site_accepts(const slurm::Site& site) {
  std::vector<std::string> argv = {
      "sbatch",    "--test-only",     "--ntasks=" + std::to_string(site.ranks_per_node),
      "--nodes=1", "--time=00:10:00", "--wrap=true"};
  if (!site.partition.empty()) argv.push_back("--partition=" + site.partition);
  if (!site.account.empty()) argv.push_back("--account=" + site.account);
  if (!site.qos.empty()) argv.push_back("--qos=" + site.qos);
  for (const auto& [name, value] : site.sbatch_options) argv.push_back("--" + name + "=" + value);
  if (!find_program("sbatch")) return {false, "sbatch not found", "Run this on a login node of " + site.name};
  const auto output = capture_process(argv);
  return {output.code == 0, first_line(output.err.empty() ? output.out : output.err),
          "Correct partition, account, qos or sbatch_options in the site file"};
}

bool show(const char* what, const Finding& finding) {
  fmt::print("{:<16} {:<4} {}\n", what, finding.good ? "ok" : "--", finding.text);
  if (!finding.good) fmt::print("{:<21} {}\n", "", finding.remedy);
  return finding.good;
}

}  // namespace

int doctor(int argc, const char* const* argv) {
  cli::CommandLine line("plateau doctor [--site S]",
                        "What works on this machine: MPI, ranks, memory, Slurm. Remedies for the rest.");
  line.options()("site", po::value<std::string>(), "site file to check against the Slurm here");
  if (!line.parse(argc, argv)) return 0;
  fmt::print("{:<16} {:<4} {} cores\n", "processor", "ok", std::thread::hardware_concurrency());
  bool needed = show("programs", our_programs());
  needed = show("MPI", program("mpirun", {"mpirun", "--version"}, "make -f Makefile.hpc deps")) && needed;
  needed = show("two ranks", two_ranks()) && needed;
  show("shared memory", shared_memory());
  show("Slurm", slurm_queue());
  if (const auto site = line.find<std::string>("site"))
    needed = show("site", site_accepts(slurm::read_site(*site))) && needed;
  return needed ? 0 : static_cast<int>(ExitCode::unavailable);
}

}  // namespace plateau::driver
