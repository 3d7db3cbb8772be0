#pragma once
// The answer in words, and numbers as people read them.

#include <optional>
#include <string>

#include "analysis/fit.hpp"

namespace plateau::analysis {

// Four significant digits, without an exponent up to 10^15: "1942", "0.8125", "23740".
std::string number_text(double value);
// A measured number: whole ones and those from 1000 on to the unit, "16384"; others as number_text.
std::string measured_text(double value);

// "1942 [1673, 2310]", "at least 4096", "at most 12", "not determined"
std::string regime_text(const scaling::Regime& regime);

// One sentence with the maximum useful batch size, its interval and its definition.
std::string answer_sentence(const WorkloadFit& fit);

// "LeNet on MNIST, val/error < 0.03"
std::string title_of(const Workload& workload);

}  // namespace plateau::analysis
