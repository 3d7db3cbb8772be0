#include "mpirun.hpp"

#include <unistd.h>

#include <cstdlib>

namespace plateau::driver {

std::vector<std::string> mpirun_command(int ranks, const std::string& program,
                                        const std::vector<std::string>& arguments) {
  std::vector<std::string> argv = {"mpirun", "--oversubscribe",     "--bind-to", "none",
                                   "-np",    std::to_string(ranks), program};
  argv.insert(argv.end(), arguments.begin(), arguments.end());
  return argv;
}

void set_mpirun_environment(ProcessOptions& process) {
  if (::geteuid() == 0)
    process.set.insert(process.set.end(),
                       {{"OMPI_ALLOW_RUN_AS_ROOT", "1"}, {"OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"}});
  // PMIx asks munge for credentials first; where a dead munged left its socket behind, every start waits two
  // seconds. Ranks of one user on one machine need no more than the native check of user and group.
  if (!std::getenv("PMIX_MCA_psec")) process.set.emplace_back("PMIX_MCA_psec", "native");
}

}  // namespace plateau::driver
