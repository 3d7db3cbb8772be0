#include "plateau/record/store.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "plateau/base/error.hpp"
#include "plateau/base/file.hpp"
#include "plateau/base/text.hpp"

namespace plateau::record {
namespace fs = std::filesystem;
namespace {

nlohmann::json parse_json_file(const fs::path& file, const char* remedy) {
  const std::string text = read_file(file);
  try {
    return nlohmann::json::parse(text);
  } catch (const nlohmann::json::exception& error) {
    throw Error(ExitCode::bad_data, fmt::format("{}: not valid JSON: {}", file.string(), error.what()),
                remedy);
  }
}

std::optional<long long> trial_id(const fs::path& folder) {
  const auto id = parse_whole(folder.filename().string());
  return id && *id >= 0 ? id : std::nullopt;
}

// Numeric names sort by value, before others.
bool folder_order(const fs::path& a, const fs::path& b) {
  auto left = a.begin(), right = b.begin();
  for (; left != a.end() && right != b.end(); ++left, ++right) {
    if (*left == *right) continue;
    const auto x = parse_number(left->string()), y = parse_number(right->string());
    if (x && y && *x != *y) return *x < *y;
    if (x.has_value() != y.has_value()) return x.has_value();
    return *left < *right;
  }
  return left == a.end() && right != b.end();
}

}  // namespace

fs::path study_folder(const Study& study) {
  const fs::path folder =
      fs::path(study.dataset) / study.model / study.optimizer / shortest(study.batch_size);
  for (const auto& name : {study.dataset, study.model, study.optimizer})
    if (!is_safe_name(name))
      throw Error(ExitCode::bad_data, fmt::format("{} cannot name a folder of the store", in_quotes(name)));
  return folder;
}

void write_study(const fs::path& folder, const Study& study) {
  make_folder(folder);
  write_file(folder / "study.json", to_json(study).dump(1) + "\n");
}

void write_trial(const fs::path& study_folder, const Trial& trial, const Measurements& measurements,
                 Durability durability) {
  const fs::path folder = study_folder / std::to_string(trial.id);
  if (read_final_trial(study_folder, trial.id)) return;
  make_folder(folder);
  // The folder is forced to disk once, with the last file.
  write_file(folder / "measurements.csv", to_csv(measurements), std::min(durability, Durability::content));
  write_file(folder / "metadata.json", to_json(trial).dump(1) + "\n", durability);
}

Study read_study(const fs::path& folder) {
  const fs::path file = folder / "study.json";
  return study_from_json(parse_json_file(file, "Remove this file alone; plateau run writes it again"), file);
}

std::optional<Trial> read_trial(const fs::path& study_folder, long long id) {
  const fs::path file = study_folder / std::to_string(id) / "metadata.json";
  if (!fs::exists(file)) return std::nullopt;
  Trial trial =
      trial_from_json(parse_json_file(file, "Remove the trial's folder; it is then run again"), file);
  if (trial.id != id)
    throw Error(ExitCode::bad_data,
                fmt::format("{}: trial_id is {} but the folder is {}", file.string(), trial.id, id));
  return trial;
}

std::optional<Trial> read_final_trial(const fs::path& study_folder, long long id) {
  auto trial = read_trial(study_folder, id);
  return trial && trial->status != Status::incomplete ? std::move(trial) : std::nullopt;
}

std::vector<Trial> read_trials(const fs::path& study_folder) {
  std::set<long long> ids;
  if (!fs::exists(study_folder)) return {};
  for (const auto& entry : fs::directory_iterator(study_folder))
    if (const auto id = trial_id(entry.path()); id && entry.is_directory()) ids.insert(*id);
  std::vector<Trial> trials;
  for (const long long id : ids)
    if (auto trial = read_trial(study_folder, id)) trials.push_back(std::move(*trial));
  return trials;
}

Measurements read_measurements(const fs::path& study_folder, long long id) {
  const fs::path file = study_folder / std::to_string(id) / "measurements.csv";
  return measurements_from_csv(read_file(file), file);
}

std::vector<fs::path> find_studies(const fs::path& root) {
  if (!fs::is_directory(root))
    throw Error(ExitCode::no_input, fmt::format("no such folder: {}", root.string()));
  std::vector<fs::path> found;
  for (auto it = fs::recursive_directory_iterator(root, fs::directory_options::skip_permission_denied);
       it != fs::recursive_directory_iterator(); ++it) {
    if (!it->is_directory() || !fs::exists(it->path() / "study.json")) continue;
    found.push_back(it->path());
    it.disable_recursion_pending();
  }
  if (fs::exists(root / "study.json")) found.push_back(root);
  std::sort(found.begin(), found.end(), folder_order);
  return found;
}

Prefix study_prefix(std::vector<Trial> trials, long long wanted) {
  Prefix prefix;
  std::sort(trials.begin(), trials.end(), [](const Trial& a, const Trial& b) { return a.id < b.id; });
  for (auto& trial : trials) {
    if (prefix.complete >= wanted) break;
    if (trial.status == Status::incomplete) continue;  // it will run again: a gap
    if (trial.id != static_cast<long long>(prefix.trials.size())) prefix.gap = true;
    if (trial.status == Status::complete) ++prefix.complete;
    prefix.trials.push_back(std::move(trial));
  }
  prefix.satisfied = prefix.complete >= wanted && !prefix.gap;
  return prefix;
}

}  // namespace plateau::record
