#pragma once
// The three-piece form: a grid over its corners with the level and the middle slope inside (the objective is
// not smooth and has several maxima in the corners), then Nelder-Mead from the best ones.

#include "plateau/scaling/curve.hpp"
#include "plateau/scaling/likelihood.hpp"

namespace plateau::scaling {

struct ThreePieceFit {
  Curve curve;
  InnerMaximum inner;
};
ThreePieceFit fit_three_piece(const Likelihood& likelihood);

}  // namespace plateau::scaling
