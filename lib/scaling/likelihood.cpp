#include "plateau/scaling/likelihood.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "plateau/scaling/normal.hpp"

namespace plateau::scaling {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
using Vector = std::array<double, 3>;
using Matrix = std::array<Vector, 3>;

// Solves A v = b for the leading n x n block of a positive definite A (a small ridge keeps it so).
Vector solve(Matrix a, Vector b, int n) {
  for (int i = 0; i < n; ++i) a[i][i] += 1e-12 * (1 + a[i][i]);
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) {
      const double factor = a[j][i] / a[i][i];
      for (int k = i; k < n; ++k) a[j][k] -= factor * a[i][k];
      b[j] -= factor * b[i];
    }
  for (int i = n - 1; i >= 0; --i) {
    for (int k = i + 1; k < n; ++k) b[i] -= a[i][k] * b[k];
    b[i] /= a[i][i];
  }
  return b;
}

}  // namespace

// Value, gradient and negative Hessian of a concave function of up to three parameters.
struct Likelihood::Local {
  double value = 0;
  Vector gradient{};
  Matrix curvature{};
  int n = 0;

  // A term f(z) with z = theta . direction: its first derivative and minus its second.
  void add(double first, double second, const Vector& direction) {
    for (int i = 0; i < n; ++i) {
      gradient[i] += first * direction[i];
      for (int j = 0; j < n; ++j) curvature[i][j] += second * direction[i] * direction[j];
    }
  }

  // count ln Phi(-z): right-censored.
  void add_beyond(double count, double z, const Vector& direction) {
    const double term = log_normal_cdf(-z), hazard = std::exp(log_normal_density(z) - term);
    value += count * term;
    add(-count * hazard, count * hazard * (hazard - z), direction);
  }

  // count ln(Phi(high) - Phi(low)); low is -infinity where the goal was met at the first evaluation.
  void add_between(double count, double low, double high, const Vector& at_low, const Vector& at_high) {
    const double term = log_normal_between(low, high);
    const bool open = std::isinf(low);
    const double upper = std::exp(log_normal_density(high) - term);
    const double lower = open ? 0.0 : std::exp(log_normal_density(low) - term);
    value += count * term;
    add(count * upper, count * upper * high, at_high);
    add(-count * lower, open ? 0.0 : -count * lower * low, at_low);
    Vector slope{};
    for (int i = 0; i < n; ++i) slope[i] = upper * at_high[i] - lower * at_low[i];
    add(0, count, slope);
  }
};

// Parameters theta: [level/sigma unless fixed][slope/sigma where there is a regressor] 1/sigma (last).
struct Likelihood::Model {
  const std::vector<double>& offset;
  const std::vector<double>& regressor;
  std::optional<double> fixed_level;

  int parameters() const { return 1 + (fixed_level ? 0 : 1) + (regressor.empty() ? 0 : 1); }
  double offset_at(std::size_t size) const { return offset[size] + fixed_level.value_or(0.0); }
  // z = theta . direction is the standardised residual of a value at a size
  Vector direction(std::size_t size, double value) const {
    Vector d{};
    int i = 0;
    if (!fixed_level) d[i++] = -1;
    if (!regressor.empty()) d[i++] = -regressor[size];
    d[i] = value - offset_at(size);
    return d;
  }
  Vector parameters_of(const InnerMaximum& m) const {
    Vector theta{};
    int i = 0;
    if (!fixed_level) theta[i++] = m.level / m.sigma;
    if (!regressor.empty()) theta[i++] = m.slope / m.sigma;
    theta[i] = 1 / m.sigma;
    return theta;
  }
  InnerMaximum maximum_of(const Vector& theta, double value) const {
    const int last = parameters() - 1;
    const double sigma = 1 / theta[last];
    const double slope = regressor.empty() ? 0.0 : theta[last - 1] * sigma;
    return {value, fixed_level ? *fixed_level : theta[0] * sigma, slope, sigma};
  }
  double dot(const Vector& theta, const Vector& d) const {
    double z = 0;
    for (int i = 0; i < parameters(); ++i) z += theta[i] * d[i];
    return z;
  }
};

Likelihood::Likelihood(const std::vector<Observation>& observations) {
  for (const auto& o : observations) sizes_.push_back(std::log2(o.batch_size));
  std::sort(sizes_.begin(), sizes_.end());
  sizes_.erase(std::unique(sizes_.begin(), sizes_.end()), sizes_.end());
  exact_groups_.resize(sizes_.size());
  all_groups_.resize(sizes_.size());
  least_ = infinity;
  greatest_ = -infinity;
  // Sorted, so that sums do not depend on the order in which the observations came.
  auto sorted = observations;
  std::sort(sorted.begin(), sorted.end(), [](const Observation& a, const Observation& b) {
    return std::tie(a.batch_size, a.low, a.high) < std::tie(b.batch_size, b.low, b.high);
  });
  const auto add = [](Group& group, double y) {
    const double delta = y - group.mean;
    group.count += 1;
    group.mean += delta / group.count;
    group.squares += delta * (y - group.mean);
  };
  double widths = 0;
  for (const auto& o : sorted) {
    const auto size = static_cast<std::size_t>(
        std::lower_bound(sizes_.begin(), sizes_.end(), std::log2(o.batch_size)) - sizes_.begin());
    const double low = o.low > 0 ? std::log2(o.low) : -infinity, high = std::log2(o.high);
    for (const double end : {low, high})
      if (std::isfinite(end)) least_ = std::min(least_, end), greatest_ = std::max(greatest_, end);
    if (o.is_exact()) ++exact_, add(exact_groups_[size], high);
    if (std::isfinite(low) && std::isfinite(high)) ++uncensored_, add(all_groups_[size], 0.5 * (low + high));
    if (!o.is_exact()) {
      const bool again = !terms_.empty() && terms_.back().size == size && terms_.back().low == low &&
                         terms_.back().high == high;
      if (again)
        terms_.back().count += 1;
      else
        terms_.push_back({1, size, low, high});
    }
    if (std::isfinite(low) && std::isfinite(high)) widths += high - low;
  }
  if (uncensored_ > 0) least_sigma_ = std::max(least_sigma, widths / uncensored_ / std::sqrt(12.0));
}

int Likelihood::uncensored_sizes() const {
  return static_cast<int>(
      std::count_if(all_groups_.begin(), all_groups_.end(), [](const Group& g) { return g.count > 0; }));
}

double Likelihood::residual_squares(const std::vector<double>& curve) const {
  double sum = 0;
  for (std::size_t i = 0; i < sizes_.size(); ++i) {
    const auto& group = all_groups_[i];
    sum += group.squares + group.count * (group.mean - curve[i]) * (group.mean - curve[i]);
  }
  return sum;
}

double Likelihood::pure_error_squares() const {
  double sum = 0;
  for (const auto& group : all_groups_) sum += group.squares;
  return sum;
}

// Weighted least squares over the sizes with intervals at their midpoints.
InnerMaximum Likelihood::least_squares(const Model& model) const {
  const int n = model.parameters() - 1;  // coefficients without sigma
  Matrix normal{};
  Vector right{};
  for (std::size_t size = 0; size < sizes_.size(); ++size) {
    const auto& group = all_groups_[size];
    if (group.count == 0) continue;
    const Vector d = model.direction(size, group.mean);
    for (int i = 0; i < n; ++i) {
      right[i] -= group.count * d[i] * d[n];
      for (int j = 0; j < n; ++j) normal[i][j] += group.count * d[i] * d[j];
    }
  }
  const Vector coefficients = solve(normal, right, n);
  double squares = 0;
  for (std::size_t size = 0; size < sizes_.size(); ++size) {
    const auto& group = all_groups_[size];
    if (group.count == 0) continue;
    const Vector d = model.direction(size, group.mean);
    double residual = d[n];
    for (int i = 0; i < n; ++i) residual += coefficients[i] * d[i];
    squares += group.squares + group.count * residual * residual;
  }
  const double count = std::max(1, uncensored_);
  const double sigma = std::max(least_sigma_, std::sqrt(squares / count));
  Vector theta = coefficients;
  for (int i = 0; i < n; ++i) theta[i] /= sigma;
  theta[n] = 1 / sigma;
  return model.maximum_of(theta, -count * std::log(sigma) - 0.5 * squares / (sigma * sigma));
}

Likelihood::Local Likelihood::local_at(const Model& model, const Vector& theta) const {
  Local local;
  local.n = model.parameters();
  const int last = local.n - 1;
  const double beta = theta[last];
  local.value = exact_ * std::log(beta);
  local.gradient[last] = exact_ / beta;
  local.curvature[last][last] = exact_ / (beta * beta);
  for (std::size_t size = 0; size < sizes_.size(); ++size) {
    const auto& group = exact_groups_[size];
    if (group.count == 0) continue;
    const Vector d = model.direction(size, group.mean);
    const double z = model.dot(theta, d);
    local.value -= 0.5 * (beta * beta * group.squares + group.count * z * z);
    local.add(-group.count * z, group.count, d);
    local.gradient[last] -= beta * group.squares;
    local.curvature[last][last] += group.squares;
  }
  for (const auto& term : terms_) {
    const Vector low = std::isinf(term.low) ? Vector{} : model.direction(term.size, term.low);
    const double z = std::isinf(term.low) ? -infinity : model.dot(theta, low);
    if (std::isinf(term.high)) {
      local.add_beyond(term.count, z, low);
    } else {
      const Vector high = model.direction(term.size, term.high);
      local.add_between(term.count, z, model.dot(theta, high), low, high);
    }
  }
  return local;
}

InnerMaximum Likelihood::newton(const Model& model, const InnerMaximum& start) const {
  const int n = model.parameters(), last = n - 1;
  const double most = 1 / least_sigma_;
  Vector theta = model.parameters_of(start);
  Local here = local_at(model, theta);
  for (int iteration = 0; iteration < 60; ++iteration) {
    // At the bound of 1/sigma only the other parameters move.
    const bool pinned = theta[last] >= (1 - 1e-9) * most && here.gradient[last] > 0;
    Vector step = solve(here.curvature, here.gradient, pinned ? last : n);
    if (pinned) step[last] = 0;
    double decrement = 0, scale = 1;
    for (int i = 0; i < n; ++i) decrement += step[i] * here.gradient[i];
    if (!(decrement > 1e-11)) break;
    if (theta[last] + step[last] > most) scale = std::max(0.0, (most - theta[last]) / step[last]);
    if (step[last] < 0) scale = std::min(scale, 0.9 * theta[last] / -step[last]);
    bool moved = false;
    for (int halving = 0; halving < 40 && !moved; ++halving, scale *= 0.5) {
      Vector next = theta;
      for (int i = 0; i < n; ++i) next[i] += scale * step[i];
      const Local there = local_at(model, next);
      if (!(there.value > here.value)) continue;
      theta = next;
      here = there;
      moved = true;
    }
    if (!moved) break;
  }
  return model.maximum_of(theta, here.value);
}

InnerMaximum Likelihood::maximum(const std::vector<double>& offset, const std::vector<double>& regressor,
                                 std::optional<double> fixed_level) const {
  const Model model{offset, regressor, fixed_level};
  const InnerMaximum start = least_squares(model);
  return terms_.empty() ? start : newton(model, start);
}

}  // namespace plateau::scaling
