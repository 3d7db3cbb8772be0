#include "plateau/data/campaign_data.hpp"

namespace plateau::data {

DatasetSpec dataset_spec(const campaign::DataSpec& spec) {
  DatasetSpec out;
  out.source = spec.set == campaign::DataSet::digits ? Source::digits : Source::idx;
  out.name = spec.name.empty() ? "digits" : spec.name;
  out.folder = spec.folder;
  out.split_seed = spec.split_seed;
  if (spec.validation) out.validation = static_cast<std::size_t>(*spec.validation);
  if (spec.test) out.test = static_cast<std::size_t>(*spec.test);
  out.standardize = spec.standardize;
  out.example_fraction = spec.example_fraction;
  out.class_fraction = spec.class_fraction;
  return out;
}

campaign::DatasetProbe probe() {
  return [](const campaign::DataSpec& spec) {
    return static_cast<long long>(training_rows(dataset_spec(spec)));
  };
}

}  // namespace plateau::data
