#include "plateau/train/checkpoint.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "plateau/base/error.hpp"
#include "plateau/base/file.hpp"
#include "plateau/base/hash.hpp"
#include "plateau/base/text.hpp"

namespace plateau::train {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view format_line = "plateau checkpoint 1\n";
constexpr std::size_t hash_size = 32;

void append_floats(std::string& out, const std::vector<float>& values) {
  out.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float));
}

// Takes `count` floats from the front of `bytes`; nothing where there are fewer.
std::optional<std::vector<float>> take_floats(std::string_view& bytes, std::size_t count) {
  if (bytes.size() / sizeof(float) < count) return std::nullopt;
  std::vector<float> values(count);
  std::memcpy(values.data(), bytes.data(), count * sizeof(float));
  bytes.remove_prefix(count * sizeof(float));
  return values;
}

std::optional<nlohmann::json> take_header(std::string_view& bytes) {
  if (!bytes.starts_with(format_line)) return std::nullopt;
  bytes.remove_prefix(format_line.size());
  const auto end = bytes.find('\n');
  if (end == std::string_view::npos) return std::nullopt;
  auto header = nlohmann::json::parse(bytes.substr(0, end), nullptr, false);
  bytes.remove_prefix(end + 1);
  return header.is_object() ? std::optional(std::move(header)) : std::nullopt;
}

long long step_of(const fs::path& file) {
  const auto name = file.filename().string();
  if (!name.starts_with("step-")) return -1;
  return parse_whole(std::string_view(name).substr(5)).value_or(-1);
}

}  // namespace

std::string to_bytes(const TrialState& state, const nlohmann::json& identity) {
  const nlohmann::json header = {{"identity", identity},
                                 {"steps", state.steps},
                                 {"progress", state.progress},
                                 {"parameters", state.parameters.size()},
                                 {"optimizer", state.optimizer.size()}};
  std::string out(format_line);
  out += header.dump() + '\n';
  append_floats(out, state.parameters);
  append_floats(out, state.optimizer);
  return out + content_hash(out);
}

std::optional<TrialState> from_bytes(std::string_view bytes, const nlohmann::json& identity) {
  if (bytes.size() < hash_size) return std::nullopt;
  const auto hash = bytes.substr(bytes.size() - hash_size);
  bytes.remove_suffix(hash_size);
  if (content_hash(bytes) != hash) return std::nullopt;
  const auto header = take_header(bytes);
  if (!header || header->at("identity") != identity) return std::nullopt;
  TrialState state;
  state.steps = header->at("steps").get<long long>();
  state.progress = header->at("progress");
  auto parameters = take_floats(bytes, header->at("parameters").get<std::size_t>());
  auto optimizer = take_floats(bytes, header->at("optimizer").get<std::size_t>());
  if (!parameters || !optimizer) return std::nullopt;
  state.parameters = std::move(*parameters);
  state.optimizer = std::move(*optimizer);
  return state;
}

Checkpoints::Checkpoints(fs::path folder, nlohmann::json identity)
    : folder_(std::move(folder)), identity_(std::move(identity)) {}

std::vector<fs::path> Checkpoints::files() const {
  std::vector<fs::path> found;
  if (!fs::is_directory(folder_)) return found;
  for (const auto& entry : fs::directory_iterator(folder_))
    if (step_of(entry.path()) >= 0) found.push_back(entry.path());
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return step_of(a) > step_of(b); });
  return found;
}

void Checkpoints::save(const TrialState& state) const {
  make_folder(folder_);
  remove_leftovers(folder_);
  write_file(folder_ / fmt::format("step-{}", state.steps), to_bytes(state, identity_));
  const auto all = files();
  for (std::size_t i = 2; i < all.size(); ++i) fs::remove(all[i]);
}

std::string Checkpoints::newest() const {
  for (const auto& file : files()) {
    auto bytes = read_file(file);
    if (from_bytes(bytes, identity_)) return bytes;
    fmt::print(stderr, "{}: damaged, or of another trial: passed over\n", file.string());
  }
  return {};
}

}  // namespace plateau::train
