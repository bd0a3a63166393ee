#include "simt/memory/shared_races.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace simt::memory {
namespace {

constexpr std::uint32_t all_lanes = ~std::uint32_t{0};

class Races : public testing::Test {
 protected:
  void SetUp() override {
    order.begin_launch();
    begin_block();
  }

  void begin_block() {
    races.begin_block();
    block = std::make_unique<BlockOrder>(0, order.time());
    order.begin_turn(*block, races.clocks());
  }
  void block_barrier() { order.block_barrier(); }
  void warp_barrier(int warp, std::uint32_t mask) {
    races.warp_barrier(warp, mask);
    order.warp_barrier(warp, mask);
  }

  SharedVerdict access(std::uint32_t thread, SharedAccess access) {
    order.set_thread(thread);
    access.site += thread + 100;
    return races.access(access);
  }
  SharedVerdict store(std::uint32_t thread, std::uint32_t offset, std::uint32_t bytes = 4) {
    return access(thread, {0, offset, bytes, true});
  }
  SharedVerdict load(std::uint32_t thread, std::uint32_t offset, std::uint32_t bytes = 4) {
    return access(thread, {0, offset, bytes, false});
  }
  SharedVerdict update(std::uint32_t thread, std::uint32_t offset) {
    return access(thread, {1000, offset, 4, true, true});
  }

  Order order;
  SharedRaces races{1024, 128, order};
  std::unique_ptr<BlockOrder> block;
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
  block_barrier();
  for (std::uint32_t thread = 0; thread < 128; ++thread) EXPECT_TRUE(load(thread, 0).is_fine());
}

TEST_F(Races, WriteAfterReadByTheReaderIsFoundWhenOthersRead) {
  store(0, 0);
  block_barrier();
  load(1, 0);
  load(2, 0);
  EXPECT_TRUE(store(2, 0).is_race);
}

TEST_F(Races, WriteByTheOnlyReaderIsFine) {
  store(0, 0);
  block_barrier();
  load(2, 0);
  load(2, 0);
  EXPECT_TRUE(store(2, 0).is_fine());
}

TEST_F(Races, ABlockBarrierOrders) {
  store(1, 8);
  block_barrier();
  EXPECT_TRUE(load(40, 8).is_fine());
  block_barrier();
  EXPECT_TRUE(store(2, 8).is_fine());
}

TEST_F(Races, AWarpBarrierOrdersItsLanesOnly) {
  store(1, 8);
  store(2, 12);
  warp_barrier(0, all_lanes);
  EXPECT_TRUE(load(3, 8).is_fine());
  EXPECT_TRUE(load(32, 12).is_race);
}

TEST_F(Races, AWarpBarrierOfSomeLanesLeavesTheOthersOut) {
  store(1, 8);
  store(1, 12);
  warp_barrier(0, 0b1111);
  EXPECT_TRUE(load(3, 8).is_fine());
  EXPECT_TRUE(load(4, 12).is_race);
}

TEST_F(Races, WarpBarriersOrderInChains) {
  store(1, 8);
  warp_barrier(0, 0b0110);  // lanes 1 and 2
  warp_barrier(0, 0b1100);  // lanes 2 and 3
  EXPECT_TRUE(load(3, 8).is_fine());
}

TEST_F(Races, ALoadBeforeAWarpBarrierDoesNotHideOneOfAnotherWarp) {
  store(0, 0);
  block_barrier();
  load(64, 0);
  load(1, 0);
  warp_barrier(0, all_lanes);
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
  begin_block();
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

TEST_F(Races, APlainStoreIsNotForgottenForTheSameThreadsUpdate) {
  store(1, 8);
  update(1, 8);
  const SharedVerdict verdict = update(40, 8);
  EXPECT_TRUE(verdict.is_race);
  EXPECT_TRUE(verdict.is_other_store);
  EXPECT_FALSE(verdict.is_other_strong);
  EXPECT_EQ(verdict.other_thread, 1u);
}

TEST_F(Races, AnUpdateOfAnotherThreadIsNotForgottenForOnesOwn) {
  update(1, 8);
  update(40, 8);
  EXPECT_TRUE(load(40, 8).is_race);
  EXPECT_TRUE(store(1, 8).is_race);
}

TEST_F(Races, UpdatesDoNotRaceWithEachOther) {
  for (std::uint32_t thread = 0; thread < 128; ++thread) EXPECT_FALSE(update(thread, 8).is_race);
  block_barrier();
  EXPECT_TRUE(load(5, 8).is_fine());
  EXPECT_TRUE(store(5, 8).is_fine());
}

TEST_F(Races, FencesAroundAFlagOrder) {
  store(1, 8);
  order.release(Scope::block);
  access(1, {1000, 16, 4, true, true});
  order.strong_store({4, 1}, false);
  order.set_thread(40);
  order.strong_load({4, 1}, false);
  const SharedVerdict early = load(40, 8);
  EXPECT_TRUE(early.is_race);
  EXPECT_EQ(early.missing, Missing::acquire_fence);
  order.acquire(Scope::block);
  EXPECT_FALSE(load(40, 8).is_race);
}

TEST_F(Races, APartOfAWordThatWasWrittenIsEnough) {
  store(1, 8, 1);
  EXPECT_FALSE(load(1, 8, 4).is_uninitialized) << "padding is copied, too";
  EXPECT_TRUE(load(1, 12, 4).is_uninitialized);
}

TEST_F(Races, WhatACopyWritesMayBeUsedOnlyWhenTheCopyIsComplete) {
  store(3, 8);
  const SharedAccess copy{0, 8, 4, true};
  EXPECT_TRUE(races.foresee_store(copy).is_fine());
  EXPECT_TRUE(load(3, 8).is_in_flight) << "even for the thread that copies";
  races.complete_store(8);
  EXPECT_TRUE(store(3, 8).is_fine());
  races.hand_over_store(copy);
  EXPECT_TRUE(load(3, 8).is_in_flight) << "no phase of a barrier has ended";
  EXPECT_TRUE(load(3, 12).is_uninitialized);
  races.complete_handed_over();
  EXPECT_TRUE(load(3, 8).is_fine());
}

}  // namespace
}  // namespace simt::memory
