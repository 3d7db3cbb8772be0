#include <charconv>

#include "plateau/base/error.hpp"
#include "plateau/data/raw_data.hpp"

extern const unsigned char plateau_digits_gz[];
extern const unsigned long plateau_digits_gz_size;

namespace plateau::data {

// The embedded file: 64 pixels (0..16) and the label on each line.
RawExamples read_digits() {
  const std::string_view packed(reinterpret_cast<const char*>(plateau_digits_gz), plateau_digits_gz_size);
  const std::string text = inflate(packed, "embedded digits", std::size_t{1} << 24);
  RawExamples out;
  out.shape = {1, 8, 8};
  out.largest = 16;
  out.pixels.reserve(digits_rows * 64);
  const char *at = text.data(), *end = at + text.size();
  for (int column = 0; at < end; column = (column + 1) % 65) {
    unsigned value = 0;
    const auto [next, error] = std::from_chars(at, end, value);
    if (error != std::errc{}) throw Error(ExitCode::software, "the embedded digits are damaged");
    (column < 64 ? out.pixels : out.labels).push_back(static_cast<std::uint8_t>(value));
    at = next;
    while (at < end && (*at == ',' || *at == '\n' || *at == '\r')) ++at;
  }
  if (out.rows() != digits_rows) throw Error(ExitCode::software, "the embedded digits are damaged");
  return out;
}

}  // namespace plateau::data
