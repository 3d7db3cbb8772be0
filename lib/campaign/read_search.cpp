// The section `search`: method, numbers of trials, and the metaparameter space.

#include <fmt/core.h>

#include <algorithm>

#include "plateau/base/text.hpp"
#include "plateau/campaign/read_sections.hpp"

namespace plateau::campaign {
namespace {

using config::Schema;
using config::Value;

// What a search may vary.
const std::vector<std::string> metaparameters = {"learning_rate",
                                                 "momentum",
                                                 "weight_decay",
                                                 "label_smoothing",
                                                 "learning_rate_decay_steps",
                                                 "end_learning_rate_factor",
                                                 "warmup_steps",
                                                 "dropout"};

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
                 if (const auto c = v.choice({"real", "integer", "discrete"}))
                   out.dimension.type = static_cast<search::Type>(*c);
               })
          .key("scale", "linear | log | reverse_log", "uniform in x, log x or log(1 - x)",
               [](const Value& v, D& out) {
                 if (const auto c = v.choice({"linear", "log", "reverse_log"}))
                   out.dimension.scale = static_cast<search::Scale>(*c);
               })
          .key("min", "number", "least value",
               [](const Value& v, D& out) {
                 out.bounded_below = true;
                 if (const auto x = v.number())
                   out.dimension.min = *x;
                 else
                   out.broken = true;
               })
          .key("max", "number", "largest value",
               [](const Value& v, D& out) {
                 out.bounded_above = true;
                 if (const auto x = v.number())
                   out.dimension.max = *x;
                 else
                   out.broken = true;
               })
          .key("values", "list of numbers", "discrete: the values",
               [](const Value& v, D& out) {
                 out.dimension.type = search::Type::discrete;
                 for (const auto& item : v.items())
                   if (const auto x = item.number()) out.dimension.feasible_points.push_back(*x);
               })
          .either_or("values", "min")
          .either_or("values", "max")
          .either_or("values", "scale");
  return schema;
}

void read_space(const Value& v, SearchSpec& out) {
  out.space.dimensions.clear();
  for (const auto& [name, value] : v.entries()) {
    if (std::find(metaparameters.begin(), metaparameters.end(), name) == metaparameters.end()) {
      const auto guess = nearest(name, metaparameters);
      value.fault(
          fmt::format("{} is not a metaparameter", in_quotes(name)),
          guess ? fmt::format("Did you mean {}?", *guess) : fmt::format("Known: {}", either(metaparameters)));
      continue;
    }
    DimensionReading reading;
    reading.dimension.name = name;
    dimension_schema().read_into(value, reading);
    if (!value.is_map() || reading.broken) continue;
    if (reading.dimension.type != search::Type::discrete && !(reading.bounded_below && reading.bounded_above))
      value.fault("the range is not given", "Write {min: ..., max: ..., scale: ...} or {values: [...]}");
    else if (const auto wrong = search::fault(reading.dimension))
      value.fault(*wrong);
    out.space.dimensions.push_back(reading.dimension);
  }
}

}  // namespace

const Schema<SearchSpec>& search_schema() {
  static const auto schema =
      Schema<SearchSpec>()
          .choice("method", &SearchSpec::method, {"sobol", "halton", "uniform", "grid"},
                  "how points are chosen")
          .whole("trials", &SearchSpec::trials, {1, 1e6, false, false}, "wanted COMPLETE trials a study")
          .whole("launch_limit", &SearchSpec::launch_limit, {1, 1e7, false, false},
                 "trials started at most (3 x trials)")
          .whole("points", &SearchSpec::points, {1, 1000, false, false}, "grid: points a dimension")
          .key("space", "mapping", "metaparameter: {min, max, scale, type} or {values}", read_space);
  return schema;
}

}  // namespace plateau::campaign
