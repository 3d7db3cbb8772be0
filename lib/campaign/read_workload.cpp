#include "plateau/campaign/read_workload.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "plateau/base/error.hpp"
#include "plateau/base/text.hpp"

namespace plateau::campaign {
namespace {

using config::Limits;
using config::Schema;
using config::Value;

constexpr Limits seed_limits{0, 9e15, false, false};
constexpr Limits count_limits{1, 1e9, false, false};
constexpr Limits batch_limits{1, 1e9, false, false};
constexpr Limits step_limits{1, 1e12, false, false};

const std::vector<std::string> set_names = {"train", "val", "test"};
const std::vector<std::string> metrics = {
    "train/classification_error", "val/classification_error",  "test/classification_error",
    "train/cross_entropy_error",  "val/cross_entropy_error",   "test/cross_entropy_error"};
// What a search may vary.
const std::vector<std::string> metaparameters = {
    "learning_rate",   "momentum",     "weight_decay", "label_smoothing", "learning_rate_decay_steps",
    "end_learning_rate_factor", "warmup_steps", "dropout"};

const Schema<DataSpec>& data_schema() {
  static const auto schema =
      Schema<DataSpec>()
          .choice("set", &DataSpec::set, {"digits", "idx"}, "digits (built in) or IDX files from a folder")
          .name("name", &DataSpec::name, "name in the store")
          .key("folder", "path", "folder of the IDX files, relative to the campaign file",
               [](const Value& v, DataSpec& out) { if (const auto path = v.text()) out.folder = *path; })
          .whole("split_seed", &DataSpec::split_seed, seed_limits, "seed of the training/validation split")
          .whole("validation", &DataSpec::validation, count_limits, "validation rows (500 digits, 5000 idx)")
          .whole("test", &DataSpec::test, count_limits, "test rows, digits only (250)")
          .flag("standardize", &DataSpec::standardize, "subtract the training mean, divide by its deviation")
          .number("example_fraction", &DataSpec::example_fraction, config::fraction, "share of the training examples used")
          .number("class_fraction", &DataSpec::class_fraction, config::fraction, "share of the classes used");
  return schema;
}

const Schema<ModelSpec>& model_schema() {
  static const auto schema =
      Schema<ModelSpec>()
          .choice("kind", &ModelSpec::kind, {"fully_connected", "simple_cnn"}, "the network").required()
          .key("widths", "list of whole numbers >= 1", "fully_connected: hidden widths",
               [](const Value& v, ModelSpec& out) {
                 out.widths.clear();
                 for (const auto& item : v.items())
                   if (const auto width = item.whole({1, 1e6, false, false})) out.widths.push_back(*width);
               })
          .choice("variant", &ModelSpec::variant, {"base", "narrow", "wide"}, "simple_cnn: size")
          .number("dropout", &ModelSpec::dropout, config::below_one, "simple_cnn: dropout rate of the hidden layer");
  return schema;
}

const Schema<OptimizerSpec>& optimizer_schema() {
  static const auto schema =
      Schema<OptimizerSpec>()
          .choice("rule", &OptimizerSpec::rule, {"sgd", "momentum", "nesterov"}, "the update rule").required()
          .number("momentum", &OptimizerSpec::momentum, config::below_one, "momentum coefficient")
          .number("weight_decay", &OptimizerSpec::weight_decay, config::non_negative, "L2 coefficient, not on biases");
  return schema;
}

const Schema<ScheduleSpec>& schedule_schema() {
  static const auto schema =
      Schema<ScheduleSpec>()
          .number("learning_rate", &ScheduleSpec::learning_rate, config::positive, "where it is not searched")
          .choice("decay", &ScheduleSpec::decay, {"constant", "linear", "multi_step"}, "form of the decay")
          .whole("decay_steps", &ScheduleSpec::decay_steps, step_limits, "linear: steps until the end (the step budget)")
          .number("end_factor", &ScheduleSpec::end_factor, config::fraction, "linear: last rate / first rate")
          .key("boundaries", "list of whole numbers >= 1", "multi_step: steps after which the rate is multiplied",
               [](const Value& v, ScheduleSpec& out) {
                 out.boundaries.clear();
                 for (const auto& item : v.items())
                   if (const auto step = item.whole(step_limits)) out.boundaries.push_back(*step);
               })
          .number("factor", &ScheduleSpec::factor, config::fraction, "multi_step: by this")
          .whole("warmup_steps", &ScheduleSpec::warmup_steps, {0, 1e12, false, false}, "steps of linear warm-up before the decay")
          .number("warmup_start", &ScheduleSpec::warmup_start, {0, 1, false, false}, "first rate of the warm-up / rate");
  return schema;
}

void read_steps_by_batch_size(const Value& v, BudgetSpec& out) {
  out.steps_by_batch_size.clear();
  for (const auto& [key, value] : v.entries()) {
    const auto size = parse_whole(key);
    if (!size || *size < 1) value.fault(fmt::format("{} is not a batch size", in_quotes(key)));
    else if (const auto steps = value.whole(step_limits)) out.steps_by_batch_size[*size] = *steps;
  }
}

const Schema<BudgetSpec>& budget_schema() {
  static const auto schema =
      Schema<BudgetSpec>()
          .whole("steps", &BudgetSpec::steps, step_limits, "optimizer steps")
          .key("steps_by_batch_size", "mapping", "batch size: steps, from that size on", read_steps_by_batch_size)
          .number("epochs", &BudgetSpec::epochs, config::positive, "passes over the training set")
          .number("examples", &BudgetSpec::examples, config::positive, "training examples")
          .duration("seconds", &BudgetSpec::seconds, "time; results then depend on the machine")
          .whole("min_steps", &BudgetSpec::min_steps, step_limits, "steps that epochs and examples give at least")
          .whole("max_steps", &BudgetSpec::max_steps, step_limits, "and at most");
  return schema;
}

struct DimensionReading {
  search::Dimension dimension;
  bool bounded_below = false, bounded_above = false;
  bool broken = false;  // a fault was noted already
};

const Schema<DimensionReading>& dimension_schema() {
  using D = DimensionReading;
  static const auto schema =
      Schema<D>()
          .key("type", "real | integer | discrete", "kind of values",
               [](const Value& v, D& out) {
                 if (const auto c = v.choice({"real", "integer", "discrete"})) out.dimension.type = static_cast<search::Type>(*c);
               })
          .key("scale", "linear | log | reverse_log", "uniform in x, log x or log(1 - x)",
               [](const Value& v, D& out) {
                 if (const auto c = v.choice({"linear", "log", "reverse_log"})) out.dimension.scale = static_cast<search::Scale>(*c);
               })
          .key("min", "number", "least value",
               [](const Value& v, D& out) {
                 out.bounded_below = true;
                 if (const auto x = v.number()) out.dimension.min = *x;
                 else out.broken = true;
               })
          .key("max", "number", "largest value",
               [](const Value& v, D& out) {
                 out.bounded_above = true;
                 if (const auto x = v.number()) out.dimension.max = *x;
                 else out.broken = true;
               })
          .key("values", "list of numbers", "discrete: the values", [](const Value& v, D& out) {
            out.dimension.type = search::Type::discrete;
            for (const auto& item : v.items())
              if (const auto x = item.number()) out.dimension.feasible_points.push_back(*x);
          });
  return schema;
}

void read_space(const Value& v, SearchSpec& out) {
  out.space.dimensions.clear();
  for (const auto& [name, value] : v.entries()) {
    if (std::find(metaparameters.begin(), metaparameters.end(), name) == metaparameters.end()) {
      const auto guess = nearest(name, metaparameters);
      value.fault(fmt::format("{} is not a metaparameter", in_quotes(name)),
                  guess ? fmt::format("Did you mean {}?", *guess) : fmt::format("Known: {}", either(metaparameters)));
      continue;
    }
    DimensionReading reading;
    reading.dimension.name = name;
    dimension_schema().read_into(value, reading);
    if (!value.is_map() || reading.broken) continue;
    if (reading.dimension.type != search::Type::discrete && !(reading.bounded_below && reading.bounded_above))
      value.fault("the range is not given", "Write {min: ..., max: ..., scale: ...} or {values: [...]}");
    else if (const auto wrong = search::fault(reading.dimension)) value.fault(*wrong);
    out.space.dimensions.push_back(reading.dimension);
  }
}

const Schema<SearchSpec>& search_schema() {
  static const auto schema =
      Schema<SearchSpec>()
          .choice("method", &SearchSpec::method, {"sobol", "halton", "uniform", "grid"}, "how points are chosen")
          .whole("trials", &SearchSpec::trials, {1, 1e6, false, false}, "wanted COMPLETE trials a study")
          .whole("launch_limit", &SearchSpec::launch_limit, {1, 1e7, false, false}, "trials started at most (3 x trials)")
          .whole("points", &SearchSpec::points, {1, 1000, false, false}, "grid: points a dimension")
          .key("space", "mapping", "metaparameter: {min, max, scale, type} or {values}", read_space);
  return schema;
}

const Schema<EvaluationSpec>& evaluation_schema() {
  static const auto schema =
      Schema<EvaluationSpec>()
          .number("ratio", &EvaluationSpec::ratio, {1.001, 10, false, false}, "evaluate at round(ratio^k)")
          .whole("interval", &EvaluationSpec::interval, step_limits, "instead: every so many steps")
          .key("sets", "list of train | val | test", "what is evaluated", [](const Value& v, EvaluationSpec& out) {
            out.sets.clear();
            for (const auto& item : v.items())
              if (const auto set = item.choice(set_names)) out.sets.insert(static_cast<EvaluationSet>(*set));
          });
  return schema;
}

void read_memory(const Value& v, ResourceSpec& out) {
  const auto text = v.text();
  if (!text) return;
  const auto digits = text->find_first_not_of("0123456789");
  const bool good = digits != 0 && digits != std::string::npos && digits + 1 == text->size() && digits < 10 &&
                    std::string("KMGT").find((*text)[digits]) != std::string::npos;
  if (good) out.memory = *text;
  else v.fault(fmt::format("{} is not an amount of memory", v.shown()), "Write a number and K, M, G or T, e.g. 4G");
}

const Schema<ResourceSpec>& resource_schema() {
  static const auto schema =
      Schema<ResourceSpec>()
          .whole("ranks", &ResourceSpec::ranks, {1, 1e6, false, false}, "MPI ranks a trial")
          .whole("groups", &ResourceSpec::groups, {1, 1e5, false, false}, "trials that a tune element trains at a time")
          .whole("micro_batch_size", &ResourceSpec::micro_batch_size, batch_limits, "examples a leaf of the summation tree")
          .choice("reduce_order", &ResourceSpec::reduce_order, {"tree", "fast"}, "tree: equal bits on 1, 2, 4... ranks")
          .duration("time_limit", &ResourceSpec::time_limit, "of an element")
          .key("memory", "amount", "memory a node, e.g. 4G", read_memory);
  return schema;
}

void add_goal(const Value& v, WorkloadSpec& out) {
  const auto text = v.text();
  if (!text) return;
  const auto goal = record::parse_goal(*text);
  if (!goal) {
    v.fault(fmt::format("{} is not a goal", v.shown()), "Write METRIC < VALUE, e.g. val/classification_error < 0.03");
  } else if (std::find(metrics.begin(), metrics.end(), goal->metric) == metrics.end()) {
    const auto guess = nearest(goal->metric, metrics);
    v.fault(fmt::format("no metric is called {}", in_quotes(goal->metric)),
            guess ? fmt::format("Did you mean {}?", *guess) : fmt::format("Recorded are {}", either(metrics)));
  } else {
    out.goals.push_back(*goal);
  }
}

struct Progression {
  long long from = 0, to = 0;
  double factor = 2;
};

std::vector<long long> read_progression(const Value& v) {
  static const auto schema = Schema<Progression>()
                                 .whole("from", &Progression::from, batch_limits, "smallest batch size").required()
                                 .whole("to", &Progression::to, batch_limits, "largest batch size").required()
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
      else out.batch_sizes.push_back(*size);
    }
  std::sort(out.batch_sizes.begin(), out.batch_sizes.end());
}

bool searched(const WorkloadSpec& workload, std::string_view name) {
  const auto& dimensions = workload.search.space.dimensions;
  return std::any_of(dimensions.begin(), dimensions.end(), [&](const auto& d) { return d.name == name; });
}

void check_metaparameters(const Value& place, const WorkloadSpec& w) {
  if (!w.schedule.learning_rate && !searched(w, "learning_rate"))
    place.fault("no learning rate", "Search it (search.space.learning_rate) or fix it (schedule.learning_rate)");
  const auto useless = [&](const char* name, bool used, const char* reason) {
    if (searched(w, name) && !used) place.fault(fmt::format("searching {} has no effect: {}", name, reason), "Remove it");
  };
  useless("momentum", w.optimizer.rule != OptimizerRule::sgd, "the optimizer is sgd");
  useless("learning_rate_decay_steps", w.schedule.decay == DecayKind::linear, "the decay is not linear");
  useless("end_learning_rate_factor", w.schedule.decay == DecayKind::linear, "the decay is not linear");
  useless("dropout", w.model.kind == ModelKind::simple_cnn, "the model has none");
  const auto limits = std::map<std::string, Limits>{
      {"learning_rate", config::positive},        {"momentum", config::below_one},
      {"weight_decay", config::non_negative},     {"label_smoothing", config::below_one},
      {"learning_rate_decay_steps", step_limits}, {"end_learning_rate_factor", config::fraction},
      {"warmup_steps", {0, 1e12, false, false}},  {"dropout", config::below_one}};
  for (const auto& d : w.search.space.dimensions) {
    auto values = d.feasible_points;
    if (d.type != search::Type::discrete) values = {d.min, d.max};
    for (const double x : values)
      if (!limits.at(d.name).contain(x))
        place.fault(fmt::format("search.space.{}: {} is out of range", d.name, shortest(x)),
                    fmt::format("It must be {}", limits.at(d.name).text()));
  }
}

void check_budget(const Value& place, const WorkloadSpec& w) {
  const auto& b = w.budget;
  if (!b.steps && b.steps_by_batch_size.empty() && !b.epochs && !b.examples && !b.seconds)
    place.fault("no budget ends a trial", "Give budget: {steps: ...}, {epochs: ...}, {examples: ...} or {seconds: ...}");
  if (!b.steps_by_batch_size.empty() && !w.batch_sizes.empty() &&
      b.steps_by_batch_size.begin()->first > w.batch_sizes.front())
    place.fault(fmt::format("budget.steps_by_batch_size says nothing for batch size {}", w.batch_sizes.front()));
  if (w.search.launch_limit && *w.search.launch_limit < w.search.trials)
    place.fault(fmt::format("search.launch_limit {} is below search.trials {}", *w.search.launch_limit, w.search.trials));
}

void check_goals(const Value& place, WorkloadSpec& w) {
  if (w.goals.empty()) place.fault("the key 'goal' is missing", "Write e.g. goal: val/classification_error < 0.03");
  for (const auto& goal : w.goals)
    for (std::size_t set = 0; set < set_names.size(); ++set)
      if (goal.metric.starts_with(set_names[set] + "/")) w.evaluation.sets.insert(static_cast<EvaluationSet>(set));
}

void check_data(const Value& place, WorkloadSpec& w, const DatasetProbe& probe, const std::filesystem::path& base_folder) {
  if (w.data.set == DataSet::idx && (w.data.name.empty() || w.data.folder.empty())) {
    place.fault("data of the set idx need a name and a folder", "Write data: {set: idx, name: mnist, folder: ...}");
    return;
  }
  if (w.data.set == DataSet::idx && w.data.test)
    place.fault("data.test is for digits only", "IDX data have test files of their own");
  if (w.data.set == DataSet::idx && w.data.folder.is_relative()) w.data.folder = base_folder / w.data.folder;
  try {
    w.training_rows = probe(w.data);
  } catch (const Error& error) {
    place.fault(fmt::format("data: {}", error.what()));
    return;
  }
  for (const long long size : w.batch_sizes)
    if (size > w.training_rows)
      place.fault(fmt::format("batch_sizes: {} is larger than the training set of {} examples", size, w.training_rows),
                  fmt::format("The largest possible batch is {}", w.training_rows));
}

}  // namespace

const Schema<WorkloadSpec>& workload_schema() {
  using W = WorkloadSpec;
  static const auto schema =
      Schema<W>()
          .name("name", &W::name, "unique name of the workload").required()
          .section("data", &W::data, data_schema(), "the examples")
          .section("model", &W::model, model_schema(), "the network").required()
          .section("optimizer", &W::optimizer, optimizer_schema(), "the update rule").required()
          .section("schedule", &W::schedule, schedule_schema(), "the learning rate over the steps")
          .number("label_smoothing", &W::label_smoothing, config::below_one, "share of the label spread over all classes")
          .key("goal", "METRIC < VALUE", "ends a trial; the first is fitted",
               [](const Value& v, W& out) {
                 out.goals.clear();
                 if (v.is_sequence())
                   for (const auto& item : v.items()) add_goal(item, out);
                 else add_goal(v, out);
               })
          .choice("after_goal", &W::after_goal, {"stop", "continue"}, "what a trial does after the hardest goal")
          .key("batch_sizes", "list, or {from, to, factor}", "global batch sizes", read_batch_sizes).required()
          .section("budget", &W::budget, budget_schema(), "what ends a trial that misses the goal")
          .section("search", &W::search, search_schema(), "the metaparameter search")
          .section("evaluation", &W::evaluation, evaluation_schema(), "when and what is measured")
          .section("resources", &W::resources, resource_schema(), "ranks, memory, time");
  return schema;
}

void complete_workload(const Value& place, WorkloadSpec& workload, const DatasetProbe& probe,
                       const std::filesystem::path& base_folder) {
  if (workload.batch_sizes.empty()) place.fault("batch_sizes holds no size");
  check_goals(place, workload);
  check_metaparameters(place, workload);
  check_budget(place, workload);
  check_data(place, workload, probe, base_folder);
}

}  // namespace plateau::campaign
