#include <catch2/catch.hpp>
#include <cmath>

#include "plateau/base/random.hpp"
#include "plateau/optim/optimizer.hpp"
#include "plateau/optim/schedule.hpp"

using namespace plateau;
using namespace plateau::optim;

namespace {

std::vector<float> numbers(std::size_t n, std::uint64_t stream) {
  std::vector<float> out(n);
  for (std::size_t i = 0; i < n; ++i) out[i] = static_cast<float>(RandomStream(1, stream).normal(i));
  return out;
}

// One element at a time, written as the formulas stand; volatile keeps the compiler from vectorizing it.
void reference_step(Rule rule, std::vector<float>& w, std::vector<float>& v,
                    const std::vector<float>& gradient, float eta, float g, float decay,
                    std::size_t decayed) {
  for (std::size_t i = 0; i < w.size(); ++i) {
    const volatile float product = (i < decayed ? decay : 0.0F) * w[i];
    const volatile float slope = gradient[i] + product;
    if (rule == Rule::sgd) {
      const volatile float change = eta * slope;
      w[i] = w[i] - change;
      continue;
    }
    const volatile float kept = g * v[i];
    v[i] = kept + slope;
    const volatile float ahead = g * v[i];
    const volatile float direction = rule == Rule::nesterov ? slope + ahead : v[i];
    const volatile float change = eta * direction;
    w[i] = w[i] - change;
  }
}

}  // namespace

TEST_CASE("fused updates have the bits of the scalar formulas") {
  for (const Rule rule : {Rule::sgd, Rule::momentum, Rule::nesterov}) {
    const std::size_t n = 1003, decayed = 501;
    auto w = numbers(n, 1), expected = w;
    std::vector<float> v(n, 0.0F);
    Optimizer optimizer({rule, 0.9, 1e-3}, {{0, decayed, true}, {decayed, n - decayed, false}});
    for (std::uint64_t step = 0; step < 20; ++step) {
      const auto gradient = numbers(n, 10 + step);
      optimizer.step(w, gradient, 0.05);
      reference_step(rule, expected, v, gradient, 0.05F, 0.9F, 1e-3F, decayed);
    }
    CHECK(w == expected);
  }
}

TEST_CASE("momentum on a quadratic follows its second-order recurrence") {
  // f = w^2 / 2: w(k+1) = (1 + g - eta) w(k) - g w(k-1) for heavy ball; errors grow by one rounding a step.
  Optimizer optimizer({Rule::momentum, 0.9, 0}, {{0, 1, true}});
  std::vector<float> w = {1};
  double previous = 1, current = 1 - 0.1;
  for (int k = 0; k < 30; ++k) {
    optimizer.step(w, std::vector<float>{w[0]}, 0.1);
    CHECK(std::abs(w[0] - current) < 100 * (k + 1) * 6e-8);
    const double next = (1 + 0.9 - 0.1) * current - 0.9 * previous;
    previous = current;
    current = next;
  }
}

TEST_CASE("linear decay ends at alpha eta0 and stays there") {
  Schedule s;
  s.learning_rate = 2;
  s.decay = Decay::linear;
  s.decay_steps = 100;
  s.end_factor = 0.1;
  CHECK(s.at(0) == 2);
  CHECK(s.at(50) == Approx(2 - 0.9 * 2 * 0.5));
  CHECK(s.at(100) == Approx(0.2));
  CHECK(s.at(5000) == Approx(0.2));
}

TEST_CASE("multi-step decay multiplies at its boundaries") {
  Schedule s;
  s.learning_rate = 1;
  s.decay = Decay::multi_step;
  s.boundaries = {10, 20};
  CHECK(s.at(9) == 1);
  CHECK(s.at(10) == Approx(0.1));
  CHECK(s.at(20) == Approx(0.01));
}

TEST_CASE("warm-up rises from its start and delays the decay") {
  Schedule s;
  s.learning_rate = 1;
  s.warmup_steps = 10;
  s.warmup_start = 0.2;
  s.decay = Decay::linear;
  s.decay_steps = 10;
  s.end_factor = 0.5;
  CHECK(s.at(0) == Approx(0.2));
  CHECK(s.at(5) == Approx(0.6));
  CHECK(s.at(10) == 1);
  CHECK(s.at(20) == Approx(0.5));
}
