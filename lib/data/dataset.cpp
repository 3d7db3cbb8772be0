#include "plateau/data/dataset.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "plateau/base/error.hpp"
#include "plateau/base/hash.hpp"
#include "plateau/base/random.hpp"
#include "plateau/base/text.hpp"
#include "plateau/data/raw_data.hpp"

namespace plateau::data {
namespace {

constexpr std::uint64_t split_stream = 0x59117;
constexpr std::int64_t all_classes = 10;

std::int64_t classes_of(const DatasetSpec& spec) {
  return std::max<std::int64_t>(
      1, static_cast<std::int64_t>(std::ceil(spec.class_fraction * all_classes - 1e-9)));
}

std::size_t validation_rows(const DatasetSpec& spec) {
  return spec.validation.value_or(spec.source == Source::digits ? 500 : 5000);
}
std::size_t test_rows(const DatasetSpec& spec) {
  return spec.source == Source::digits ? spec.test.value_or(250) : 0;
}

std::size_t rows_after_split(const DatasetSpec& spec, std::size_t rows) {
  const std::size_t held_out = validation_rows(spec) + test_rows(spec);
  if (held_out >= rows)
    throw Error(ExitCode::configuration,
                fmt::format("{} validation and test rows leave no training rows of {}", held_out, rows),
                "Make them fewer");
  return std::max<std::size_t>(
      1,
      static_cast<std::size_t>(std::llround(spec.example_fraction * static_cast<double>(rows - held_out))));
}

// Rows of the classes in use, permuted by the split seed.
std::vector<std::size_t> permuted_rows(const RawExamples& raw, const DatasetSpec& spec) {
  std::vector<std::size_t> rows;
  const Permutation permutation(raw.rows(), spec.split_seed, split_stream);
  for (std::size_t i = 0; i < raw.rows(); ++i)
    if (const auto row = permutation(i); raw.labels[row] < classes_of(spec)) rows.push_back(row);
  return rows;
}

Split take(const RawExamples& raw, const std::vector<std::size_t>& rows, std::size_t first,
           std::size_t count) {
  const std::size_t features = raw.shape.features();
  Split split;
  split.rows = count;
  split.inputs.resize(count * features);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t row = rows[first + i];
    for (std::size_t j = 0; j < features; ++j)
      split.inputs[i * features + j] = static_cast<float>(raw.pixels[row * features + j] / raw.largest);
    split.labels.push_back(raw.labels[row]);
  }
  return split;
}

void measure(Dataset& dataset) {
  double sum = 0, squares = 0;
  for (const float x : dataset.train.inputs) {
    sum += x;
    squares += double{x} * x;
  }
  const auto n = static_cast<double>(dataset.train.inputs.size());
  dataset.mean = sum / n;
  dataset.deviation = std::sqrt(std::max(0.0, squares / n - dataset.mean * dataset.mean));
}

void standardize(Split& split, double mean, double deviation) {
  for (float& x : split.inputs) x = static_cast<float>((x - mean) / (deviation > 0 ? deviation : 1));
}

std::string identity(const DatasetSpec& spec, const RawExamples& raw) {
  const auto bytes = [](const std::vector<std::uint8_t>& v) {
    return content_hash({reinterpret_cast<const char*>(v.data()), v.size()});
  };
  return content_hash(fmt::format("{} {} {} {} {} {} {} {}", bytes(raw.pixels), bytes(raw.labels),
                                  spec.split_seed, validation_rows(spec), test_rows(spec), spec.standardize,
                                  shortest(spec.example_fraction), shortest(spec.class_fraction)));
}

}  // namespace

Dataset load(const DatasetSpec& spec) {
  const RawExamples raw =
      spec.source == Source::digits ? read_digits() : read_idx(spec.folder, IdxPart::train);
  const auto rows = permuted_rows(raw, spec);
  Dataset out;
  out.name = spec.name;
  out.shape = raw.shape;
  out.classes = classes_of(spec);
  const std::size_t train = rows_after_split(spec, rows.size()), validation = validation_rows(spec);
  out.validation = take(raw, rows, 0, validation);
  out.train = take(raw, rows, validation + test_rows(spec), train);
  if (spec.source == Source::digits) {
    out.test = take(raw, rows, validation, test_rows(spec));
  } else {
    const RawExamples test = read_idx(spec.folder, IdxPart::test);
    std::vector<std::size_t> in_order;
    for (std::size_t i = 0; i < test.rows(); ++i)
      if (test.labels[i] < classes_of(spec)) in_order.push_back(i);
    if (in_order.empty())
      throw Error(ExitCode::configuration, "no test row holds one of the classes kept",
                  "Raise data.class_fraction");
    out.test = take(test, in_order, 0, in_order.size());
  }
  measure(out);
  if (spec.standardize)
    for (Split* split : {&out.train, &out.validation, &out.test})
      standardize(*split, out.mean, out.deviation);
  out.hash = identity(spec, raw);
  return out;
}

std::size_t training_rows(const DatasetSpec& spec) {
  if (classes_of(spec) < all_classes) {
    const RawExamples raw =
        spec.source == Source::digits ? read_digits() : read_idx(spec.folder, IdxPart::train);
    return rows_after_split(spec, permuted_rows(raw, spec).size());
  }
  if (spec.source == Source::digits) return rows_after_split(spec, digits_rows);
  const std::size_t train = idx_rows(spec.folder, IdxPart::train);
  idx_rows(spec.folder, IdxPart::test);  // it must be there too
  return rows_after_split(spec, train);
}

}  // namespace plateau::data
