#pragma once
#include <filesystem>

namespace plateau::driver {

// Prints the table and the sentence with the answer of a finished campaign, and where its report lies.
void print_answer(const std::filesystem::path& workspace);

}  // namespace plateau::driver
