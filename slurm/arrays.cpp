#include "slurm/arrays.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>

namespace plateau::slurm {
namespace {

ArrayPlan new_array(const campaign::Shape& shape, long long offset, int number, const Site& site) {
  ArrayPlan array{
      fmt::format("{}-{}", name_of(shape.stage), number), shape, offset, 0, 1, shape.time_limit, 0};
  array.nodes = (shape.ranks + site.ranks_per_node - 1) / site.ranks_per_node;
  array.at_a_time = site.max_running_elements;
  if (site.time_limit) array.time_limit = std::min(array.time_limit, *site.time_limit);
  return array;
}

}  // namespace

std::vector<ArrayPlan> arrays(const campaign::Campaign& campaign,
                              const std::vector<campaign::Element>& elements, const Site& site) {
  std::vector<ArrayPlan> out;
  std::map<campaign::Stage, int> numbers;
  for (const auto& element : elements) {
    const auto shape = shape_of(campaign, element);
    if (out.empty() || out.back().shape != shape || out.back().count == site.max_array_size)
      out.push_back(new_array(shape, element.number, numbers[shape.stage]++, site));
    ++out.back().count;
  }
  return out;
}

std::string throttle(const ArrayPlan& array) {
  return array.at_a_time > 0 ? fmt::format("%{}", array.at_a_time) : "";
}

double worst_case_node_hours(const std::vector<ArrayPlan>& arrays) {
  double hours = 0;
  for (const auto& array : arrays)
    hours += static_cast<double>(array.count) * array.nodes * static_cast<double>(array.time_limit) / 3600;
  return hours;
}

}  // namespace plateau::slurm
