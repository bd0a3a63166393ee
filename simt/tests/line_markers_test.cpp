// A marker that is missing or double must fail the test that uses it: a test of another line would prove nothing.
#include "line_markers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace simt::test {
namespace {

using testing::HasSubstr;

std::string refusal(const std::string& source, const std::string& name = "store") {
  try {
    LineMarkers(source).line_of(name);
  } catch (const LineMarkerError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(LineMarkers, NameLines) {
  const LineMarkers markers(
      "int a;  // @first\n\nint b;  // @second: as text may follow\n#define M \\\n  c  // not @third\n");
  EXPECT_EQ(markers.line_of("first"), 1);
  EXPECT_EQ(markers.line_of("second"), 3);
  EXPECT_EQ(markers.name_of(3), "second");
  EXPECT_EQ(markers.name_of(2), "line 2");
  EXPECT_EQ(markers.name_of(5), "line 5");
}

TEST(LineMarkers, BecomeNumbersInTexts) {
  const LineMarkers markers("\na;  // @load\nb;  // @store\n");
  EXPECT_EQ(markers.with_numbers("from @store, to line @load."), "from 3, to line 2.");
  EXPECT_EQ(markers.with_numbers("neither"), "neither");
  EXPECT_THROW(markers.with_numbers("line @stor"), LineMarkerError);
}

TEST(LineMarkers, AMissingOneIsNamed) { EXPECT_EQ(refusal("int a;  // @load\n"), "no line has the marker @store"); }

TEST(LineMarkers, ADoubleOneIsNamedWithBothLines) {
  EXPECT_THAT(refusal("a;  // @store\n\nb;  // @store\n"), HasSubstr("@store stands on line 1 and on line 3"));
  EXPECT_THAT(refusal("a;  // @store\nb;  // @load\nc;  // @load\n"),
              HasSubstr("@load stands on line 2 and on line 3"));
}

TEST(LineMarkers, ALineHasOneName) {
  EXPECT_THAT(refusal("a;  // @store // @load\n"), HasSubstr("line 1 has two markers"));
}

}  // namespace
}  // namespace simt::test
