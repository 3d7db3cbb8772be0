#include "plateau/config/value.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "plateau/base/text.hpp"
#include "plateau/config/document.hpp"

namespace plateau::config {

std::string Limits::text() const {
  const bool bounded_below = std::isfinite(low), bounded_above = std::isfinite(high);
  const std::string below = fmt::format("{} {}", low_open ? ">" : ">=", shortest(low));
  const std::string above = fmt::format("{} {}", high_open ? "<" : "<=", shortest(high));
  return bounded_below && bounded_above ? below + " and " + above
         : bounded_below                ? below
         : bounded_above                ? above
                                        : "finite";
}

Value::Value(Document* document, YAML::Node node, std::string path, YAML::Mark mark)
    : document_(document), node_(std::move(node)), path_(std::move(path)), mark_(mark) {}

std::string Value::shown() const {
  if (node_.IsMap()) return "a mapping";
  if (node_.IsSequence()) return "a list";
  if (node_.IsNull()) return "nothing";
  return in_quotes(node_.Scalar());
}

void Value::fault(const std::string& what, const std::string& remedy) const {
  document_->note(fmt::format("{}:{}:{}: {}{}{}{}", document_->file().string(), mark_.line + 1,
                              mark_.column + 1, path_.empty() ? "" : path_ + ": ", what,
                              remedy.empty() ? "" : ". ", remedy));
}

std::optional<std::string> Value::plain(const char* wanted) const {
  if (!node_.IsScalar()) {
    fault(fmt::format("{} stands where {} belongs", shown(), wanted));
    return std::nullopt;
  }
  if (node_.Tag() == "!") {  // quoted
    fault(fmt::format("the quoted text {} stands where {} belongs", shown(), wanted), "Remove the quotes");
    return std::nullopt;
  }
  return node_.Scalar();
}

std::optional<double> Value::number(const Limits& limits) const {
  const auto written = plain("a number");
  if (!written) return std::nullopt;
  const auto value = parse_number(*written);
  if (!value) {
    fault(fmt::format("{} is not a number", shown()), "Write it as 0.001 or 1e-3");
    return std::nullopt;
  }
  if (!limits.contain(*value)) {
    fault(fmt::format("{} is out of range", shown()), fmt::format("It must be {}", limits.text()));
    return std::nullopt;
  }
  return value;
}

std::optional<long long> Value::whole(const Limits& limits) const {
  const auto written = plain("a whole number");
  if (!written) return std::nullopt;
  const auto value = parse_whole(*written);
  if (!value) {
    fault(fmt::format("{} is not a whole number", shown()), "Write digits only, e.g. 1000");
    return std::nullopt;
  }
  if (written->size() > 1 && written->front() == '0') {  // YAML 1.1 reads 010 as eight
    fault(fmt::format("{} begins with a zero", shown()), fmt::format("Write {}", *value));
    return std::nullopt;
  }
  if (!limits.contain(static_cast<double>(*value))) {
    fault(fmt::format("{} is out of range", shown()), fmt::format("It must be {}", limits.text()));
    return std::nullopt;
  }
  return value;
}

std::optional<std::string> Value::text() const {
  if (!node_.IsScalar()) {
    fault(fmt::format("{} stands where a text belongs", shown()));
    return std::nullopt;
  }
  const std::string& written = node_.Scalar();
  const bool control =
      std::any_of(written.begin(), written.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; });
  if (control || written.size() > 4096) {
    fault(fmt::format("the text {} has control characters or is longer than 4096 bytes", shown()));
    return std::nullopt;
  }
  return written;
}

std::optional<std::string> Value::name() const {
  const auto written = text();
  if (written && !is_safe_name(*written)) {
    fault(fmt::format("{} cannot name a folder", shown()),
          "Use letters, digits, '.', '_' and '-' (at most 100, not beginning with '.' or '-')");
    return std::nullopt;
  }
  return written;
}

std::optional<bool> Value::flag() const {
  const auto written = plain("true or false");
  if (!written) return std::nullopt;
  if (*written == "true") return true;
  if (*written == "false") return false;
  fault(fmt::format("{} is neither true nor false", shown()));
  return std::nullopt;
}

std::optional<long long> Value::duration() const {
  if (!node_.IsScalar()) {
    fault(fmt::format("{} stands where a time belongs", shown()));
    return std::nullopt;
  }
  const auto seconds = parse_duration(node_.Scalar());
  if (seconds && *seconds > 0 && *seconds < 100LL * 365 * 86400) return seconds;
  fault(fmt::format("{} is not a time", shown()),
        "Write 90s, 15m, 2h30m or D-HH:MM:SS (24:00 would be minutes to Slurm and 1440 to YAML)");
  return std::nullopt;
}

std::optional<std::string> Value::memory() const {
  const auto written = text();
  if (!written) return std::nullopt;
  const auto digits = written->find_first_not_of("0123456789");
  if (digits != 0 && digits < 10 && digits + 1 == written->size() &&
      std::string_view("KMGT").find((*written)[digits]) != std::string_view::npos)
    return written;
  fault(fmt::format("{} is not an amount of memory", shown()), "Write a number and K, M, G or T, e.g. 4G");
  return std::nullopt;
}

std::optional<long long> Value::bytes() const {
  const auto amount = memory();
  if (!amount) return std::nullopt;
  long long value = *parse_whole(std::string_view(*amount).substr(0, amount->size() - 1));
  for (const char unit : {'K', 'M', 'G', 'T'}) {
    value = std::min(value, 1LL << 40) * 1024;
    if (amount->back() == unit) break;
  }
  if (value >= 1024 && value <= 1LL << 40) return value;
  fault(fmt::format("{} is out of range", shown()), "It must be between 1K and 1T");
  return std::nullopt;
}

std::optional<std::size_t> Value::choice(const std::vector<std::string>& names) const {
  if (!node_.IsScalar()) {
    fault(fmt::format("{} stands where {} belongs", shown(), either(names)));
    return std::nullopt;
  }
  const auto found = std::find(names.begin(), names.end(), node_.Scalar());
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  const auto guess = nearest(node_.Scalar(), names);
  fault(fmt::format("{} is unknown", shown()),
        guess ? fmt::format("Did you mean {}?", *guess) : fmt::format("It must be {}", either(names)));
  return std::nullopt;
}

std::vector<Value> Value::items() const {
  std::vector<Value> out;
  if (!node_.IsSequence()) {
    fault(fmt::format("{} stands where a list belongs", shown()), "Write [a, b, c]");
    return out;
  }
  for (std::size_t i = 0; i < node_.size(); ++i)
    out.emplace_back(document_, node_[i], fmt::format("{}[{}]", path_, i), node_[i].Mark());
  return out;
}

std::vector<std::pair<std::string, Value>> Value::entries() const {
  std::vector<std::pair<std::string, Value>> out;
  if (!node_.IsMap()) {
    fault(fmt::format("{} stands where a mapping belongs", shown()), "Write one 'key: value' a line");
    return out;
  }
  std::set<std::string> seen;
  for (const auto& entry : node_) {
    const std::string key = entry.first.IsScalar() ? entry.first.Scalar() : "?";
    const Value value(document_, entry.second, path_.empty() ? key : path_ + "." + key, entry.first.Mark());
    if (!seen.insert(key).second)
      value.fault("the key is given twice", "Remove one of them");
    else
      out.emplace_back(key, value);
  }
  return out;
}

}  // namespace plateau::config
