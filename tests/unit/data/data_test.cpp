#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <set>

#include "plateau/base/error.hpp"
#include "plateau/base/file.hpp"
#include "plateau/data/dataset.hpp"
#include "plateau/data/sampler.hpp"
#include "temporary_folder.hpp"

using namespace plateau;
using namespace plateau::data;

namespace {

std::string big_endian(std::uint32_t x) { return {char(x >> 24), char(x >> 16), char(x >> 8), char(x)}; }
std::string images(std::uint32_t n, std::uint32_t magic = 0x803) {
  return big_endian(magic) + big_endian(n) + big_endian(2) + big_endian(2) + std::string(n * 4, '\x10');
}
std::string labels(std::uint32_t n, char last = 1) {
  return big_endian(0x801) + big_endian(n) + std::string(n - 1, '\0') + std::string(1, last);
}

struct IdxFolder {
  testing::TemporaryFolder folder;
  DatasetSpec spec;
  IdxFolder() {
    write_file(folder.path() / "train-images-idx3-ubyte", images(20));
    write_file(folder.path() / "train-labels-idx1-ubyte", labels(20));
    write_file(folder.path() / "t10k-images-idx3-ubyte", images(5));
    write_file(folder.path() / "t10k-labels-idx1-ubyte", labels(5));
    spec = {Source::idx, "small", folder.path(), 1, 4, {}, true, 1, 1};
  }
  void write(const char* name, const std::string& content) { write_file(folder.path() / name, content); }
  // The message of the error that load gives.
  std::string message(ExitCode code) const {
    try {
      load(spec);
    } catch (const Error& error) {
      CHECK(error.code() == code);
      return error.what();
    }
    return "no error";
  }
};

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("digits are split completely and standardised") {
  const Dataset d = load({});
  CHECK(d.validation.rows == 500);
  CHECK(d.test.rows == 250);
  CHECK(d.train.rows == 1047);
  CHECK(training_rows({}) == 1047);
  double sum = 0, squares = 0;
  for (const float x : d.train.inputs) sum += x, squares += double{x} * x;
  const auto n = static_cast<double>(d.train.inputs.size());
  CHECK(std::abs(sum / n) < 1e-5);
  CHECK(std::abs(squares / n - 1) < 1e-5);
  CHECK(d.mean == Approx(0.305).margin(0.01));  // 4.884 / 16 over all rows
  std::multiset<std::int64_t> labels(d.train.labels.begin(), d.train.labels.end());
  labels.insert(d.validation.labels.begin(), d.validation.labels.end());
  labels.insert(d.test.labels.begin(), d.test.labels.end());
  CHECK(labels.count(0) == 178);  // class sizes as published
  CHECK(labels.count(8) == 174);
}

TEST_CASE("a split is a function of its seed") {
  DatasetSpec other;
  other.split_seed = 2;
  CHECK(load({}).train.inputs == load({}).train.inputs);
  CHECK(load({}).train.labels != load(other).train.labels);
  CHECK(load({}).hash != load(other).hash);
}

TEST_CASE("subsets of examples and classes") {
  DatasetSpec half;
  half.example_fraction = 0.5;
  CHECK(load(half).train.rows == 524);
  CHECK(load(half).validation.rows == 500);
  DatasetSpec classes;
  classes.class_fraction = 0.5;
  classes.validation = 100;
  classes.test = 50;
  const Dataset d = load(classes);
  CHECK(d.classes == 5);
  CHECK(d.train.rows == training_rows(classes));
  for (const auto label : d.train.labels) CHECK(label < 5);
}

TEST_CASE("every epoch visits each row once, in another order") {
  const ExampleOrder order(3, 100);
  std::set<std::size_t> first, second;
  std::vector<std::size_t> a, b;
  for (std::uint64_t e = 0; e < 100; ++e) {
    a.push_back(order.row(e));
    b.push_back(order.row(100 + e));
  }
  CHECK(std::set(a.begin(), a.end()).size() == 100);
  CHECK(std::set(b.begin(), b.end()).size() == 100);
  CHECK(a != b);
}

TEST_CASE("gather copies what the order says, across epochs") {
  const Dataset d = load({});
  const ExampleOrder order(9, d.train.rows);
  const std::size_t count = 2500;
  std::vector<float> inputs(count * 64);
  std::vector<std::int64_t> labels(count);
  gather(d.train, order, 1000, count, inputs.data(), labels.data());
  for (std::size_t i = 0; i < count; ++i) {
    const auto row = order.row(1000 + i);
    REQUIRE(labels[i] == d.train.labels[row]);
    REQUIRE(inputs[i * 64 + 20] == d.train.inputs[row * 64 + 20]);
  }
}

TEST_CASE("IDX files are read") {
  const IdxFolder idx;
  const Dataset d = load(idx.spec);
  CHECK(d.train.rows == 16);
  CHECK(d.validation.rows == 4);
  CHECK(d.test.rows == 5);
  CHECK(training_rows(idx.spec) == 16);
}

TEST_CASE("wrong IDX files name file, fault and remedy") {
  IdxFolder idx;
  SECTION("magic") {
    idx.write("train-images-idx3-ubyte", images(20, 0x801));
    CHECK(has(idx.message(ExitCode::bad_data), "magic number is 0x801 where 0x803"));
  }
  SECTION("short") {
    idx.write("train-images-idx3-ubyte", images(20).substr(0, 50));
    CHECK(has(idx.message(ExitCode::bad_data), "34 bytes follow the header where 80"));
  }
  SECTION("trailing") {
    idx.write("train-labels-idx1-ubyte", labels(20) + "x");
    CHECK(has(idx.message(ExitCode::bad_data), "21 bytes"));
  }
  SECTION("header") {
    idx.write("train-labels-idx1-ubyte", "ab");
    CHECK(has(idx.message(ExitCode::bad_data), "too few"));
  }
  SECTION("counts") {
    idx.write("train-labels-idx1-ubyte", labels(19));
    CHECK(has(idx.message(ExitCode::bad_data), "20 images but"));
  }
  SECTION("label") {
    idx.write("train-labels-idx1-ubyte", labels(20, 10));
    CHECK(has(idx.message(ExitCode::bad_data), "label 10 of example 19"));
  }
  SECTION("gzip") {
    idx.write("train-images-idx3-ubyte.gz", "\x1f\x8b\x08garbage");
    CHECK(has(idx.message(ExitCode::bad_data), "gzip data are"));
  }
  SECTION("missing") {
    std::filesystem::remove(idx.folder.path() / "t10k-labels-idx1-ubyte");
    CHECK(has(idx.message(ExitCode::no_input), "t10k-labels-idx1-ubyte.gz"));
  }
  SECTION("split") {
    idx.spec.validation = 20;
    CHECK(has(idx.message(ExitCode::configuration), "leave no training rows"));
  }
}

TEST_CASE("real MNIST files are read") {
  const std::string root = PLATEAU_TEST_DATA;
  if (root.empty() || !std::filesystem::exists(root + "/mnist20k")) {
    WARN("skipped: no folder of test data was configured");
    return;
  }
  const DatasetSpec spec{Source::idx, "mnist", root + "/mnist20k", 1, 1000, {}, true, 1, 1};
  const Dataset d = load(spec);
  CHECK(d.train.rows == 9000);
  CHECK(d.test.rows == 10000);
  // Published for all 60,000 training images: .1307; the mean intensity of an image varies by about .043.
  CHECK(std::abs(d.mean - 0.1307) < 5 * 0.043 / std::sqrt(9000.0));
}
