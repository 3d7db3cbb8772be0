#pragma once
// Penalised profile-likelihood intervals with a t threshold: the likelihood is profiled on the wanted
// quantity itself. The threshold is (nu+3)/2 ln(1 + t^2/nu), nu = max(1, N-3), N uncensored observations;
// with several trials a size whose means scatter more about the curve than the trials about their means, the
// larger of that and N/2 ln(1 + t^2_{K-3} MSL/SSR) (MSL lack-of-fit mean square of K sizes, SSR residual sum
// of squares).

#include <limits>
#include <optional>

#include "plateau/scaling/curve.hpp"
#include "plateau/scaling/fit.hpp"

namespace plateau::scaling {

struct LackOfFit {
  bool tested = false;     // several trials at a size, and more sizes than parameters
  double mean_square = 0;  // MSL, octaves^2
  double pure_error = 0;   // mean square of trials about their size's mean
  double p_value = 1;      // of the F test
};

// Ends in log2; -infinity and infinity where the likelihood does not fall far enough ("open").
struct LogInterval {
  double estimate = 0;
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
};

class Profile {
 public:
  // form: smooth_max (three parameters), hyperbola or hinge (two).
  Profile(const Likelihood& likelihood, Form form, double level = 0.95, const FitOptions& options = {});

  LogInterval interval(Quantity quantity, const Thresholds& thresholds = {}) const;
  LogInterval steps_min() const;  // log2 Smin
  LogInterval softness() const;   // s = 1/a itself, not its logarithm; open ends are the bounds of the search

  double threshold() const { return threshold_; }
  const LackOfFit& lack_of_fit() const { return lack_; }
  const Family::Best& best() const { return best_; }

 private:
  double highest(Quantity quantity, double value, const Thresholds& thresholds) const;
  template <typename Function>
  double end(const Function& profile, double estimate, double limit) const;
  void set_threshold(double level);

  const Likelihood& likelihood_;
  Family family_;
  Family::Best best_;
  int parameters_;
  double threshold_ = 0;
  LackOfFit lack_;
};

}  // namespace plateau::scaling
