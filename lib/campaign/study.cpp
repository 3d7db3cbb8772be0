#include "plateau/campaign/study.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "plateau/base/random.hpp"

namespace plateau::campaign {
namespace {

enum SeedPurpose : std::uint64_t { sampling = 1, searching = 2, confirming = 3 };

std::uint64_t text_seed(const std::string& text) {  // FNV-1a
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const unsigned char c : text) hash = (hash ^ c) * 0x100000001b3ULL;
  return hash;
}

// Independent for every workload and batch size: each study is tuned by itself.
std::uint64_t study_seed(const Campaign& campaign, const StudyPlan& study) {
  return mix(campaign.seed, text_seed(campaign.workloads[study.workload].name),
             static_cast<std::uint64_t>(study.batch_size));
}

long long bounded_steps(const BudgetSpec& budget, double steps) {
  const double least = static_cast<double>(budget.min_steps);
  const double most = static_cast<double>(budget.max_steps.value_or(no_step_limit));
  return static_cast<long long>(std::clamp(std::ceil(steps), std::min(least, most), most));
}

}  // namespace

std::vector<StudyPlan> studies(const Campaign& campaign) {
  std::vector<StudyPlan> out;
  for (std::size_t w = 0; w < campaign.workloads.size(); ++w)
    for (const long long size : campaign.workloads[w].batch_sizes) out.push_back({w, size});
  return out;
}

std::filesystem::path study_folder(const Campaign& campaign, const StudyPlan& study) {
  const auto& w = campaign.workloads[study.workload];
  return std::filesystem::path(w.dataset_name()) / w.store_model / w.optimizer_name() /
         std::to_string(study.batch_size);
}

record::Study study_record(const Campaign& campaign, const StudyPlan& study) {
  const auto& w = campaign.workloads[study.workload];
  record::Study out;
  out.dataset = w.dataset_name();
  out.model = w.store_model;
  out.optimizer = w.optimizer_name();
  out.batch_size = static_cast<double>(study.batch_size);
  const long long budget = step_budget(w, study.batch_size);
  out.train_steps = budget == no_step_limit ? 0 : budget;
  out.parameter_configs = search::to_json(w.search.space);
  out.extra["workload"] = w.name;
  out.extra["campaign"] = campaign.name;
  out.extra["goal"] = w.goals.front().text();
  for (const auto& goal : w.goals) out.extra["goals"].push_back(goal.text());
  out.extra["wanted_trials"] = w.search.trials;
  out.extra["launch_limit"] = launch_limit(campaign, study);
  out.extra["training_examples"] = w.training_rows;
  out.extra["micro_batch_size"] = w.resources.micro_batch_size;
  return out;
}

record::Study confirm_record(const Campaign& campaign, const StudyPlan& study) {
  record::Study out = study_record(campaign, study);
  out.extra.erase("wanted_trials");
  out.extra.erase("launch_limit");
  return out;
}

long long step_budget(const WorkloadSpec& w, long long batch_size) {
  const auto& budget = w.budget;
  const auto size = static_cast<double>(batch_size);
  long long steps = budget.steps.value_or(no_step_limit);
  if (auto after = budget.steps_by_batch_size.upper_bound(batch_size);
      after != budget.steps_by_batch_size.begin())
    steps = std::min(steps, std::prev(after)->second);
  if (budget.epochs)
    steps =
        std::min(steps, bounded_steps(budget, *budget.epochs * static_cast<double>(w.training_rows) / size));
  if (budget.examples) steps = std::min(steps, bounded_steps(budget, *budget.examples / size));
  return steps;
}

long long launch_limit(const Campaign& campaign, const StudyPlan& study) {
  const auto& search = campaign.workloads[study.workload].search;
  const long long limit = search.launch_limit.value_or(3 * search.trials);
  if (search.method != search::Method::grid || search.space.dimensions.empty()) return limit;
  return std::min(limit, static_cast<long long>(search::grid_size(search.space, search.points)));
}

std::optional<TrialPlan> search_trial(const Campaign& campaign, const StudyPlan& study, long long id) {
  const auto& w = campaign.workloads[study.workload];
  const std::uint64_t seed = study_seed(campaign, study);
  TrialPlan trial{id, mix(seed, searching, static_cast<std::uint64_t>(id)), {}};
  if (w.search.space.dimensions.empty()) return trial;
  const auto point = search::sample(w.search.space, w.search.method, mix(seed, sampling),
                                    static_cast<std::uint64_t>(id), w.search.points);
  if (!point) return std::nullopt;
  trial.parameters = *point;
  return trial;
}

long long confirm_id(const Campaign& campaign, long long configuration, long long repetition) {
  return configuration * campaign.confirm.seeds + repetition;
}

TrialPlan confirm_trial(const Campaign& campaign, const StudyPlan& study, long long configuration,
                        long long repetition, record::Parameters parameters) {
  const long long id = confirm_id(campaign, configuration, repetition);
  return {id, mix(study_seed(campaign, study), confirming, static_cast<std::uint64_t>(id)),
          std::move(parameters)};
}

WorkloadSpec with_parameters(WorkloadSpec w, const record::Parameters& parameters) {
  const std::map<std::string, std::function<void(double)>> places = {
      {"learning_rate", [&](double x) { w.schedule.learning_rate = x; }},
      {"momentum", [&](double x) { w.optimizer.momentum = x; }},
      {"weight_decay", [&](double x) { w.optimizer.weight_decay = x; }},
      {"label_smoothing", [&](double x) { w.label_smoothing = x; }},
      {"learning_rate_decay_steps", [&](double x) { w.schedule.decay_steps = std::llround(x); }},
      {"end_learning_rate_factor", [&](double x) { w.schedule.end_factor = x; }},
      {"warmup_steps", [&](double x) { w.schedule.warmup_steps = std::llround(x); }},
      {"dropout", [&](double x) { w.model.dropout = x; }}};
  for (const auto& [name, value] : parameters) places.at(name)(value);
  return w;
}

}  // namespace plateau::campaign
