#include "plateau/scaling/three_piece.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "plateau/scaling/minimize.hpp"

namespace plateau::scaling {
namespace {

constexpr double least_width = 0.1;  // octaves between the corners

// Corners (b1, b2) fixed: y = y0 + m clamp(b2 - x, 0, b2 - b1) + max(0, b1 - x), 0 <= m <= 1.
InnerMaximum at_corners(const Likelihood& likelihood, double first, double second) {
  std::vector<double> offset, regressor;
  for (const double x : likelihood.log2_batch_sizes()) {
    offset.push_back(std::max(0.0, first - x));
    regressor.push_back(std::clamp(second - x, 0.0, second - first));
  }
  auto best = likelihood.maximum(offset, regressor);
  if (best.slope >= 0 && best.slope <= 1) return best;
  // Concave, so the constrained maximum lies on the nearer bound.
  const double slope = std::clamp(best.slope, 0.0, 1.0);
  for (std::size_t i = 0; i < offset.size(); ++i) offset[i] += slope * regressor[i];
  best = likelihood.maximum(offset, {});
  best.slope = slope;
  return best;
}

}  // namespace

ThreePieceFit fit_three_piece(const Likelihood& likelihood) {
  const double low = likelihood.smallest(), high = likelihood.largest();
  const double step = std::max(0.25, (high - low) / 40);
  std::vector<Maximum2> starts;
  for (double first = low; first < high; first += step)
    for (double second = first + step; second <= high + 1; second += step)
      starts.push_back(
          {{first, std::log(second - first)}, at_corners(likelihood, first, second).log_likelihood});
  std::stable_sort(starts.begin(), starts.end(),
                   [](const Maximum2& a, const Maximum2& b) { return a.value > b.value; });
  const auto corners = [&](const Point& p) {
    const double first = std::clamp(p[0], low - 1, high + 1);
    return Point{first, first + std::clamp(std::exp(p[1]), least_width, high - low + 2)};
  };
  const auto objective = [&](const Point& p) {
    const auto c = corners(p);
    return at_corners(likelihood, c[0], c[1]).log_likelihood;
  };
  Maximum2 best = starts.front();
  for (std::size_t i = 0; i < std::min<std::size_t>(4, starts.size()); ++i) {
    const auto found = nelder_mead(objective, starts[i].at, {0.3, 0.2}, 1e-6);
    if (found.value > best.value) best = found;
  }
  const auto c = corners(best.at);
  const auto inner = at_corners(likelihood, c[0], c[1]);
  Curve curve{Form::three_piece, inner.level};
  curve.first = c[0];
  curve.second = c[1];
  curve.slope = inner.slope;
  return {curve, inner};
}

}  // namespace plateau::scaling
