#pragma once
// Straight lines through size means, for the verdicts that need no curve.

#include <vector>

namespace plateau::scaling {

struct Trend {
  double slope = 0, low = 0, high = 0;  // with its interval at the given level
  double squares = 0;                   // weighted residual sum of squares
};

// Weighted least squares y = c + slope x; x, y, weight: [n], n >= 3, at least two distinct x. The interval
// uses the scatter of the points about the line (n - 2 degrees of freedom).
Trend line_trend(const std::vector<double>& x, const std::vector<double>& y,
                 const std::vector<double>& weight, double level);
// Weighted residual sum of squares of a parabola; x has at least three distinct values.
double parabola_squares(const std::vector<double>& x, const std::vector<double>& y,
                        const std::vector<double>& weight);

}  // namespace plateau::scaling
