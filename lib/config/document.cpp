#include "plateau/config/document.hpp"

#include <fmt/core.h>

#include <utility>

#include "plateau/base/error.hpp"
#include "plateau/base/file.hpp"
#include "plateau/base/text.hpp"

namespace plateau::config {
namespace {

constexpr std::size_t largest_file = 16 << 20;
constexpr int deepest = 64;

int depth_of(const YAML::Node& node, int level = 0) {
  if (level > deepest || node.IsScalar() || !node.IsDefined()) return level;
  int depth = level;
  if (node.IsSequence())
    for (const auto& item : node) depth = std::max(depth, depth_of(item, level + 1));
  if (node.IsMap())
    for (const auto& entry : node) depth = std::max(depth, depth_of(entry.second, level + 1));
  return depth;
}

}  // namespace

Document::Document(const std::filesystem::path& file) : file_(file) { parse(read_file(file)); }
Document::Document(std::string_view text, std::filesystem::path name) : file_(std::move(name)) {
  parse(text);
}

void Document::parse(std::string_view text) {
  const std::string name = file_.string();
  if (text.size() > largest_file)
    throw Error(ExitCode::configuration, fmt::format("{}: larger than 16 MiB, which no such file is", name));
  if (text.find('\0') != std::string_view::npos)
    throw Error(ExitCode::configuration, fmt::format("{}: holds zero bytes, so it is not a text file", name));
  std::vector<YAML::Node> documents;
  try {
    documents = YAML::LoadAll(std::string(text));
  } catch (const YAML::Exception& error) {
    throw Error(ExitCode::configuration, fmt::format("{}:{}:{}: not valid YAML: {}", name,
                                                     error.mark.line + 1, error.mark.column + 1, error.msg));
  }
  if (documents.size() > 1)
    throw Error(ExitCode::configuration, fmt::format("{}: holds {} YAML documents", name, documents.size()),
                "Keep one");
  if (documents.empty() || !documents[0].IsMap())
    throw Error(ExitCode::configuration, fmt::format("{}:1:1: the file is empty or not a mapping", name),
                "It must consist of 'key: value' lines");
  if (depth_of(documents[0]) > deepest)
    throw Error(ExitCode::configuration, fmt::format("{}: nested more than {} levels deep", name, deepest));
  root_ = Value(this, documents[0], "", documents[0].Mark());
}

void Document::finish() const {
  if (faults_.empty()) return;
  std::string message;
  for (const auto& fault : faults_) message += (message.empty() ? "" : "\n") + fault;
  throw Error(ExitCode::configuration, message);
}

}  // namespace plateau::config
