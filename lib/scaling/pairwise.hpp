#pragma once
// The maximum useful batch size without a curve: log2 steps interpolated linearly between measured sizes; the
// largest batch size whose doubling still saves the fraction x of the steps.

#include <vector>

#include "plateau/scaling/profile.hpp"

namespace plateau::scaling {

struct MeasuredSize {
  double log2_batch = 0;
  double log2_steps = 0;      // the size's statistic
  double standard_error = 0;  // octaves
};

// sizes: ascending in log2_batch, at least two. t: quantile by which the saving may be wrong. The estimate is
// -infinity where no doubling saves x, infinity where the last measured doubling still does; the ends are the
// same with the saving made smaller and larger by t standard errors.
LogInterval pairwise_useful(const std::vector<MeasuredSize>& sizes, double saving, double t);

}  // namespace plateau::scaling
