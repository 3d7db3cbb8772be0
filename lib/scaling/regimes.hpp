#pragma once
// The answers with their intervals, bounds and definitions.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plateau/scaling/pairwise.hpp"
#include "plateau/scaling/profile.hpp"
#include "plateau/scaling/size_data.hpp"

namespace plateau::scaling {

enum class Bound { two_sided, at_least, at_most, none };
std::string_view name_of(Bound bound);  // "two-sided", "at least", "at most", "none"

struct Regime {
  std::string name;                        // "maximum_useful_batch_size", ...
  std::optional<double> value, low, high;  // batch sizes; absent numbers as the bound says
  Bound bound = Bound::none;
  std::string definition;  // one sentence without a full stop
  double log2_estimate =
      0;  // of the fitted curve, whatever the bound; for drawing and verdicts, not to be reported
};

// An upper end more than one octave above the largest measured size, or a lower one more than one below the
// smallest, is open; value is absent unless both ends are there.
Regime regime_from(std::string name, std::string definition, const LogInterval& interval, double smallest,
                   double largest);

std::string definition_of(Quantity quantity, const Thresholds& thresholds);
std::string_view name_of(Quantity quantity);  // "maximum_useful_batch_size", "perfect_scaling_end", ...

// The five regimes of the smooth maximum (in the order of fits.json).
std::vector<Regime> curve_regimes(const Profile& profile, const Likelihood& likelihood,
                                  const Thresholds& thresholds);
std::string pairwise_definition(const Thresholds& thresholds);
Regime pairwise_regime(const std::vector<MeasuredSize>& sizes, const Thresholds& thresholds, double t);

const Regime* find(const std::vector<Regime>& regimes, std::string_view name);

}  // namespace plateau::scaling
