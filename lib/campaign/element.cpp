#include "plateau/campaign/element.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace plateau::campaign {

std::string_view name_of(Stage stage) {
  constexpr std::string_view names[] = {"tune", "confirm", "fit"};
  return names[static_cast<std::size_t>(stage)];
}

std::string_view program_of(Stage stage) {
  constexpr std::string_view names[] = {"lr-tuner", "trainer", "curve-fitter"};
  return names[static_cast<std::size_t>(stage)];
}

std::vector<Element> elements(const Campaign& campaign) {
  std::vector<Element> out;
  const auto add = [&](Stage stage, const StudyPlan& study, long long configuration, long long repetition) {
    out.push_back({static_cast<long long>(out.size()), stage, study, configuration, repetition});
  };
  const auto all = studies(campaign);
  for (const auto& study : all) add(Stage::tune, study, 0, 0);
  for (const auto& study : all)
    for (long long c = 0; c < campaign.confirm.configurations; ++c)
      for (long long r = 0; r < campaign.confirm.seeds; ++r) add(Stage::confirm, study, c, r);
  add(Stage::fit, {}, 0, 0);
  // Elements of one shape stand together, so that an array is a range of the manifest.
  std::stable_sort(out.begin(), out.end(), [&](const Element& a, const Element& b) {
    return shape_of(campaign, a) < shape_of(campaign, b);
  });
  for (std::size_t i = 0; i < out.size(); ++i) out[i].number = static_cast<long long>(i);
  return out;
}

Shape shape_of(const Campaign& campaign, const Element& element) {
  if (element.stage == Stage::fit) return {Stage::fit, campaign.fit.ranks, 3600, ""};
  const auto& resources = campaign.workloads[element.study.workload].resources;
  const int groups = element.stage == Stage::tune ? resources.groups : 1;
  return {element.stage, resources.ranks * groups, resources.time_limit, resources.memory.value_or("")};
}

std::string manifest(const Campaign& campaign, const std::vector<Element>& elements) {
  fmt::memory_buffer text;
  for (const auto& e : elements) {
    const bool fit = e.stage == Stage::fit;
    fmt::format_to(std::back_inserter(text), "{}\t{}\t{}\t{}\t{}\t{}\t{}\n", e.number, name_of(e.stage),
                   fit ? "-" : campaign.workloads[e.study.workload].name, fit ? 0 : e.study.batch_size,
                   shape_of(campaign, e).ranks, e.configuration, e.repetition);
  }
  return fmt::to_string(text);
}

}  // namespace plateau::campaign
