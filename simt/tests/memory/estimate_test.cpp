// The pieces of the throughput estimate. Whole kernels against published figures are in
// simt/tests/devices/gtx280_test.cpp.
#include "simt/memory/estimate.hpp"

#include <gtest/gtest.h>

#include "simt/devices.hpp"

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

}  // namespace
}  // namespace simt::memory
