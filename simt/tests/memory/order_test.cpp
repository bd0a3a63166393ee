#include "simt/memory/order.hpp"

#include <gtest/gtest.h>

namespace simt::memory {
namespace {

constexpr Word flag{100}, data{200};

/// Two blocks of 64 threads, whose turns the tests choose.
class Orders : public testing::Test {
 protected:
  void SetUp() override { order.begin_launch(); }

  void turn(int block, std::uint32_t thread) {
    order.begin_turn(blocks[block], clocks[block]);
    order.set_thread(thread);
  }
  AccessTime moment(int block, std::uint32_t thread) {
    turn(block, thread);
    return order.now();
  }
  void barrier(int block) {
    order.begin_turn(blocks[block], clocks[block]);
    order.block_barrier();
  }
  void warp_barrier(int block, int warp, std::uint32_t mask) {
    order.begin_turn(blocks[block], clocks[block]);
    clocks[block].barrier(warp, mask);
    order.warp_barrier(warp, mask);
  }
  bool is_ordered(const AccessTime& earlier, int block, std::uint32_t thread) {
    turn(block, thread);
    return order.is_ordered(earlier);
  }
  void publish(int block, std::uint32_t thread, Scope scope = Scope::device) {
    turn(block, thread);
    order.release(scope);
    order.strong_store(flag, false);
  }
  void observe(int block, std::uint32_t thread, Scope scope = Scope::device) {
    turn(block, thread);
    order.strong_load(flag, false);
    order.acquire(scope);
  }

  Order order;
  BlockOrder blocks[3]{BlockOrder(0), BlockOrder(1), BlockOrder(2)};
  WarpClocks clocks[3]{WarpClocks(64), WarpClocks(64), WarpClocks(64)};
};

TEST_F(Orders, AThreadFollowsItselfOnly) {
  const AccessTime earlier = moment(0, 5);
  EXPECT_TRUE(is_ordered(earlier, 0, 5));
  EXPECT_FALSE(is_ordered(earlier, 0, 6));
  EXPECT_FALSE(is_ordered(earlier, 0, 40));
  EXPECT_FALSE(is_ordered(earlier, 1, 5));
}

TEST_F(Orders, BarriersOrderTheirBlock) {
  const AccessTime earlier = moment(0, 5);
  barrier(0);
  EXPECT_TRUE(is_ordered(earlier, 0, 40));
  EXPECT_FALSE(is_ordered(earlier, 1, 5));
  EXPECT_FALSE(is_ordered(moment(0, 5), 0, 40)) << "but not what comes after them";
}

TEST_F(Orders, WarpBarriersOrderTheirLanes) {
  const AccessTime earlier = moment(0, 5);
  warp_barrier(0, 0, 0b1100000);
  EXPECT_TRUE(is_ordered(earlier, 0, 6));
  EXPECT_FALSE(is_ordered(earlier, 0, 7));
  EXPECT_FALSE(is_ordered(earlier, 0, 38));
}

TEST_F(Orders, FencesOnBothSidesOfAFlagOrder) {
  const AccessTime earlier = moment(0, 0);
  publish(0, 0);
  const AccessTime later = moment(0, 0);
  EXPECT_FALSE(is_ordered(earlier, 1, 3));
  observe(1, 3);
  EXPECT_TRUE(is_ordered(earlier, 1, 3));
  EXPECT_FALSE(is_ordered(later, 1, 3)) << "what follows the fence is not covered by it";
  EXPECT_FALSE(is_ordered(earlier, 1, 40)) << "the reader alone knows";
  barrier(1);
  EXPECT_TRUE(is_ordered(earlier, 1, 40));
}

TEST_F(Orders, AReleaseCoversWhatABarrierHadBroughtTogether) {
  const AccessTime of_another_warp = moment(0, 63);
  publish(0, 0);
  observe(1, 0);
  EXPECT_FALSE(is_ordered(of_another_warp, 1, 0));
  barrier(0);
  publish(0, 0);
  observe(1, 0);
  EXPECT_TRUE(is_ordered(of_another_warp, 1, 0));
}

TEST_F(Orders, EachFenceIsNeeded) {
  const AccessTime earlier = moment(0, 0);
  order.strong_store(flag, false);
  observe(1, 0);
  EXPECT_FALSE(order.is_ordered(earlier));
  EXPECT_EQ(order.missing(earlier, data), Missing::release_fence);

  publish(0, 0);
  turn(2, 0);
  order.strong_load(flag, false);
  EXPECT_FALSE(order.is_ordered(earlier));
  EXPECT_EQ(order.missing(earlier, data), Missing::acquire_fence);
  EXPECT_EQ(order.missing(moment(2, 40), data), Missing::barrier);
}

TEST_F(Orders, WithoutAnyWordBetweenThemBlocksAreNotOrderedAtAll) {
  const AccessTime earlier = moment(0, 0);
  turn(1, 0);
  EXPECT_EQ(order.missing(earlier, data), Missing::order);
}

TEST_F(Orders, KnowledgeIsHandedOn) {
  const AccessTime earlier = moment(0, 0);
  publish(0, 0);
  observe(1, 7);
  publish(1, 7);
  observe(2, 9);
  EXPECT_TRUE(is_ordered(earlier, 2, 9));
}

TEST_F(Orders, AStoreWithoutFenceTakesBackWhatAnotherTold) {
  const AccessTime earlier = moment(0, 0);
  publish(0, 0);
  turn(1, 0);
  order.strong_store(flag, false);
  observe(2, 0);
  EXPECT_FALSE(is_ordered(earlier, 2, 0));
}

TEST_F(Orders, AnAtomicUpdateKeepsEarlierReleases) {
  const AccessTime earlier = moment(0, 0);
  publish(0, 0);
  turn(1, 0);
  order.strong_store(flag, true);
  observe(2, 0);
  EXPECT_TRUE(is_ordered(earlier, 2, 0));
}

TEST_F(Orders, WhatIsToldLaterIsNotKnownBefore) {
  publish(0, 0);
  observe(1, 0);
  const AccessTime later = moment(2, 0);
  order.release(Scope::device);
  order.strong_store(flag, true);
  EXPECT_FALSE(is_ordered(later, 1, 0));
  observe(1, 0);
  EXPECT_TRUE(is_ordered(later, 1, 0));
}

// Both warps arrive at one word. What the first one does after that is earlier than the second one's release.
TEST_F(Orders, WhatOneWarpDoesLaterIsNotReleasedByAnother) {
  const AccessTime before[] = {moment(0, 5), moment(0, 40)};
  AccessTime after;
  for (const std::uint32_t thread : {5u, 40u}) {
    turn(0, thread);
    order.release(Scope::device);
    order.arrive(flag);
    if (thread == 5) after = order.now();
  }
  observe(1, 0);
  EXPECT_TRUE(is_ordered(before[0], 1, 0));
  EXPECT_TRUE(is_ordered(before[1], 1, 0));
  EXPECT_FALSE(is_ordered(after, 1, 0));
}

TEST_F(Orders, FencesOfABlockCountInTheBlock) {
  const AccessTime earlier = moment(0, 0);
  publish(0, 0, Scope::block);
  observe(0, 40, Scope::block);
  EXPECT_TRUE(is_ordered(earlier, 0, 40));
  observe(1, 0);
  EXPECT_FALSE(is_ordered(earlier, 1, 0));
  publish(0, 0);
  observe(2, 0, Scope::block);
  EXPECT_FALSE(is_ordered(earlier, 2, 0));
  observe(2, 0);
  EXPECT_TRUE(is_ordered(earlier, 2, 0));
}

TEST_F(Orders, ABarrierOfTheGridOrdersAll) {
  const AccessTime earlier = moment(0, 63);
  const std::uint32_t met = order.grid_barrier();
  turn(1, 0);
  order.leave_grid_barrier(met);
  EXPECT_TRUE(is_ordered(earlier, 1, 40));
  turn(0, 0);
  order.leave_grid_barrier(met);
  EXPECT_FALSE(is_ordered(moment(0, 63), 1, 40));
}

TEST_F(Orders, ManyBlocksMayMeetAtOneCounter) {
  constexpr std::uint32_t count = 3000;
  std::vector<BlockOrder> many;
  many.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i) many.emplace_back(i);
  for (BlockOrder& block : many) {
    order.begin_turn(block, clocks[0]);
    order.set_thread(0);
    order.release(Scope::device);
    order.strong_load(flag, true);
    order.strong_store(flag, true);
  }
  const AccessTime unfenced = order.now();
  order.acquire(Scope::device);
  EXPECT_TRUE(order.is_ordered({0, 0, 1, 0}));
  EXPECT_FALSE(order.is_ordered({count, 0, 1, 0})) << "a block that never came";
  order.begin_turn(many[0], clocks[0]);
  order.set_thread(0);
  order.acquire(Scope::device);
  EXPECT_FALSE(order.is_ordered(unfenced));
}

// A last block reads the shares of all others before it sets the counter back.
TEST_F(Orders, AnUpdateIsRememberedThoughManyWordsAreReadAfterIt) {
  const auto update = [&](int block) {
    turn(block, 0);
    order.strong_load(flag, true);
    order.strong_store(flag, true);
    return order.sequence();
  };
  const std::uint32_t others = update(0);
  turn(1, 0);
  EXPECT_FALSE(order.has_updated(flag, others));
  update(1);
  for (std::uint64_t word = 0; word < 1000; ++word) order.strong_load({1000 + word}, false);
  EXPECT_TRUE(order.has_updated(flag, others));
  barrier(1);
  turn(1, 7);
  for (std::uint64_t word = 0; word < 1000; ++word) order.strong_load({1000 + word}, false);
  barrier(1);
  turn(1, 9);
  EXPECT_TRUE(order.has_observed(flag, others));
}

// Each word has a clock of its own, which holds all blocks before: n²/2 entries.
TEST_F(Orders, WhatTakesTooMuchMemoryCountsAsOrdered) {
  const AccessTime earlier = moment(2, 0);
  std::vector<BlockOrder> many;
  many.reserve(2000);
  for (std::uint32_t i = 0; i < 2000; ++i) {
    order.begin_turn(many.emplace_back(i + 3), clocks[0]);
    order.set_thread(0);
    EXPECT_TRUE(i != 1000 || !order.is_ordered(earlier));
    order.strong_load({i}, false);
    order.acquire(Scope::device);
    order.release(Scope::device);
    order.strong_store({i + 1}, false);
  }
  EXPECT_TRUE(order.is_ordered(earlier));
  order.begin_launch();
  EXPECT_FALSE(is_ordered(moment(0, 0), 1, 0)) << "until the next launch";
}

}  // namespace
}  // namespace simt::memory
