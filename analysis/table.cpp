#include "analysis/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/answer.hpp"

namespace plateau::analysis {
namespace {

constexpr std::size_t width = 100;

// Code points; the terminal's columns for the scripts in use here.
std::size_t columns_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string cut(std::string_view text, std::size_t columns) {
  if (columns_of(text) <= columns) return std::string(text);
  std::string out;
  std::size_t used = 0;
  for (const char c : text) {
    if ((static_cast<unsigned char>(c) & 0xc0) != 0x80 && ++used > columns - 3) break;
    out += c;
  }
  return out + "...";
}

std::string wrapped(const std::string& text, std::size_t indent) {
  std::string out, line(indent, ' ');
  std::size_t begin = 0;
  while (begin < text.size()) {
    const auto end = std::min(text.find(' ', begin), text.size());
    const auto word = cut(std::string_view(text).substr(begin, end - begin), width - indent);
    if (columns_of(line) + columns_of(word) > width) {
      out += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
      line = std::string(indent, ' ');
    }
    line += word + ' ';
    begin = end + 1;
  }
  return out + line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
}

std::string or_dash(const std::optional<double>& value) { return value ? measured_text(*value) : "-"; }

std::string sizes_text(const WorkloadFit& fit) {
  const auto* smooth = fit.evaluation.fit_of(scaling::Form::smooth_max);
  const auto heading = fit.statistics.k ? fmt::format("best of {}", *fit.statistics.k) : fit.statistics.kind;
  auto out = fmt::format("  {:>12} {:>7} {:>8} {:>9} {:>12} {:>16} {:>18} {:>9}\n", "batch size", "trials",
                         "missed", "diverged", "fewest steps", heading, "interval", "curve");
  for (const auto& point : fit.statistics.points) {
    const auto interval =
        point.low || point.high ? fmt::format("[{}, {}]", or_dash(point.low), or_dash(point.high)) : "-";
    const auto curve = smooth ? measured_text(smooth->fit.curve.steps(point.batch_size)) : "-";
    out += fmt::format("  {:>12} {:>7} {:>8} {:>9} {:>12} {:>16} {:>18} {:>9}\n",
                       measured_text(point.batch_size), point.trials, point.censored, point.infeasible,
                       or_dash(point.best), or_dash(point.median), interval, curve);
  }
  return out;
}

std::string label_of(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

std::string regimes_text(const WorkloadFit& fit) {
  std::string out;
  for (const auto& regime : fit.evaluation.regimes)
    out += fmt::format("  {:<36} {}\n", label_of(regime.name), regime_text(regime));
  return out;
}

std::string fits_text(const WorkloadFit& fit) {
  std::string out;
  for (const auto& form : fit.evaluation.fits) {
    const auto& curve = form.fit.curve;
    auto line =
        fmt::format("  {:<12} rmse {:.3f} octave, steps min {}", label_of(std::string(name_of(curve.form))),
                    form.fit.rmse_log2, number_text(std::exp2(curve.level)));
    if (curve.form != scaling::Form::three_piece)
      line += fmt::format(", B0 {}", number_text(std::exp2(curve.knee)));
    if (curve.form == scaling::Form::smooth_max) line += fmt::format(", a {:.3g}", 1 / curve.softness);
    if (form.fit.aicc) line += fmt::format(", AICc {:.1f}", *form.fit.aicc);
    if (fit.evaluation.selected == curve.form) line += " (lowest)";
    out += cut(line, width) + '\n';
  }
  return out;
}

}  // namespace

std::string table_text(const WorkloadFit& fit) {
  const auto& unit = fit.workload.batch_unit;
  std::string out = cut(title_of(fit.workload), width) + '\n';
  out += wrapped(answer_sentence(fit), 2);
  out += fmt::format("  Verdict: {}\n\n", fit.evaluation.verdict);
  out += sizes_text(fit);
  out += cut(fmt::format("\n  Batch sizes in {} ({:g} % intervals)", unit, 100 * fit.options.evaluate.level),
             width + 1) +
         '\n';
  out += regimes_text(fit);
  if (!fit.evaluation.fits.empty()) out += "\n  Curves\n" + fits_text(fit);
  for (const auto& warning : fit.evaluation.warnings)
    out += wrapped(fmt::format("Note: {}.", warning.text), 2);
  return out;
}

}  // namespace plateau::analysis
