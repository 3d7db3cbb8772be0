#pragma once
// The study store: <dataset>/<model>/<optimizer>/<batch_size>/study.json, <trial>/metadata.json,
// <trial>/measurements.csv.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "plateau/base/file.hpp"
#include "plateau/record/measurements.hpp"
#include "plateau/record/study.hpp"
#include "plateau/record/trial.hpp"

namespace plateau::record {

// Folder of a study below the store's root. Errors: bad_data where a name is not safe as a folder
// (base/text.hpp).
std::filesystem::path study_folder(const Study& study);

// A trial's record appears whole or not at all: measurements first, metadata.json last; a trial exists when
// its metadata.json does.
void write_study(const std::filesystem::path& folder, const Study& study);
void write_trial(const std::filesystem::path& study_folder, const Trial& trial,
                 const Measurements& measurements, Durability durability = Durability::content_name);

Study read_study(const std::filesystem::path& folder);
// The trials of a study in order of id; none where the folder does not exist. Errors: bad_data.
std::vector<Trial> read_trials(const std::filesystem::path& study_folder);
std::optional<Trial> read_trial(const std::filesystem::path& study_folder, long long id);
// The same, but nothing for an INCOMPLETE one, which runs again.
std::optional<Trial> read_final_trial(const std::filesystem::path& study_folder,
                                      long long id);  // nothing where there is no record
Measurements read_measurements(const std::filesystem::path& study_folder, long long id);
// Those of a COMPLETE trial. What our trainer wrote must agree with the trial's metadata: finite values, the
// last step, the step at which each of the study's goals was met. Errors: bad_data.
Measurements read_checked_measurements(const std::filesystem::path& study_folder, const Study& study,
                                       const Trial& trial);

// All folders below `root`, at any depth, that hold a study.json, in the order of their paths (numbers by
// value).
std::vector<std::filesystem::path> find_studies(const std::filesystem::path& root);

// The study proper (DESIGN: a study is the shortest prefix by trial id that holds the wanted number of
// COMPLETE trials): ids up to and including the one that completes it; everything where the wanted number is
// not reached. The prefix is valid only without gaps; `gap` tells whether an id is missing below its end.
struct Prefix {
  std::vector<Trial> trials;
  long long complete = 0;
  bool satisfied = false;  // the wanted number was reached, with no gap before
  bool gap = false;
};
Prefix study_prefix(std::vector<Trial> trials, long long wanted);

}  // namespace plateau::record
