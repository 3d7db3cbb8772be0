#include "plateau/base/text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <utility>

namespace plateau {
namespace {

template <typename Number>
std::optional<Number> parse_exactly(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  if (text.starts_with('+')) return std::nullopt;
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<long long> parse_clock(std::string_view text) {  // [D-]HH:MM:SS
  long long days = 0;
  if (const auto dash = text.find('-'); dash != std::string_view::npos) {
    const auto value = parse_exactly<long long>(text.substr(0, dash));
    if (!value || *value < 0 || *value > 100000) return std::nullopt;
    days = *value;
    text.remove_prefix(dash + 1);
  }
  const auto parts = split(text, ':');
  if (parts.size() != 3) return std::nullopt;
  long long seconds = days * 24;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto value = parse_exactly<long long>(parts[i]);
    if (!value || *value < 0 || (i > 0 && *value > 59) || *value > 100000) return std::nullopt;
    seconds = i == 0 ? seconds + *value : seconds * 60 + *value;
  }
  return seconds;
}

std::optional<long long> parse_units(std::string_view text) {  // 2h30m15s, units in falling order
  constexpr std::string_view units = "dhms";
  constexpr long long lengths[] = {86400, 3600, 60, 1};
  long long total = 0;
  std::size_t next_unit = 0;
  while (!text.empty()) {
    const auto digits = text.find_first_not_of("0123456789");
    if (digits == 0 || digits == std::string_view::npos || digits > 9) return std::nullopt;
    const auto unit = units.find(text[digits]);
    if (unit == std::string_view::npos || unit < next_unit) return std::nullopt;
    total += *parse_exactly<long long>(text.substr(0, digits)) * lengths[unit];
    next_unit = unit + 1;
    text.remove_prefix(digits + 1);
  }
  return total;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, substituted}));
    }
  }
  return row.back();
}

}  // namespace

std::string shortest(double value) {
  char buffer[32];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
  return error == std::errc{} ? std::string(buffer, end) : std::string("nan");
}

std::optional<double> parse_number(std::string_view text) {
  if (text.find_first_of("nNiIxXpP") != std::string_view::npos) return std::nullopt;  // nan, inf, hexadecimal
  const auto value = parse_exactly<double>(text);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

std::optional<long long> parse_whole(std::string_view text) { return parse_exactly<long long>(text); }

std::optional<long long> parse_duration(std::string_view text) {
  if (text.empty() || text.size() > 40) return std::nullopt;
  if (text.find(':') != std::string_view::npos) return parse_clock(text);
  if (text.find_first_not_of("0123456789") == std::string_view::npos) return parse_exactly<long long>(text);
  return parse_units(text);
}

std::string duration_text(long long seconds) {
  if (seconds == 0) return "0s";
  std::string text;
  for (const auto& [unit, length] : {std::pair{'d', 86400LL}, {'h', 3600LL}, {'m', 60LL}, {'s', 1LL}}) {
    if (seconds >= length) text += fmt::format("{}{}", seconds / length, unit);
    seconds %= length;
  }
  return text;
}

std::string slurm_time(long long seconds) {
  const auto clock =
      fmt::format("{:02}:{:02}:{:02}", seconds % 86400 / 3600, seconds % 3600 / 60, seconds % 60);
  return seconds >= 86400 ? fmt::format("{}-{}", seconds / 86400, clock) : clock;
}

std::optional<std::string> nearest(std::string_view name, const std::vector<std::string>& candidates) {
  const std::string* best = nullptr;
  std::size_t best_distance = std::max<std::size_t>(2, name.size() / 3) + 1;
  for (const auto& candidate : candidates)
    if (const auto distance = edit_distance(name, candidate); distance < best_distance) {
      best = &candidate;
      best_distance = distance;
    }
  return best ? std::optional(*best) : std::nullopt;
}

std::string either(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
  return text;
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t longest = 80;
  std::string out = "'";
  for (const char c : text.substr(0, longest)) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    else
      out += c;
  }
  return out + (text.size() > longest ? "...'" : "'");
}

bool is_safe_name(std::string_view text) {
  const auto allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '_' || c == '-';
  };
  return !text.empty() && text.size() <= 100 && text.front() != '.' && text.front() != '-' &&
         std::all_of(text.begin(), text.end(), allowed);
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (;;) {
    const auto end = text.find(separator);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

}  // namespace plateau
