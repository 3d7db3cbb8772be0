#include "plateau/campaign/read_sections.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <functional>

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
                  "simple_cnn: dropout rate of the hidden layer")
          .also([](const Value& map, const ModelSpec& model, const std::set<std::string>& given) {
            const bool cnn = model.kind == ModelKind::simple_cnn;
            for (const char* key : {"widths", "variant", "dropout"})
              if (given.contains("kind") && given.contains(key) && cnn == (std::string(key) == "widths"))
                map.fault(fmt::format("{} has no {}", cnn ? "simple_cnn" : "fully_connected", key),
                          "Remove it");
          });
  return schema;
}

const Schema<OptimizerSpec>& optimizer_schema() {
  static const auto schema =
      Schema<OptimizerSpec>()
          .choice("rule", &OptimizerSpec::rule, {"sgd", "momentum", "nesterov"}, "the update rule")
          .required()
          .number("momentum", &OptimizerSpec::momentum, config::below_one, "momentum coefficient")
          .number("weight_decay", &OptimizerSpec::weight_decay, config::non_negative,
                  "L2 coefficient, not on biases")
          .also([](const Value& map, const OptimizerSpec& optimizer, const std::set<std::string>& given) {
            if (optimizer.rule == OptimizerRule::sgd && given.contains("rule") && given.contains("momentum"))
              map.fault("sgd has no momentum", "Remove it, or write rule: momentum");
          });
  return schema;
}

static void check_boundaries(const Value& map, const ScheduleSpec& schedule,
                             const std::set<std::string>& given) {
  const auto& steps = schedule.boundaries;
  const bool multi_step = schedule.decay == DecayKind::multi_step;
  if (given.contains("decay") && multi_step && steps.empty())
    map.fault("decay: multi_step has no boundaries", "Write boundaries: [STEP, ...]");
  if (given.contains("decay") && given.contains("boundaries") && !multi_step)
    map.fault("boundaries belong to decay: multi_step", "Remove them, or write decay: multi_step");
  if (std::adjacent_find(steps.begin(), steps.end(), std::greater_equal<>()) != steps.end())
    map.fault("the boundaries do not increase", "Write them in increasing order, each once");
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
                  "first rate of the warm-up / rate")
          .also(check_boundaries);
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
          .number("epochs", &BudgetSpec::epochs, {0, 1e9, true, false}, "passes over the training set")
          .number("examples", &BudgetSpec::examples, {0, 1e18, true, false}, "training examples")
          .duration("seconds", &BudgetSpec::seconds, "time; results then depend on the machine")
          .whole("min_steps", &BudgetSpec::min_steps, step_limits,
                 "steps that epochs and examples give at least")
          .whole("max_steps", &BudgetSpec::max_steps, step_limits, "and at most")
          .also([](const Value& map, const BudgetSpec& budget, const std::set<std::string>&) {
            if (budget.max_steps && budget.min_steps > *budget.max_steps)
              map.fault(
                  fmt::format("min_steps {} is above max_steps {}", budget.min_steps, *budget.max_steps));
          });
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
               })
          .either_or("ratio", "interval");
  return schema;
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
          .choice("overlap", &ResourceSpec::overlap, {"auto", "on", "off"},
                  "sum gradients during backward; auto: where they cross a network; same bits")
          .key("bucket_size", "amount", "bytes summed at a time with overlap, e.g. 1M (measured); same bits",
               [](const Value& v, ResourceSpec& out) { out.bucket_size = v.bytes().value_or(0); })
          .key("message_size", "amount", "bytes a message between machines, e.g. 256K (measured); same bits",
               [](const Value& v, ResourceSpec& out) { out.message_size = v.bytes().value_or(0); })
          .duration("time_limit", &ResourceSpec::time_limit, "of an element")
          .duration("checkpoint_interval", &ResourceSpec::checkpoint_interval,
                    "between saved states of a trial (2m)")
          .key("memory", "amount", "memory a node, e.g. 4G",
               [](const Value& v, ResourceSpec& out) {
                 if (const auto amount = v.memory()) out.memory = *amount;
               })
          .also([](const Value& map, const ResourceSpec& resources, const std::set<std::string>&) {
            if (static_cast<long long>(resources.ranks) * resources.groups > 1'000'000)
              map.fault(fmt::format("{} groups of {} ranks are more than 1000000 ranks an element",
                                    resources.groups, resources.ranks));
          });
  return schema;
}

}  // namespace plateau::campaign
