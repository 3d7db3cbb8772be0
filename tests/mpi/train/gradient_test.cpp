#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>

#include "mpi/mpi_test_main.hpp"
#include "plateau/base/hash.hpp"
#include "plateau/comm/communicator.hpp"
#include "plateau/comm/mpi_communicator.hpp"
#include "plateau/data/dataset.hpp"
#include "plateau/model/model_spec.hpp"
#include "plateau/model/torch_settings.hpp"
#include "plateau/train/evaluate.hpp"
#include "plateau/train/gradient_sum.hpp"
#include "reference_network.hpp"

using namespace plateau;
using namespace plateau::train;

namespace {

struct Setup {
  data::Dataset dataset = data::load({});
  std::unique_ptr<model::Engine> engine;
  std::vector<float> parameters;
  data::ExampleOrder order{11, dataset.train.rows};
  explicit Setup(const model::ModelSpec& spec = {model::Kind::fully_connected, {24}, "", 0}) {
    model::configure_torch();
    engine = model::make_torch_engine(spec, {1, 8, 8, 10}, 0, 5);
    parameters.resize(engine->layout().size());
    model::initialize(engine->layout(), 5, parameters);
  }
  std::vector<float> gradient(comm::Communicator& comm, const BatchPlan& plan, float* loss = nullptr) {
    GradientSum sum(*engine, dataset.train, order, comm, plan);
    const auto sums = sum.compute(parameters, 3, 1000, 0);  // crosses the end of the first epoch
    if (loss) *loss = sums.loss;
    return {sums.gradient.begin(), sums.gradient.end()};
  }
};

}  // namespace

TEST_CASE("the gradient is that of the whole batch, for any batch size, micro-batch and number of ranks") {
  Setup setup;
  for (const std::int64_t batch : {1, 7, 32, 55, 100, 1047})
    for (const std::int64_t micro : {1, 8, 32, 2000}) {
      if (batch / micro > 200) continue;
      std::vector<float> inputs(static_cast<std::size_t>(batch) * 64);
      std::vector<std::int64_t> labels(static_cast<std::size_t>(batch));
      data::gather(setup.dataset.train, setup.order, 1000, labels.size(), inputs.data(), labels.data());
      const auto expected = testing::reference_gradient({64, 24, 10}, setup.parameters, inputs, labels, 0);
      float loss = 0;
      const auto gradient = setup.gradient(testing::world(), {batch, micro, true}, &loss);
      double difference = 0, size = 0;
      for (std::size_t i = 0; i < gradient.size(); ++i) {
        difference += std::pow(gradient[i] - expected.gradient[i], 2);
        size += std::pow(expected.gradient[i], 2);
      }
      INFO("batch " << batch << ", micro-batch " << micro);
      // Relative rounding of sums of up to batch * 64 products through three layers, as a random walk;
      // factor 5.
      CHECK(std::sqrt(difference) <
            5 * 3 * std::sqrt(static_cast<double>(batch) * 64) * 0x1p-24 * std::sqrt(size));
      CHECK(loss == Approx(expected.loss).epsilon(1e-5));
    }
}

TEST_CASE("reduce_order tree gives the bits of one rank on all ranks") {
  for (const model::ModelSpec& spec : {model::ModelSpec{model::Kind::fully_connected, {24}, "", 0},
                                       model::ModelSpec{model::Kind::simple_cnn, {}, "narrow", 0.4}}) {
    Setup setup(spec);
    const auto self = comm::make_self_communicator();
    for (const std::int64_t batch : {1, 7, 55, 100}) {
      const BatchPlan plan{batch, 8, true};
      CHECK(setup.gradient(testing::world(), plan) == setup.gradient(*self, plan));
    }
  }
}

TEST_CASE("overlap, bucket sizes and the way ranks are joined change no bit") {
  const comm::WorldOptions ways[] = {{0, true}, {0, false}, {1, true}, {2, true}, {3, true}};
  using Overlap = GradientPath::Overlap;
  for (const model::ModelSpec& spec : {model::ModelSpec{model::Kind::fully_connected, {24, 16}, "", 0},
                                       model::ModelSpec{model::Kind::simple_cnn, {}, "narrow", 0.4}}) {
    Setup setup(spec);
    const auto self = comm::make_self_communicator();
    for (const std::int64_t batch : {2, 55}) {
      const BatchPlan plan{batch, 8, true};
      const auto expected = setup.gradient(*self, plan);
      for (const auto& way : ways) {
        const auto world = comm::make_world_communicator(way);
        for (const std::size_t floats : {std::size_t{1}, std::size_t{500}, std::size_t{1} << 24}) {
          GradientSum sum(*setup.engine, setup.dataset.train, setup.order, *world, plan,
                          {Overlap::on, {}, floats});
          INFO(sum.description() << ", batch " << batch);
          CHECK(sum.queue().overlaps());
          for (int again = 0; again < 3; ++again) {  // buffers are used again
            const auto gradient = sum.compute(setup.parameters, 3, 1000, 0).gradient;
            CHECK(std::memcmp(gradient.data(), expected.data(), expected.size() * sizeof(float)) == 0);
            sum.compute(setup.parameters, 4, 2000, 0);
          }
        }
      }
    }
  }
}

TEST_CASE("the direct engine's buckets are those of its layers") {
  Setup setup;
  setup.engine = model::make_direct_engine({model::Kind::fully_connected, {24}, "", 0}, {1, 8, 8, 10}, 0);
  const BatchPlan plan{55, 8, true};
  GradientSum sum(*setup.engine, setup.dataset.train, setup.order, testing::world(), plan,
                  {GradientPath::Overlap::on, {}, 1});
  CHECK(sum.description().find("; 4 buckets, overlapping backward") != std::string::npos);
  const auto gradient = sum.compute(setup.parameters, 3, 1000, 0).gradient;
  const auto expected = setup.gradient(*comm::make_self_communicator(), plan);
  CHECK(std::memcmp(gradient.data(), expected.data(), expected.size() * sizeof(float)) == 0);
}

TEST_CASE("reduce_order fast gives every rank work and the same gradient up to rounding") {
  Setup setup;
  const BatchPlan fast{64, 128, false};
  CHECK(fast.leaves(testing::world().size()) == testing::world().size());
  const auto a = setup.gradient(testing::world(), fast),
             b = setup.gradient(testing::world(), {64, 128, true});
  double difference = 0, size = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference += std::pow(a[i] - b[i], 2);
    size += std::pow(b[i], 2);
  }
  CHECK(std::sqrt(difference) < 1e-5 * std::sqrt(size));
}

TEST_CASE("a signal passed by the owner of the first leaf reaches every rank") {
  Setup setup;
  GradientSum sum(*setup.engine, setup.dataset.train, setup.order, testing::world(), {3, 1, true});
  const float mine = sum.owns_first_leaf() ? 2.0F : 77.0F;
  CHECK(sum.compute(setup.parameters, 0, 0, mine).signal == 2.0F);
}

TEST_CASE("evaluation has the same bits on any number of ranks") {
  Setup setup;
  const auto self = comm::make_self_communicator();
  const auto here = evaluate(*setup.engine, setup.parameters, setup.dataset.train, *self);
  const auto all = evaluate(*setup.engine, setup.parameters, setup.dataset.train, testing::world());
  CHECK(std::memcmp(&here, &all, sizeof here) == 0);
}
