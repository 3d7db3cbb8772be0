#include "plateau/train/evaluate.hpp"

#include <algorithm>
#include <vector>

namespace plateau::train {
namespace {

constexpr std::size_t chunk_rows = 256;

model::Batch chunk_of(const data::Split& split, std::size_t chunk) {
  const std::size_t features = split.inputs.size() / split.rows;
  const std::size_t first = chunk * chunk_rows, count = std::min(chunk_rows, split.rows - first);
  return {std::span(split.inputs).subspan(first * features, count * features),
          std::span(split.labels).subspan(first, count)};
}

}  // namespace

Metrics evaluate(model::Engine& engine, std::span<const float> parameters, const data::Split& rows,
                 comm::Communicator& comm) {
  const std::size_t chunks = (rows.rows + chunk_rows - 1) / chunk_rows;
  const auto rank = static_cast<std::size_t>(comm.rank()), ranks = static_cast<std::size_t>(comm.size());
  std::vector<double> mine;
  for (std::size_t chunk = rank * chunks / ranks; chunk < (rank + 1) * chunks / ranks; ++chunk) {
    const auto sums = engine.evaluate(parameters, chunk_of(rows, chunk));
    mine.push_back(sums.loss_sum);
    mine.push_back(static_cast<double>(sums.wrong));
  }
  const auto all = comm.gather_all(mine);
  Metrics metrics;
  for (std::size_t i = 0; i < all.size(); i += 2) {
    metrics.cross_entropy_error += all[i];
    metrics.classification_error += all[i + 1];
  }
  metrics.cross_entropy_error /= static_cast<double>(rows.rows);
  metrics.classification_error /= static_cast<double>(rows.rows);
  return metrics;
}

}  // namespace plateau::train
