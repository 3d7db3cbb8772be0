#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <memory>
#include <numeric>

#include "plateau/base/error.hpp"
#include "plateau/base/random.hpp"
#include "plateau/model/dropout.hpp"
#include "plateau/model/layer_kernels.hpp"
#include "plateau/model/model_spec.hpp"
#include "plateau/model/torch_settings.hpp"
#include "reference_network.hpp"

using namespace plateau;
using namespace plateau::model;

namespace {

struct Rows {
  std::vector<float> inputs;
  std::vector<std::int64_t> labels;
  Rows(std::size_t rows, std::size_t features, std::int64_t classes) : inputs(rows * features), labels(rows) {
    for (std::size_t i = 0; i < inputs.size(); ++i)
      inputs[i] = static_cast<float>(RandomStream(5, 1).normal(i));
    for (std::size_t i = 0; i < rows; ++i)
      labels[i] = static_cast<std::int64_t>(RandomStream(5, 2).bits(i) % static_cast<std::uint64_t>(classes));
  }
  Batch batch(std::uint64_t step = 0, std::size_t first = 0, std::size_t count = 0) const {
    if (count == 0) count = labels.size();
    const std::size_t features = inputs.size() / labels.size();
    return {std::span(inputs).subspan(first * features, count * features),
            std::span(labels).subspan(first, count), step, first};
  }
};

std::vector<float> initial(const Engine& engine) {
  std::vector<float> parameters(engine.layout().size());
  initialize(engine.layout(), 3, parameters);
  return parameters;
}

// Each way to compute a fully connected net with inputs of 4x5 pixels and 10 classes.
std::vector<std::unique_ptr<Engine>> fully_connected_engines(const std::vector<std::int64_t>& hidden,
                                                             double smoothing) {
  const ModelSpec spec{Kind::fully_connected, hidden, "", 0};
  const InputShape input{1, 4, 5, 10};
  std::vector<std::unique_ptr<Engine>> engines;
  engines.push_back(make_torch_engine(spec, input, smoothing, 3));
  engines.push_back(make_direct_engine(spec, input, smoothing));
  return engines;
}

double norm(const std::vector<double>& x) {
  return std::sqrt(std::inner_product(x.begin(), x.end(), x.begin(), 0.0));
}

}  // namespace

TEST_CASE("each engine's gradient is that of an independent implementation in double precision") {
  configure_torch();
  const double smoothing = GENERATE(0.0, 0.1);
  const auto hidden = GENERATE(std::vector<std::int64_t>{}, std::vector<std::int64_t>{16},
                               std::vector<std::int64_t>{16, 8, 12});
  const std::size_t count = GENERATE(1, 2, 55);
  std::vector<std::int64_t> widths = {20};
  widths.insert(widths.end(), hidden.begin(), hidden.end());
  widths.push_back(10);
  const Rows rows(count, 20, 10);
  for (const auto& engine : fully_connected_engines(hidden, smoothing)) {
    const auto parameters = initial(*engine);
    std::vector<float> gradient(parameters.size(), NAN);  // to be overwritten
    const float loss =
        engine->loss_and_gradient(parameters, rows.batch(), 1.0F / static_cast<float>(count), gradient);
    const auto expected =
        testing::reference_gradient(widths, parameters, rows.inputs, rows.labels, smoothing);
    std::vector<double> difference(gradient.size());
    for (std::size_t i = 0; i < gradient.size(); ++i) difference[i] = gradient[i] - expected.gradient[i];
    // Sums of at most count * 20 products, each with a relative rounding error of 2^-24 that add up like a
    // random walk through at most 5 layers; a factor of 5 for safety.
    const double terms = 20.0 * static_cast<double>(count);
    CHECK(norm(difference) < 5 * 5 * std::sqrt(terms) * 0x1p-24 * norm(expected.gradient));
    CHECK(std::abs(loss - expected.loss) < std::max(terms, 55.0) * 0x1p-24 * expected.loss);
  }
}

TEST_CASE("the product of few rows is the sum of outer products, for any widths") {
  const std::size_t rows = GENERATE(1, 3, 16), a_width = GENERATE(1, 4, 10), b_width = GENERATE(1, 16, 35);
  const RandomStream stream(9, 1);
  std::vector<float> a(rows * a_width), b(rows * b_width), product(a_width * b_width, NAN);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<float>(stream.normal(i));
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = static_cast<float>(stream.normal(1000 + i));
  product_of_few_rows(rows, a_width, b_width, a.data(), b.data(), product.data());
  bool equal = true;  // bits: rows are added in order and nothing is contracted
  for (std::size_t i = 0; i < a_width; ++i)
    for (std::size_t j = 0; j < b_width; ++j) {
      float sum = 0;
      for (std::size_t row = 0; row < rows; ++row) sum += a[row * a_width + i] * b[row * b_width + j];
      equal = equal && product[i * b_width + j] == sum;
    }
  CHECK(equal);
}

TEST_CASE("evaluation counts wrong rows and sums plain cross entropy") {
  const Rows rows(40, 20, 10);
  std::vector<Evaluation> evaluations;
  for (const auto& engine : fully_connected_engines({16}, 0.1)) {
    const auto parameters = initial(*engine);
    const auto expected = testing::reference_gradient({20, 16, 10}, parameters, rows.inputs, rows.labels, 0);
    evaluations.push_back(engine->evaluate(parameters, rows.batch()));
    CHECK(evaluations.back().loss_sum / 40 == Approx(expected.loss).epsilon(1e-5));
    CHECK(evaluations.back().wrong > 0);
    CHECK(evaluations.back().wrong <= 40);
  }
  CHECK(evaluations[0].wrong == evaluations[1].wrong);
}

TEST_CASE("large logits neither overflow nor lose the loss") {
  for (const auto& engine : fully_connected_engines({}, 0)) {
    std::vector<float> parameters(engine->layout().size(), 0.0F), gradient(parameters.size());
    parameters[parameters.size() - 10] = 1000;  // the bias of class 0
    const std::vector<float> inputs(20, 0.0F);
    const std::vector<std::int64_t> right = {0}, wrong = {1};
    CHECK(engine->loss_and_gradient(parameters, {inputs, right, 0, 0}, 1, gradient) == 0);
    CHECK(engine->loss_and_gradient(parameters, {inputs, wrong, 0, 0}, 1, gradient) == 1000);
    CHECK(engine->evaluate(parameters, {inputs, wrong, 0, 0}).loss_sum == 1000);
  }
}

TEST_CASE("the networks of the study have their published sizes") {
  const auto parameters = [](const char* variant) {
    return make_torch_engine({Kind::simple_cnn, {}, variant, 0.4}, {1, 28, 28, 10}, 0, 1)->layout().size();
  };
  CHECK(parameters("base") == 832 + 51264 + 3136 * 1024 + 1024 + 10250);
  CHECK(parameters("narrow") == 416 + 12832 + 1568 * 512 + 512 + 5130);
  CHECK(parameters("wide") == 1664 + 204928 + 6272 * 2048 + 2048 + 20490);
  CHECK_THROWS_AS(make_torch_engine({Kind::simple_cnn, {}, "base", 0.4}, {1, 2, 2, 10}, 0, 1), Error);
}

TEST_CASE("dropout does not depend on how a batch is cut") {
  const auto engine = make_torch_engine({Kind::simple_cnn, {}, "narrow", 0.4}, {1, 8, 8, 10}, 0, 7);
  const auto parameters = initial(*engine);
  const Rows rows(10, 64, 10);
  std::vector<float> whole(parameters.size()), first(parameters.size()), second(parameters.size());
  const float loss = engine->loss_and_gradient(parameters, rows.batch(4), 0.1F, whole);
  const float loss1 = engine->loss_and_gradient(parameters, rows.batch(4, 0, 3), 0.1F, first);
  const float loss2 = engine->loss_and_gradient(parameters, rows.batch(4, 3, 7), 0.1F, second);
  CHECK(loss == Approx(loss1 + loss2).epsilon(1e-5));
  double difference = 0, size = 0;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    difference += std::pow(whole[i] - first[i] - second[i], 2);
    size += std::pow(whole[i], 2);
  }
  CHECK(std::sqrt(difference) < 1e-5 * std::sqrt(size));
  CHECK(engine->loss_and_gradient(parameters, rows.batch(5), 0.1F, first) !=
        loss);  // another step, another mask
}

TEST_CASE("dropout masks keep the right share and the mean") {
  std::vector<float> mask(64 * 1000);
  dropout_mask(1, 2, 0, 1000, 0.4, mask);
  const double kept =
      static_cast<double>(std::count_if(mask.begin(), mask.end(), [](float m) { return m > 0; })) /
      static_cast<double>(mask.size());
  CHECK(std::abs(kept - 0.6) < 5 * std::sqrt(0.24 / static_cast<double>(mask.size())));
  CHECK(*std::max_element(mask.begin(), mask.end()) == Approx(1 / 0.6));
}

TEST_CASE("a NaN input gives a NaN loss") {
  for (const std::size_t count : {1, 3})
    for (const auto& engine : fully_connected_engines({4}, 0)) {
      const auto parameters = initial(*engine);
      std::vector<float> gradient(parameters.size());
      Rows rows(count, 20, 10);
      rows.inputs[7] = NAN;
      CHECK(std::isnan(engine->loss_and_gradient(parameters, rows.batch(), 1, gradient)));
    }
}
