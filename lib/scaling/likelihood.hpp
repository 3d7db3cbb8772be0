#pragma once
// Censored normal likelihood of log2 steps around a curve whose level, and possibly slope, enter linearly:
//   y_i = offset(x_i) + level + slope * regressor(x_i) + sigma * noise.
// Exact, interval-, left- and right-censored terms. Concave in (level/sigma, slope/sigma, 1/sigma), so the
// inner maximum is unique: closed form (least squares) without censoring, else Newton with step halving.

#include <array>
#include <optional>
#include <vector>

#include "plateau/scaling/observation.hpp"

namespace plateau::scaling {

// Smallest sigma in octaves where all steps are exact (0.007 % of the steps, below one step in all but toy
// data). With intervals it is at least their mean width / sqrt(12), the scatter that rounding to them makes:
// a curve that passes through every interval would otherwise leave no scatter at all and intervals that cover
// too seldom (88 % at a width of .07 octave and a scatter of .03; computed for this project).
inline constexpr double least_sigma = 1e-4;

struct InnerMaximum {
  double log_likelihood = 0;  // without the constant -N/2 ln(2 pi) of the exact terms
  double level = 0, slope = 0, sigma = 0;
};

class Likelihood {
 public:
  // Errors: none; observations must have positive batch sizes and low < high or low == high > 0.
  explicit Likelihood(const std::vector<Observation>& observations);

  const std::vector<double>& log2_batch_sizes() const { return sizes_; }  // [sizes], ascending, distinct
  double smallest() const { return sizes_.front(); }
  double largest() const { return sizes_.back(); }
  int uncensored() const { return uncensored_; }  // exact and interval terms
  int exact() const { return exact_; }
  int uncensored_sizes() const;
  double least_steps() const { return least_; }  // log2; of all finite ends
  double greatest_steps() const { return greatest_; }

  // offset: [sizes]; regressor: [sizes] or empty. A fixed level is not maximised over.
  InnerMaximum maximum(const std::vector<double>& offset, const std::vector<double>& regressor,
                       std::optional<double> fixed_level = {}) const;

  // Sum of squares of the uncensored terms (midpoints of intervals): around `curve` [sizes], and around their
  // own means.
  double residual_squares(const std::vector<double>& curve) const;
  double pure_error_squares() const;

 private:
  struct Group {                              // the uncensored terms of one batch size
    double count = 0, mean = 0, squares = 0;  // around the mean
  };
  struct Term {
    double count;      // of equal observations
    std::size_t size;  // index into sizes_
    double low, high;  // log2 steps, -infinity and infinity for open ends
  };
  struct Model;
  InnerMaximum least_squares(const Model& model) const;
  struct Local;
  Local local_at(const Model& model, const std::array<double, 3>& theta) const;
  InnerMaximum newton(const Model& model, const InnerMaximum& start) const;

  std::vector<double> sizes_;
  std::vector<Group> exact_groups_, all_groups_;
  std::vector<Term> terms_;
  int exact_ = 0, uncensored_ = 0;
  double least_ = 0, greatest_ = 0;
  double least_sigma_ = least_sigma;
};

}  // namespace plateau::scaling
