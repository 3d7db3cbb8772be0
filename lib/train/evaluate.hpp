#pragma once
#include <span>

#include "plateau/comm/communicator.hpp"
#include "plateau/data/dataset.hpp"
#include "plateau/model/engine.hpp"

namespace plateau::train {

struct Metrics {
  double cross_entropy_error = 0;   // nats, mean over the rows
  double classification_error = 0;  // share of the rows that are classified wrongly
};

// Collective. Every row once, shared out over the ranks in fixed chunks whose sums are added in one order:
// the same bits on any number of ranks.
Metrics evaluate(model::Engine& engine, std::span<const float> parameters, const data::Split& rows,
                 comm::Communicator& comm);

}  // namespace plateau::train
