#include "plateau/model/networks.hpp"

#include <fmt/core.h>

#include "plateau/base/error.hpp"
#include "plateau/model/fully_connected.hpp"

namespace plateau::model {
namespace {

void add_convolution(Layout& layout, const std::string& name, std::int64_t in, std::int64_t out,
                     std::int64_t kernel) {
  const auto area = static_cast<std::size_t>(kernel * kernel);
  layout.add(name + ".weight", {out, in, kernel, kernel}, area * static_cast<std::size_t>(in),
             area * static_cast<std::size_t>(out), false);
  layout.add(name + ".bias", {out}, 0, 0, true);
}

Network fully_connected(const ModelSpec& model, const InputShape& input) {
  Network network{fully_connected_layout(model, input), {}};
  network.forward = [](const std::vector<at::Tensor>& p, const at::Tensor& inputs, const Dropout&) {
    at::Tensor x = inputs;
    for (std::size_t i = 0; i + 2 < p.size(); i += 2) x = at::relu(at::linear(x, p[i], p[i + 1]));
    return at::linear(x, p[p.size() - 2], p[p.size() - 1]);
  };
  return network;
}

// Shallue et al. 2019: conv 5x5 'same', max-pool 2, conv 5x5 'same', max-pool 2, hidden layer with dropout,
// softmax.
Network simple_cnn(const ModelSpec& model, const InputShape& input) {
  if (input.height < 4 || input.width < 4)
    throw Error(ExitCode::configuration,
                fmt::format("simple_cnn needs images of 4x4 pixels or more, these are {}x{}", input.height,
                            input.width));
  const std::int64_t size = model.variant == "narrow" ? 1 : model.variant == "wide" ? 4 : 2;
  const std::int64_t filters1 = 16 * size, filters2 = 32 * size, units = 512 * size;
  Network network;
  add_convolution(network.layout, "conv1", input.channels, filters1, 5);
  add_convolution(network.layout, "conv2", filters1, filters2, 5);
  add_linear(network.layout, "hidden", filters2 * (input.height / 4) * (input.width / 4), units);
  add_linear(network.layout, "output", units, input.classes);
  network.forward = [input](const std::vector<at::Tensor>& p, const at::Tensor& inputs,
                            const Dropout& dropout) {
    at::Tensor x = inputs.view({inputs.size(0), input.channels, input.height, input.width});
    x = at::max_pool2d(at::relu(at::conv2d(x, p[0], p[1], 1, 2)), 2);
    x = at::max_pool2d(at::relu(at::conv2d(x, p[2], p[3], 1, 2)), 2);
    x = dropout(at::relu(at::linear(x.flatten(1), p[4], p[5])));
    return at::linear(x, p[6], p[7]);
  };
  return network;
}

}  // namespace

Network make_network(const ModelSpec& model, const InputShape& input) {
  return model.kind == Kind::simple_cnn ? simple_cnn(model, input) : fully_connected(model, input);
}

}  // namespace plateau::model
