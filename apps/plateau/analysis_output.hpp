#pragma once
#include "plateau/campaign/workspace.hpp"

namespace plateau::driver {

// Prints the tables and sentences with the answers of a finished campaign, and where its report lies.
void print_answer(const campaign::Workspace& workspace);

}  // namespace plateau::driver
