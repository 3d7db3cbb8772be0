#pragma once
// A YAML file and the faults found in it. Readers note every fault; one error at the end carries them all.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "plateau/config/value.hpp"

namespace plateau::config {

class Document {
 public:
  // Errors: no_input; configuration where the text is not YAML (with line and column) or holds more than one
  // document.
  explicit Document(const std::filesystem::path& file);
  Document(std::string_view text, std::filesystem::path name);
  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;

  Value root() { return root_; }
  const std::filesystem::path& file() const { return file_; }
  void note(std::string fault) { faults_.push_back(std::move(fault)); }
  bool faulty() const { return !faults_.empty(); }
  // Throws one configuration error with a line a fault, if there are any.
  void finish() const;

 private:
  void parse(std::string_view text);
  std::filesystem::path file_;
  std::vector<std::string> faults_;
  Value root_;
};

}  // namespace plateau::config
