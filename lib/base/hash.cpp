#include "plateau/base/hash.hpp"

#include <fmt/core.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace plateau {

std::string content_hash(std::string_view content) {
  const XXH128_hash_t hash = XXH3_128bits(content.data(), content.size());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

}  // namespace plateau
