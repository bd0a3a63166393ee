#include "grader/words/timing_words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace grader {
namespace {

using testing::HasSubstr;

/// Stages from 0 to 5, 5 to 9 and 9 to 12 ms.
Timings with(std::vector<TimedCall> calls) { return {std::move(calls), {{{0, 5}, {5, 9}, {9, 12}}}, {}}; }

TEST(TimingWords, AnEventThatHasNotHappenedYetIsTheWaitsFaultOrThatThereIsNone) {
  Timings timings = with({{20, 10, 11, true, 0, 5}, {21, 12, 13, false, 0, 0}});
  auto early = asked_too_early(timings);
  ASSERT_TRUE(early);
  EXPECT_EQ(early->line, 21);
  EXPECT_THAT(early->why, HasSubstr("has not happened yet (recorded at line 13)"));
  timings.waits = {15};
  early = asked_too_early(timings);
  EXPECT_EQ(early->line, 15);
  EXPECT_THAT(early->why, HasSubstr("cudaEventElapsedTime at line 21"));
  EXPECT_FALSE(asked_too_early(with({{20, 10, 11, true, 0, 5}})));
}

TEST(TimingWords, AStreamThatWaitsForTheEventIsNamedInPlaceOfTheCall) {
  Timings timings = with({{20, 10, 13, false, 0, 0}});
  timings.waits_of_streams = {8, 15, 25};
  const auto early = asked_too_early(timings);
  ASSERT_TRUE(early);
  EXPECT_EQ(early->line, 15);
  EXPECT_THAT(early->why, HasSubstr("and not the host, so the host comes to line 20 too early"));

  const auto source = simt::index_source(
      "void run(cudaStream_t s, cudaEvent_t* marks, cudaEvent_t other) {\n"
      "  cudaStreamWaitEvent(s, marks[3], 0);\n"
      "  cudaStreamWaitEvent(s, other, 0);\n"
      "  float ms;\n"
      "  cudaEventElapsedTime(&ms, marks[0], marks[1]);\n"
      "}\n");
  EXPECT_EQ(waits_of_streams(source, "run"), std::vector<int>{2});
}

TEST(TimingWords, OfTheWrongPairTheCallIsNamed) {
  // All moments between stages are recorded; the second call takes the first of them in place of the second one.
  const Timings timings = with({{20, 10, 11, true, 0, 5}, {21, 10, 12, true, 0, 9}, {22, 12, 13, true, 9, 12}});
  const auto found = other_events(timings, 1, 9);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->line, 21);
  EXPECT_THAT(found->why,
              HasSubstr("(recorded at line 10) and its second one (recorded at line 12) lie the copy to the "
                        "device and the kernel"));
  EXPECT_FALSE(other_events(timings, 1, 2.5)) << "no call gave that";
}

TEST(TimingWords, OfAnEventRecordedElsewhereTheRecordIsNamed) {
  // Nothing is recorded behind the kernel.
  const Timings timings = with({{20, 10, 11, true, 0, 5}, {20, 11, 12, true, 5, 12}, {20, 12, 13, true, 12, 12}});
  const auto found = other_events(timings, 1, 7);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->line, 12);
  EXPECT_THAT(found->why, HasSubstr("is not directly behind that stage"));
}

TEST(TimingWords, EventsWithNothingBetweenThemMayBeInAnotherStream) {
  const Timings timings = with({{20, 10, 11, true, 0, 0.001}, {20, 11, 12, true, 0.001, 0.002}});
  const auto found = other_events(timings, 1, 0.001);
  ASSERT_TRUE(found);
  EXPECT_THAT(found->why, HasSubstr("are they in the stream of the work"));
}

TEST(TimingWords, AnotherUnitIsFoundByItsCall) {
  const Timings timings = with({{20, 10, 11, true, 0, 5}, {21, 11, 12, true, 5, 9}});
  EXPECT_EQ(line_of_scaled(timings, 0.004), 21);
  EXPECT_EQ(line_of_scaled(timings, 5000), 20);
  EXPECT_EQ(line_of_scaled(timings, 5), 0);
}

}  // namespace
}  // namespace grader
