#pragma once
// A campaign's studies and their trials: pure functions of the campaign, nothing is stored a trial.

#include <filesystem>
#include <limits>
#include <vector>

#include "plateau/campaign/spec.hpp"
#include "plateau/record/trial.hpp"

namespace plateau::campaign {

struct StudyPlan {
  std::size_t workload = 0;  // index into Campaign::workloads
  long long batch_size = 1;
};

// Studies in order of workload, then batch size.
std::vector<StudyPlan> studies(const Campaign& campaign);

// Folder below store/ and confirm/.
std::filesystem::path study_folder(const Campaign& campaign, const StudyPlan& study);
// study.json of a search (below store/).
record::Study study_record(const Campaign& campaign, const StudyPlan& study);
// study.json of the fresh runs (below confirm/): every run there counts, no number of them is wanted.
record::Study confirm_record(const Campaign& campaign, const StudyPlan& study);

// Steps after which a trial ends at the latest; the largest number where only time limits it.
constexpr long long no_step_limit = std::numeric_limits<long long>::max() / 4;
long long step_budget(const WorkloadSpec& workload, long long batch_size);

// Trials that a study may start: the campaign's limit, or the points of the grid.
long long launch_limit(const Campaign& campaign, const StudyPlan& study);

// One training run, ready to execute.
struct TrialPlan {
  long long id = 0;
  std::uint64_t seed = 0;
  record::Parameters parameters;  // the searched metaparameters
};
// Trial `id` of the search. Nothing past the end of a grid.
std::optional<TrialPlan> search_trial(const Campaign& campaign, const StudyPlan& study, long long id);
// The number of a confirmation among those of its study.
long long confirm_id(const Campaign& campaign, long long configuration, long long repetition);
// Fresh run `repetition` of the configuration that came out at place `configuration` (0 is the best).
TrialPlan confirm_trial(const Campaign& campaign, const StudyPlan& study, long long configuration,
                        long long repetition, record::Parameters parameters);

// The workload with the trial's metaparameters put in their places.
WorkloadSpec with_parameters(WorkloadSpec workload, const record::Parameters& parameters);

}  // namespace plateau::campaign
