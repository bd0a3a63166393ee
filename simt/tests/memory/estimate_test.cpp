// The pieces of the throughput estimate. Whole kernels against published figures are in
// simt/tests/devices/gtx280_test.cpp.
#include "simt/memory/estimate.hpp"

#include <gtest/gtest.h>

#include "simt/devices.hpp"
#include "simt/memory/global.hpp"

namespace simt::memory {
namespace {

Device gtx280() { return load_device(COURSE_ROOT "/simt/devices", "gtx280"); }

constexpr int word = 4;

// The CUDA C Best Practices Guide 4.2 gives offsetCopy on this chip 120 GB/s where a half-warp takes one transaction
// and 70 where it takes two. The first is the bandwidth the estimate starts from; the second must follow from it.
TEST(Estimate, AnOffsetCopySlowsDownAsPublished) {
  const Device device = gtx280();
  const auto gbps = [&](std::uint64_t offset) {
    constexpr int warps = 1 << 14;
    Estimate copy(device);
    copy.begin_launch({256, 0});
    for (std::uint64_t warp = 0; warp < warps; ++warp) {
      if (warp % 8 == 0) copy.begin_block();
      for (const std::uint64_t array : {std::uint64_t{0}, std::uint64_t{1} << 24}) {
        Request request;
        for (int lane = 0; lane < warp_lanes; ++lane) {
          request.address[lane] = array + word * (warp * warp_lanes + lane + offset);
        }
        request.active = ~std::uint32_t{0};
        request.bytes = word;
        copy.global(request);
      }
    }
    return 2.0 * word * warps * warp_lanes / copy.seconds() * 1e-9;
  };
  EXPECT_NEAR(gbps(0), 120, 12);
  EXPECT_NEAR(gbps(16), 120, 12);
  EXPECT_NEAR(gbps(1), 70, 7);
}

TEST(Estimate, HashedPartitionsAreAllAsBusy) {
  Device hashed = gtx280();
  hashed.has_hashed_partitions = true;
  Estimate camped(hashed);
  camped.begin_launch({256, 0});
  camped.begin_block();
  for (std::uint64_t i = 0; i < 8; ++i) camped.transfer(2048 * i, 128);
  EXPECT_DOUBLE_EQ(camped.seconds(), 1024 / hashed.copy_bytes_per_second);
}

TEST(Estimate, TimeIsThatOfTheBusiestPartition) {
  const Device device = gtx280();
  Estimate spread(device), camped(device);
  for (Estimate* one : {&spread, &camped}) {
    one->begin_launch({256, 0});
    one->begin_block();
  }
  for (std::uint64_t i = 0; i < 8; ++i) {
    spread.transfer(256 * i, 128);
    camped.transfer(2048 * i, 128);
  }
  EXPECT_EQ(spread.dram_bytes(), 1024);
  EXPECT_DOUBLE_EQ(spread.seconds(), 1024 / device.copy_bytes_per_second);
  EXPECT_DOUBLE_EQ(camped.seconds(), 8 * spread.seconds());
}

TEST(Estimate, SharedMemoryHidesBehindTheBlocksBesideIt) {
  const Device device = gtx280();
  const auto seconds = [&](int shared_bytes) {
    Estimate one(device);
    one.begin_launch({64, shared_bytes});
    one.begin_block();
    for (std::uint64_t i = 0; i < 8; ++i) one.transfer(256 * i, 128);
    Request request;
    for (int lane = 0; lane < warp_lanes; ++lane) request.address[lane] = 4 * lane;
    request.active = ~std::uint32_t{0};
    request.bytes = 4;
    one.shared(request);
    return one.seconds();
  };
  const double dram = 1024 / device.copy_bytes_per_second;
  const double shared = 2 * 2 / device.clock_hz;  // two half-warps, two cycles each
  EXPECT_DOUBLE_EQ(seconds(16 << 10), dram + shared);
  EXPECT_DOUBLE_EQ(seconds(4 << 10), dram + shared / 4);
}

TEST(Estimate, ResidencyIsLimitedByThreadsBlocksOrSharedMemory) {
  const Device device = gtx280();
  EXPECT_EQ(resident_blocks({512, 0}, device), 2);
  EXPECT_EQ(resident_blocks({32, 0}, device), 8);
  EXPECT_EQ(resident_blocks({256, 4224}, device), 3);
  EXPECT_EQ(resident_blocks({256, 1 << 20}, device), 1);
  // Threads come in warps.
  EXPECT_EQ(resident_blocks({33 * 8, 0}, device), 3);
  // On later chips a part of each block's shared memory is the system's: 227 KiB are all that a block can have.
  EXPECT_EQ(resident_blocks({32, 113 << 10}, Device{}), 2);
  EXPECT_EQ(resident_blocks({32, 114 << 10}, Device{}), 1);
}

// ---- what is gathered for a prediction ----

constexpr std::uint64_t one_sector[] = {4};
constexpr std::uint64_t five_sectors[] = {3, 4, 5, 6, 7};

/// All of site 1 from DRAM, all others from the L2.
LevelBytes levels(std::uint32_t site) { return site == 1 ? LevelBytes{0, 0, 64, 0, 64} : LevelBytes{0, 64, 0, 0, 0}; }

class WorkloadTest : public testing::Test {
 protected:
  WorkloadTest() {
    gathered_.begin_launch({32, 0});
    gathered_.begin_blocks(1);
  }
  void load(std::uint32_t site) { gathered_.request(Use::load, site, one_sector, 0); }
  /// Of the only group of launches.
  Work work() {
    const std::vector<Work> all = gathered_.work({levels});
    EXPECT_EQ(all.size(), 1U);
    return all.at(0);
  }

  Device device_ = load_device(COURSE_ROOT "/simt/devices", "h200");
  Workload gathered_{device_};
};

TEST_F(WorkloadTest, LoadsOfARoundWaitTogether) {
  load(1);
  load(2);
  gathered_.end_round();
  EXPECT_EQ(work().batches, 1);
  EXPECT_DOUBLE_EQ(work().waits, device_.timing.dram_seconds);  // the slower one
}

TEST_F(WorkloadTest, LoadsOfTwoRoundsWaitOneAfterTheOther) {
  load(1);
  gathered_.end_round();
  load(2);
  gathered_.end_round();
  EXPECT_EQ(work().batches, 2);
  EXPECT_DOUBLE_EQ(work().waits, device_.timing.dram_seconds + device_.timing.l2_seconds);
}

TEST_F(WorkloadTest, AStoreToGlobalMemoryEndsABatch) {
  load(1);
  gathered_.request(Use::store, 4, one_sector, 0);
  load(2);
  EXPECT_EQ(work().batches, 2);
}

TEST_F(WorkloadTest, AStoreToSharedMemoryEndsNone) {
  load(1);
  gathered_.request(Use::shared_store, 3, {}, 1);
  load(2);
  EXPECT_EQ(work().batches, 1);
}

TEST_F(WorkloadTest, LoadsOfSharedMemoryWaitTogetherToo) {
  for (int i = 0; i < 3; ++i) gathered_.request(Use::shared_load, 3, {}, 2);
  gathered_.end_round();
  EXPECT_EQ(work().batches, 1);
  EXPECT_EQ(work().wavefronts, 6);
  EXPECT_DOUBLE_EQ(work().waits, device_.timing.shared_seconds);
}

TEST_F(WorkloadTest, PassesOfTheL1AreNotThoseOfSharedMemory) {
  gathered_.request(Use::load, 1, five_sectors, 3);
  gathered_.request(Use::shared_load, 2, {}, 4);
  const Work gathered = work();
  EXPECT_EQ(gathered.requests, 1);
  EXPECT_EQ(gathered.l1_wavefronts, 3);
  EXPECT_EQ(gathered.wavefronts, 4);
}

TEST_F(WorkloadTest, StoresGoToTheL2WhateverReachesDram) {
  gathered_.request(Use::store, 2, five_sectors, 0);
  EXPECT_EQ(work().l2_stored, 5 * 32);
  EXPECT_EQ(work().dram_stored, 0);
}

/// A store of 4 bytes by each of 32 lanes, so many bytes apart.
Request store_with_stride(std::uint64_t bytes) {
  Request request;
  for (int lane = 0; lane < warp_lanes; ++lane) request.address[lane] = 4096 + bytes * lane;
  request.active = ~std::uint32_t{0};
  request.bytes = word;
  return request;
}

// A part of a sector goes to the L2 with a mask of its bytes, which takes as much as another sector, once a line. DRAM
// must send the rest, in pairs of sectors.
TEST_F(WorkloadTest, StoresOfPartsOfSectorsCostMore) {
  const auto store = [&](const Request& request) {
    const Sectors sectors(request, device_);
    gathered_.store(2, request, sectors.numbers());
    gathered_.request(Use::store, 2, sectors.numbers(), 0);
  };
  store(store_with_stride(4));
  EXPECT_EQ(work().filled, 0);
  EXPECT_EQ(work().partly_stored, 0);
  EXPECT_EQ(work().l2_stored, 4 * 32);
  gathered_.begin_launch({32, 0});
  gathered_.begin_blocks(1);
  store(store_with_stride(128));
  EXPECT_EQ(work().filled, 32 * 64);
  EXPECT_EQ(work().dram_loaded, 32 * 64);
  EXPECT_EQ(work().l2_stored, 4 * 32 + 32 * (32 + 32));
  EXPECT_DOUBLE_EQ(work().partly_stored, 32. / 36);
}

TEST_F(WorkloadTest, SectorsThatBecomeWholeAreNotLoaded) {
  for (std::uint64_t first = 0; first < 8; ++first) {
    Request request = store_with_stride(32);
    for (std::uint64_t& address : request.address) address += 4 * first;
    gathered_.store(2, request, Sectors(request, device_).numbers());
    gathered_.request(Use::store, 2, Sectors(request, device_).numbers(), 0);
    EXPECT_EQ(work().filled, first < 7 ? 32 * 32 : 0);
  }
  EXPECT_EQ(work().partly_stored, 1);  // each time a part
}

TEST_F(WorkloadTest, CodeIsCarriedOutSoManyTimes) {
  CodeCost cost;
  cost.issued[static_cast<std::size_t>(Pipe::integer)] = 3;
  cost.chained[static_cast<std::size_t>(Pipe::special)] = 0.5;
  gathered_.execute(cost, 10);
  gathered_.execute(cost, 2);
  EXPECT_EQ(work().issued[static_cast<std::size_t>(Pipe::integer)], 36);
  EXPECT_EQ(work().chained[static_cast<std::size_t>(Pipe::special)], 6);
}

TEST_F(WorkloadTest, EachWordOfConstantMemoryIsAPass) {
  gathered_.constant(32);
  gathered_.constant(1);
  EXPECT_EQ(work().constant_words, 33);
  EXPECT_EQ(work().wavefronts, 0);
}

// calibrate: 32 words in 1 KiB take half as long each as one word.
TEST_F(WorkloadTest, UpdatesOf512BytesAreOneAfterTheOther) {
  constexpr std::uint64_t first[] = {160}, next_line[] = {164}, next_chunk[] = {176};
  for (int i = 0; i < 10; ++i) gathered_.request(Use::update, 2, first, 0, /*updates=*/32);
  gathered_.request(Use::update, 2, next_line, 0, /*updates=*/2);
  gathered_.request(Use::update, 2, next_chunk, 0, /*updates=*/1);
  EXPECT_EQ(work().update_sectors, 323);
  EXPECT_EQ(work().updates_of_a_chunk, 322);
}

TEST_F(WorkloadTest, LaunchesOfOneShapeAreOneRow) {
  load(1);
  gathered_.begin_launch({32, 0});
  gathered_.begin_blocks(1);
  gathered_.block_barrier();
  load(1);
  gathered_.begin_launch({64, 0});
  gathered_.begin_blocks(3);
  load(2);
  const std::vector<Work> all = gathered_.work({levels});
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].launches, 2);
  EXPECT_EQ(all[0].blocks, 2);
  EXPECT_EQ(all[0].barriers, 1);
  EXPECT_EQ(all[0].dram_loaded, 64);
  EXPECT_EQ(all[1].launches, 1);
  EXPECT_EQ(all[1].blocks, 3);
  EXPECT_EQ(all[1].dram_loaded, 0);
  EXPECT_EQ(all[1].l2_loaded, 64);
}

}  // namespace
}  // namespace simt::memory
