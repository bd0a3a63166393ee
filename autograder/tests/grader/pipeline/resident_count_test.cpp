// The devices on which the number of resident blocks is checked.
#include "grader/pipeline/resident_count.hpp"

#include <gtest/gtest.h>

#include <set>

#include "simt/memory/occupancy.hpp"

namespace grader {
namespace {

using simt::memory::Device;

constexpr int threads = 256;  // of a block of parts 4.3 and 4.4
constexpr std::int64_t little_shared = 20 << 10;

int on_each(const Device& device, std::int64_t shared = 0) {
  return simt::memory::resident_blocks({threads, shared}, device);
}

// Whatever the seed chooses, two blocks fit on each multiprocessor, and another number than on the device itself.
TEST(ResidentCount, EachSmallerDeviceHasALimitOfItsOwn) {
  std::set<int> multiprocessors, fitting;
  for (std::uint64_t seed = 0; seed < 72; ++seed) {
    const auto devices = smaller_devices(Device{}, seed, little_shared, /*knows_registers=*/true);
    ASSERT_EQ(devices.size(), 3U);
    for (const Device& device : devices) {
      EXPECT_LT(device.multiprocessors, Device{}.multiprocessors);
      EXPECT_GE(on_each(device, little_shared), 2) << seed;
    }
    EXPECT_LT(on_each(devices[0]), on_each(Device{}));
    EXPECT_EQ(on_each(devices[1], little_shared), 2);
    EXPECT_GT(on_each(devices[1]), 2) << "where shared memory is forgotten";
    EXPECT_LT(on_each(devices[2]), on_each(devices[0])) << "where registers are forgotten";
    multiprocessors.insert(devices[0].multiprocessors);
    fitting.insert(on_each(devices[2]));
  }
  EXPECT_GT(multiprocessors.size(), 4U);
  EXPECT_GT(fitting.size(), 1U);
}

TEST(ResidentCount, OnlyWhatIsKnownIsLimited) {
  EXPECT_EQ(smaller_devices(Device{}, 1, 0, false).size(), 1U);
  EXPECT_EQ(smaller_devices(Device{}, 1, 0, true).size(), 2U);
  Device one;
  one.multiprocessors = 1;
  EXPECT_EQ(smaller_devices(one, 1, 0, false).front().multiprocessors, 1);
}

}  // namespace
}  // namespace grader
