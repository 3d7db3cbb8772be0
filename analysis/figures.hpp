#pragma once
// The figures of a workload as SVG.

#include <string>
#include <vector>

#include "analysis/fit.hpp"

namespace plateau::analysis {

struct Figure {
  std::string name;     // "steps", "learning-rate", "search-space"; part of a file's name
  std::string caption;  // plain text
  std::string svg;      // an <svg> element that needs figure_style()
};

// Steps against batch size always; the learning rate and the search space where trials have a learning_rate.
std::vector<Figure> figures_of(const WorkloadFit& fit);

// The figure as a file of its own, with its style inside.
std::string standalone(const Figure& figure);

}  // namespace plateau::analysis
