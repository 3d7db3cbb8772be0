#include "plateau/scaling/bootstrap.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "plateau/base/random.hpp"

namespace plateau::scaling {
namespace {

constexpr Quantity quantities[] = {Quantity::maximum_useful_batch_size, Quantity::perfect_scaling_end,
                                   Quantity::plateau_start, Quantity::half_efficiency,
                                   Quantity::critical_batch_size_20};
constexpr std::uint64_t shared_stream = 1, own_stream = 2;

double quantile(const std::vector<double>& sorted, double probability) {
  const double position = probability * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(position);
  const auto above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (position - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

}  // namespace

const std::vector<std::string>& replicate_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> out;
    for (const auto q : quantities) out.emplace_back(name_of(q));
    for (const char* name : {"steps_min", "critical_batch_size", "sharpness"}) out.emplace_back(name);
    return out;
  }();
  return names;
}

Bootstrap::Bootstrap(const std::vector<SizeData>& sizes, const EvaluateOptions& options) : options_(options) {
  for (const auto& size : sizes)
    observations_.insert(observations_.end(), size.observations.begin(), size.observations.end());
  std::sort(observations_.begin(), observations_.end(), [](const Observation& a, const Observation& b) {
    return std::tie(a.batch_size, a.low, a.high) < std::tie(b.batch_size, b.low, b.high);
  });
  const Likelihood likelihood(observations_);
  const Profile profile(likelihood, Form::smooth_max, options.level, options.fit);
  const auto fit = fit_form(Form::smooth_max, likelihood, options.fit);
  curve_ = fit.curve;
  const double n = likelihood.uncensored();
  own_sigma_ = fit.sigma * std::sqrt(n / std::max(1.0, n - 3));
  const auto& lack = profile.lack_of_fit();
  if (!lack.tested || lack.mean_square <= lack.pure_error) return;
  own_sigma_ = std::sqrt(lack.pure_error);
  shared_sigma_ = std::sqrt((lack.mean_square - lack.pure_error) * likelihood.uncensored_sizes() / n);
}

std::vector<Observation> Bootstrap::simulate(std::uint64_t seed, std::uint64_t index) const {
  const RandomStream shared(seed, mix(shared_stream, index)), own(seed, mix(own_stream, index));
  std::vector<Observation> out;
  std::uint64_t size = 0, run = 0;
  for (const auto& o : observations_) {
    if (!out.empty() && o.batch_size != out.back().batch_size) ++size;
    const double y = curve_.log2_steps(std::log2(o.batch_size)) + shared_sigma_ * shared.normal(size) +
                     own_sigma_ * own.normal(run++);
    const double steps = std::exp2(y);
    if (!o.reached() && steps > o.low)
      out.push_back(o);
    else if (!o.reached() || o.is_exact())
      out.push_back(Observation::exact(o.batch_size, steps));
    else if (o.left_censored())
      out.push_back(steps <= o.high ? o : Observation::exact(o.batch_size, steps));
    else {
      const double half = 0.5 * std::log2(o.high / o.low);
      out.push_back(Observation::within(o.batch_size, std::exp2(y - half), std::exp2(y + half)));
    }
  }
  return out;
}

std::vector<double> Bootstrap::replicate(std::uint64_t seed, std::uint64_t index) const {
  const Likelihood likelihood(simulate(seed, index));
  const auto curve = fit_form(Form::smooth_max, likelihood, options_.fit).curve;
  auto thresholds = options_.thresholds;
  thresholds.smallest = likelihood.smallest();
  std::vector<double> values;
  for (const auto q : quantities)
    values.push_back(std::exp2(log2_quantity(q, curve.knee, curve.softness, thresholds)));
  values.push_back(std::exp2(curve.level));
  values.push_back(std::exp2(curve.knee));
  values.push_back(1 / curve.softness);
  return values;
}

std::map<std::string, PercentileInterval> summarize(const std::vector<std::vector<double>>& replicates,
                                                    double level) {
  std::map<std::string, PercentileInterval> out;
  for (std::size_t i = 0; i < replicate_names().size(); ++i) {
    std::vector<double> column;
    for (const auto& replicate : replicates) column.push_back(replicate.at(i));
    std::sort(column.begin(), column.end());
    out[replicate_names()[i]] = {quantile(column, 0.5 * (1 - level)), quantile(column, 0.5 * (1 + level))};
  }
  return out;
}

}  // namespace plateau::scaling
