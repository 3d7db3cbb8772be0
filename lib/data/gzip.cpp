#include <fmt/core.h>
#include <zlib.h>

#include <algorithm>

#include "plateau/base/error.hpp"
#include "plateau/data/raw_data.hpp"

namespace plateau::data {
namespace {

struct Inflater {
  z_stream stream{};
  Inflater() { ::inflateInit2(&stream, 15 + 16); }  // gzip only
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  ~Inflater() { ::inflateEnd(&stream); }
};

}  // namespace

std::string inflate(std::string_view data, const std::filesystem::path& file, std::size_t most) {
  if (!data.starts_with("\x1f\x8b")) return std::string(data.substr(0, most));
  Inflater inflater;
  auto& stream = inflater.stream;
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(data.data()));
  stream.avail_in = static_cast<uInt>(data.size());
  std::string out;
  char block[1 << 16];
  int code = Z_OK;
  while (code != Z_STREAM_END && out.size() < most) {
    stream.next_out = reinterpret_cast<Bytef*>(block);
    stream.avail_out = sizeof block;
    code = ::inflate(&stream, Z_NO_FLUSH);
    if (code != Z_OK && code != Z_STREAM_END)
      throw Error(ExitCode::bad_data,
                  fmt::format("{}: the gzip data are {} after {} bytes", file.string(),
                              code == Z_BUF_ERROR ? "cut off" : "damaged", out.size()),
                  "Copy the file again");
    out.append(block, sizeof block - stream.avail_out);
  }
  return out.substr(0, most);
}

}  // namespace plateau::data
