// Lab 6's operations: what each must give, worked out by hand or another way, and what their functions are called with.
#include "course/lab6_banks/operations.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "course/operations.hpp"
#include "support/files/whole_file.hpp"
#include "tests/loaded_course.hpp"

namespace course {
namespace {

using namespace lab6_banks;

constexpr std::uint64_t seed = 42;

std::uint32_t bits_of(float value) { return std::bit_cast<std::uint32_t>(value); }
float float_of(double value) { return static_cast<float>(value); }

/// An input buffer's bytes as they are in memory.
std::vector<unsigned char> bytes_of(const Inputs& in, std::int64_t elements) {
  std::vector<unsigned char> bytes(4 * static_cast<std::size_t>(elements));
  for (std::int64_t i = 0; i < elements; ++i) {
    const float value = in(0, i);
    std::memcpy(&bytes[4 * static_cast<std::size_t>(i)], &value, sizeof value);
  }
  return bytes;
}

//   in = a b c    out = a  a+b  a+b+c
//        d e f          d  d+e  d+e+f
TEST(RunningSums, BeginAnewInEachRow) {
  const Inputs in{seed, RunningSums::input_bits};
  const Size size{{2, 3, 1}};
  ASSERT_EQ(RunningSums::elements(size, 0), 6);
  ASSERT_EQ(RunningSums::elements(size, 1), 6);
  const auto x = [&](int i) { return static_cast<double>(in(0, i)); };
  const double due[] = {x(0), x(0) + x(1), x(0) + x(1) + x(2), x(3), x(3) + x(4), x(3) + x(4) + x(5)};
  for (int i = 0; i < 6; ++i) {
    EXPECT_EQ(RunningSums::expected(in, size, 0, i).value, due[i]) << i;
    EXPECT_EQ(RunningSums::expected(in, size, 0, i).bound, 0.0);
    EXPECT_EQ(x(i) * 8, std::nearbyint(x(i) * 8));
  }
}

// 300 words are two tiles.
TEST(TurnedTiles, AreTurnedEachByItself) {
  const Inputs in{seed, TurnedTiles::input_bits};
  const Size size{{3, 100, 1}};
  EXPECT_EQ(TurnedTiles::tiles(size), 2);
  EXPECT_EQ(TurnedTiles::tiles({{8, 32, 1}}), 1);
  ASSERT_EQ(TurnedTiles::elements(size, 0), 512);
  ASSERT_EQ(TurnedTiles::elements(size, 1), 512);
  const auto from = bytes_of(in, 512);
  std::vector<unsigned char> turned;
  for (int word = 0; word < 512; ++word) {
    const std::uint32_t due = bits_of(float_of(TurnedTiles::expected(in, size, 0, word).value));
    for (int i = 0; i < 4; ++i) turned.push_back(static_cast<unsigned char>(due >> 8 * i));
  }
  for (std::size_t tile = 0; tile < 2; ++tile) {
    for (std::size_t x = 0; x < 32; ++x) {
      for (std::size_t y = 0; y < 32; ++y) {
        ASSERT_EQ(turned[tile * 1024 + x * 32 + y], from[tile * 1024 + y * 32 + x]) << tile << ": " << x << ", " << y;
      }
    }
  }
}

TEST(RunningMaxima, AreDoublesByTheirWords) {
  const Inputs in{seed, RunningMaxima::input_bits};
  const Size size{{3, 20, 1}};
  ASSERT_EQ(RunningMaxima::elements(size, 0), 120);
  std::vector<double> numbers(60);
  std::memcpy(numbers.data(), bytes_of(in, 120).data(), 480);
  for (const double number : numbers) ASSERT_TRUE(std::isfinite(number));
  EXPECT_FALSE(std::is_sorted(numbers.begin(), numbers.begin() + 20)) << "nothing is tested";
  for (int row = 0; row < 3; ++row) {
    for (int k = 0; k < 20; ++k) {
      const auto first = numbers.begin() + 20 * row;
      const double largest = *std::max_element(first, first + k + 1);
      const int i = 20 * row + k;
      const float words[] = {float_of(RunningMaxima::expected(in, size, 0, 2 * i).value),
                             float_of(RunningMaxima::expected(in, size, 0, 2 * i + 1).value)};
      double due = 0;
      std::memcpy(&due, words, sizeof due);
      EXPECT_EQ(due, largest) << i;
    }
  }
}

TEST(BestInWindow, IsAmongThoseOfNoLowerPriority) {
  const Inputs in{seed, BestInWindow::input_bits};
  const Size size{{5, 20, 1}};
  ASSERT_EQ(BestInWindow::elements(size, 0), 200);
  ASSERT_EQ(BestInWindow::elements(size, 1), 100);
  struct Record {
    float value;
    char priority;
  };
  std::vector<Record> records(100);
  std::memcpy(records.data(), bytes_of(in, 200).data(), 800);
  int own = 0;
  for (int i = 0; i < 100; ++i) {
    ASSERT_GE(records[static_cast<std::size_t>(i)].value, 0);
    const Record& first = records[static_cast<std::size_t>(i)];
    float largest = 0;
    for (int j = i; j < std::min(i + 32, 100); ++j) {
      const Record& other = records[static_cast<std::size_t>(j)];
      if (other.priority >= first.priority) largest = std::max(largest, other.value);
    }
    own += largest == first.value ? 1 : 0;
    EXPECT_EQ(BestInWindow::expected(in, size, 0, i).value, largest) << i;
  }
  EXPECT_LT(own, 50) << "a window of one record would nearly do";
}

// n = 34: the last window has one sample in it, the first and the third all 32.
TEST(Filtered, EndsWhereTheSamplesEnd) {
  const Inputs in{seed, Filtered::input_bits};
  const Size size{{2, 17, 1}};
  ASSERT_EQ(Filtered::elements(size, 0), 34);
  ASSERT_EQ(Filtered::elements(size, 1), 32);
  ASSERT_EQ(Filtered::elements(size, 2), 34);
  for (const int i : {0, 2, 3, 33}) {
    double sum = 0;
    for (int k = 0; k < 32 && i + k < 34; ++k) sum += static_cast<double>(in(1, k)) * in(0, i + k);
    EXPECT_EQ(Filtered::expected(in, size, 0, i).value, sum) << i;
    EXPECT_EQ(Filtered::expected(in, size, 0, i).bound, 0.0);
    EXPECT_EQ(float_of(sum), sum);
  }
}

TEST(MagnitudeHistogram, BinsAreHalvings) {
  const std::map<float, int> due{{0.0F, 31},  {0.5F, 1},   {0.75F, 1},   {0.4999F, 2}, {0.25F, 2},     {0x1p-23F, 23},
                                 {-1.0F, 32}, {-0.5F, 33}, {-0.51F, 33}, {-0.25F, 34}, {-0x1p-23F, 55}};
  for (const auto& [x, bin] : due) EXPECT_EQ(MagnitudeHistogram::bin(x), bin) << x;
}

TEST(MagnitudeHistogram, CountsEveryValueOnce) {
  const Inputs in{seed, MagnitudeHistogram::input_bits};
  const Size size{{100, 30, 1}};
  ASSERT_EQ(MagnitudeHistogram::elements(size, 0), 3000);
  ASSERT_EQ(MagnitudeHistogram::elements(size, 1), 64);
  const Operation operation = course::operation<MagnitudeHistogram>();
  EXPECT_EQ(operation.output_element, Element::u32);
  double all = 0;
  for (int bin = 0; bin < 64; ++bin) {
    int due = 0;
    for (int i = 0; i < 3000; ++i) {
      const float x = in(0, i);
      const int halvings = x == 0 ? 31 : -std::ilogb(x);
      if ((x < 0 ? 32 : 0) + halvings == bin) ++due;
    }
    const Expected expected = operation.expected(in, size, 0, bin);
    EXPECT_EQ(expected.value, due) << bin;
    EXPECT_EQ(expected.bound, 0.0);
    all += expected.value;
  }
  EXPECT_EQ(all, 3000);
  EXPECT_NEAR(operation.expected(in, size, 0, 1).value, 750, 150);  // a quarter is 1/2 or more
}

TEST(Lab6, MovesWhatGoesInAndOutOnce) {
  const Size size{{8388608, 32, 1}};
  const std::int64_t n = 268435456;
  const std::map<std::string_view, std::int64_t> due{{"6.1", 8 * n},  {"6.2", 8 * n},       {"6.3", 16 * n},
                                                     {"6.4", 12 * n}, {"6.5", 8 * n + 128}, {"6.6", 4 * n + 256}};
  for (const Part& part : tests::lab("lab6").parts) {
    EXPECT_EQ(part.operation.bytes_moved(size), due.at(part.id)) << part.id;
  }
}

struct Seen {
  const void* out = nullptr;
  const void* in = nullptr;
  const void* second = nullptr;
  int numbers[2] = {};
};
Seen seen;

void see(const void* out, const void* in, int first, int second) { seen = {out, in, nullptr, {first, second}}; }
void see_array(const void* out, const void* in, int n) { seen = {out, in, nullptr, {n, 0}}; }
void see_filter(const void* out, const void* x, const void* c, int n) { seen = {out, x, c, {n, 0}}; }

TEST(Lab6, FunctionsAreCalledWithTheirOwnSizes) {
  float out[2];
  const float in[2] = {};
  float* const outputs[] = {out};
  const float* const inputs[] = {in, in + 1};
  const Arguments arguments{{{6, 9, 1}}, outputs, inputs};
  const auto call = [&](const char* id, auto* function) {
    seen = {};
    tests::part(id).invoke(reinterpret_cast<void*>(function), arguments);
    EXPECT_EQ(seen.out, out) << id;
    EXPECT_EQ(seen.in, in) << id;
  };
  for (const char* id : {"6.1", "6.3"}) {
    call(id, see);
    EXPECT_EQ(seen.numbers[0], 6) << id;
    EXPECT_EQ(seen.numbers[1], 9) << id;
  }
  call("6.2", see_array);
  EXPECT_EQ(seen.numbers[0], 1);
  for (const char* id : {"6.4", "6.6"}) {
    call(id, see_array);
    EXPECT_EQ(seen.numbers[0], 54) << id;
  }
  call("6.5", see_filter);
  EXPECT_EQ(seen.second, in + 1);
  EXPECT_EQ(seen.numbers[0], 54);
}

TEST(Lab6, EveryPartHasItsSectionInTheHandout) {
  const std::string text = files::read_file(std::filesystem::path(COURSE_ROOT) / "labs/lab6_banks/README.md");
  for (const Part& part : tests::lab("lab6").parts) {
    const std::string heading = "\n## Part " + std::string(part.id) + ": " + std::string(part.title) + "\n";
    EXPECT_NE(text.find(heading), std::string::npos) << heading;
  }
}

}  // namespace
}  // namespace course
