#pragma once
// From the batch sizes of one workload to everything that fits.json says about it.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "plateau/scaling/fit.hpp"
#include "plateau/scaling/regimes.hpp"
#include "plateau/scaling/size_data.hpp"

namespace plateau::scaling {

struct EvaluateOptions {
  double level = 0.95;
  Thresholds thresholds;
  FitOptions fit;
};

struct Warning {
  std::string code, text;
};

struct NamedInterval {
  std::optional<double> low, high;  // absent where open
};

struct FormFit {
  Fit fit;
  std::map<std::string, NamedInterval> intervals;  // "steps_min", "critical_batch_size", "sharpness"
};

struct Evaluation {
  std::vector<FormFit> fits;     // hinge, hyperbola, smooth_max, three_piece as far as the data allow
  std::optional<Form> selected;  // lowest AICc
  std::vector<Regime> regimes;   // six, also where nothing could be fitted
  std::string verdict;
  std::vector<Warning> warnings;
  double sigma = 0;  // octaves, of the smooth maximum, corrected for its three parameters
  const FormFit* fit_of(Form form) const;
};

// Fits need four uncensored observations of at least three batch sizes.
bool can_fit(const std::vector<SizeData>& sizes);

// Errors: usage where a threshold is out of its range.
Evaluation evaluate(std::vector<SizeData> sizes, const EvaluateOptions& options = {});

}  // namespace plateau::scaling
