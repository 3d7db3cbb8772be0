#include "plateau/campaign/read_sections.hpp"

#include <fmt/core.h>

#include "plateau/base/text.hpp"

namespace plateau::campaign {

using config::Limits;
using config::Schema;
using config::Value;

constexpr Limits seed_limits{0, 9e15, false, false};
constexpr Limits count_limits{1, 1e9, false, false};

const Schema<DataSpec>& data_schema() {
  static const auto schema =
      Schema<DataSpec>()
          .choice("set", &DataSpec::set, {"digits", "idx"}, "digits (built in) or IDX files from a folder")
          .name("name", &DataSpec::name, "name in the store")
          .key("folder", "path", "folder of the IDX files, relative to the campaign file",
               [](const Value& v, DataSpec& out) {
                 if (const auto path = v.text()) out.folder = *path;
               })
          .whole("split_seed", &DataSpec::split_seed, seed_limits, "seed of the training/validation split")
          .whole("validation", &DataSpec::validation, count_limits, "validation rows (500 digits, 5000 idx)")
          .whole("test", &DataSpec::test, count_limits, "test rows, digits only (250)")
          .flag("standardize", &DataSpec::standardize, "subtract the training mean, divide by its deviation")
          .number("example_fraction", &DataSpec::example_fraction, config::fraction,
                  "share of the training examples used")
          .number("class_fraction", &DataSpec::class_fraction, config::fraction, "share of the classes used");
  return schema;
}

const Schema<ModelSpec>& model_schema() {
  static const auto schema =
      Schema<ModelSpec>()
          .choice("kind", &ModelSpec::kind, {"fully_connected", "simple_cnn"}, "the network")
          .required()
          .key("widths", "list of whole numbers >= 1", "fully_connected: hidden widths",
               [](const Value& v, ModelSpec& out) {
                 out.widths.clear();
                 for (const auto& item : v.items())
                   if (const auto width = item.whole({1, 1e6, false, false})) out.widths.push_back(*width);
               })
          .choice("variant", &ModelSpec::variant, {"base", "narrow", "wide"}, "simple_cnn: size")
          .number("dropout", &ModelSpec::dropout, config::below_one,
                  "simple_cnn: dropout rate of the hidden layer");
  return schema;
}

const Schema<OptimizerSpec>& optimizer_schema() {
  static const auto schema =
      Schema<OptimizerSpec>()
          .choice("rule", &OptimizerSpec::rule, {"sgd", "momentum", "nesterov"}, "the update rule")
          .required()
          .number("momentum", &OptimizerSpec::momentum, config::below_one, "momentum coefficient")
          .number("weight_decay", &OptimizerSpec::weight_decay, config::non_negative,
                  "L2 coefficient, not on biases");
  return schema;
}

const Schema<ScheduleSpec>& schedule_schema() {
  static const auto schema =
      Schema<ScheduleSpec>()
          .number("learning_rate", &ScheduleSpec::learning_rate, config::positive, "where it is not searched")
          .choice("decay", &ScheduleSpec::decay, {"constant", "linear", "multi_step"}, "form of the decay")
          .whole("decay_steps", &ScheduleSpec::decay_steps, step_limits,
                 "linear: steps until the end (the step budget less the warm-up)")
          .number("end_factor", &ScheduleSpec::end_factor, config::fraction, "linear: last rate / first rate")
          .key("boundaries", "list of whole numbers >= 1",
               "multi_step: steps after which the rate is multiplied",
               [](const Value& v, ScheduleSpec& out) {
                 out.boundaries.clear();
                 for (const auto& item : v.items())
                   if (const auto step = item.whole(step_limits)) out.boundaries.push_back(*step);
               })
          .number("factor", &ScheduleSpec::factor, config::fraction, "multi_step: by this")
          .whole("warmup_steps", &ScheduleSpec::warmup_steps, {0, 1e12, false, false},
                 "steps of linear warm-up before the decay")
          .number("warmup_start", &ScheduleSpec::warmup_start, {0, 1, false, false},
                  "first rate of the warm-up / rate");
  return schema;
}

static void read_steps_by_batch_size(const Value& v, BudgetSpec& out) {
  out.steps_by_batch_size.clear();
  for (const auto& [key, value] : v.entries()) {
    const auto size = parse_whole(key);
    if (!size || *size < 1)
      value.fault(fmt::format("{} is not a batch size", in_quotes(key)));
    else if (const auto steps = value.whole(step_limits))
      out.steps_by_batch_size[*size] = *steps;
  }
}

const Schema<BudgetSpec>& budget_schema() {
  static const auto schema =
      Schema<BudgetSpec>()
          .whole("steps", &BudgetSpec::steps, step_limits, "optimizer steps")
          .key("steps_by_batch_size", "mapping", "batch size: steps, from that size on",
               read_steps_by_batch_size)
          .number("epochs", &BudgetSpec::epochs, config::positive, "passes over the training set")
          .number("examples", &BudgetSpec::examples, config::positive, "training examples")
          .duration("seconds", &BudgetSpec::seconds, "time; results then depend on the machine")
          .whole("min_steps", &BudgetSpec::min_steps, step_limits,
                 "steps that epochs and examples give at least")
          .whole("max_steps", &BudgetSpec::max_steps, step_limits, "and at most");
  return schema;
}

const Schema<EvaluationSpec>& evaluation_schema() {
  static const auto schema =
      Schema<EvaluationSpec>()
          .number("ratio", &EvaluationSpec::ratio, {1.001, 10, false, false}, "evaluate at round(ratio^k)")
          .whole("interval", &EvaluationSpec::interval, step_limits, "instead: every so many steps")
          .key("sets", "list of train | val | test", "what is evaluated",
               [](const Value& v, EvaluationSpec& out) {
                 out.sets.clear();
                 for (const auto& item : v.items())
                   if (const auto set = item.choice(set_names))
                     out.sets.insert(static_cast<EvaluationSet>(*set));
               });
  return schema;
}

static void read_memory(const Value& v, ResourceSpec& out) {
  const auto text = v.text();
  if (!text) return;
  const auto digits = text->find_first_not_of("0123456789");
  const bool good = digits != 0 && digits != std::string::npos && digits + 1 == text->size() && digits < 10 &&
                    std::string("KMGT").find((*text)[digits]) != std::string::npos;
  if (good)
    out.memory = *text;
  else
    v.fault(fmt::format("{} is not an amount of memory", v.shown()),
            "Write a number and K, M, G or T, e.g. 4G");
}

const Schema<ResourceSpec>& resource_schema() {
  static const auto schema =
      Schema<ResourceSpec>()
          .whole("ranks", &ResourceSpec::ranks, {1, 1e6, false, false}, "MPI ranks a trial")
          .whole("groups", &ResourceSpec::groups, {1, 1e5, false, false},
                 "trials that a tune element trains at a time")
          .whole("micro_batch_size", &ResourceSpec::micro_batch_size, batch_limits,
                 "examples a leaf of the summation tree")
          .choice("reduce_order", &ResourceSpec::reduce_order, {"tree", "fast"},
                  "tree: equal bits on 1, 2, 4... ranks")
          .duration("time_limit", &ResourceSpec::time_limit, "of an element")
          .key("memory", "amount", "memory a node, e.g. 4G", read_memory);
  return schema;
}

}  // namespace plateau::campaign
