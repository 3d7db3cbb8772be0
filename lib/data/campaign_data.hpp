#pragma once
#include "plateau/campaign/read_campaign.hpp"
#include "plateau/data/dataset.hpp"

namespace plateau::data {

DatasetSpec dataset_spec(const campaign::DataSpec& spec);

// What the campaign reader asks about data sets.
campaign::DatasetProbe probe();

}  // namespace plateau::data
