#include "simt/memory/partitions.hpp"

#include <gtest/gtest.h>

#include "simt/memory/busiest_block.hpp"

namespace simt::memory {
namespace {

TEST(Partitions, NothingStoredIsZero) { EXPECT_EQ(PartitionCamping(Device{}).factor(), 0); }

TEST(Partitions, EvenStoresAreOne) {
  PartitionCamping camping{Device{}};
  camping.begin_launch();
  for (int block = 0; block < 100; ++block) {
    camping.begin_block();
    for (int sector = 0; sector < 64; ++sector) camping.store_sector(4096 + 32 * sector);
  }
  EXPECT_DOUBLE_EQ(camping.factor(), 1);
}

TEST(Partitions, AllBlocksInOnePartitionIsTheNumberOfPartitions) {
  PartitionCamping camping{Device{}};
  camping.begin_launch();
  for (int block = 0; block < 100; ++block) {
    camping.begin_block();
    camping.store_sector(2048 * block);
  }
  EXPECT_DOUBLE_EQ(camping.factor(), 8);
}

TEST(Partitions, OnlyBlocksOfOneWindowCampTogether) {
  PartitionCamping together{Device{}}, apart{Device{}};
  for (int block = 0; block < 240; ++block) {
    together.begin_block();
    together.store_sector(block / 30 * 256);  // each window of 30 in one partition
    apart.begin_block();
    apart.store_sector(block % 8 * 256);
  }
  EXPECT_DOUBLE_EQ(together.factor(), 8);
  EXPECT_LT(apart.factor(), 1.1);
}

TEST(Partitions, LaunchesDoNotShareAWindow) {
  PartitionCamping camping{Device{}};
  for (int launch = 0; launch < 8; ++launch) {
    camping.begin_launch();
    camping.begin_block();
    camping.store_sector(256 * launch);
  }
  EXPECT_DOUBLE_EQ(camping.factor(), 8);
}

TEST(Partitions, BlocksThatStayAreComparedStepByStep) {
  constexpr int steps = 8;
  PartitionCamping together{Device{}}, apart{Device{}};
  for (int block = 0; block < 16; ++block) {
    together.begin_block();
    apart.begin_block();
    for (int i = 0; i < steps * PartitionCamping::step; ++i) {
      const int at = i / static_cast<int>(PartitionCamping::step);
      together.store_sector(256 * at);
      apart.store_sector(256 * (at + block));
    }
  }
  EXPECT_DOUBLE_EQ(together.factor(), 8);
  EXPECT_DOUBLE_EQ(apart.factor(), 1);
}

TEST(Partitions, ABlockThatWaitsKeepsItsStep) {
  PartitionCamping camping{Device{}};
  camping.begin_block();
  camping.store_sector(0);
  const std::int64_t first = camping.stored();
  camping.begin_block();
  for (int i = 0; i < PartitionCamping::step; ++i) camping.store_sector(0);
  camping.resume_block(first);
  camping.store_sector(256);
  EXPECT_EQ(camping.stored(), 2);
  EXPECT_EQ(camping.window().size(), 8U);
}

TEST(BusiestBlock, IsTheShareOfOneBlockInEachLaunch) {
  BusiestBlock busiest;
  EXPECT_EQ(busiest.share(), 0);
  busiest.begin_launch();
  for (int block = 0; block < 4; ++block) {
    busiest.begin_block();
    busiest.move(block == 2 ? 10 : 5);
  }
  EXPECT_DOUBLE_EQ(busiest.share(), 0.4);
  for (int launch = 0; launch < 5; ++launch) {
    busiest.begin_launch();
    busiest.begin_block();
    busiest.move(15);
  }
  EXPECT_DOUBLE_EQ(busiest.share(), 0.85) << "launches of one block do not share the work";
}

TEST(BusiestBlock, CountsABlockWholeThatHasWaited) {
  BusiestBlock busiest;
  busiest.begin_launch();
  busiest.begin_block();
  busiest.move(6);
  const std::int64_t first = busiest.moved();
  busiest.begin_block();
  busiest.move(8);
  busiest.resume_block(first);
  busiest.move(6);
  EXPECT_DOUBLE_EQ(busiest.share(), 0.6);
}

}  // namespace
}  // namespace simt::memory
