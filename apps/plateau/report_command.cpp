#include "analysis_output.hpp"
#include "commands.hpp"
namespace plateau::driver { void print_answer(const std::filesystem::path&) {} int report(int, const char* const*) { return 0; } }
