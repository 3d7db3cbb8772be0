#pragma once
// Steps to a validation cross entropy on C4 against batch size in sequences of 512 tokens, five language
// models. Source: github.com/hlzhang109/critical-batch-size, plots/chinchilla.ipynb (MIT), arXiv 2410.21676.
// The values a and b are its published fit log S = log(a + b/B); the RMSE columns are in octaves, without a
// penalty.
#include <array>
#include <vector>

#include "plateau/scaling/observation.hpp"

namespace plateau::testing {

struct C4Table {
  const char* model;
  std::array<double, 9> steps;  // batch 64, 128, ..., 16384
  double a, b;
  double rmse_hinge, rmse_hyperbola, rmse_smooth_max, sharpness, rmse_three_piece;
};

inline const std::array<C4Table, 5> c4_tables = {{
    {"85M",
     {46000, 23000, 13282, 7000, 3840, 2528, 1917, 1600, 1600},
     1293.83,
     2834258,
     .217,
     .071,
     .054,
     1.24,
     .088},
    {"151M",
     {96000, 49000, 24000, 12000, 7128, 4350, 2940, 2400, 2300},
     1752.42,
     5677479,
     .186,
     .079,
     .039,
     1.38,
     .026},
    {"302M",
     {196000, 90000, 46000, 23400, 13300, 7224, 4980, 3400, 2879},
     2095.35,
     11383270,
     .218,
     .058,
     .050,
     1.17,
     .064},
    {"604M",
     {311000, 166000, 81000, 37440, 21320, 11400, 7199, 4700, 3800},
     2459.93,
     19449688,
     .184,
     .063,
     .050,
     1.26,
     .050},
    {"1.2B",
     {642000, 331000, 176000, 94000, 46500, 25000, 15360, 8900, 6500},
     3897.31,
     43381130,
     .199,
     .055,
     .048,
     .81,
     .064},
}};

inline std::vector<scaling::Observation> observations(const C4Table& table) {
  std::vector<scaling::Observation> out;
  for (std::size_t i = 0; i < table.steps.size(); ++i)
    out.push_back(scaling::Observation::exact(64.0 * static_cast<double>(1 << i), table.steps[i]));
  return out;
}

}  // namespace plateau::testing
