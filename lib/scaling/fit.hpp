#pragma once
// Maximum likelihood fits of the forms of curve.hpp to log2 steps, with censoring, from many starts.

#include <optional>
#include <vector>

#include "plateau/scaling/curve.hpp"
#include "plateau/scaling/likelihood.hpp"
#include "plateau/scaling/observation.hpp"

namespace plateau::scaling {

struct FitOptions {
  // Scale of the penalty -(s/lambda)^2/2 on the softness of the smooth maximum; nothing: no penalty.
  std::optional<double> penalty_scale = 1.0;
};

struct Fit {
  Curve curve;
  double sigma = 0;            // octaves, maximum likelihood
  double rmse_log2 = 0;        // octaves, of the uncensored observations (midpoints of intervals)
  double log_likelihood = 0;   // natural logarithm, full normal constants, without the penalty
  std::optional<double> aicc;  // nothing with too few observations
};

// A fit needs observations of at least two batch sizes, two of them uncensored.
Fit fit_form(Form form, const Likelihood& likelihood, const FitOptions& options = {});
Fit fit_form(Form form, const std::vector<Observation>& observations, const FitOptions& options = {});

// Members of the smooth-maximum family as functions of (b0, s): penalised log likelihood with the level
// (unless fixed) and sigma maximised over.
class Family {
 public:
  Family(const Likelihood& likelihood, const FitOptions& options, std::optional<double> fixed_softness = {});
  static constexpr double least_softness = 0.02, greatest_softness = 2;

  double clamp_softness(double s) const;
  bool is_free() const { return !fixed_; }
  double fixed_softness() const { return *fixed_; }
  InnerMaximum inner(double knee, double softness, std::optional<double> level = {}) const;
  double value(double knee, double softness, std::optional<double> level = {}) const;  // penalised
  struct Best {
    double knee, softness, value;
  };
  Best maximum(std::optional<double> level = {}) const;  // scan, then Nelder-Mead from the best three
  const Likelihood& likelihood() const { return likelihood_; }

 private:
  const Likelihood& likelihood_;
  std::optional<double> penalty_scale_, fixed_;
};

}  // namespace plateau::scaling
