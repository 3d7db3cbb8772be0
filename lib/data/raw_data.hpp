#pragma once
// Examples as the files hold them. Private to the module.

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "plateau/data/dataset.hpp"

namespace plateau::data {

struct RawExamples {
  Shape shape;
  double largest = 255;              // pixel value that becomes 1
  std::vector<std::uint8_t> pixels;  // [rows, features]
  std::vector<std::uint8_t> labels;  // [rows]
  std::size_t rows() const { return labels.size(); }
};

constexpr std::size_t digits_rows = 1797;
RawExamples read_digits();

enum class IdxPart { train, test };
// The pair of IDX files of one part, gzipped or not. Errors: no_input with the names looked for; bad_data.
RawExamples read_idx(const std::filesystem::path& folder, IdxPart part);
// Number of examples by the label file's header alone.
std::size_t idx_rows(const std::filesystem::path& folder, IdxPart part);

// Inflates gzip data; plain data come back unchanged. At most `most` bytes. Errors: bad_data naming `file`.
std::string inflate(std::string_view data, const std::filesystem::path& file, std::size_t most);

}  // namespace plateau::data
