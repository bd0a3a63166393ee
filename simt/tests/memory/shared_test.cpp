#include "simt/memory/shared.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "oracle.hpp"

namespace simt::memory {
namespace {

using test::strided;

constexpr SharedUse both[] = {SharedUse::load, SharedUse::store};

void expect_wavefronts(const Request& request, SharedUse use, int wavefronts, int conflicts) {
  EXPECT_EQ(shared_wavefronts(request, use, Device{}).wavefronts, wavefronts);
  EXPECT_EQ(shared_wavefronts(request, use, Device{}).conflicts, conflicts);
}

/// Of a load and of a store.
void expect_wavefronts(const Request& request, int wavefronts, int conflicts) {
  for (const SharedUse use : both) expect_wavefronts(request, use, wavefronts, conflicts);
}

TEST(Shared, ConsecutiveWordsTakeOneWavefront) { expect_wavefronts(strided(0, 4, 4), 1, 0); }

TEST(Shared, AColumnOfAnUnpaddedTileTakesThirtyTwo) { expect_wavefronts(strided(0, 128, 4), 32, 31); }

TEST(Shared, AColumnOfAPaddedTileTakesOne) { expect_wavefronts(strided(0, 132, 4), 1, 0); }

TEST(Shared, StrideTwoTakesTwo) { expect_wavefronts(strided(0, 8, 4), 2, 1); }

TEST(Shared, OneWordIsBroadcast) { expect_wavefronts(strided(64, 0, 4), 1, 0); }

TEST(Shared, BytesOfOneWordAreOneWord) { expect_wavefronts(strided(0, 1, 1), 1, 0); }

TEST(Shared, DoublesGoInTwoHalves) { expect_wavefronts(strided(0, 8, 8), 2, 0); }

TEST(Shared, StridedDoublesConflictWithinEachHalf) { expect_wavefronts(strided(0, 16, 8), 4, 2); }

TEST(Shared, Float4sGoInFourQuarters) { expect_wavefronts(strided(0, 16, 16), 4, 0); }

Request wide(std::uint64_t (*address)(int lane), std::uint8_t bytes) {
  Request request = strided(0, 0, bytes);
  for (int lane = 0; lane < warp_lanes; ++lane) request.address[lane] = address(lane);
  return request;
}

// What the threads of lab 2's open end read: 8 different vectors, four lanes each, and 4 of them, eight lanes each.
TEST(Shared, NeighboursThatLoadOneVectorTakeHalfAsManyPhases) {
  const Request fours = wide([](int lane) { return std::uint64_t{16} * (lane / 4); }, 16);
  const Request pairs = wide([](int lane) { return std::uint64_t{8} * (lane / 2); }, 8);
  const Request two_apart = wide([](int lane) { return std::uint64_t{8} * (lane % 2 + lane / 4 * 2); }, 8);
  expect_wavefronts(fours, SharedUse::load, 2, 0);
  expect_wavefronts(pairs, SharedUse::load, 1, 0);
  expect_wavefronts(two_apart, SharedUse::load, 1, 0);
  expect_wavefronts(fours, SharedUse::store, 4, 0);
  expect_wavefronts(pairs, SharedUse::store, 2, 0);
  expect_wavefronts(two_apart, SharedUse::store, 2, 0);
  expect_wavefronts(wide([](int lane) { return std::uint64_t{16} * (lane % 4); }, 16), 4, 0);
  expect_wavefronts(wide([](int lane) { return std::uint64_t{8} * (lane % 16); }, 8), 2, 0);
}

// Of every second lane, or of the first and the last, none has a neighbour whose address could be another.
TEST(Shared, LanesWithoutNeighboursLoadInHalfAsManyPhases) {
  Request request = strided(0, 8, 8);
  request.active = 0x55555555;
  expect_wavefronts(request, SharedUse::load, 2, 1);
  expect_wavefronts(request, SharedUse::store, 2, 0);
  request = strided(0, 16, 16);
  request.active = 0x01010101;
  expect_wavefronts(request, SharedUse::load, 4, 2);
  expect_wavefronts(request, SharedUse::store, 4, 0);
  request = strided(0, 0, 16);
  request.active = 0x80000001;
  expect_wavefronts(request, SharedUse::load, 2, 0);
  request.active = 0x00010001;
  expect_wavefronts(request, SharedUse::load, 2, 0);
  request.active = 0x00000101;
  expect_wavefronts(request, SharedUse::load, 1, 0);
  expect_wavefronts(request, SharedUse::store, 2, 0);
}

TEST(Shared, QuartersWithoutActiveLanesTakeNoPass) {
  Request request = strided(0, 16, 16);
  request.active = 0xff;
  expect_wavefronts(request, 1, 0);
}

TEST(Shared, EqualsTheOracleOnEveryStride) {
  for (const int banks : {16, 32}) {
    Device device;
    device.banks = banks;
    for (const std::uint32_t bytes : {1, 2, 4, 8, 16}) {
      for (std::int64_t stride = -300; stride <= 300; ++stride) {
        for (const std::uint64_t start : {1U << 20, (1U << 20) + 4, (1U << 20) + 6}) {
          const Request request = strided(start, static_cast<std::uint64_t>(stride), bytes);
          for (const SharedUse use : both) {
            const test::Wavefronts expected = test::wavefronts_by_set(request, use, device);
            ASSERT_EQ(shared_wavefronts(request, use, device).wavefronts, expected.wavefronts)
                << banks << " banks, stride " << stride;
            ASSERT_EQ(shared_wavefronts(request, use, device).conflicts, expected.conflicts)
                << bytes << " bytes, stride " << stride;
          }
        }
      }
    }
  }
}

TEST(Shared, EqualsTheOracleOnRandomRequests) {
  std::mt19937 random(2);
  for (int i = 0; i < 50000; ++i) {
    const Request request = test::random_request(random);
    for (const SharedUse use : both) {
      const test::Wavefronts expected = test::wavefronts_by_set(request, use, Device{});
      ASSERT_EQ(shared_wavefronts(request, use, Device{}).wavefronts, expected.wavefronts) << "request " << i;
      ASSERT_EQ(shared_wavefronts(request, use, Device{}).conflicts, expected.conflicts) << "request " << i;
    }
  }
}

TEST(Shared, SixteenBanksConflictMore) {
  const Device sixteen{.banks = 16};
  EXPECT_EQ(shared_wavefronts(strided(0, 4, 4), SharedUse::load, sixteen).wavefronts, 2);
}

const Device half_warps{.request_lanes = 16, .banks = 16};

void expect_half_warp_wavefronts(const Request& request, int wavefronts, int conflicts) {
  EXPECT_EQ(shared_wavefronts(request, SharedUse::load, half_warps).wavefronts, wavefronts);
  EXPECT_EQ(shared_wavefronts(request, SharedUse::load, half_warps).conflicts, conflicts);
}

TEST(HalfWarps, EachHalfTakesAWavefrontOfItsOwn) { expect_half_warp_wavefronts(strided(0, 4, 4), 2, 0); }

TEST(HalfWarps, OddStridesAreFreeAndEvenOnesAreNot) {
  for (std::uint64_t stride = 1; stride <= 33; ++stride) {
    const int ways = static_cast<int>(std::gcd(stride, 16));
    expect_half_warp_wavefronts(strided(0, 4 * stride, 4), 2 * ways, 2 * ways - 2);
  }
}

TEST(HalfWarps, OneWordIsBroadcastToEachHalf) { expect_half_warp_wavefronts(strided(64, 0, 4), 2, 0); }

// The three examples of the CUDA C Programming Guide 3.2, G.3.3.3 and G.3.3.4.
TEST(HalfWarps, NeighbouringBytesConflictFourWays) { expect_half_warp_wavefronts(strided(0, 1, 1), 8, 6); }
TEST(HalfWarps, BytesFourApartDoNotConflict) { expect_half_warp_wavefronts(strided(0, 4, 1), 2, 0); }
TEST(HalfWarps, DoublesAreTwoRequestsThatConflictTwoWays) { expect_half_warp_wavefronts(strided(0, 8, 8), 8, 4); }

// One lane's worth of each word would do, were every word handed to all that ask for it.
TEST(HalfWarps, OfTwoWordsInTwoBanksOnlyOneIsBroadcast) {
  Request request = strided(0, 0, 4);
  for (std::size_t lane = 8; lane < 16; ++lane) request.address[lane] = 4;
  request.active = 0xffff;
  expect_half_warp_wavefronts(request, 2, 1);
  expect_wavefronts(request, 1, 0);
}

// The lowest waiting lane's word: first word 0 for lane 0 alone, with one lane of bank 1; then word 1 for the rest.
TEST(HalfWarps, TheLowestLanesWordIsTheOneBroadcast) {
  Request request = strided(4, 0, 4);
  request.address[0] = 0;
  request.active = 0xffff;
  expect_half_warp_wavefronts(request, 2, 1);
  request.address[0] = 4;
  request.address[15] = 0;
  expect_half_warp_wavefronts(request, 1, 0);
}

TEST(HalfWarps, AHalfWithoutActiveLanesTakesNoPass) {
  Request request = strided(0, 4, 4);
  request.active = 0xffff;
  expect_half_warp_wavefronts(request, 1, 0);
}

TEST(HalfWarps, EqualsTheOracleOnRandomRequests) {
  std::mt19937 random(4);
  for (int i = 0; i < 50000; ++i) {
    const Request request = test::random_request(random);
    const test::Wavefronts expected = test::half_warp_wavefronts_by_lists(request, half_warps);
    ASSERT_EQ(shared_wavefronts(request, SharedUse::load, half_warps).wavefronts, expected.wavefronts)
        << "request " << i;
    ASSERT_EQ(shared_wavefronts(request, SharedUse::load, half_warps).conflicts, expected.conflicts) << "request " << i;
  }
}

}  // namespace
}  // namespace simt::memory
