#pragma once
// Derivative-free maximisation in one and two dimensions.

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

namespace plateau::scaling {

using Point = std::array<double, 2>;

struct Maximum2 {
  Point at;
  double value;
};

// Nelder and Mead (1965) with the standard coefficients.
template <typename Function>
Maximum2 nelder_mead(const Function& f, Point start, Point size, double tolerance,
                     int most_evaluations = 400) {
  using Vertex = Maximum2;
  std::array<Vertex, 3> v = {Vertex{start, f(start)}, Vertex{{start[0] + size[0], start[1]}, 0},
                             Vertex{{start[0], start[1] + size[1]}, 0}};
  for (int i = 1; i < 3; ++i) v[i].value = f(v[i].at);
  const auto better = [](const Vertex& a, const Vertex& b) { return a.value > b.value; };
  const auto along = [&](double t) {  // from the worst vertex through the middle of the other two
    Point p;
    for (int d = 0; d < 2; ++d) {
      const double middle = 0.5 * (v[0].at[d] + v[1].at[d]);
      p[d] = middle + t * (middle - v[2].at[d]);
    }
    return Vertex{p, f(p)};
  };
  for (int evaluations = 3; evaluations < most_evaluations; evaluations += 2) {
    std::stable_sort(v.begin(), v.end(), better);
    double extent = 0;
    for (int d = 0; d < 2; ++d)
      for (int i = 1; i < 3; ++i) extent = std::max(extent, std::abs(v[i].at[d] - v[0].at[d]));
    if (extent < tolerance) break;
    const Vertex reflected = along(1);
    if (better(reflected, v[0])) {
      const Vertex expanded = along(2);
      v[2] = better(expanded, reflected) ? expanded : reflected;
    } else if (better(reflected, v[1])) {
      v[2] = reflected;
    } else {
      const Vertex contracted = along(better(reflected, v[2]) ? 0.5 : -0.5);
      if (better(contracted, v[2])) {
        v[2] = contracted;
        continue;
      }
      for (int i = 1; i < 3; ++i) {
        for (int d = 0; d < 2; ++d) v[i].at[d] = 0.5 * (v[i].at[d] + v[0].at[d]);
        v[i].value = f(v[i].at);
      }
    }
  }
  std::stable_sort(v.begin(), v.end(), better);
  return v[0];
}

struct Maximum1 {
  double at, value;
};

// Golden section inside [low, high].
template <typename Function>
Maximum1 golden_section(const Function& f, double low, double high, double tolerance) {
  constexpr double ratio = 0.6180339887498949;
  double left = high - ratio * (high - low), right = low + ratio * (high - low);
  double at_left = f(left), at_right = f(right);
  while (high - low > tolerance) {
    if (at_left >= at_right) {
      high = right, right = left, at_right = at_left;
      at_left = f(left = high - ratio * (high - low));
    } else {
      low = left, left = right, at_left = at_right;
      at_right = f(right = low + ratio * (high - low));
    }
  }
  return at_left >= at_right ? Maximum1{left, at_left} : Maximum1{right, at_right};
}

}  // namespace plateau::scaling
