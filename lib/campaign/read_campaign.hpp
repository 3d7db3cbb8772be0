#pragma once
#include <filesystem>
#include <functional>
#include <string>

#include "plateau/campaign/spec.hpp"

namespace plateau::campaign {

// Number of training examples of a data set, found without decoding it. Throws Error where the data are
// missing or wrong.
using DatasetProbe = std::function<long long(const DataSpec&)>;

// Reads and checks a campaign file. Relative data folders are taken from `base_folder` (the file's own when
// empty). Errors: no_input; configuration with one line a fault: file:line:column: key: what. Remedy.
Campaign read_campaign(const std::filesystem::path& file, const DatasetProbe& probe,
                       const std::filesystem::path& base_folder = {});

// The reference of all keys, a line each, from the declarations that the reader uses.
std::string campaign_reference();

}  // namespace plateau::campaign
