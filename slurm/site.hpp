#pragma once
// A machine as data: what a site file says about it.

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plateau::slurm {

// Whether a text can stand in double quotes on an #SBATCH line. Slurm knows no escapes there that all
// versions share.
bool fits_sbatch_line(std::string_view text);

enum class Launcher { srun, mpirun };

struct Site {
  std::string name;
  std::string partition, account, qos;  // empty: the cluster's default
  int ranks_per_node = 1;
  int cpus_per_rank = 1;
  int gpus_per_node = 0;
  std::optional<long long> time_limit;  // seconds; an upper bound on what campaigns ask for
  std::string memory_per_node;          // "4G"; empty: not asked for
  std::vector<std::string> modules;     // loaded at the start of each job, after a purge
  Launcher launcher = Launcher::srun;
  std::string mpi = "pmix";  // srun --mpi=
  std::vector<std::string> launcher_options;
  std::map<std::string, std::string> environment;  // set in each job
  std::map<std::string, std::string>
      sbatch_options;                  // passed through: {constraint: haswell} -> --constraint=haswell
  long long max_array_size = 1001;     // Slurm's MaxArraySize: the largest index is one less
  long long max_running_elements = 0;  // throttle (%N); 0: none
  std::string text;                    // the file itself, for the workspace's copy
};

// Errors: no_input; configuration with one line a fault.
Site read_site(const std::filesystem::path& file);
std::string site_reference();

}  // namespace plateau::slurm
