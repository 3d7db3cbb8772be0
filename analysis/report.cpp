#include "analysis/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/answer.hpp"
#include "analysis/figures.hpp"
#include "analysis/svg.hpp"
#include "plateau/base/text.hpp"
#include "plateau/base/version.hpp"

namespace plateau::analysis {
namespace {

constexpr const char* page_style = R"(
:root{color-scheme:light dark;--ink:#1b1f24;--soft:#5b6570;--rule:#e3e7ec;--paper:#fff;--card:#f6f8fa;--accent:#0072b2;--note:#fff6e5}
@media (prefers-color-scheme:dark){:root{--ink:#e8ebee;--soft:#a9b2bb;--rule:#2c333a;--paper:#15191d;--card:#1c2126;--accent:#56b4e9;--note:#2b2416}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
main{max-width:1000px;margin:0 auto;padding:24px 20px 60px}
h1{font-size:26px;margin:0 0 4px}h2{font-size:22px;margin:44px 0 8px;padding-top:14px;border-top:1px solid var(--rule);overflow-wrap:anywhere}
h3{font-size:16px;margin:26px 0 8px}
.sub{color:var(--soft);margin:0 0 18px}
.answer{font-size:19px;line-height:1.45;background:var(--card);border-left:4px solid var(--accent);padding:12px 16px;margin:10px 0;border-radius:0 6px 6px 0}
.verdict{display:inline-block;border:1px solid var(--accent);color:var(--accent);border-radius:999px;padding:1px 12px;font-size:14px}
.notes{background:var(--note);border-radius:6px;padding:8px 14px 8px 32px;margin:12px 0}
table{border-collapse:collapse;font-size:14px;font-variant-numeric:tabular-nums}
.wide{overflow-x:auto}th,td{padding:4px 12px;text-align:right;border-bottom:1px solid var(--rule)}
th{color:var(--soft);font-weight:600}th:first-child,td:first-child{padding-left:0}.keep{white-space:nowrap}.text,td.text,th.text{text-align:left}
figure{margin:14px 0}figure svg{width:100%;height:auto;display:block}figcaption{color:var(--soft);font-size:14px}
a{color:var(--accent)}footer{margin-top:50px;color:var(--soft);font-size:13px;border-top:1px solid var(--rule);padding-top:12px}
)";

std::string cell(const std::string& text, const char* css = "") {
  return *css ? fmt::format("<td class=\"{}\">{}</td>", css, escaped(text))
              : fmt::format("<td>{}</td>", escaped(text));
}

std::string or_dash(const std::optional<double>& value) { return value ? measured_text(*value) : "–"; }

std::string label_of(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

std::string regimes_table(const WorkloadFit& fit) {
  std::string out = fmt::format(
      "<h3>Regimes, batch sizes in {}</h3>\n<div class=\"wide\"><table><tr><th "
      "class=\"text\">quantity</th><th class=\"text\">value "
      "[{:g} % interval]</th><th class=\"text\">definition</th></tr>\n",
      escaped(fit.workload.batch_unit), 100 * fit.options.evaluate.level);
  for (const auto& regime : fit.evaluation.regimes)
    out += "<tr>" + cell(label_of(regime.name), "text") + cell(regime_text(regime), "text keep") +
           cell(regime.definition, "text") + "</tr>\n";
  return out + "</table></div>\n";
}

std::string sizes_table(const WorkloadFit& fit) {
  const auto& s = fit.statistics;
  const auto heading = s.k ? fmt::format("median of best of {}", *s.k) : s.kind;
  const auto* smooth = fit.evaluation.fit_of(scaling::Form::smooth_max);
  std::string out = "<h3>Steps to the target</h3>\n<div class=\"wide\"><table><tr>";
  for (const auto& name :
       {std::string("batch size"), std::string("trials"), std::string("not reached"), std::string("diverged"),
        std::string("fewest steps"), heading, std::string("interval"), std::string("curve")})
    out += fmt::format("<th>{}</th>", escaped(name));
  out += "</tr>\n";
  for (const auto& p : s.points) {
    const auto interval = p.low || p.high ? fmt::format("[{}, {}]", or_dash(p.low), or_dash(p.high)) : "–";
    out += "<tr>" + cell(measured_text(p.batch_size)) + cell(std::to_string(p.trials)) +
           cell(std::to_string(p.censored)) + cell(std::to_string(p.infeasible)) + cell(or_dash(p.best)) +
           cell(or_dash(p.median)) + cell(interval) +
           cell(smooth ? measured_text(smooth->fit.curve.steps(p.batch_size)) : "–") + "</tr>\n";
  }
  for (const auto& size : fit.workload.sizes)
    if (size.pending)
      out += "<tr>" + cell(measured_text(size.batch_size)) +
             cell(fmt::format("{} of {}", size.complete, size.wanted)) +
             "<td colspan=\"6\" class=\"text\">still running</td></tr>\n";
  return out + "</table></div>\n";
}

std::string fits_table(const WorkloadFit& fit) {
  if (fit.evaluation.fits.empty()) return {};
  std::string out =
      "<h3>Curves</h3>\n<div class=\"wide\"><table><tr><th class=\"text\">form</th><th>fewest "
      "steps</th><th>knee B0</th>"
      "<th>sharpness a</th><th>rmse, octaves</th><th>AICc</th></tr>\n";
  for (const auto& form : fit.evaluation.fits) {
    const auto& curve = form.fit.curve;
    const bool three = curve.form == scaling::Form::three_piece;
    out += "<tr>" + cell(label_of(std::string(name_of(curve.form))), "text") +
           cell(number_text(std::exp2(curve.level))) +
           cell(three ? "–" : number_text(std::exp2(curve.knee))) +
           cell(curve.form == scaling::Form::smooth_max ? fmt::format("{:.3g}", 1 / curve.softness) : "–") +
           cell(fmt::format("{:.3f}", form.fit.rmse_log2)) +
           cell(form.fit.aicc ? fmt::format("{:.1f}{}", *form.fit.aicc,
                                            fit.evaluation.selected == curve.form ? " (lowest)" : "")
                              : "–") +
           "</tr>\n";
  }
  return out +
         "</table></div>\n<p class=\"sub\">Regimes come from the smooth maximum S = Smin (1 + "
         "(B0/B)^a)^(1/a) "
         "whatever form has the lowest AICc; their intervals are penalised profile-likelihood "
         "intervals.</p>\n";
}

std::string bootstrap_table(const WorkloadFit& fit) {
  if (!fit.bootstrap) return {};
  std::string out = fmt::format(
      "<h3>Second opinion: {} bootstrap replicates, seed {}</h3>\n<div class=\"wide\"><table>"
      "<tr><th class=\"text\">quantity</th><th class=\"text\">percentile interval</th></tr>\n",
      fit.bootstrap->replicates, fit.bootstrap->seed);
  for (const auto& [name, interval] : fit.bootstrap->intervals)
    out += "<tr>" + cell(label_of(name), "text") +
           cell(fmt::format("[{}, {}]", number_text(interval.low), number_text(interval.high)), "text") +
           "</tr>\n";
  return out + "</table></div>\n";
}

std::string notes_list(const WorkloadFit& fit) {
  if (fit.evaluation.warnings.empty()) return {};
  std::string out = "<ul class=\"notes\">\n";
  for (const auto& warning : fit.evaluation.warnings) {
    auto text = warning.text;
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
    out += fmt::format("<li>{}.</li>\n", escaped(text));
  }
  return out + "</ul>\n";
}

std::string section(const WorkloadFit& fit, std::size_t index) {
  std::string out = fmt::format(
      "<section id=\"w{}\">\n<h2>{}</h2>\n<p class=\"answer\">{}</p>\n<p><span "
      "class=\"verdict\">{}</span></p>\n",
      index, escaped(title_of(fit.workload)), escaped(answer_sentence(fit)), escaped(fit.evaluation.verdict));
  out += notes_list(fit);
  for (const auto& figure : figures_of(fit))
    out += fmt::format("<figure>\n{}<figcaption>{}</figcaption>\n</figure>\n", figure.svg,
                       escaped(figure.caption));
  return out + regimes_table(fit) + sizes_table(fit) + fits_table(fit) + bootstrap_table(fit) +
         "</section>\n";
}

std::string overview(const std::vector<WorkloadFit>& fits) {
  if (fits.size() < 2) return {};
  std::string out =
      "<div class=\"wide\"><table><tr><th class=\"text\">workload</th><th class=\"text\">maximum useful "
      "batch size</th>"
      "<th class=\"text\">verdict</th></tr>\n";
  for (std::size_t i = 0; i < fits.size(); ++i)
    out += fmt::format("<tr><td class=\"text\"><a href=\"#w{}\">{}</a></td>", i,
                       escaped(title_of(fits[i].workload))) +
           cell(regime_text(fits[i].evaluation.regimes.front()), "text") +
           cell(fits[i].evaluation.verdict, "text") + "</tr>\n";
  return out + "</table></div>\n";
}

}  // namespace

std::string report_html(const std::vector<WorkloadFit>& fits, const Tool& tool) {
  const auto title =
      fits.size() == 1 ? title_of(fits.front().workload) : fmt::format("{} workloads", fits.size());
  std::string out = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
      "content=\"width=device-width,initial-scale=1\">\n<title>Plateau: "
      "{}</title>\n<style>{}{}</style>\n</head>\n<body>\n<main>\n",
      escaped(title), page_style, figure_style());
  out +=
      "<h1>How far does data parallelism go?</h1>\n<p class=\"sub\">Steps to a target against batch size, "
      "and the "
      "batch size beyond which a doubling no longer pays.</p>\n";
  out += overview(fits);
  for (std::size_t i = 0; i < fits.size(); ++i) out += section(fits[i], i);
  out += fmt::format("<footer>Plateau {} ({}). Options: {}</footer>\n</main>\n</body>\n</html>\n", version(),
                     escaped(commit()), escaped(tool.options.dump()));
  return out;
}

}  // namespace plateau::analysis
