#include "analysis/figures.hpp"

#include <fmt/core.h>

#include <cmath>

#include "analysis/answer.hpp"
#include "analysis/figure_parts.hpp"
#include "plateau/base/text.hpp"

namespace plateau::analysis {

std::string batch_label(const WorkloadFit& fit) { return "batch size (" + fit.workload.batch_unit + ")"; }

std::vector<double> batch_sizes(const WorkloadFit& fit) {
  std::vector<double> sizes;
  for (const auto& size : fit.workload.sizes) sizes.push_back(std::log2(size.batch_size));
  return sizes;
}

std::string run_tooltip(const SizeMeasurements& size, const TrialPoint& trial) {
  auto text = fmt::format("batch size {}", shortest(size.batch_size));
  if (!trial.label.empty()) text += ", trial " + trial.label;
  if (trial.outcome == Outcome::reached)
    text += fmt::format(": {} steps", measured_text(trial.high));
  else if (trial.low > 0 && std::isfinite(trial.low))
    text += fmt::format(": {} within {} steps", name_of(trial.outcome), measured_text(trial.low));
  else
    text += fmt::format(": {}", name_of(trial.outcome));
  for (const auto& [name, value] : trial.parameters) text += fmt::format("\n{} = {}", name, shortest(value));
  return text;
}

std::vector<Figure> figures_of(const WorkloadFit& fit) {
  std::vector<Figure> figures = {steps_figure(fit)};
  if (auto figure = learning_rate_figure(fit)) figures.push_back(std::move(*figure));
  if (auto figure = search_space_figure(fit)) figures.push_back(std::move(*figure));
  return figures;
}

std::string standalone(const Figure& figure) {
  const auto end = figure.svg.find('>') + 1;
  return figure.svg.substr(0, end) + "\n<style>" + std::string(figure_style()) + "</style>" +
         figure.svg.substr(end);
}

}  // namespace plateau::analysis
