// One rank, one thread: our step against a plain LibTorch loop (modules, torch::optim::SGD with momentum),
// interleaved. Prints: network,engine,batch,ours_ms,peer_ms,bound_ms (medians). The bound is max(flops /
// measured sgemm rate, bytes / measured bandwidth): 6 flops a weight and example (and output position), 4 in
// a first fully connected layer, and 8 passes over the parameters (forward, backward, gradient written and
// read, weight and velocity read and written).

#include <fmt/core.h>
#include <torch/torch.h>

#include <algorithm>
#include <cstring>

#include "bench_setup.hpp"
#include "plateau/model/torch_settings.hpp"

namespace {

using namespace plateau;
using namespace plateau::bench;

torch::nn::Sequential modules_of(const Workload& workload) {
  torch::nn::Sequential net;
  if (workload.model.kind == model::Kind::fully_connected) {
    std::int64_t in = workload.input.features();
    for (const auto width : workload.model.widths) {
      net->push_back(torch::nn::Linear(in, width));
      net->push_back(torch::nn::ReLU());
      in = width;
    }
    net->push_back(torch::nn::Linear(in, workload.input.classes));
    return net;
  }
  const auto pool = [] { return torch::nn::MaxPool2d(torch::nn::MaxPool2dOptions(2)); };
  net->push_back(torch::nn::Unflatten(torch::nn::UnflattenOptions(1, {1, 28, 28})));
  net->push_back(torch::nn::Conv2d(torch::nn::Conv2dOptions(1, 32, 5).padding(2)));
  net->push_back(torch::nn::ReLU());
  net->push_back(pool());
  net->push_back(torch::nn::Conv2d(torch::nn::Conv2dOptions(32, 64, 5).padding(2)));
  net->push_back(torch::nn::ReLU());
  net->push_back(pool());
  net->push_back(torch::nn::Flatten());
  net->push_back(torch::nn::Linear(3136, 1024));
  net->push_back(torch::nn::ReLU());
  net->push_back(torch::nn::Dropout(0.4));
  net->push_back(torch::nn::Linear(1024, 10));
  return net;
}

class PeerStep {
 public:
  PeerStep(const Workload& workload, const data::Split& split)
      : net_(modules_of(workload)),
        optimizer_(net_->parameters(), torch::optim::SGDOptions(0.01).momentum(0.9)),
        batch_(workload.batch),
        data_(torch::from_blob(const_cast<float*>(split.inputs.data()),
                               {static_cast<std::int64_t>(split.rows), workload.input.features()})
                  .clone()),
        labels_(torch::tensor(split.labels)) {}
  void operator()() {
    const auto rows = order_.narrow(0, step_++ % (4096 / batch_) * batch_, batch_);
    optimizer_.zero_grad();
    auto loss = torch::nn::functional::cross_entropy(net_->forward(data_.index_select(0, rows)),
                                                     labels_.index_select(0, rows));
    loss.backward();
    optimizer_.step();
  }

 private:
  torch::nn::Sequential net_;
  torch::optim::SGD optimizer_;
  std::int64_t batch_, step_ = 0;
  torch::Tensor data_, labels_, order_ = torch::randperm(4096);
};

double sgemm_gflops() {
  const auto a = torch::randn({1024, 1024}), b = torch::randn({1024, 1024});
  auto c = torch::empty({1024, 1024});
  double best = 1e9;
  for (int i = 0; i < 10; ++i) best = std::min(best, milliseconds([&] { torch::mm_out(c, a, b); }, 1));
  return 2 * 1024.0 * 1024 * 1024 / best / 1e6;
}

// Of copies as large as the parameters, so from the cache in which they fit.
double copy_gigabytes(std::size_t size) {
  std::vector<char> a(size, 1), b(size, 2);
  double best = 1e9;
  for (int i = 0; i < 20; ++i)
    best = std::min(best, milliseconds([&] { std::memcpy(a.data(), b.data(), a.size()); }, 10));
  return 2 * static_cast<double>(size) / best / 1e6;
}

double flops_an_example(const Workload& workload, std::size_t parameters) {
  if (workload.model.kind == model::Kind::fully_connected) {
    const auto first = static_cast<double>(workload.input.features() * workload.model.widths.front());
    return 6.0 * static_cast<double>(parameters) - 2 * first;  // nobody needs the gradient of the inputs
  }
  return 6.0 * (832 * 784.0 + 51264 * 196.0 + 3136 * 1024.0 + 10250);
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                   values.end());
  return values[values.size() / 2];
}

}  // namespace

int main() {
  model::configure_torch();
  const double flops = sgemm_gflops() * 1e6;  // a millisecond
  for (const auto& workload : workloads()) {
    const auto split = synthetic(workload.input);
    const auto self = comm::make_self_communicator();
    OurStep ours(workload, split, *self);
    PeerStep peer(workload, split);
    const int repetitions = workload.name == "64-128-10" ? 500 : workload.name == "784-1024-10" ? 60 : 4;
    std::vector<double> our_times, peer_times;
    for (int round = 0; round < 11; ++round) {
      our_times.push_back(milliseconds(ours, repetitions));
      peer_times.push_back(milliseconds(peer, repetitions));
    }
    const auto parameters = static_cast<double>(ours.parameters());
    const double bytes = copy_gigabytes(4 * ours.parameters()) * 1e6;  // a millisecond
    const double bound =
        std::max(static_cast<double>(workload.batch) * flops_an_example(workload, ours.parameters()) / flops,
                 8 * 4 * parameters / bytes);
    fmt::print("{},{},{},{:.5f},{:.5f},{:.5f}\n", workload.name, workload.direct ? "direct" : "libtorch",
               workload.batch, median(our_times), median(peer_times), bound);
  }
}
