#pragma once
// What the figures share. Private to the figures.

#include <optional>
#include <string>
#include <vector>

#include "analysis/figures.hpp"
#include "analysis/svg.hpp"

namespace plateau::analysis {

using Mark = Plot::LegendEntry::Mark;

std::string batch_label(const WorkloadFit& fit);          // of the axis
std::vector<double> batch_sizes(const WorkloadFit& fit);  // in octaves
std::string run_tooltip(const SizeMeasurements& size, const TrialPoint& trial);

Figure steps_figure(const WorkloadFit& fit);
// Nothing where the trials have no learning rate.
std::optional<Figure> learning_rate_figure(const WorkloadFit& fit);
std::optional<Figure> search_space_figure(const WorkloadFit& fit);

}  // namespace plateau::analysis
