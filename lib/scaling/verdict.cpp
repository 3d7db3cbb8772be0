#include "plateau/scaling/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "plateau/base/text.hpp"
#include "plateau/scaling/normal.hpp"
#include "plateau/scaling/outlier.hpp"
#include "plateau/scaling/trend.hpp"

namespace plateau::scaling {
namespace {

constexpr double flat_slope = 0.15;     // octaves an octave: the plateau of the identifiability rule
constexpr double noticed_change = 0.2;  // octaves that steps must rise or fall to count as changed (15 %)
constexpr double strong = 0.01;         // p value below which a test counts

struct SizeMeans {
  std::vector<double> x, steps, examples, weight;  // log2; sizes that reached the goal
};

SizeMeans means_of(const std::vector<SizeData>& sizes) {
  SizeMeans means;
  for (const auto& size : sizes) {
    double sum = 0, count = 0;
    for (const auto& o : size.observations)
      if (o.reached()) sum += std::log2(o.high), count += 1;
    if (count == 0 || !size.reached()) continue;
    means.x.push_back(std::log2(size.batch_size));
    means.steps.push_back(sum / count);
    means.examples.push_back(sum / count + means.x.back());
    means.weight.push_back(count);
  }
  return means;
}

// Does the steps' curve of order 2 add anything to its straight line?
bool is_bent(const std::vector<double>& x, const std::vector<double>& y, const std::vector<double>& weight,
             double line_squares) {
  const double spare = static_cast<double>(x.size()) - 3;
  if (spare < 1) return false;
  const double parabola = parabola_squares(x, y, weight);
  return fisher_f_tail((line_squares - parabola) / std::max(1e-9, parabola / spare), 1, spare) < strong;
}

// Steps flat over the measured range: by a straight line and by the fitted curve.
bool steps_are_flat(const SizeMeans& m, const Curve& curve, double level) {
  if (m.x.size() < 3) return false;
  if (curve.log2_steps(m.x.front()) - curve.log2_steps(m.x.back()) > noticed_change) return false;
  const auto line = line_trend(m.x, m.steps, m.weight, level);
  return line.low > -flat_slope && line.high < flat_slope && !is_bent(m.x, m.steps, m.weight, line.squares);
}

// The examples differ between sizes by more than the runs of a size do, but not with the batch size: no
// slope, and a curve explains no more than proportionality does.
bool examples_ignore_batch(const SizeMeans& m, const Likelihood& likelihood, const Profile& profile,
                           double level) {
  const auto& lack = profile.lack_of_fit();
  if (!lack.tested || lack.p_value > strong || m.x.size() < 4) return false;
  const auto line = line_trend(m.x, m.examples, m.weight, level);
  if (line.low > 0 || line.high < 0 || is_bent(m.x, m.examples, m.weight, line.squares)) return false;
  const double spare = std::max(1, likelihood.uncensored_sizes() - 3);
  const double constant = line_trend(m.x, m.examples, m.weight, level).squares;
  const double curve = lack.mean_square * spare;
  return fisher_f_tail((constant - curve) / 2 / std::max(1e-12, curve / spare), 2, spare) > 0.05;
}

// The first of the largest sizes that fail although a smaller size reached the goal within as many steps;
// null where they do not.
const SizeData* first_failing(const std::vector<SizeData>& sizes) {
  const auto last = std::find_if(sizes.rbegin(), sizes.rend(), [](const SizeData& s) { return s.reached(); });
  if (last == sizes.rend() || last == sizes.rbegin()) return nullptr;
  const auto first = last.base();
  const auto enough = [&](const SizeData& s) { return !s.failed_at || *s.failed_at >= last->statistic; };
  return std::all_of(first, sizes.end(), enough) ? &*first : nullptr;
}

double standard_error(const SizeData& size, double sigma) {
  return sigma / std::sqrt(std::max<double>(1, static_cast<double>(size.observations.size())));
}

// The smaller of the scatter about the smooth maximum and, without repeated trials, about a parabola: rising
// steps inflate the former.
double noise(const SizeMeans& m, const Likelihood& likelihood, double sigma) {
  const int repeats = likelihood.uncensored() - likelihood.uncensored_sizes();
  if (repeats > 0) return std::sqrt(likelihood.pure_error_squares() / repeats);
  const double spare = static_cast<double>(m.x.size()) - 3;
  if (spare < 2) return sigma;
  return std::min(sigma, std::sqrt(parabola_squares(m.x, m.steps, m.weight) / spare));
}

// The size of fewest steps where the largest size needs significantly more; null otherwise.
const SizeData* rises_from(const std::vector<SizeData>& sizes, double sigma, double t) {
  std::vector<const SizeData*> reached;
  for (const auto& size : sizes)
    if (size.reached()) reached.push_back(&size);
  if (reached.size() < 3) return nullptr;
  const auto* lowest = *std::min_element(reached.begin(), reached.end(),
                                         [](auto* a, auto* b) { return a->statistic < b->statistic; });
  const auto* last = reached.back();
  const double rise = std::log2(last->statistic / lowest->statistic);
  const double error = std::hypot(standard_error(*lowest, sigma), standard_error(*last, sigma));
  return rise > std::max(noticed_change, t * error) ? lowest : nullptr;
}

std::string list(const std::vector<double>& values) {
  std::vector<std::string> texts;
  for (const double v : values) texts.push_back(shortest(v));
  return fmt::format("{}", fmt::join(texts, ", "));
}

class Judge {
 public:
  Judge(const std::vector<SizeData>& sizes, const EvaluateOptions& options, const Likelihood* likelihood,
        const Profile* profile, Evaluation& out)
      : sizes_(sizes),
        options_(options),
        likelihood_(likelihood),
        profile_(profile),
        out_(out),
        means_(means_of(sizes)) {}

  std::string verdict() {
    const auto* failing = sizes_.size() >= 3 ? first_failing(sizes_) : nullptr;
    if (!likelihood_ && !failing) return verdicts::not_enough_data;
    if (likelihood_ && no_effect()) return verdicts::no_effect;
    if (failing) {
      warn("larger_batches_fail", fmt::format("from batch size {} on, no measured size reaches the goal",
                                              shortest(failing->batch_size)));
      return verdicts::larger_fail;
    }
    if (rises()) return verdicts::larger_slower;
    if (const auto limited = search_limited_sizes(sizes_, out_.regimes); !limited.empty()) {
      warn("search_limited",
           fmt::format("the best metaparameters lie at an end of their search space at batch size {}: "
                       "widen the space there",
                       list(limited)));
      return verdicts::search_limited;
    }
    return from_regimes();
  }

  void warnings() {
    failures();
    if (!likelihood_) return;
    if (likelihood_->uncensored_sizes() < 6)
      warn("few_sizes", fmt::format("{} batch sizes reach the goal; intervals were verified for six and more",
                                    likelihood_->uncensored_sizes()));
    if (profile_->lack_of_fit().p_value < strong)
      warn("lack_of_fit",
           fmt::format(
               "the size means scatter about the curve by more than the runs of a size do (p = {:.2g}); "
               "intervals are widened for it, and the pairwise value needs no curve",
               profile_->lack_of_fit().p_value));
    disagreement();
    outlier();
  }

 private:
  void warn(std::string code, std::string text) {
    out_.warnings.push_back({std::move(code), std::move(text)});
  }

  bool no_effect() {
    if (steps_are_flat(means_, out_.fit_of(Form::smooth_max)->fit.curve, options_.level)) {
      warn("steps_flat", "the steps do not change with the batch size in the measured range");
      return true;
    }
    if (!examples_ignore_batch(means_, *likelihood_, *profile_, options_.level)) return false;
    warn("examples_flat",
         "the examples to the goal differ between batch sizes by more than runs of one size do, but "
         "without a trend: the batch size has no effect on them that these data show");
    return true;
  }

  bool rises() {
    const double t = students_t_quantile(0.995, std::max(1, likelihood_->uncensored() - 3));
    const auto* lowest = rises_from(sizes_, noise(means_, *likelihood_, out_.sigma), t);
    if (!lowest) return false;
    warn("steps_rise",
         fmt::format("the steps are fewest at batch size {} and rise above it; the curves assume that they "
                     "never rise",
                     shortest(lowest->batch_size)));
    return true;
  }

  std::string from_regimes() {
    const auto* plateau = find(out_.regimes, "plateau_start");
    const auto* perfect = find(out_.regimes, "perfect_scaling_end");
    const double smallest = std::exp2(likelihood_->smallest()), largest = std::exp2(likelihood_->largest());
    const bool has_plateau = plateau->high && *plateau->high <= largest;
    const bool has_perfect =
        (perfect->value && *perfect->value >= smallest) || (perfect->low && *perfect->low >= smallest);
    if (!has_plateau && !(plateau->low && *plateau->low > largest))
      warn("plateau_undecided",
           "these data neither show a plateau nor exclude one inside the measured range");
    if (has_plateau && has_perfect) return verdicts::three_regimes;
    if (has_perfect) return verdicts::no_plateau;
    return has_plateau ? verdicts::no_perfect : verdicts::diminishing;
  }

  void failures() {
    std::vector<double> failed;
    for (const auto& size : sizes_)
      if (!size.reached() && !size.failed_at) failed.push_back(size.batch_size);
    if (!failed.empty())
      warn("failures_without_budget",
           fmt::format("batch size {} did not reach the goal within an unknown budget and is "
                       "left out of the curve",
                       list(failed)));
  }

  void disagreement() {
    const auto *curve = find(out_.regimes, "maximum_useful_batch_size"),
               *pairwise = find(out_.regimes, "pairwise_maximum_useful_batch_size");
    const bool apart = (curve->high && pairwise->low && *curve->high < *pairwise->low) ||
                       (curve->low && pairwise->high && *pairwise->high < *curve->low);
    if (apart)
      warn("pairwise_disagrees",
           "the pairwise maximum useful batch size lies outside the interval of the curve's: the "
           "curve may have the wrong form for these data");
  }

  void outlier() {
    const auto found = find_outlier(sizes_, options_);
    if (!found) return;
    warn("outlier",
         fmt::format(
             "one run at batch size {} ({} steps) lies {:.1f} standard deviations from the curve of the "
             "others; without it the maximum useful batch size is {}",
             shortest(found->batch_size),
             found->steps < 100 ? fmt::format("{:.3g}", found->steps) : fmt::format("{:.0f}", found->steps),
             found->deviations, found->without));
  }

  const std::vector<SizeData>& sizes_;
  const EvaluateOptions& options_;
  const Likelihood* likelihood_;
  const Profile* profile_;
  Evaluation& out_;
  SizeMeans means_;
};

}  // namespace

std::vector<double> search_limited_sizes(const std::vector<SizeData>& sizes,
                                         const std::vector<Regime>& regimes) {
  // Sizes from half the answer upwards place the knee and the plateau; those far below only anchor the slope.
  const auto* useful = find(regimes, "maximum_useful_batch_size");
  const double low = useful && useful->low ? *useful->low / 2 : 0;
  std::vector<double> limited;
  for (const auto& size : sizes)
    if (size.batch_size >= low &&
        (size.bracketing == Bracketing::at_low_end || size.bracketing == Bracketing::at_high_end))
      limited.push_back(size.batch_size);
  return limited;
}

void judge(const std::vector<SizeData>& sizes, const EvaluateOptions& options, const Likelihood* likelihood,
           const Profile* profile, Evaluation& evaluation) {
  Judge judge(sizes, options, likelihood, profile, evaluation);
  evaluation.verdict = judge.verdict();
  judge.warnings();
}

}  // namespace plateau::scaling
