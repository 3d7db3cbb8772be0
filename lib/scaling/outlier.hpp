#pragma once
// One observation that does not belong: its leave-one-out residual passes the Bonferroni 1 % point of
// Student's t with N - 4 degrees of freedom.

#include <optional>
#include <string>
#include <vector>

#include "plateau/scaling/evaluate.hpp"

namespace plateau::scaling {

struct Outlier {
  double batch_size = 0, steps = 0;
  double deviations = 0;  // signed, standard deviations of the others
  std::string without;    // the maximum useful batch size without it, as text
};

// Looks at the three largest residuals of the smooth maximum; needs eight uncensored observations.
std::optional<Outlier> find_outlier(const std::vector<SizeData>& sizes, const EvaluateOptions& options);

}  // namespace plateau::scaling
