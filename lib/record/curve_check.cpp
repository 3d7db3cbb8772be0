#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "plateau/base/error.hpp"
#include "plateau/base/file.hpp"
#include "plateau/record/store.hpp"

namespace plateau::record {
namespace {

constexpr const char* remedy = "Remove the trial's folder; plateau run or retry trains it again";

[[noreturn]] void fail(const std::filesystem::path& file, std::size_t row, const std::string& what) {
  throw Error(ExitCode::bad_data, fmt::format("{}:{}: {}", file.string(), row + 2, what), remedy);
}

// Our trainer writes how a trial ended; other archives do not, and leave cells empty.
bool written_by_trainer(const Trial& trial) { return trial.extra.contains("stopped_by"); }

void check_finite(const Measurements& m, const std::filesystem::path& file) {
  for (std::size_t row = 0; row < m.rows(); ++row)
    for (std::size_t c = 0; c < m.metrics.size(); ++c)
      if (!std::isfinite(m.values[c][row]))
        fail(file, row, fmt::format("{} is no number although the trial is COMPLETE", m.metrics[c]));
}

void check_last_step(const Trial& trial, const Measurements& m, const std::filesystem::path& file) {
  const long long last = m.rows() == 0 ? 0 : m.steps.back();
  if (last != trial.steps)
    fail(file, m.rows() == 0 ? 0 : m.rows() - 1,
         fmt::format("the measurements end at step {}, the trial at step {} (metadata.json)", last,
                     trial.steps));
}

long long first_met(const Measurements& m, const Goal& goal) {
  const auto column = m.column(goal.metric);
  for (std::size_t row = 0; column && row < m.rows(); ++row)
    if (goal.met_by(m.values[*column][row])) return m.steps[row];
  return 0;
}

void check_goal(const Trial& trial, const Measurements& m, const Goal& goal,
                const std::filesystem::path& file) {
  const auto place = nlohmann::json::json_pointer() / "goals_met" / goal.text();
  const bool there = trial.extra.contains(place) && trial.extra[place].is_number_integer();
  const long long noted = there ? trial.extra[place].get<long long>() : 0;
  if (const long long measured = first_met(m, goal); measured != noted)
    throw Error(ExitCode::bad_data,
                fmt::format("{}: {} is met at step {}, metadata.json says {} (0: never)", file.string(),
                            goal.text(), measured, noted),
                remedy);
}

}  // namespace

Measurements read_checked_measurements(const std::filesystem::path& study_folder, const Study& study,
                                       const Trial& trial) {
  const auto file = study_folder / std::to_string(trial.id) / "measurements.csv";
  const auto text = read_file(file);
  auto m = measurements_from_csv(text, file);
  if (!written_by_trainer(trial)) return m;
  if (!text.ends_with('\n'))
    fail(file, m.rows() - std::min<std::size_t>(m.rows(), 1),
         "the last line is not complete: the file was cut off");
  check_finite(m, file);
  check_last_step(trial, m, file);
  for (const auto& goal : study.goals()) check_goal(trial, m, goal, file);
  return m;
}

}  // namespace plateau::record
