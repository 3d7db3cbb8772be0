#include <catch2/catch.hpp>

#include "plateau/base/error.hpp"
#include "plateau/config/document.hpp"
#include "plateau/config/schema.hpp"

using namespace plateau;
using namespace plateau::config;

namespace {

struct Inner {
  long long count = 7;
};
struct Outer {
  double rate = 0.5;
  std::string name = "none";
  bool on = false;
  long long seconds = 0;
  Inner inner;
};

const Schema<Outer>& schema() {
  static const auto inner = Schema<Inner>().whole("count", &Inner::count, at_least_one, "how many");
  static const auto outer = Schema<Outer>()
                                .number("rate", &Outer::rate, below_one, "a rate")
                                .name("name", &Outer::name, "a name")
                                .required()
                                .flag("on", &Outer::on, "a switch")
                                .duration("seconds", &Outer::seconds, "a time")
                                .section("inner", &Outer::inner, inner, "a section");
  return outer;
}

// The faults in the text, one a line; empty where there are none.
std::string faults(const std::string& text, Outer* out = nullptr) {
  try {
    Document document(text, "f.yaml");
    Outer outer;
    schema().read_into(document.root(), outer);
    document.finish();
    if (out) *out = outer;
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::configuration);
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("values are read into their members, what is absent keeps its default") {
  Outer out;
  REQUIRE(faults("name: x\nrate: 1e-3\non: true\nseconds: 2h30m\ninner: {count: 3}\n", &out).empty());
  CHECK(out.rate == 1e-3);
  CHECK(out.on);
  CHECK(out.seconds == 9000);
  CHECK(out.inner.count == 3);
  REQUIRE(faults("name: x\n", &out).empty());
  CHECK(out.rate == 0.5);
  CHECK(out.inner.count == 7);
}

TEST_CASE("every fault names line, column, key and remedy") {
  CHECK(faults("name: x\nrate: 1\n") == "f.yaml:2:1: rate: '1' is out of range. It must be >= 0 and < 1");
  CHECK(faults("name: x\ninner:\n  count: 0\n") == "f.yaml:3:3: inner.count: '0' is out of range. It must be >= 1");
  CHECK(faults("rate: 0.1\n") == "f.yaml:1:1: the key 'name' is missing. It is: a name");
  CHECK(faults("name: x\nrat: 0.1\n") == "f.yaml:2:1: rat: unknown key 'rat'. Did you mean rate?");
  CHECK(faults("name: x\ninner: 3\n").find("'3' stands where a mapping belongs") != std::string::npos);
  CHECK(faults("name: x\nrate:\n").find("nothing stands where a number belongs") != std::string::npos);
  CHECK(faults("name: x\n? [a]\n: 1\n").find("unknown key") != std::string::npos);
}

TEST_CASE("anchors and aliases read like what they stand for") {
  Outer out;
  REQUIRE(faults("name: x\nrate: &r 0.25\ninner: &i {count: 2}\n", &out).empty());
  CHECK(out.rate == 0.25);
}

TEST_CASE("texts that are no YAML, or too much of it, are refused") {
  CHECK(faults("a: [1\n").find("not valid YAML") != std::string::npos);
  CHECK(faults("").find("empty or not a mapping") != std::string::npos);
  CHECK(faults("just text").find("empty or not a mapping") != std::string::npos);
  CHECK(faults(std::string("name: x\0y", 9)).find("zero bytes") != std::string::npos);
  CHECK(faults("a: " + std::string(200, '[') + std::string(200, ']')).find("nested more than 64") != std::string::npos);
  CHECK(faults("a: *nowhere\n").find("not valid YAML") != std::string::npos);
}
