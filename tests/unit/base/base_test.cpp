#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include "plateau/base/error.hpp"
#include "plateau/base/file.hpp"
#include "plateau/base/hash.hpp"
#include "plateau/base/random.hpp"
#include "plateau/base/text.hpp"
#include "temporary_folder.hpp"

using namespace plateau;

TEST_CASE("philox gives the known answers of Random123") {
  CHECK(philox({0, 0, 0, 0}, {0, 0}) ==
        std::array<std::uint32_t, 4>{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  CHECK(philox({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}) ==
        std::array<std::uint32_t, 4>{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  CHECK(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}) ==
        std::array<std::uint32_t, 4>{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

TEST_CASE("a permutation visits every position once and differs by epoch") {
  for (const std::uint64_t size : {1, 2, 3, 7, 64, 1000, 1047}) {
    std::set<std::uint64_t> seen;
    const Permutation permutation(size, 1, 0);
    for (std::uint64_t i = 0; i < size; ++i) seen.insert(permutation(i));
    CHECK(seen.size() == size);
    CHECK(*seen.rbegin() == size - 1);
  }
  const Permutation first(1000, 1, 0), second(1000, 1, 1);
  int same = 0;
  for (std::uint64_t i = 0; i < 1000; ++i) same += first(i) == second(i);
  CHECK(same < 10);  // expected 1; P(>= 10) about 1e-7
}

TEST_CASE("normal numbers have mean 0 and variance 1 within five standard errors") {
  const RandomStream stream(42, 7);
  const int n = 100000;
  double sum = 0, squares = 0;
  for (int i = 0; i < n; ++i) {
    const double x = stream.normal(static_cast<std::uint64_t>(i));
    sum += x;
    squares += x * x;
  }
  CHECK(std::abs(sum / n) < 5 / std::sqrt(n));
  CHECK(std::abs(squares / n - 1) < 5 * std::sqrt(2.0 / n));
}

TEST_CASE("numbers are parsed by YAML 1.2 rules") {
  CHECK(parse_number("1e-3") == 1e-3);
  CHECK(parse_number("+.5") == 0.5);
  CHECK(parse_number("-2") == -2);
  for (const char* wrong : {"", "nan", "inf", "0x10", "1_000", "1e400", "1e-3 ", "1,5", "++1", "no"})
    CHECK_FALSE(parse_number(wrong).has_value());
  CHECK(parse_whole("12") == 12);
  for (const char* wrong : {"1e3", "1.0", "12a", "99999999999999999999"})
    CHECK_FALSE(parse_whole(wrong).has_value());
}

TEST_CASE("shortest text reads back as the same double") {
  for (const double x :
       {0.1, 1e-5, 123456789.0, 0.6000000000000001, 5e-324, std::numeric_limits<double>::max()})
    CHECK(parse_number(shortest(x)) == x);
  CHECK(shortest(0.03) == "0.03");
  CHECK(shortest(16) == "16");
}

TEST_CASE("durations need a unit or an unambiguous clock") {
  CHECK(parse_duration("90") == 90);
  CHECK(parse_duration("2h30m") == 9000);
  CHECK(parse_duration("1-12:00:00") == 129600);
  CHECK(parse_duration("00:10:00") == 600);
  for (const char* wrong : {"24:00", "", "1x", "h", "30m2h", "1:70:00", "-5", "1.5h", "00:00:99"})
    CHECK_FALSE(parse_duration(wrong).has_value());
  CHECK(slurm_time(129600) == "1-12:00:00");
  CHECK(duration_text(9000) == "2h30m");
}

TEST_CASE("the nearest name is offered for slips only") {
  CHECK(nearest("batch_size", {"batch_sizes", "budget"}) == "batch_sizes");
  CHECK_FALSE(nearest("zzzz", {"batch_sizes", "budget"}).has_value());
}

TEST_CASE("only plain names are safe") {
  for (const char* good : {"digits", "simple_cnn-2.0"}) CHECK(is_safe_name(good));
  for (const char* bad : {"", ".", "..", "../x", "a/b", "$(touch x)", "a b", "-rf", "a\nb", "h\u00e4"})
    CHECK_FALSE(is_safe_name(bad));
  CHECK_FALSE(is_safe_name(std::string(300, 'a')));
}

TEST_CASE("files are replaced whole, exclusive creation succeeds once") {
  const testing::TemporaryFolder folder;
  const auto file = folder.path() / "a.txt";
  write_file(file, "one");
  write_file(file, "two");
  CHECK(read_file(file) == "two");
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);
  CHECK(create_exclusively(folder.path() / "claim", ""));
  CHECK_FALSE(create_exclusively(folder.path() / "claim", ""));
}

TEST_CASE("file errors carry their exit code") {
  const auto code = [](auto&& action) {
    try {
      action();
    } catch (const Error& error) {
      return error.code();
    }
    return ExitCode::done;
  };
  CHECK(code([] { read_file("/nonexistent/file"); }) == ExitCode::no_input);
  CHECK(code([] { write_file("/nonexistent/file", ""); }) == ExitCode::cannot_create);
  CHECK(code([] { make_folder("/proc/nowhere"); }) == ExitCode::cannot_create);
  CHECK(code([] { read_file("/tmp"); }) == ExitCode::no_input);
}

TEST_CASE("content hashes tell contents apart") {
  CHECK(content_hash("").size() == 32);
  CHECK(content_hash("a") != content_hash("b"));
}

TEST_CASE("a file lock has one holder at a time") {
  const testing::TemporaryFolder folder;
  const auto file = folder.path() / "lock";
  {
    const auto first = FileLock::take(file);
    REQUIRE(first.has_value());
    CHECK_FALSE(FileLock::take(file).has_value());
  }
  CHECK(FileLock::take(file).has_value());
  CHECK_THROWS_AS(FileLock::take("/nonexistent/lock"), Error);
}
