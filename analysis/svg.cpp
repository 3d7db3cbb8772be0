#include "analysis/svg.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "analysis/answer.hpp"

namespace plateau::analysis {
namespace {

std::string with_thousands(double value) {
  auto digits = fmt::format("{:.0f}", value);
  for (int i = static_cast<int>(digits.size()) - 3; i > 0; i -= 3)
    digits.insert(static_cast<std::size_t>(i), ",");
  return digits;
}

// Tick label of 2^k: plain up to 2^27, a fraction down to 1/1024, then a power.
std::string power_of_two_label(int k) {
  if (k >= 0 && k <= 27) return with_thousands(std::exp2(k));
  if (k < 0 && k >= -10) return fmt::format("1/{:.0f}", std::exp2(-k));
  return fmt::format("2<tspan class=\"up\" dy=\"-5\">{}</tspan>", k);
}

std::string power_of_ten_label(int k) {
  if (k >= -4 && k < 0) return fmt::format("{:.{}f}", std::pow(10.0, k), -k);
  if (k >= 0 && k <= 4) return with_thousands(std::pow(10.0, k));
  return fmt::format("10<tspan class=\"up\" dy=\"-5\">{}</tspan>", k);
}

std::string tooltip_of(std::string_view text) {
  return text.empty() ? std::string() : fmt::format("<title>{}</title>", escaped(text));
}

// Rough width of text at 12 pixels, for wrapping the legend.
double text_width(std::string_view text) {
  const auto letters = std::count_if(text.begin(), text.end(),
                                     [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; });
  return 6.6 * static_cast<double>(letters);
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else if (c == '\'')
      out += "&#39;";
    else if (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t')
      out += ' ';
    else
      out += c;
  }
  return out;
}

AxisRange axis_range(const std::vector<double>& values, double margin) {
  if (values.empty()) return {0, 1};
  auto [low, high] = std::minmax_element(values.begin(), values.end());
  const double missing = std::max(0.0, 1 - (*high - *low)) / 2;
  return {*low - missing - margin, *high + missing + margin};
}

Plot::Plot(AxisRange x, AxisRange y, std::string x_label, std::string y_label, Ticks y_ticks)
    : x_(x), y_(y), x_label_(std::move(x_label)), y_label_(std::move(y_label)), y_ticks_(y_ticks) {}

double Plot::x_at(double v) const { return left + (v - x_.low) / (x_.high - x_.low) * (right - left); }
double Plot::y_at(double v) const { return bottom - (v - y_.low) / (y_.high - y_.low) * (bottom - top); }

void Plot::band(double low, double high, std::string_view css, std::string_view label) {
  const double a = std::clamp(x_at(low), left, right), b = std::clamp(x_at(high), left, right);
  if (!(b > a)) return;
  bands_ += fmt::format("<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>\n",
                        css, a, top, b - a, bottom - top);
  if (label.empty()) return;
  // A label wider than its band may meet its neighbor's: every other one then stands lower.
  const double half = text_width(label) / 2 + 4;
  low_label_ = !low_label_ && 2 * half > b - a;
  labels_ += fmt::format(
      "<text class=\"region\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n",
      std::clamp(0.5 * (a + b), left + half, right - half), top + (low_label_ ? 32 : 16), escaped(label));
}

void Plot::line(const std::vector<double>& x, const std::vector<double>& y, std::string_view css) {
  std::string points;
  for (std::size_t i = 0; i < x.size(); ++i) points += fmt::format("{:.1f},{:.1f} ", x_at(x[i]), y_at(y[i]));
  lines_ += fmt::format("<polyline class=\"{}\" points=\"{}\"/>\n", css, points);
}

void Plot::vertical(double x, std::string_view css) {
  lines_ += fmt::format("<line class=\"{}\" x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{}\" y2=\"{}\"/>\n", css,
                        x_at(x), x_at(x), top, bottom);
}

void Plot::interval(double x, double low, double high, std::string_view css) {
  const double p = x_at(x), a = y_at(low), b = y_at(high);
  marks_ += fmt::format("<path class=\"{}\" d=\"M{:.1f} {:.1f}V{:.1f}M{:.1f} {:.1f}h8M{:.1f} {:.1f}h8\"/>\n",
                        css, p, a, b, p - 4, a, p - 4, b);
}

void Plot::span(double low, double high, double pixel_y, std::string_view css) {
  const double a = std::clamp(x_at(low), left, right), b = std::clamp(x_at(high), left, right);
  lines_ += fmt::format("<line class=\"{}\" x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>\n", css,
                        a, b, pixel_y, pixel_y);
}

void Plot::point(double x, double y, std::string_view css, std::string_view tooltip, double radius) {
  marks_ += fmt::format("<circle class=\"{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:g}\">{}</circle>\n", css,
                        x_at(x), y_at(y), radius, tooltip_of(tooltip));
}

void Plot::arrow_up(double x, double y, std::string_view css, std::string_view tooltip) {
  marks_ += fmt::format("<path class=\"{}\" d=\"M{:.1f} {:.1f}v-16m-4.5 6l4.5-6l4.5 6m-8 10h7\">{}</path>\n",
                        css, x_at(x), y_at(y), tooltip_of(tooltip));
}

void Plot::cross(double x, double y, std::string_view css, std::string_view tooltip) {
  marks_ += fmt::format("<path class=\"{}\" d=\"M{:.1f} {:.1f}l7 7m0 -7l-7 7\">{}</path>\n", css,
                        x_at(x) - 3.5, y_at(y) - 3.5, tooltip_of(tooltip));
}

void Plot::diamond(double x, double y, std::string_view css, std::string_view tooltip, double r) {
  marks_ += fmt::format("<path class=\"{}\" d=\"M{:.1f} {:.1f}l{:g} {:g}l{:g} {:g}l{:g} {:g}z\">{}</path>\n",
                        css, x_at(x), y_at(y) - r, r, r, -r, r, -r, -r, tooltip_of(tooltip));
}

void Plot::legend(const std::vector<LegendEntry>& entries) {
  double x = left, y = 18;
  for (const auto& entry : entries) {
    const double needed = 34 + text_width(entry.label);
    if (x > left && x + needed > right) x = left, y += 20;
    switch (entry.mark) {
      case LegendEntry::Mark::circle:
        legend_ += fmt::format("<circle class=\"{}\" cx=\"{}\" cy=\"{}\" r=\"4\"/>", entry.css, x + 9, y);
        break;
      case LegendEntry::Mark::diamond:
        legend_ += fmt::format("<path class=\"{}\" d=\"M{} {}l6 6l-6 6l-6 -6z\"/>", entry.css, x + 9, y - 6);
        break;
      case LegendEntry::Mark::arrow:
        legend_ +=
            fmt::format("<path class=\"{}\" d=\"M{} {}v-14m-4.5 6l4.5-6l4.5 6\"/>", entry.css, x + 9, y + 7);
        break;
      case LegendEntry::Mark::cross:
        legend_ +=
            fmt::format("<path class=\"{}\" d=\"M{} {}l7 7m0 -7l-7 7\"/>", entry.css, x + 5.5, y - 3.5);
        break;
      case LegendEntry::Mark::band:
        legend_ += fmt::format("<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"16\" height=\"10\"/>", entry.css,
                               x + 1, y - 5);
        break;
      default:
        legend_ += fmt::format("<line class=\"{}\" x1=\"{}\" x2=\"{}\" y1=\"{}\" y2=\"{}\"/>", entry.css, x,
                               x + 20, y, y);
    }
    legend_ +=
        fmt::format("<text class=\"key\" x=\"{}\" y=\"{}\">{}</text>\n", x + 25, y + 4, escaped(entry.label));
    x += needed + 10;
  }
}

std::vector<Plot::Tick> Plot::ticks(bool horizontal) const {
  const auto& range = horizontal ? x_ : y_;
  const bool tens = !horizontal && y_ticks_ == Ticks::powers_of_ten;
  const double unit = tens ? std::log2(10.0) : 1.0;  // octaves between powers
  const int first = static_cast<int>(std::ceil(range.low / unit - 1e-9));
  const int last = static_cast<int>(std::floor(range.high / unit + 1e-9));
  const int most = horizontal ? 11 : 10;
  const int stride = std::max(1, (last - first + most) / most);
  std::vector<Tick> out;
  for (int k = first; k <= last; ++k)
    if (k % stride == 0) out.push_back({k * unit, tens ? power_of_ten_label(k) : power_of_two_label(k)});
  if (!tens || (range.high - range.low) / unit > 3) return out;
  for (int k = first - 1; k <= last; ++k)  // few decades: their 2 and 5 as well
    for (const double digit : {2.0, 5.0})
      if (const double at = k * unit + std::log2(digit); at >= range.low && at <= range.high)
        out.push_back({at, number_text(digit * std::pow(10.0, k))});
  return out;
}

std::string Plot::axis_ticks(bool horizontal) const {
  std::string out;
  for (const auto& tick : ticks(horizontal)) {
    const double at = horizontal ? x_at(tick.at) : y_at(tick.at);
    out += horizontal
               ? fmt::format(
                     "<line class=\"grid\" x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1}\" y2=\"{2}\"/>"
                     "<text class=\"tick\" x=\"{0:.1f}\" y=\"{3}\" text-anchor=\"middle\">{4}</text>\n",
                     at, top, bottom, bottom + 19, tick.label)
               : fmt::format(
                     "<line class=\"grid\" x1=\"{1}\" x2=\"{2}\" y1=\"{0:.1f}\" y2=\"{0:.1f}\"/>"
                     "<text class=\"tick\" x=\"{3}\" y=\"{4:.1f}\" text-anchor=\"end\">{5}</text>\n",
                     at, left, right, left - 8, at + 4, tick.label);
  }
  return out;
}

std::string Plot::axes() const {
  return axis_ticks(true) + axis_ticks(false) +
         fmt::format("<path class=\"frame\" d=\"M{0} {1}V{2}H{3}\"/>\n", left, top, bottom, right) +
         fmt::format("<text class=\"axis\" x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
                     0.5 * (left + right), bottom + 44, escaped(x_label_)) +
         fmt::format(
             "<text class=\"axis\" transform=\"translate(18 {:.1f}) rotate(-90)\" "
             "text-anchor=\"middle\">{}</text>\n",
             0.5 * (top + bottom), escaped(y_label_));
}

std::string Plot::finish(std::string_view title) const {
  // The inner <svg> cuts lines at the frame.
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"figure\" viewBox=\"0 0 {} {}\" "
             "role=\"img\">\n"
             "<title>{}</title>\n",
             width, height, escaped(title)) +
         bands_ + axes() +
         fmt::format("<svg x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{3}\" viewBox=\"{0} {1} {2} {3}\">\n",
                     left, top, right - left, bottom - top) +
         lines_ + "</svg>\n" + labels_ + marks_ + legend_ + "</svg>\n";
}

std::string_view figure_style() {
  // Okabe and Ito's palette, which color-blind readers can tell apart; dark variants are lightened.
  return R"(.figure{--ink:#1b1f24;--soft:#5b6570;--rule:#e3e7ec;--paper:#fff;--blue:#0072b2;--orange:#d55e00;--green:#008a63;
--purple:#a8568a;--grey:#8a939c;--a:#e8f3fa;--b:#fdf3e1;--c:#f6e9f0}
@media (prefers-color-scheme:dark){.figure{--ink:#e8ebee;--soft:#a9b2bb;--rule:#2c333a;--paper:#15191d;--blue:#56b4e9;
--orange:#f0904a;--green:#35c79b;--purple:#dd94c2;--grey:#7f8992;--a:#16252f;--b:#2b2416;--c:#2b1c26}}
.figure{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;font-size:12px;background:var(--paper)}
.figure text{fill:var(--ink)}.figure .tick,.figure .key{fill:var(--soft)}.figure .axis{font-size:13px}
.figure .up{font-size:9px}.figure .region{fill:var(--soft);font-size:12px;paint-order:stroke;stroke:var(--paper);stroke-width:3px;stroke-opacity:.8}.figure .mark{font-weight:600}
.figure .grid{stroke:var(--rule);stroke-width:1}.figure .frame{stroke:var(--soft);fill:none}
.figure .regionA{fill:var(--a)}.figure .regionB{fill:var(--b)}.figure .regionC{fill:var(--c)}
.figure .curve{stroke:var(--blue);stroke-width:2.5;fill:none}.figure .ideal{stroke:var(--soft);stroke-width:1.5;stroke-dasharray:6 5;fill:none}
.figure .root{stroke:var(--purple);stroke-width:1.5;stroke-dasharray:2 4;fill:none}
.figure .useful{stroke:var(--orange);stroke-width:1.5;stroke-dasharray:3 3}.figure .usefulbar{stroke:var(--orange);stroke-width:5;opacity:.55}
.figure .stat{fill:var(--orange);stroke:var(--paper);stroke-width:1.2}.figure .error{stroke:var(--orange);stroke-width:1.5;fill:none}
.figure .run{fill:var(--grey);opacity:.5}.figure .missed{stroke:var(--grey);stroke-width:1.5;fill:none}
.figure .hit{fill:var(--blue);opacity:.8}.figure .miss{fill:none;stroke:var(--grey);stroke-width:1.4}
.figure .diverged{stroke:var(--orange);stroke-width:1.7;fill:none}.figure .pending{fill:none;stroke:var(--purple);stroke-width:1.6;stroke-dasharray:2 2}
.figure .bestrun{fill:var(--green);stroke:var(--paper);stroke-width:1.2}.figure .space{fill:none;stroke:var(--rule);stroke-width:7}
.figure .box{fill:none;stroke:var(--grey);stroke-width:1;opacity:.7}
.figure .waiting{stroke:var(--purple);stroke-width:1.5;stroke-dasharray:2 4}
)";
}

}  // namespace plateau::analysis
