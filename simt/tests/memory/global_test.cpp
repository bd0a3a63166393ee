#include "simt/memory/global.hpp"

#include <gmock/gmock.h>

#include "oracle.hpp"

namespace simt::memory {
namespace {

using test::strided;

int sectors(const Request& request) { return Sectors(request, Device{}).count(); }

TEST(Global, CoalescedFloatsTakeFourSectors) { EXPECT_EQ(sectors(strided(4096, 4, 4)), 4); }

TEST(Global, OneElementOffAlignmentTakesOneMore) { EXPECT_EQ(sectors(strided(4100, 4, 4)), 5); }

TEST(Global, StrideTwoWastesHalf) { EXPECT_EQ(sectors(strided(4096, 8, 4)), 8); }

TEST(Global, AColumnTakesASectorEach) { EXPECT_EQ(sectors(strided(4096, 2048, 4)), 32); }

TEST(Global, SixteenByteLanesTakeSixteen) { EXPECT_EQ(sectors(strided(4096, 16, 16)), 16); }

TEST(Global, TheSameAddressTakesOne) { EXPECT_EQ(sectors(strided(4096, 0, 4)), 1); }

TEST(Global, AnAccessMayStraddleTwoSectors) {
  Request request = strided(4090, 0, 16);
  request.active = 1;
  EXPECT_EQ(sectors(request), 2);
}

TEST(Global, DescendingLanesCostNoMore) {
  Request request = strided(4096, 4, 4);
  std::reverse(request.address.begin(), request.address.end());
  EXPECT_EQ(sectors(request), 4);
}

int sectors_of_update(const Request& request) { return update_sectors(request, Device{}); }

// measurements/data/emulator_styles_h200.json, first warps: one_float_sum, exchanges, maxima, tickets, wide_sums,
// doubles.
TEST(Global, AnUpdateTakesASectorAsOftenAsLanesWantItsBusiestWord) {
  EXPECT_EQ(sectors_of_update(strided(4096, 0, 4)), 32);
  EXPECT_EQ(sectors_of_update(strided(4096, 4, 4)), 4);
  const auto lanes = [](std::uint64_t (*word)(std::uint64_t), std::uint32_t bytes) {
    Request request = strided(4096, 0, bytes);
    for (std::uint64_t lane = 0; lane < warp_lanes; ++lane) request.address[lane] += word(lane) * bytes;
    return request;
  };
  EXPECT_EQ(sectors_of_update(lanes([](std::uint64_t lane) { return lane % 5 * 8; }, 4)), 32);
  EXPECT_EQ(sectors_of_update(lanes([](std::uint64_t lane) { return lane % 7; }, 4)), 5);
  EXPECT_EQ(sectors_of_update(lanes([](std::uint64_t lane) { return lane % 16; }, 8)), 8);
  EXPECT_EQ(sectors_of_update(lanes([](std::uint64_t lane) { return lane / 3; }, 8)), 9);
}

TEST(Global, AnUpdateOfFewLanesTakesTheirSectorsOnly) {
  Request request = strided(4096, 0, 4);
  request.active = 0b10110;
  EXPECT_EQ(sectors_of_update(request), 3);
  request.address[4] += 32;
  EXPECT_EQ(sectors_of_update(request), 3);
  request.active = 1;
  EXPECT_EQ(sectors_of_update(request), 1);
}

TEST(Global, IdealCountsActiveBytesOnly) {
  Request request = strided(4096, 2048, 4);
  EXPECT_EQ(ideal_sectors(request, Device{}), 4);
  request.active = 0b111;
  EXPECT_EQ(ideal_sectors(request, Device{}), 1);
  request.active = 0b111111111;
  EXPECT_EQ(ideal_sectors(request, Device{}), 2);
}

TEST(Global, IdealOfHalfWarpsIsThatOfEach) {
  const Device half_warps{.request_lanes = 16};
  Request request = strided(0, 1, 1);
  EXPECT_EQ(ideal_sectors(request, Device{}), 1);
  EXPECT_EQ(ideal_sectors(request, half_warps), 2);
  request.active = 0xffff0000U;
  EXPECT_EQ(ideal_sectors(request, half_warps), 1);
}

TEST(Global, EqualsTheOracleOnEveryStride) {
  for (const std::uint32_t bytes : {1, 2, 4, 8, 16}) {
    for (std::int64_t stride = -100; stride <= 100; ++stride) {
      for (const std::uint64_t start : {1U << 20, (1U << 20) + 4, (1U << 20) + 30}) {
        const Request request = strided(start, static_cast<std::uint64_t>(stride), bytes);
        ASSERT_EQ(sectors(request), static_cast<int>(test::sectors_by_set(request, Device{}).size()))
            << bytes << " bytes, stride " << stride;
      }
    }
  }
}

TEST(Global, EqualsTheOracleOnRandomRequests) {
  std::mt19937 random(1);
  for (int i = 0; i < 50000; ++i) {
    const Request request = test::random_request(random);
    const Sectors counted(request, Device{});
    const auto expected = test::sectors_by_set(request, Device{});
    ASSERT_THAT(counted.numbers(), testing::ElementsAreArray(expected)) << "request " << i;
  }
}

TEST(Global, UpdatesEqualTheOracleOnRandomRequests) {
  std::mt19937 random(1);
  for (int i = 0; i < 50000; ++i) {
    Request request = test::random_request(random);
    for (std::uint64_t& address : request.address) address = address % 1024 / request.bytes * request.bytes;
    ASSERT_EQ(sectors_of_update(request), test::update_sectors_by_map(request, Device{})) << "request " << i;
  }
}

}  // namespace
}  // namespace simt::memory
