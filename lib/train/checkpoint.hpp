#pragma once
// The state of a trial between two steps, on disk: whole and checked, or ignored. A trial that goes on from
// it ends with the bits of one that was never interrupted, under reduce_order tree also on another number of
// ranks, since nothing of a step depends on what came before it but this state.

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plateau::train {

struct TrialState {
  long long steps = 0;
  nlohmann::json progress;  // measurements, goals, seconds used
  std::vector<float> parameters, optimizer;
};

// A line that names the format, a line of JSON, the floats, and the content's hash. identity: what must be
// the same for a trial to go on from it.
std::string to_bytes(const TrialState& state, const nlohmann::json& identity);
// Nothing where the bytes are damaged, cut off, or of another identity.
std::optional<TrialState> from_bytes(std::string_view bytes, const nlohmann::json& identity);

// The folder of one trial's checkpoints; one process uses it. The last two are kept.
class Checkpoints {
 public:
  Checkpoints(std::filesystem::path folder, nlohmann::json identity);
  // Errors: cannot_create, io.
  void save(const TrialState& state) const;
  // The newest sound one as bytes, empty where there is none. What is damaged is passed over.
  std::string newest() const;

 private:
  std::vector<std::filesystem::path> files() const;  // newest first
  std::filesystem::path folder_;
  nlohmann::json identity_;
};

}  // namespace plateau::train
