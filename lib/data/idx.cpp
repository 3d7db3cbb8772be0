// IDX files as MNIST publishes them: a big-endian magic number (type and dimensions), the sizes, the bytes.

#include <fmt/core.h>

#include <algorithm>
#include <limits>

#include "plateau/base/error.hpp"
#include "plateau/base/file.hpp"
#include "plateau/data/raw_data.hpp"

namespace plateau::data {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t everything = std::numeric_limits<std::size_t>::max();
constexpr std::uint32_t label_magic = 0x801, image_magic = 0x803;

fs::path find_file(const fs::path& folder, const std::string& stem, const std::string& kind) {
  std::string tried;
  for (const char* dot : {"-", "."})
    for (const char* packed : {".gz", ""}) {
      const auto name = stem + dot + kind + packed;
      if (fs::exists(folder / name)) return folder / name;
      tried += (tried.empty() ? "" : ", ") + name;
    }
  throw Error(ExitCode::no_input, fmt::format("{} holds none of {}", folder.string(), tried),
              "Name the folder of the four IDX files");
}

fs::path image_file(const fs::path& folder, IdxPart part) {
  return find_file(folder, part == IdxPart::train ? "train-images" : "t10k-images", "idx3-ubyte");
}
fs::path label_file(const fs::path& folder, IdxPart part) {
  return find_file(folder, part == IdxPart::train ? "train-labels" : "t10k-labels", "idx1-ubyte");
}

std::uint32_t big_endian(std::string_view bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = (value << 8) | static_cast<std::uint8_t>(bytes[at + i]);
  return value;
}

// The sizes after checking magic number and length; `whole` is false where only a header was read.
std::vector<std::size_t> header(std::string_view bytes, std::uint32_t magic, const fs::path& file,
                                bool whole) {
  const std::size_t dimensions = magic & 0xff, length = 4 + 4 * dimensions;
  if (bytes.size() < length)
    throw Error(ExitCode::bad_data,
                fmt::format("{}: {} bytes are too few for an IDX header", file.string(), bytes.size()));
  if (big_endian(bytes, 0) != magic)
    throw Error(ExitCode::bad_data,
                fmt::format("{}: the magic number is {:#x} where {:#x} is expected", file.string(),
                            big_endian(bytes, 0), magic),
                "Is it an IDX file of unsigned bytes, images and labels not exchanged?");
  std::vector<std::size_t> sizes;
  std::size_t expected = 1;
  for (std::size_t d = 0; d < dimensions; ++d) {
    sizes.push_back(big_endian(bytes, 4 + 4 * d));
    expected *= sizes.back();
  }
  if (sizes[0] == 0) throw Error(ExitCode::bad_data, fmt::format("{}: holds no examples", file.string()));
  if (whole && bytes.size() - length != expected)
    throw Error(ExitCode::bad_data,
                fmt::format("{}: {} bytes follow the header where {} are announced", file.string(),
                            bytes.size() - length, expected),
                "Copy the file again");
  return sizes;
}

}  // namespace

RawExamples read_idx(const fs::path& folder, IdxPart part) {
  const auto images = image_file(folder, part), labels = label_file(folder, part);
  const std::string image_bytes = inflate(read_file(images), images, everything);
  const std::string label_bytes = inflate(read_file(labels), labels, everything);
  const auto image_sizes = header(image_bytes, image_magic, images, true);
  const auto label_sizes = header(label_bytes, label_magic, labels, true);
  if (image_sizes[0] != label_sizes[0])
    throw Error(ExitCode::bad_data, fmt::format("{} holds {} images but {} holds {} labels", images.string(),
                                                image_sizes[0], labels.string(), label_sizes[0]));
  RawExamples out;
  out.shape = {1, static_cast<std::int64_t>(image_sizes[1]), static_cast<std::int64_t>(image_sizes[2])};
  out.pixels.assign(image_bytes.begin() + 16, image_bytes.end());
  out.labels.assign(label_bytes.begin() + 8, label_bytes.end());
  const auto wrong =
      std::find_if(out.labels.begin(), out.labels.end(), [](auto label) { return label >= 10; });
  if (wrong != out.labels.end())
    throw Error(ExitCode::bad_data,
                fmt::format("{}: label {} of example {} is out of range", labels.string(), *wrong,
                            wrong - out.labels.begin()),
                "Labels are 0 to 9");
  return out;
}

std::size_t idx_rows(const fs::path& folder, IdxPart part) {
  image_file(folder, part);  // both must be there
  const auto labels = label_file(folder, part);
  return header(inflate(read_file(labels), labels, 8), label_magic, labels, false)[0];
}

}  // namespace plateau::data
