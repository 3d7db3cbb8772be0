#pragma once
#include <string>
#include <string_view>

namespace plateau {

// 128-bit content hash (XXH3) as 32 hexadecimal digits: identity of files and specifications, not a
// signature.
std::string content_hash(std::string_view content);

}  // namespace plateau
