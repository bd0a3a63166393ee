#include "backends/layout.hpp"

#include <gtest/gtest.h>

#include <utility>
#include "tests/loaded_course.hpp"

namespace backends {
namespace {

Layout layout(std::int64_t width, std::int64_t height, int slots) {
  return Layout({tests::lab("lab3").parts[0].operation, {{width, height}}, slots});
}

TEST(Layout, BuffersAreAlignedAndApartByAGap) {
  const Layout small = layout(33, 31, 3);
  std::int64_t last_end = 0;
  for (int slot = 0; slot < 3; ++slot) {
    for (int buffer = 0; buffer < small.buffers(); ++buffer) {
      EXPECT_EQ(small.offset(slot, buffer) % alignment, 0);
      EXPECT_GE(small.offset(slot, buffer) - last_end, small.gap());
      EXPECT_EQ(small.gap_start(slot, buffer), small.offset(slot, buffer) + 33 * 31 * 4);
      last_end = small.gap_start(slot, buffer);
    }
  }
  EXPECT_GE(small.bytes(course::Place::device) - last_end, small.gap());
}

TEST(Layout, GapsCoverEverythingBetweenBuffers) {
  const Layout two = layout(5, 7, 2);
  EXPECT_EQ(two.offset(0, 0), two.gap());
  EXPECT_EQ(two.gap_end(0, 0), two.offset(0, 1));
  EXPECT_EQ(two.gap_end(0, 1), two.offset(1, 0));
  EXPECT_EQ(two.gap_end(1, 1), two.bytes(course::Place::device));
}

TEST(Layout, GapHoldsARowOfBlocksThatOverrunsTheMatrix) {
  for (const auto& [width, height] : {std::pair{257, 129}, std::pair{1, 37}, std::pair{128, 512}}) {
    EXPECT_GE(layout(width, height, 1).gap(), 31 * height * 4) << width << " × " << height;
  }
}

TEST(Layout, DescribesLaunchesFromTheFirstSlotAskedFor) {
  const Layout four = layout(8, 8, 4);
  runner::RunRequest request;
  four.describe(2, 2, request);
  EXPECT_EQ(request.launches, 2);
  EXPECT_EQ(request.input_count, 1);
  EXPECT_EQ(request.output_count, 1);
  EXPECT_EQ(request.buffers[0][0].offset, four.offset(2, 0));
  EXPECT_EQ(request.buffers[1][1].offset, four.offset(3, 1));
  EXPECT_EQ(request.buffers[1][1].elements, 64);
}

TEST(SlotSeed, EverySlotHasInputsOfItsOwn) { EXPECT_NE(slot_seed(1, 0), slot_seed(1, 1)); }

}  // namespace
}  // namespace backends
