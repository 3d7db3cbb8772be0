#pragma once
// Text and number forms used in every file and message.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plateau {

// Shortest text that reads back as the same double ("0.03", "1e-05"); "nan" and "inf" are never written by
// callers.
std::string shortest(double value);

// A finite decimal number and nothing else (YAML 1.2 core schema, no hexadecimal, no underscores). A sign is
// allowed.
std::optional<double> parse_number(std::string_view text);
// A whole number in the range of long long and nothing else ("1e3" is not one, "1000" is).
std::optional<long long> parse_whole(std::string_view text);

// Seconds from "90", "90s", "15m", "2h30m", "1-12:00:00" (D-HH:MM:SS) or "12:00:00"; nothing for the
// ambiguous "24:00".
std::optional<long long> parse_duration(std::string_view text);
// "2h30m", "45s"
std::string duration_text(long long seconds);
// "D-HH:MM:SS" or "HH:MM:SS", as Slurm wants it
std::string slurm_time(long long seconds);

// The candidate nearest to `name` by edit distance, when near enough to be a slip of the keyboard.
std::optional<std::string> nearest(std::string_view name, const std::vector<std::string>& candidates);
// "a, b or c"
std::string either(const std::vector<std::string>& names);

// The text in single quotes for a message: control characters escaped, cut after 80 characters.
std::string in_quotes(std::string_view text);
// A file or folder name that is safe anywhere: letters, digits, '.', '_', '-', never empty, hidden, or above
// 100 characters.
bool is_safe_name(std::string_view text);

std::vector<std::string> split(std::string_view text, char separator);
std::string_view trimmed(std::string_view text);

}  // namespace plateau
