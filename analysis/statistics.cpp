#include "analysis/statistics.hpp"

#include <algorithm>
#include <cmath>

#include "plateau/scaling/best_of_k.hpp"

namespace plateau::analysis {
namespace {

using scaling::never;
using scaling::Observation;

std::vector<TrialPoint> that_ran(const std::vector<TrialPoint>& trials) {
  std::vector<TrialPoint> ran;
  for (const auto& trial : trials)
    if (trial.outcome != Outcome::pending) ran.push_back(trial);
  return ran;
}

// Upper ends, failures infinite; lower ends of those that reached the goal, failures infinite.
std::vector<double> highs(const std::vector<TrialPoint>& trials) {
  std::vector<double> out;
  for (const auto& trial : trials) out.push_back(trial.outcome == Outcome::reached ? trial.high : never);
  return out;
}
std::vector<double> lows(const std::vector<TrialPoint>& trials) {
  std::vector<double> out;
  for (const auto& trial : trials) out.push_back(trial.outcome == Outcome::reached ? trial.low : never);
  return out;
}

// Largest budget of the trials that did not reach the goal; a raced trial's stop is no budget.
std::optional<double> failed_at(const std::vector<TrialPoint>& trials) {
  std::optional<double> budget;
  for (const auto& trial : trials)
    if (trial.outcome == Outcome::censored && !trial.raced && trial.low > 0)
      budget = std::max(budget.value_or(0), trial.low);
  return budget;
}

std::optional<double> finite(double value) {
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

SizePoint counts(const SizeMeasurements& size, const std::vector<TrialPoint>& ran) {
  SizePoint point;
  point.batch_size = size.batch_size;
  point.trials = ran.size();
  for (const auto& trial : ran) {
    point.censored += trial.outcome == Outcome::censored || trial.outcome == Outcome::failed;
    point.infeasible += trial.outcome == Outcome::infeasible;
    if (trial.outcome == Outcome::reached) point.best = std::min(point.best.value_or(never), trial.high);
  }
  return point;
}

// One observation for the whole size: a statistic between its values on the lower and on the upper ends.
std::vector<Observation> single_observation(double batch_size, double low, double high,
                                            std::optional<double> budget) {
  if (high < never) return {Observation::within(batch_size, low, high)};
  if (budget) return {Observation::beyond(batch_size, *budget)};
  return {};
}

struct Summary {
  SizePoint point;
  scaling::SizeData data;
};

Summary best_of_k(const SizeMeasurements& size, std::size_t k, double level) {
  const auto ran = that_ran(size.trials);
  Summary out{counts(size, ran), {}};
  out.data.batch_size = size.batch_size;
  out.data.failed_at = failed_at(ran);
  out.data.bracketing = learning_rate_bracketing(size);
  if (ran.empty()) return out;
  out.data.statistic = scaling::best_of_k_median(highs(ran), k);
  out.data.observations = single_observation(size.batch_size, scaling::best_of_k_median(lows(ran), k),
                                             out.data.statistic, out.data.failed_at);
  out.point.median = finite(out.data.statistic);
  out.point.low = finite(scaling::best_of_k_quantile(highs(ran), k, 0.5 * (1 - level)));
  out.point.high = finite(scaling::best_of_k_quantile(highs(ran), k, 0.5 * (1 + level)));
  return out;
}

void set_median(Summary& out, const std::vector<TrialPoint>& ran, double level) {
  out.data.statistic = scaling::median(highs(ran));
  out.point.median = finite(out.data.statistic);
  const auto interval = scaling::median_interval(highs(ran), level);
  out.point.low = finite(interval.low);
  out.point.high = finite(interval.high);
}

Summary confirmed_median(const SizeMeasurements& size, double level) {
  const auto ran = that_ran(size.confirmed);
  Summary out{counts(size, that_ran(size.trials)), {}};
  out.data.batch_size = size.batch_size;
  out.data.failed_at = failed_at(ran);
  out.data.bracketing = learning_rate_bracketing(size);
  set_median(out, ran, level);
  out.data.observations =
      single_observation(size.batch_size, scaling::median(lows(ran)), out.data.statistic, out.data.failed_at);
  return out;
}

Summary replicate_median(const SizeMeasurements& size, double level) {
  const auto ran = that_ran(size.trials);
  Summary out{counts(size, ran), {}};
  out.data.batch_size = size.batch_size;
  out.data.failed_at = failed_at(ran);
  if (ran.empty()) return out;
  set_median(out, ran, level);
  const bool known = out.data.statistic < never || out.data.failed_at;
  for (const auto& trial : ran) {
    if (!known) break;  // a size that fails within an unknown budget is no part of a curve
    if (trial.outcome == Outcome::reached)
      out.data.observations.push_back(Observation::within(size.batch_size, trial.low, trial.high));
    if (trial.outcome == Outcome::censored && trial.low > 0)
      out.data.observations.push_back(Observation::beyond(size.batch_size, trial.low));
  }
  return out;
}

}  // namespace

scaling::Bracketing learning_rate_bracketing(const SizeMeasurements& size) {
  const auto space = size.space.find("learning_rate");
  if (space == size.space.end() || !(space->second.low > 0) || !(space->second.high > space->second.low))
    return scaling::Bracketing::unknown;
  std::vector<std::pair<double, double>> reached;  // steps, learning rate
  std::size_t ran = 0;
  for (const auto& trial : size.trials) {
    const auto rate = trial.parameters.find("learning_rate");
    if (trial.outcome == Outcome::pending || rate == trial.parameters.end() || !(rate->second > 0)) continue;
    ++ran;
    if (trial.outcome == Outcome::reached) reached.emplace_back(trial.high, rate->second);
  }
  if (ran < 5 || reached.empty()) return scaling::Bracketing::unknown;
  std::sort(reached.begin(), reached.end());
  std::vector<double> best;
  for (std::size_t i = 0; i < std::min<std::size_t>(3, reached.size()); ++i)
    best.push_back(std::log(reached[i].second / space->second.low) /
                   std::log(space->second.high / space->second.low));
  const double position = scaling::median(best);
  return position < 0.1   ? scaling::Bracketing::at_low_end
         : position > 0.9 ? scaling::Bracketing::at_high_end
                          : scaling::Bracketing::inside;
}

Statistics statistics_of(const Workload& workload, double level) {
  Statistics out;
  std::vector<const SizeMeasurements*> done;
  for (const auto& size : workload.sizes) {
    if (size.pending)
      out.pending.push_back(size.batch_size);
    else
      done.push_back(&size);
  }
  const bool search = workload.rows == Rows::search;
  const bool confirmed = search && !done.empty() &&
                         std::all_of(done.begin(), done.end(),
                                     [](const auto* size) { return !that_ran(size->confirmed).empty(); });
  out.kind = confirmed ? "confirmed median" : search ? "best of k" : "median";
  if (search && !confirmed) {
    std::vector<std::size_t> counts;
    for (const auto* size : done) counts.push_back(that_ran(size->trials).size());
    out.k = scaling::common_k(counts);
  }
  for (const auto* size : done) {
    const auto summary = confirmed ? confirmed_median(*size, level)
                         : search  ? best_of_k(*size, *out.k, level)
                                   : replicate_median(*size, level);
    out.points.push_back(summary.point);
    out.sizes.push_back(summary.data);
  }
  return out;
}

}  // namespace plateau::analysis
