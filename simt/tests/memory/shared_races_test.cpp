#include "simt/memory/shared_races.hpp"

#include <gtest/gtest.h>

namespace simt::memory {
namespace {

constexpr std::uint32_t all_lanes = ~std::uint32_t{0};

class Races : public testing::Test {
 protected:
  void SetUp() override { races.begin_block(); }

  SharedVerdict store(std::uint32_t thread, std::uint32_t offset, std::uint32_t bytes = 4) {
    return races.access({thread, thread + 100, offset, bytes, true});
  }
  SharedVerdict load(std::uint32_t thread, std::uint32_t offset, std::uint32_t bytes = 4) {
    return races.access({thread, thread + 100, offset, bytes, false});
  }

  SharedRaces races{1024, 128};
};

TEST_F(Races, OneThreadAloneNeverRaces) {
  EXPECT_TRUE(store(5, 0).is_fine());
  EXPECT_TRUE(load(5, 0).is_fine());
  EXPECT_TRUE(store(5, 0).is_fine());
}

TEST_F(Races, ReadAfterWriteOfAnotherThread) {
  store(1, 8);
  const SharedVerdict verdict = load(40, 8);
  EXPECT_TRUE(verdict.is_race);
  EXPECT_EQ(verdict.other_thread, 1u);
  EXPECT_EQ(verdict.other_site, 101u);
}

TEST_F(Races, WriteAfterWrite) {
  store(1, 8);
  EXPECT_TRUE(store(2, 8).is_race);
}

TEST_F(Races, ReadersDoNotRace) {
  store(0, 0);
  races.block_barrier();
  for (std::uint32_t thread = 0; thread < 128; ++thread) EXPECT_TRUE(load(thread, 0).is_fine());
}

TEST_F(Races, WriteAfterReadByTheReaderIsFoundWhenOthersRead) {
  store(0, 0);
  races.block_barrier();
  load(1, 0);
  load(2, 0);
  EXPECT_TRUE(store(2, 0).is_race);
}

TEST_F(Races, WriteByTheOnlyReaderIsFine) {
  store(0, 0);
  races.block_barrier();
  load(2, 0);
  load(2, 0);
  EXPECT_TRUE(store(2, 0).is_fine());
}

TEST_F(Races, ABlockBarrierOrders) {
  store(1, 8);
  races.block_barrier();
  EXPECT_TRUE(load(40, 8).is_fine());
  races.block_barrier();
  EXPECT_TRUE(store(2, 8).is_fine());
}

TEST_F(Races, AWarpBarrierOrdersItsLanesOnly) {
  store(1, 8);
  store(2, 12);
  races.warp_barrier(0, all_lanes);
  EXPECT_TRUE(load(3, 8).is_fine());
  EXPECT_TRUE(load(32, 12).is_race);
}

TEST_F(Races, AWarpBarrierOfSomeLanesLeavesTheOthersOut) {
  store(1, 8);
  store(1, 12);
  races.warp_barrier(0, 0b1111);
  EXPECT_TRUE(load(3, 8).is_fine());
  EXPECT_TRUE(load(4, 12).is_race);
}

TEST_F(Races, WarpBarriersOrderInChains) {
  store(1, 8);
  races.warp_barrier(0, 0b0110);  // lanes 1 and 2
  races.warp_barrier(0, 0b1100);  // lanes 2 and 3
  EXPECT_TRUE(load(3, 8).is_fine());
}

TEST_F(Races, ALoadBeforeAWarpBarrierDoesNotHideOneOfAnotherWarp) {
  store(0, 0);
  races.block_barrier();
  load(64, 0);
  load(1, 0);
  races.warp_barrier(0, all_lanes);
  load(2, 0);
  EXPECT_TRUE(store(2, 0).is_race);
}

TEST_F(Races, LoadOfAnUnwrittenWord) {
  EXPECT_TRUE(load(1, 16).is_uninitialized);
  store(1, 16);
  EXPECT_FALSE(load(1, 16).is_uninitialized);
}

TEST_F(Races, ABlockSeesNothingOfTheOneBefore) {
  store(1, 16);
  races.begin_block();
  const SharedVerdict verdict = load(2, 16);
  EXPECT_TRUE(verdict.is_uninitialized);
  EXPECT_FALSE(verdict.is_race);
}

TEST_F(Races, BytesOfOneWordBelongToDifferentThreads) {
  for (std::uint32_t thread = 0; thread < 4; ++thread) EXPECT_TRUE(store(thread, thread, 1).is_fine());
  EXPECT_TRUE(store(0, 2, 1).is_race);
}

TEST_F(Races, WordsKeepTheirStateWhenBytesBegin) {
  store(1, 8);
  EXPECT_TRUE(load(2, 9, 1).is_race);
  EXPECT_TRUE(load(2, 100, 1).is_uninitialized);
}

TEST_F(Races, WideAccessesCoverAllTheirWords) {
  store(1, 16, 16);
  EXPECT_TRUE(load(2, 28).is_race);
  EXPECT_TRUE(load(3, 32).is_uninitialized);
}

}  // namespace
}  // namespace simt::memory
