#pragma once
// A node of a YAML file that knows its place. Accessors check type and limits, note a fault in the document
// where the value is wrong, and then return nothing.

#include <yaml-cpp/yaml.h>

#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace plateau::config {

class Document;

// Interval of allowed numbers with its description for messages ("> 0", "from 0 to 1, 1 excluded").
struct Limits {
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
  bool low_open = false, high_open = false;
  bool contain(double x) const {
    return (low_open ? x > low : x >= low) && (high_open ? x < high : x <= high);
  }
  std::string text() const;
};
constexpr Limits any_number{};
constexpr Limits positive{0, std::numeric_limits<double>::infinity(), true, false};
constexpr Limits non_negative{0, std::numeric_limits<double>::infinity(), false, false};
constexpr Limits at_least_one{1, std::numeric_limits<double>::infinity(), false, false};
constexpr Limits fraction{0, 1, true, false};   // (0, 1]
constexpr Limits below_one{0, 1, false, true};  // [0, 1)

class Value {
 public:
  Value() = default;
  Value(Document* document, YAML::Node node, std::string path, YAML::Mark mark);

  const std::string& path() const { return path_; }  // "workloads[0].model.widths[1]"
  bool is_map() const { return node_.IsMap(); }
  bool is_sequence() const { return node_.IsSequence(); }
  bool is_scalar() const { return node_.IsScalar(); }
  std::string shown() const;  // the value for a message

  // Notes "file:line:column: path: WHAT. REMEDY".
  void fault(const std::string& what, const std::string& remedy = {}) const;

  std::optional<double> number(const Limits& limits = any_number) const;
  std::optional<long long> whole(const Limits& limits = any_number) const;
  std::optional<std::string> text() const;    // any scalar without control characters, up to 4096 bytes
  std::optional<std::string> name() const;    // safe as a file name (base/text.hpp)
  std::optional<bool> flag() const;           // true or false, nothing else
  std::optional<long long> duration() const;  // seconds, > 0: 90s, 2h30m, 1-12:00:00
  std::optional<std::string> memory() const;  // an amount in Slurm's form: digits and one of K, M, G, T
  std::optional<long long> bytes() const;     // the same amount as a number, up to 1T
  std::optional<std::size_t> choice(const std::vector<std::string>& names) const;
  std::vector<Value> items() const;  // of a list; a fault and nothing where it is none
  std::vector<std::pair<std::string, Value>> entries() const;  // of a map, in order; repeated keys are faults

 private:
  std::optional<std::string> plain(const char* wanted) const;  // the text of an unquoted scalar
  Document* document_ = nullptr;
  YAML::Node node_;
  std::string path_;
  YAML::Mark mark_;
};

}  // namespace plateau::config
