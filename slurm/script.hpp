#pragma once
// The batch script of an array. It carries one integer, the array's offset; everything else that comes from a
// user is quoted, and what cannot be quoted safely is refused.

#include <filesystem>
#include <string>

#include "slurm/arrays.hpp"

namespace plateau::slurm {

struct ScriptPlaces {
  std::filesystem::path workspace;  // absolute
  std::filesystem::path programs;   // folder of trainer, lr-tuner and curve-fitter
};

// Errors: cannot_create where a path holds characters that no #SBATCH line can carry. For checking before anything is
// written.
void check_places(const ScriptPlaces& places);

// Errors: as check_places, also for the site's values.
std::string batch_script(const std::string& campaign, const ArrayPlan& array, const Site& site,
                         const ScriptPlaces& places);

// 'text' for a POSIX shell, whatever the text holds.
std::string shell_quoted(std::string_view text);

}  // namespace plateau::slurm
