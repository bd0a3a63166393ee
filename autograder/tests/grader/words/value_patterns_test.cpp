#include "grader/words/value_patterns.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

namespace grader {
namespace {

const course::Size matrix{{5, 8, 1}};
const std::vector<std::string> extents{"width", "height"};

std::string places(std::int64_t count, const std::function<bool(std::int64_t)>& is_wrong,
                   const std::vector<Period>& periods = periods_of(matrix, extents)) {
  std::vector<std::int64_t> found;
  for (std::int64_t i = 0; i < count; ++i) {
    if (is_wrong(i)) found.push_back(i);
  }
  const Places words = places_in_words(found, count, periods);
  return words.note.empty() ? words.subject : words.subject + "; " + words.note;
}

TEST(PlacesInWords, AreAsShortAsPossible) {
  EXPECT_EQ(places(40, [](auto) { return true; }), "all 40 elements");
  EXPECT_EQ(places(1, [](auto) { return true; }), "the only element");
  EXPECT_EQ(places(1000, [](auto i) { return i >= 992; }), "elements 992 … 999; the last 8 of 1000");
  EXPECT_EQ(places(1000, [](auto i) { return i < 3; }), "elements 0 … 2; the first 3 of 1000");
  EXPECT_EQ(places(1000, [](auto i) { return i == 999; }), "element 999; the last of 1000");
  EXPECT_EQ(places(1000, [](auto i) { return i == 7; }), "element 7; of 1000");
  EXPECT_EQ(places(40, [](auto i) { return i % 5 == 4; }), "element 4 of every 5 (width)");
  EXPECT_EQ(places(64, [](auto i) { return i % 8 >= 4; }), "elements 4 … 7 of every 8 (height)");
  EXPECT_EQ(places(100, [](auto i) { return i % 16 >= 12; }), "elements 12 … 15 of every 16");
  EXPECT_EQ(places(64, [](auto i) { return i == 3 || i == 17; }), "2 of 64 elements; the first is element 3");
}

class ValuesInWords : public testing::Test {
 protected:
  /// A 5 × 8 output whose right values are fractions, all different.
  std::string words(const std::function<double(std::int64_t)>& value) {
    output.expected.resize(40);
    output.actual.resize(40);
    for (std::int64_t i = 0; i < 40; ++i) output.expected[static_cast<std::size_t>(i)] = due(i);
    for (std::int64_t i = 0; i < 40; ++i) output.actual[static_cast<std::size_t>(i)] = value(i);
    std::vector<std::int64_t> all(40);
    std::iota(all.begin(), all.end(), 0);
    return values_in_words(output, all, periods_of(matrix, extents));
  }
  static double due(std::int64_t i) { return 0.37 + 1.25 * static_cast<double>(i * 17 % 41); }

  backends::ComparedOutput output;
};

TEST_F(ValuesInWords, NameWhatTheyHaveToDoWithTheRightOnes) {
  EXPECT_EQ(words([](auto i) { return 2 * due(i); }), "each is 2 × the right value");
  EXPECT_EQ(words([](auto i) { return -due(i); }), "each has the opposite sign");
  EXPECT_EQ(words([](auto i) { return std::trunc(due(i)); }), "each is the right value cut to a whole number");
  EXPECT_EQ(words([](auto) { return std::numeric_limits<double>::quiet_NaN(); }), "all of them are NaN");
  EXPECT_EQ(words([](auto) { return 0; }), "all of them are 0");
  EXPECT_EQ(words([](auto) { return 4.5; }), "all of them are 4.5");
  EXPECT_EQ(words([](auto i) { return i < 39 ? due(i + 1) : 0.1; }),
            "each is the value of the element 1 places further on");
  EXPECT_EQ(words([](auto i) { return i >= 5 ? due(i - 5) : 0.1; }),
            "each is the value of the element 5 places before");
  EXPECT_EQ(words([](auto i) { return due(i % 5 * 8 + i / 5); }),
            "each is the value of the element with row and column exchanged");
  EXPECT_EQ(words([](auto i) { return 3.0 + static_cast<double>(i); }),
            "all of them are whole numbers, which the right values are not");
}

TEST_F(ValuesInWords, SayNothingOfOtherValues) {
  EXPECT_EQ(words([](auto i) { return 0.5 + static_cast<double>(i * i % 7); }), "");
}

}  // namespace
}  // namespace grader
