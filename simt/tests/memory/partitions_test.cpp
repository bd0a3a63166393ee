#include "simt/memory/partitions.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace simt::memory
