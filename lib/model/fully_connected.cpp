#include "plateau/model/fully_connected.hpp"

#include <fmt/core.h>

namespace plateau::model {

void add_linear(Layout& layout, const std::string& name, std::int64_t in, std::int64_t out) {
  layout.add(name + ".weight", {out, in}, static_cast<std::size_t>(in), static_cast<std::size_t>(out), false);
  layout.add(name + ".bias", {out}, 0, 0, true);
}

Layout fully_connected_layout(const ModelSpec& model, const InputShape& input) {
  Layout layout;
  std::int64_t in = input.features();
  for (std::size_t i = 0; i < model.widths.size(); ++i) {
    add_linear(layout, fmt::format("hidden{}", i + 1), in, model.widths[i]);
    in = model.widths[i];
  }
  add_linear(layout, "output", in, input.classes);
  return layout;
}

}  // namespace plateau::model
