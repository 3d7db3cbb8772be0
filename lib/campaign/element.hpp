#pragma once
// Elements: what one Slurm array task, or one local process group, executes.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plateau/campaign/study.hpp"

namespace plateau::campaign {

enum class Stage { tune, confirm, fit };
std::string_view name_of(Stage stage);     // also the order of execution
std::string_view program_of(Stage stage);  // the MPI program that executes its elements

struct Element {
  long long number = 0;  // line of manifest.tsv, from 0
  Stage stage = Stage::tune;
  StudyPlan study;                              // tune, confirm
  long long configuration = 0, repetition = 0;  // confirm
};

// What Slurm must be asked for; elements of one array share it.
struct Shape {
  Stage stage = Stage::tune;
  int ranks = 1;
  long long time_limit = 3600;
  std::string memory;  // empty: the site's default
  auto operator<=>(const Shape&) const = default;
};

std::vector<Element> elements(const Campaign& campaign);
Shape shape_of(const Campaign& campaign, const Element& element);

// manifest.tsv: element, stage, workload, batch size, ranks, configuration, repetition; one line an element.
std::string manifest(const Campaign& campaign, const std::vector<Element>& elements);

}  // namespace plateau::campaign
