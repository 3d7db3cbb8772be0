#pragma once
// The forms of steps against batch size, in octaves: x = log2 B, y = log2 S (steps to the goal).
//   hinge        y = y0 + max(0, b0 - x)
//   hyperbola    S = Smin (1 + B0/B)                      McCandlish et al. 2018 (arXiv 1812.06162)
//   smooth max   S = Smin (1 + (B0/B)^a)^(1/a)            a = 1 is the hyperbola, a -> infinity the hinge
//   three-piece  slopes -1, -m and 0 with corners b1, b2  the three regimes of Shallue et al. 2019

#include <string_view>

namespace plateau::scaling {

enum class Form { hinge, hyperbola, smooth_max, three_piece };
std::string_view name_of(Form form);  // "hinge", "hyperbola", "smooth_max", "three_piece"
int parameters_of(Form form);         // without the noise

struct Curve {
  Form form = Form::smooth_max;
  double level = 0;                         // y0 = log2 Smin
  double knee = 0;                          // b0 = log2 B0 (not used by the three-piece form)
  double softness = 1;                      // s = 1/a: 0 hinge, 1 hyperbola
  double first = 0, second = 0, slope = 0;  // b1, b2, m of the three-piece form

  double log2_steps(double log2_batch) const;
  double steps(double batch_size) const;
};

// y - y0 of the smooth maximum: s log2(1 + 2^((b0 - x)/s)), s >= 0, without overflow.
double smooth_excess(double knee_minus_x, double softness);

// The quantities a user asks for. Each is a batch size B.
enum class Quantity {
  maximum_useful_batch_size,  // doubling B still saves the fraction x of the steps
  perfect_scaling_end,        // S B exceeds its small-batch limit by the fraction y
  plateau_start,              // S exceeds Smin by the fraction z
  half_efficiency,            // S B is twice its small-batch limit
  critical_batch_size,        // B0
  critical_batch_size_20,     // S exceeds linear scaling from the smallest measured size by 20 %
};

struct Thresholds {
  double saving = 0.25;          // x, in (0, 0.5)
  double perfect_excess = 0.20;  // y, > 0
  double plateau_excess = 0.20;  // z, > 0
  double smallest = 0;           // log2 of the smallest measured batch size, for critical_batch_size_20
};

// log2 of the quantity for a curve of the smooth-maximum family (hinge, hyperbola, smooth max).
double log2_quantity(Quantity quantity, double knee, double softness, const Thresholds& thresholds);
// Its inverse: the knee b0 that gives the quantity the value `log2_value`; NaN where none does.
double knee_for(Quantity quantity, double log2_value, double softness, const Thresholds& thresholds);

}  // namespace plateau::scaling
