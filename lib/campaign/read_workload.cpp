#include "plateau/campaign/read_workload.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "plateau/base/text.hpp"
#include "plateau/campaign/read_sections.hpp"

namespace plateau::campaign {
namespace {

using config::Schema;
using config::Value;

const std::vector<std::string> metrics = {"train/classification_error", "val/classification_error",
                                          "test/classification_error",  "train/cross_entropy_error",
                                          "val/cross_entropy_error",    "test/cross_entropy_error"};

// Every metric recorded is an error: to be made small, never below 0.
void check_reachable(const Value& v, const record::Goal& goal) {
  if (goal.maximise)
    v.fault(fmt::format("{} is an error, which training makes smaller", goal.metric),
            fmt::format("Write {} < {}", goal.metric, shortest(goal.target)));
  else if (goal.target <= 0)
    v.fault(fmt::format("{} cannot fall below {}", goal.metric, shortest(goal.target)),
            "Choose a target above 0");
  else if (goal.metric.ends_with("classification_error") && goal.target > 1)
    v.fault(fmt::format("{} is never above 1, so every model meets {}", goal.metric, v.shown()),
            "Write the error as a fraction, e.g. 0.03 for 3 %");
}

void add_goal(const Value& v, WorkloadSpec& out) {
  const auto text = v.text();
  if (!text) return;
  const auto goal = record::parse_goal(*text);
  if (!goal) {
    v.fault(fmt::format("{} is not a goal", v.shown()),
            "Write METRIC < VALUE, e.g. val/classification_error < 0.03");
  } else if (std::find(metrics.begin(), metrics.end(), goal->metric) == metrics.end()) {
    const auto guess = nearest(goal->metric, metrics);
    v.fault(
        fmt::format("no metric is called {}", in_quotes(goal->metric)),
        guess ? fmt::format("Did you mean {}?", *guess) : fmt::format("Recorded are {}", either(metrics)));
  } else {
    check_reachable(v, *goal);
    out.goals.push_back(*goal);
  }
}

struct Progression {
  long long from = 0, to = 0;
  double factor = 2;
};

std::vector<long long> read_progression(const Value& v) {
  static const auto schema =
      Schema<Progression>()
          .whole("from", &Progression::from, batch_limits, "smallest batch size")
          .required()
          .whole("to", &Progression::to, batch_limits, "largest batch size")
          .required()
          .number("factor", &Progression::factor, {1.01, 1000, false, false}, "step between sizes");
  Progression p;
  schema.read_into(v, p);
  std::vector<long long> sizes;
  if (p.from < 1 || p.to < 1) return sizes;
  if (p.from > p.to) v.fault(fmt::format("from {} is above to {}", p.from, p.to));
  for (double size = static_cast<double>(p.from); std::llround(size) <= p.to; size *= p.factor)
    if (sizes.empty() || std::llround(size) > sizes.back()) sizes.push_back(std::llround(size));
  return sizes;
}

void read_batch_sizes(const Value& v, WorkloadSpec& out) {
  out.batch_sizes.clear();
  if (v.is_map()) {
    out.batch_sizes = read_progression(v);
    return;
  }
  for (const auto& item : v.items())
    if (const auto size = item.whole(batch_limits)) {
      if (std::find(out.batch_sizes.begin(), out.batch_sizes.end(), *size) != out.batch_sizes.end())
        item.fault(fmt::format("batch size {} is given twice", *size), "Remove one of them");
      else
        out.batch_sizes.push_back(*size);
    }
  std::sort(out.batch_sizes.begin(), out.batch_sizes.end());
}

}  // namespace

const Schema<WorkloadSpec>& workload_schema() {
  using W = WorkloadSpec;
  static const auto schema =
      Schema<W>()
          .name("name", &W::name, "unique name of the workload")
          .required()
          .section("data", &W::data, data_schema(), "the examples")
          .section("model", &W::model, model_schema(), "the network")
          .required()
          .choice("engine", &W::engine, {"auto", "direct", "libtorch"},
                  "what computes gradients; auto: direct for fully connected nets")
          .section("optimizer", &W::optimizer, optimizer_schema(), "the update rule")
          .required()
          .section("schedule", &W::schedule, schedule_schema(), "the learning rate over the steps")
          .number("label_smoothing", &W::label_smoothing, config::below_one,
                  "share of the label spread over all classes")
          .key("goal", "METRIC < VALUE", "ends a trial; the first is fitted",
               [](const Value& v, W& out) {
                 out.goals.clear();
                 if (v.is_sequence())
                   for (const auto& item : v.items()) add_goal(item, out);
                 else
                   add_goal(v, out);
               })
          .choice("after_goal", &W::after_goal, {"stop", "continue"},
                  "what a trial does after the hardest goal")
          .key("batch_sizes", "list, or {from, to, factor}", "global batch sizes", read_batch_sizes)
          .required()
          .section("budget", &W::budget, budget_schema(), "what ends a trial that misses the goal")
          .section("search", &W::search, search_schema(), "the metaparameter search")
          .section("evaluation", &W::evaluation, evaluation_schema(), "when and what is measured")
          .section("resources", &W::resources, resource_schema(), "ranks, memory, time");
  return schema;
}

}  // namespace plateau::campaign
