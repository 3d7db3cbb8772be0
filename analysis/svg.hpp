#pragma once
// A small writer of SVG plots with logarithmic axes. Colors are CSS classes, so that a figure follows the
// reader's light or dark scheme.

#include <string>
#include <string_view>
#include <vector>

namespace plateau::analysis {

// Text for HTML and SVG, also inside quoted attributes.
std::string escaped(std::string_view text);

struct AxisRange {
  double low = 0, high = 1;  // logarithms to base 2
};
// The range of the values with a margin, at least one octave; values: logarithms, finite.
AxisRange axis_range(const std::vector<double>& values, double margin);

enum class Ticks { powers_of_two, powers_of_ten };

// Coordinates are log2 values; the plot area is fixed inside a 760 x 440 view box.
class Plot {
 public:
  Plot(AxisRange x, AxisRange y, std::string x_label, std::string y_label, Ticks y_ticks);

  double x_at(double log2_value) const;  // pixels
  double y_at(double log2_value) const;

  void band(double x_low, double x_high, std::string_view css, std::string_view label);
  void line(const std::vector<double>& x, const std::vector<double>& y, std::string_view css);
  void vertical(double x, std::string_view css);
  void interval(double x, double y_low, double y_high, std::string_view css);  // an error bar
  void span(double x_low, double x_high, double pixel_y,
            std::string_view css);  // a horizontal bar at a height
  void point(double x, double y, std::string_view css, std::string_view tooltip, double radius = 4);
  void arrow_up(double x, double y, std::string_view css, std::string_view tooltip);
  void cross(double x, double y, std::string_view css, std::string_view tooltip);
  void diamond(double x, double y, std::string_view css, std::string_view tooltip, double radius = 6);

  struct LegendEntry {
    enum class Mark { circle, diamond, line, dashed, arrow, cross, band } mark;
    std::string css, label;
  };
  void legend(const std::vector<LegendEntry>& entries);  // above the plot area, wrapped

  // The <svg> element; title: what a screen reader says.
  std::string finish(std::string_view title) const;

  static constexpr double width = 760, height = 470;
  static constexpr double left = 92, right = 742, top = 66, bottom = 410;

 private:
  std::string axes() const;
  struct Tick {
    double at;  // log2
    std::string label;
  };
  std::vector<Tick> ticks(bool horizontal) const;
  std::string axis_ticks(bool horizontal) const;
  AxisRange x_, y_;
  std::string x_label_, y_label_;
  Ticks y_ticks_;
  std::string bands_, lines_, marks_, labels_, legend_;
  bool low_label_ = false;  // whether the last band's label stands in the lower row
};

// The style sheet that the classes of figures need.
std::string_view figure_style();

}  // namespace plateau::analysis
