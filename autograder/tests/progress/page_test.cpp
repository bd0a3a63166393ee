// A student's progress as a picture and as a page.
#include "progress/page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <string>

#include "tests/loaded_course.hpp"

namespace progress {
namespace {

using testing::HasSubstr;
using testing::Not;

const Best passed{"0.1", true, 15, 15, "NVIDIA H200", 4012.3, "2026-11-23T08:00:00Z"};
const Best begun{"0.2", false, 10, 25, "emulated <h200> & co", 0, "2026-11-22T14:39:34Z"};

std::ptrdiff_t count(const std::string& text, const std::string& pattern) {
  const std::regex regex(pattern);
  return std::distance(std::sregex_iterator(text.begin(), text.end(), regex), std::sregex_iterator());
}

std::size_t parts() {
  std::size_t all = 0;
  for (const course::Lab& lab : tests::loaded_course().labs) all += lab.parts.size();
  return all;
}

TEST(Picture, HasASquareForEachPartThatSaysHowFarItIs) {
  const std::string text = picture(tests::loaded_course(), {passed, begun});
  EXPECT_EQ(count(text, "<text class=\"part"), parts());
  EXPECT_EQ(count(text, "class=\"done\""), 1);
  EXPECT_EQ(count(text, "class=\"half\""), 1);
  EXPECT_THAT(text, HasSubstr("✓ 0.1</text>"));
  EXPECT_THAT(text, Not(HasSubstr("✓ 0.2")));
  EXPECT_THAT(text, HasSubstr("<title>1 of " + std::to_string(parts()) + " parts have passed</title>"));
}

TEST(Picture, PassedOnOneDeviceIsPassed) {
  const Best failed{"0.1", false, 5, 15, "emulated h200", 0, "2026-11-22T14:39:34Z"};
  EXPECT_EQ(count(picture(tests::loaded_course(), {failed, passed}), "class=\"half\""), 0);
}

TEST(ProgressPage, HasThePictureTheTableAndWhatComesNext) {
  const std::string text = page(tests::loaded_course(), {passed, begun});
  EXPECT_THAT(text, HasSubstr("<svg "));
  EXPECT_THAT(text, HasSubstr("<td class=\"number\">15 / 15</td><td class=\"number\">4012</td><td>NVIDIA H200</td>"
                              "<td>2026-11-23</td>"));
  EXPECT_THAT(text, HasSubstr("Type <code>./grade 0.2</code>"));
}

TEST(ProgressPage, TextOfAFileIsNoMarkup) {
  const std::string text = page(tests::loaded_course(), {begun});
  EXPECT_THAT(text, HasSubstr("emulated &lt;h200&gt; &amp; co"));
  EXPECT_THAT(text, Not(HasSubstr("<h200>")));
}

// Opened without a network it is complete.
TEST(ProgressPage, LoadsNothing) { EXPECT_EQ(count(page(tests::loaded_course(), {passed}), "(src|href)="), 0); }

TEST(ProgressPage, WithoutAGradingSaysWhereToBegin) {
  EXPECT_THAT(page(tests::loaded_course(), {}), HasSubstr("Type <code>./grade 0.1</code>"));
}

}  // namespace
}  // namespace progress
