#pragma once
// Arrays: ranges of the manifest whose elements ask Slurm for the same resources.

#include <string>
#include <vector>

#include "plateau/campaign/element.hpp"
#include "slurm/site.hpp"

namespace plateau::slurm {

struct ArrayPlan {
  std::string name;  // tune-0, confirm-0, confirm-1, fit-0
  campaign::Shape shape;
  long long offset = 0;  // element = offset + task id
  long long count = 0;   // task ids 0 .. count - 1
  int nodes = 1;
  long long time_limit = 0;  // seconds, bounded by the site's
  int at_a_time = 0;         // elements that may run at the same time, 0: no limit
};

// "%N" behind an array's task ids, or nothing.
std::string throttle(const ArrayPlan& array);

// In order of execution. MaxArraySize caps the index, so longer ranges become several arrays, each from task
// 0.
std::vector<ArrayPlan> arrays(const campaign::Campaign& campaign,
                              const std::vector<campaign::Element>& elements, const Site& site);

double worst_case_node_hours(const std::vector<ArrayPlan>& arrays);

}  // namespace plateau::slurm
