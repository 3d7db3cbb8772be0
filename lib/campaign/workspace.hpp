#pragma once
// The folder in which a campaign lives: campaign.yaml, plan.json, manifest.tsv, store/, confirm/, state/,
// logs/, and the results.

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "plateau/campaign/element.hpp"
#include "plateau/campaign/read_campaign.hpp"
#include "plateau/record/store.hpp"

namespace plateau::campaign {

class Workspace {
 public:
  // Writes campaign.yaml (a copy), manifest.tsv, plan.json and the folders. Calling it again with the same
  // campaign changes nothing. Errors: configuration where the folder belongs to another campaign;
  // cannot_create.
  static Workspace create(const std::filesystem::path& folder, const std::filesystem::path& campaign_file,
                          const DatasetProbe& probe);
  // Errors: no_input where there is no workspace; configuration where its campaign.yaml was changed after
  // planning.
  static Workspace open(const std::filesystem::path& folder, const DatasetProbe& probe);

  const std::filesystem::path& folder() const { return folder_; }
  const Campaign& campaign() const { return campaign_; }
  const std::vector<Element>& elements() const { return elements_; }
  // Errors: usage where there is no such element, or it is of another stage than the program runs.
  const Element& element(long long number, Stage wanted) const;

  std::filesystem::path store_folder(const StudyPlan& study) const;
  std::filesystem::path confirm_folder(const StudyPlan& study) const;
  // Of one trial of the stage tune or confirm: <workspace>/checkpoints/<stage>/<study>/<trial>.
  std::filesystem::path checkpoint_folder(Stage stage, const StudyPlan& study, long long trial) const;
  std::filesystem::path state_file(const Element& element) const;

 private:
  Workspace(std::filesystem::path folder, Campaign campaign);
  std::filesystem::path folder_;
  Campaign campaign_;
  std::vector<Element> elements_;
};

// What the plan amounts to, for plan.json and `plateau plan`.
nlohmann::json plan_json(const Campaign& campaign, const std::vector<Element>& elements);

// Ids of a search that are still to be run, judged by the records alone: empty when the study is complete or
// its launch limit reached. `records` may be in any order.
struct SearchState {
  long long recorded = 0, complete = 0, infeasible = 0;
  bool satisfied = false;  // the wanted number of COMPLETE trials stands in a prefix without gaps
  bool exhausted =
      false;  // every trial up to the launch limit (or the grid's end) is recorded, too few complete
  bool done() const { return satisfied || exhausted; }
};
SearchState search_state(const Campaign& campaign, const StudyPlan& study,
                         const std::vector<record::Trial>& records);

}  // namespace plateau::campaign
