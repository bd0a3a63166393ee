#include "simt/memory/global_races.hpp"

#include <gtest/gtest.h>

namespace simt::memory {
namespace {

constexpr std::uint64_t base = 4096;

class GlobalRacesTest : public testing::Test {
 protected:
  void SetUp() override {
    races.watch(base, 1024);
    races.begin_launch();
  }

  const GlobalRace* access(std::uint32_t block, std::uint32_t thread, std::uint64_t offset, std::uint32_t bytes,
                           bool is_store, bool is_strong = false) {
    races.order().begin_turn(blocks[block], clocks[block]);
    races.order().set_thread(thread);
    return races.access(races.words(base), base, {100 + thread / 32, base + offset, bytes, is_store, is_strong});
  }
  const GlobalRace* store(std::uint32_t block, std::uint32_t thread, std::uint64_t offset, std::uint32_t bytes = 4) {
    return access(block, thread, offset, bytes, true);
  }
  const GlobalRace* load(std::uint32_t block, std::uint32_t thread, std::uint64_t offset, std::uint32_t bytes = 4) {
    return access(block, thread, offset, bytes, false);
  }

  Order order;
  GlobalRaces races{order};
  BlockOrder blocks[3]{BlockOrder(0), BlockOrder(1), BlockOrder(2)};
  WarpClocks clocks[3]{WarpClocks(64), WarpClocks(64), WarpClocks(64)};
};

TEST_F(GlobalRacesTest, OneThreadAloneNeverRaces) {
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(store(0, 5, 8), nullptr);
    EXPECT_EQ(load(0, 5, 8), nullptr);
  }
}

TEST_F(GlobalRacesTest, TheOtherSideIsNamed) {
  store(1, 37, 8);
  const GlobalRace* const race = load(2, 1, 8);
  ASSERT_NE(race, nullptr);
  EXPECT_EQ(race->other.block, 1u);
  EXPECT_EQ(race->other.thread, 37u);
  EXPECT_EQ(race->other_site, 101u);
  EXPECT_EQ(race->missing, Missing::order);
}

TEST_F(GlobalRacesTest, WordsThatAnotherBlockLoadsAreHandedOver) {
  EXPECT_EQ(races.kept_by_blocks(), 0);
  store(0, 0, 0, 8);
  load(0, 1, 0);
  EXPECT_EQ(races.kept_by_blocks(), 1) << "a block that reads its own values";
  load(1, 0, 4);
  EXPECT_DOUBLE_EQ(races.kept_by_blocks(), 0.5);
  load(2, 0, 4);
  EXPECT_DOUBLE_EQ(races.kept_by_blocks(), 0.5) << "once for each store";
  for (int round = 0; round < 2; ++round) {  // of each two volatile stores, another block loads the second one
    for (const bool is_store : {true, true, false, false}) {
      access(is_store ? 0 : 1, 0, 8, 4, is_store, /*is_strong=*/true);
      is_store ? races.order().strong_store({base + 8}, false) : races.order().strong_load({base + 8}, false);
    }
    EXPECT_DOUBLE_EQ(races.kept_by_blocks(), 0.5);
  }
  races.begin_launch();
  load(1, 0, 0);
  EXPECT_DOUBLE_EQ(races.kept_by_blocks(), 0.5) << "what an earlier launch has stored waits for nothing";
}

TEST_F(GlobalRacesTest, TwoVolatileStoresOfChangedValuesLoseOneChange) {
  const auto write_back = [this](std::uint32_t block, std::uint64_t offset, bool is_rewrite) {
    races.order().begin_turn(blocks[block], clocks[block]);
    races.order().set_thread(0);
    GlobalAccess access{7, base + offset, 4, /*is_store=*/true, /*is_strong=*/true, /*is_volatile=*/true};
    access.is_rewrite = is_rewrite;
    return races.access(races.words(base), base, access);
  };
  EXPECT_EQ(write_back(0, 8, true), nullptr);
  EXPECT_EQ(write_back(0, 8, true), nullptr) << "one thread alone";
  const GlobalRace* const race = write_back(1, 8, true);
  ASSERT_NE(race, nullptr);
  EXPECT_EQ(race->missing, Missing::atomic_update);
  EXPECT_EQ(race->other.block, 0u);
  write_back(0, 16, true);
  EXPECT_EQ(write_back(1, 16, false), nullptr) << "a flag that one thread counts up and another one clears";
}

// The second block sees what the first has stored, and acquires it: in another run it may not.
TEST_F(GlobalRacesTest, AChangeIsLostThoughThisRunOrdersTheTwo) {
  const auto change = [this](std::uint32_t block, std::uint64_t offset) {
    const GlobalRace* race = nullptr;
    for (const bool is_store : {false, true}) {
      races.order().begin_turn(blocks[block], clocks[block]);
      races.order().set_thread(0);
      GlobalAccess access{7u + is_store, base + offset, 4, is_store, /*is_strong=*/true};
      access.is_rewrite = is_store;
      if (is_store) races.order().release(Scope::device);
      race = races.access(races.words(base), base, access);
      is_store ? races.order().strong_store({access.address}, false)
               : races.order().strong_load({access.address}, false);
      if (!is_store) races.order().acquire(Scope::device);
    }
    return race;
  };
  EXPECT_EQ(change(0, 8), nullptr);
  EXPECT_EQ(change(0, 8), nullptr) << "one thread alone";
  const GlobalRace* const race = change(1, 8);
  ASSERT_NE(race, nullptr);
  EXPECT_EQ(race->missing, Missing::atomic_update);
}

TEST_F(GlobalRacesTest, NoOrderLetsTheReadOnlyCacheSeeAStore) {
  const auto load_by_cache = [this](std::uint32_t thread, std::uint64_t offset) {
    races.order().begin_turn(blocks[0], clocks[0]);
    races.order().set_thread(thread);
    GlobalAccess access{7, base + offset, 4, /*is_store=*/false};
    access.is_read_only = true;
    return races.access(races.words(base), base, access);
  };
  store(0, 0, 8);
  races.order().block_barrier();
  EXPECT_EQ(load_by_cache(0, 8), nullptr) << "its own store";
  const GlobalRace* const race = load_by_cache(33, 8);
  ASSERT_NE(race, nullptr);
  EXPECT_EQ(race->missing, Missing::read_only);
  EXPECT_EQ(load_by_cache(33, 12), nullptr) << "a word that is not written";
  races.begin_launch();
  EXPECT_EQ(load_by_cache(33, 8), nullptr) << "written by an earlier launch";
}

TEST_F(GlobalRacesTest, LoadsDoNotRace) {
  load(0, 0, 0);
  EXPECT_EQ(load(1, 0, 0), nullptr);
}

TEST_F(GlobalRacesTest, AStoreMeetsTheLoadOfAnotherBlockThoughOthersLoadedSince) {
  load(0, 0, 0);
  load(1, 0, 0);
  load(1, 1, 0);
  load(1, 2, 0);
  EXPECT_NE(store(1, 2, 0), nullptr);
  load(0, 0, 4);
  load(1, 0, 4);
  const GlobalRace* const race = store(1, 0, 4);
  ASSERT_NE(race, nullptr);
  EXPECT_EQ(race->other.block, 0u);
}

TEST_F(GlobalRacesTest, StrongAccessesRaceWithPlainOnesOnly) {
  access(0, 0, 0, 4, true, true);
  EXPECT_EQ(access(1, 0, 0, 4, true, true), nullptr);
  EXPECT_EQ(access(0, 1, 0, 4, false, true), nullptr);
  EXPECT_NE(load(2, 0, 0), nullptr);
}

TEST_F(GlobalRacesTest, APlainAccessIsNotForgottenForTheSameThreadsUpdate) {
  store(0, 0, 0);
  access(0, 0, 0, 4, true, true);
  EXPECT_NE(access(1, 0, 0, 4, true, true), nullptr);
  load(0, 0, 4);
  access(0, 0, 4, 4, true, true);
  EXPECT_NE(access(1, 0, 4, 4, true, true), nullptr);
}

TEST_F(GlobalRacesTest, AnUpdateOfAnotherThreadIsNotForgottenForOnesOwn) {
  access(0, 0, 0, 4, true, true);
  access(1, 0, 0, 4, true, true);
  const GlobalRace* const race = load(1, 0, 0);
  ASSERT_NE(race, nullptr);
  EXPECT_EQ(race->other.block, 0u);
  EXPECT_TRUE(race->is_other_strong);
}

TEST_F(GlobalRacesTest, LaunchesAreOrdered) {
  store(0, 0, 0);
  races.begin_launch();
  EXPECT_EQ(store(1, 0, 0), nullptr);
}

TEST_F(GlobalRacesTest, WideAccessesCoverAllTheirWords) {
  store(0, 0, 16, 16);
  EXPECT_NE(load(1, 0, 28), nullptr);
  EXPECT_EQ(load(1, 0, 32), nullptr);
}

TEST_F(GlobalRacesTest, BytesOfOneWordBelongToDifferentThreads) {
  for (std::uint32_t i = 0; i < 16; ++i) EXPECT_EQ(store(0, i, i, 1), nullptr);
  for (std::uint32_t i = 0; i < 16; ++i) EXPECT_EQ(load(0, i, i, 1), nullptr);
  for (std::uint32_t i = 0; i < 4; ++i) EXPECT_NE(store(1, i, 5 * i, 1), nullptr) << "byte " << i << " of its word";
  EXPECT_EQ(store(0, 0, 32, 2), nullptr);
  EXPECT_EQ(store(1, 0, 34, 2), nullptr);
  EXPECT_NE(load(2, 0, 32), nullptr) << "a word that others wrote a half of";
}

TEST_F(GlobalRacesTest, WhatIsUnalignedLiesInTwoWords) {
  store(0, 0, 2, 4);
  EXPECT_EQ(load(1, 0, 0, 2), nullptr);
  EXPECT_NE(load(1, 0, 2, 2), nullptr);
  EXPECT_NE(load(1, 0, 4, 1), nullptr);
  EXPECT_EQ(load(1, 0, 6, 2), nullptr);
}

TEST_F(GlobalRacesTest, MemoryMayBeginAnywhere) {
  races.watch(base + 4097, 3);
  races.order().begin_turn(blocks[0], clocks[0]);
  races.order().set_thread(0);
  RacedWord* const words = races.words(base + 4097);
  EXPECT_EQ(races.access(words, base + 4097, {0, base + 4099, 1, true, false}), nullptr);
  races.order().set_thread(1);
  EXPECT_NE(races.access(words, base + 4097, {0, base + 4099, 1, true, false}), nullptr);
}

TEST_F(GlobalRacesTest, WhatIsForgottenIsNoRace) {
  store(0, 0, 0);
  // Each turn is another time at which the site is seen: more of them than are remembered.
  for (int i = 0; i < (1 << 20); ++i) store(1, 0, 512);
  EXPECT_EQ(store(1, 0, 0), nullptr);
  EXPECT_NE(store(2, 0, 0), nullptr) << "what follows is found again";
}

TEST_F(GlobalRacesTest, AStoreToWhatACopyReadsIsARaceUntilTheCopyIsComplete) {
  load(0, 3, 8);
  races.copied().begin({base + 8, 4, 0, 3, 103});
  EXPECT_EQ(load(0, 3, 8), nullptr) << "both only read";
  const GlobalRace* const race = store(0, 3, 8);
  ASSERT_NE(race, nullptr) << "even of the thread that copies";
  EXPECT_TRUE(race->is_in_flight);
  EXPECT_EQ(race->other.thread, 3u);
  EXPECT_EQ(race->other_site, 103u);
  EXPECT_EQ(store(0, 3, 12), nullptr);
  races.copied().complete(base + 8, 0, 3);
  EXPECT_EQ(store(0, 3, 8), nullptr);
}

TEST_F(GlobalRacesTest, MemoryIsWatchedUntilItIsFreed) {
  EXPECT_NE(races.words(base), nullptr);
  races.forget(base);
  EXPECT_EQ(races.words(base), nullptr);
}

}  // namespace
}  // namespace simt::memory
