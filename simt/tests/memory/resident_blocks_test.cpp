// Blocks that are resident together go on in turns, and share what they are resident on.
#include "simt/memory/resident_blocks.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace simt::memory {
namespace {

/// Two multiprocessors, each with an L1 of one line.
Device tiny(int blocks_per_multiprocessor) {
  Device device;
  device.multiprocessors = 2;
  device.blocks_per_multiprocessor = blocks_per_multiprocessor;
  device.l1_bytes = 128;
  return device;
}

void load(ResidentBlocks& blocks, std::uint32_t warp, std::uint64_t line) {
  blocks.request(warp, 0, {Traversal::load}, std::vector<std::uint64_t>{4 * line});
}

/// Bytes that the L1 served, of four loads of line 1 by one block and four of line 2 by another.
std::int64_t hits_of_two_blocks(const Device& device, std::uint64_t first, std::uint64_t second) {
  ResidentBlocks blocks(device);
  blocks.begin_launch({32, 0});
  for (const std::uint64_t block : {first, second}) {
    blocks.enter_block(block);
    for (int i = 0; i < 4; ++i) load(blocks, 0, block == first ? 1 : 2);
  }
  return blocks.finish().total().l1_read;
}

TEST(Resident, BlocksOfOneMultiprocessorTakeTurns) { EXPECT_EQ(hits_of_two_blocks(tiny(2), 0, 2), 0); }

TEST(Resident, BlocksOfDifferentMultiprocessorsDoNotMeet) { EXPECT_EQ(hits_of_two_blocks(tiny(2), 0, 1), 2 * 3 * 32); }

TEST(Resident, BlocksThatDoNotFitTogetherRunOneAfterTheOther) {
  ResidentBlocks blocks(tiny(1));
  blocks.begin_launch({32, 0});
  for (const std::uint64_t block : {0, 1, 2}) {
    blocks.enter_block(block);
    for (int i = 0; i < 4; ++i) load(blocks, 0, block);
  }
  EXPECT_EQ(blocks.finish().total().l1_read, 3 * 3 * 32);
}

TEST(Resident, BlocksWhoseSharedMemoryDoesNotFitRunOneAfterTheOther) {
  Device device = tiny(2);
  device.shared_bytes_per_multiprocessor = 4 << 10;
  device.l1_bytes += 4 << 10;  // of which the kernel leaves a line
  ResidentBlocks blocks(device);
  blocks.begin_launch({32, 0});
  for (const std::uint64_t block : {0, 1, 2}) {
    blocks.enter_block(block);
    if (block == 0) blocks.set_shape({32, 3 << 10});
    for (int i = 0; i < 4; ++i) load(blocks, 0, block + 1);
  }
  EXPECT_EQ(blocks.finish().total().l1_read, 3 * 3 * 32);
}

TEST(Resident, WarpsOfABlockTakeTurnsToo) {
  ResidentBlocks blocks(tiny(1));
  blocks.begin_launch({64, 0});
  blocks.enter_block(0);
  for (const std::uint32_t warp : {0, 1}) {
    for (int i = 0; i < 4; ++i) load(blocks, warp, warp);
  }
  EXPECT_EQ(blocks.finish().total().l1_read, 0);
}

TEST(Resident, ARequestIsServedWhole) {
  ResidentBlocks blocks(tiny(1));
  blocks.begin_launch({64, 0});
  blocks.enter_block(0);
  blocks.request(0, 0, {Traversal::load}, std::vector<std::uint64_t>{4, 5, 4});
  load(blocks, 1, 7);
  EXPECT_EQ(blocks.finish().total().l1_read, 32);
}

TEST(Resident, ABlockThatGoesOnKeepsItsPlace) {
  ResidentBlocks blocks(tiny(2));
  blocks.begin_launch({32, 0});
  for (const std::uint64_t block : {0, 2, 0, 2}) {
    blocks.enter_block(block);
    for (int i = 0; i < 2; ++i) load(blocks, 0, block);
  }
  EXPECT_EQ(blocks.finish().total().l1_read, 0);
}

TEST(Resident, LaunchesDoNotMeet) {
  ResidentBlocks blocks(tiny(2));
  for (const std::uint64_t block : {0, 2}) {
    blocks.begin_launch({32, 0});
    blocks.enter_block(block);
    for (int i = 0; i < 4; ++i) load(blocks, 0, block);
  }
  EXPECT_EQ(blocks.finish().total().l1_read, 2 * 3 * 32);
}

// Four million sectors fill what is held back; then the same warp goes on.
TEST(Resident, WhatIsTooMuchToHoldIsServedBefore) {
  ResidentBlocks blocks{Device{}};
  blocks.begin_launch({32, 0});
  blocks.enter_block(0);
  const std::vector<std::uint64_t> sectors{1, 2, 3, 4, 5, 6, 7, 8};
  constexpr int requests = (5 << 20) / 8;
  for (int i = 0; i < requests; ++i) blocks.request(0, 0, {Traversal::load}, sectors);
  const LevelBytes total = blocks.finish().total();
  EXPECT_EQ(total.dram_read, 8 * 32);
  EXPECT_EQ(total.l1_read, 32 * 8 * (std::int64_t{requests} - 1));
}

}  // namespace
}  // namespace simt::memory
