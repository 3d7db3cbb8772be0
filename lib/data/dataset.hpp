#pragma once
// Data sets in memory: training, validation and test examples as floats.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace plateau::data {

struct Shape {
  std::int64_t channels = 1, height = 1, width = 1;
  std::size_t features() const { return static_cast<std::size_t>(channels * height * width); }
};

struct Split {
  std::size_t rows = 0;
  std::vector<float> inputs;         // [rows, channels * height * width]
  std::vector<std::int64_t> labels;  // [rows], in [0, classes)
};

struct Dataset {
  std::string name;
  Shape shape;
  std::int64_t classes = 0;
  Split train, validation, test;
  double mean = 0, deviation = 1;  // of the training pixels, scaled to [0, 1], before standardisation
  std::string hash;                // of the raw data and the specification
};

enum class Source { digits, idx };

struct DatasetSpec {
  Source source = Source::digits;
  std::string name = "digits";
  std::filesystem::path folder;           // idx
  std::uint64_t split_seed = 1;           // training rows are the rest of a permutation by this seed
  std::optional<std::size_t> validation;  // rows cut from the training data: 500 (digits), 5000 (idx)
  std::optional<std::size_t> test;        // digits: rows cut likewise, 250; idx data have files of their own
  bool standardize = true;                // (pixel - mean) / deviation, both of the training split
  double example_fraction = 1;  // the first rows of the permuted training split, rounded, at least one
  double class_fraction = 1;    // classes 0 .. ceil(fraction * classes) - 1 of all splits
};

// Errors: no_input (a file is missing), bad_data (a file is wrong), configuration (the split leaves no
// training rows).
Dataset load(const DatasetSpec& spec);

// Rows that load() would leave for training, without decoding images where no class is left out.
std::size_t training_rows(const DatasetSpec& spec);

}  // namespace plateau::data
