#include "analysis/answer.hpp"

#include <fmt/core.h>

#include <cmath>

#include "plateau/scaling/verdict.hpp"

namespace plateau::analysis {
namespace {

std::string reason_of(const WorkloadFit& fit) {
  const auto& verdict = fit.evaluation.verdict;
  if (fit.evaluation.fits.empty())
    return "cannot be determined: fewer than four measurements at three batch sizes reach the target";
  if (verdict == scaling::verdicts::no_effect)
    return "cannot be determined: these data show no effect of batch size";
  return "cannot be determined from these data";
}

}  // namespace

std::string number_text(double value) {
  if (value == 0 || !std::isfinite(value)) return fmt::format("{}", value);
  const double magnitude = std::floor(std::log10(std::abs(value)));
  if (magnitude >= 15 || magnitude < -6) return fmt::format("{:.4g}", value);
  const double unit = std::pow(10.0, magnitude - 3);
  const double rounded = magnitude >= 4 ? std::round(value / unit) * unit : value;
  const int decimals = std::max(0, 3 - static_cast<int>(magnitude));
  auto text = fmt::format("{:.{}f}", rounded, decimals);
  if (text.find('.') == std::string::npos) return text;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

std::string measured_text(double value) {
  const bool whole = value == std::floor(value) || std::abs(value) >= 1000;
  return whole && std::abs(value) < 1e15 ? fmt::format("{:.0f}", value) : number_text(value);
}

std::string regime_text(const scaling::Regime& regime) {
  switch (regime.bound) {
    case scaling::Bound::two_sided:
      return fmt::format("{} [{}, {}]", number_text(regime.value.value_or(0)), number_text(*regime.low),
                         number_text(*regime.high));
    case scaling::Bound::at_least:
      return "at least " + number_text(*regime.low);
    case scaling::Bound::at_most:
      return "at most " + number_text(*regime.high);
    default:
      return "not determined";
  }
}

std::string answer_sentence(const WorkloadFit& fit) {
  const auto& regime = fit.evaluation.regimes.front();
  const auto& unit = fit.workload.batch_unit;
  const double percent = 100 * fit.options.evaluate.level;
  const auto tail = fmt::format(", the {}", regime.definition);
  const bool no_effect = fit.evaluation.verdict == scaling::verdicts::no_effect;
  std::string middle;
  if (regime.bound == scaling::Bound::none || no_effect)
    middle = reason_of(fit);
  else if (regime.bound == scaling::Bound::two_sided)
    middle = fmt::format("is {} {} ({:g} % interval {} to {})", number_text(*regime.value), unit, percent,
                         number_text(*regime.low), number_text(*regime.high));
  else
    middle = fmt::format("is {} {} (one end of a {:g} % interval; the other lies beyond the measured range)",
                         regime_text(regime), unit, percent);
  if (middle.starts_with("cannot"))
    return fmt::format("The maximum useful batch size{} {}.", tail + ",", middle);
  return fmt::format("The maximum useful batch size {}{}.", middle, tail);
}

std::string title_of(const Workload& workload) {
  return workload.target.empty() ? workload.name : workload.name + ", " + workload.target;
}

}  // namespace plateau::analysis
