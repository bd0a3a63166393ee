// Lines that persist in the L2 cache: a hot region, read repeatedly while a stream of data passes through the cache.
#include "simt/memory/access_policy.hpp"

#include <gtest/gtest.h>

#include "simt/memory/resident_blocks.hpp"

namespace simt::memory {
namespace {

constexpr std::uint64_t line = 128;
constexpr std::int64_t kib = 1024;
constexpr std::uint64_t hot_base = std::uint64_t{1} << 30;
constexpr std::uint64_t stream_base = std::uint64_t{1} << 40;

/// No L1; an L2 of 256 KiB, of which half may persist. Sets have 16 lines.
Device small_device() {
  Device device;
  device.l1_bytes = 0;
  device.l2_bytes = 256 * kib;
  return device;
}

AccessWindow window(std::int64_t bytes, double hit_ratio) {
  return {hot_base, static_cast<std::uint64_t>(bytes), hit_ratio, AccessProperty::persisting,
          AccessProperty::streaming};
}

/// Reads `hot_bytes` in order, and four times as many bytes of a stream that never comes back, in turns. Of the last
/// of four such rounds: the share of the hot region's lines that came from DRAM.
double miss_share(CacheHierarchy& caches, std::int64_t hot_bytes,
                  AccessProperty stream_hint = AccessProperty::unspecified) {
  static std::uint64_t streamed = 0;
  const std::uint64_t lines = static_cast<std::uint64_t>(hot_bytes) / line;
  std::int64_t missed = 0;
  for (int round = 0; round < 4; ++round) {
    missed = 0;
    for (std::uint64_t i = 0; i < lines; ++i) {
      const std::int64_t before = caches.of(1).dram_read;
      caches.load(0, hot_base + i * line, 1);
      missed += caches.of(1).dram_read != before;
      for (int k = 0; k < 4; ++k) caches.load(0, stream_base + streamed++ * line, 2, stream_hint);
    }
  }
  return static_cast<double>(missed) / static_cast<double>(lines);
}

double miss_share(std::int64_t hot_bytes, std::int64_t aside, const AccessWindow& window,
                  AccessProperty stream_hint = AccessProperty::unspecified) {
  CacheHierarchy caches(small_device());
  caches.set_aside(aside);
  caches.set_window(window);
  return miss_share(caches, hot_bytes, stream_hint);
}

TEST(AccessPolicy, WithoutAWindowTheStreamDrivesTheHotRegionOut) {
  EXPECT_EQ(miss_share(96 * kib, 0, {}), 1);
  EXPECT_EQ(miss_share(96 * kib, 128 * kib, {}), 1);  // nothing persists by itself
}

TEST(AccessPolicy, AWindowKeepsWhatFitsTheSetAside) {
  EXPECT_EQ(miss_share(64 * kib, 128 * kib, window(64 * kib, 1)), 0);
  EXPECT_LT(miss_share(96 * kib, 128 * kib, window(96 * kib, 1)), 0.1);  // sets are not filled alike
}

TEST(AccessPolicy, WithNothingSetAsideAWindowDoesNothing) {
  EXPECT_EQ(miss_share(64 * kib, 0, window(64 * kib, 1)), 1);
}

TEST(AccessPolicy, AWindowOfSomethingElseDoesNothing) {
  AccessWindow other = window(64 * kib, 1);
  other.base += 1 << 20;
  EXPECT_EQ(miss_share(64 * kib, 128 * kib, other), 1);
  // A quarter of the region: its size in elements, where bytes are meant.
  EXPECT_EQ(miss_share(64 * kib, 128 * kib, window(16 * kib, 1)), 0.75);
}

TEST(AccessPolicy, BeyondTheSetAsidePersistingLinesDriveOutEachOther) {
  EXPECT_GT(miss_share(192 * kib, 128 * kib, window(192 * kib, 1)), 0.95);
  // As many lines as three quarters of the set-aside part holds: these stay, and the others never do.
  EXPECT_NEAR(miss_share(192 * kib, 128 * kib, window(192 * kib, 0.5)), 0.5, 0.05);
}

TEST(AccessPolicy, AHitRatioPicksThatShareOfTheLines) {
  const AccessWindow some = window(1 << 20, 0.6);
  int persisting = 0;
  constexpr int lines = (1 << 20) / line;
  for (int i = 0; i < lines; ++i) {
    const AccessProperty property = some.of(hot_base + i * line, line);
    EXPECT_TRUE(property == AccessProperty::persisting || property == AccessProperty::streaming);
    EXPECT_EQ(some.of(hot_base + i * line + 100, line), property) << "a line is one or the other";
    persisting += property == AccessProperty::persisting;
  }
  EXPECT_NEAR(static_cast<double>(persisting) / lines, 0.6, 0.01);
  EXPECT_EQ(some.of(hot_base - 1, line), AccessProperty::unspecified);
  EXPECT_EQ(some.of(hot_base + (1 << 20), line), AccessProperty::unspecified);
  for (int i = 0; i < lines; ++i) {
    EXPECT_EQ(window(1 << 20, 1).of(hot_base + i * line, line), AccessProperty::persisting);
    EXPECT_EQ(window(1 << 20, 0).of(hot_base + i * line, line), AccessProperty::streaming);
  }
}

TEST(AccessPolicy, AStreamThatIsSaidToBeOneIsTheFirstToGo) {
  EXPECT_LT(miss_share(192 * kib, 0, {}, AccessProperty::streaming), 0.1);
}

// What persisted yesterday is in the way today, until it is reset.
TEST(AccessPolicy, LinesPersistUntilTheyAreReset) {
  CacheHierarchy caches(small_device());
  caches.set_aside(192 * kib);
  caches.set_window(window(160 * kib, 1));
  miss_share(caches, 160 * kib);
  EXPECT_EQ(caches.persisting_bytes(), 160 * kib);
  caches.set_window({});
  EXPECT_EQ(miss_share(caches, 160 * kib), 0) << "they persist without the window, too";
  EXPECT_EQ(caches.persisting_bytes(), 160 * kib);
  caches.reset_persisting();
  EXPECT_EQ(caches.persisting_bytes(), 0);
  EXPECT_EQ(miss_share(caches, 160 * kib), 1);
}

TEST(AccessPolicy, APersistingLineLeavesRoomForTheOthers) {
  // 16 lines make one set; half of it is set aside.
  SectoredCache cache({.bytes = 16 * 128, .line_bytes = 128, .sector_bytes = 32, .ways = 16});
  cache.set_aside(8 * 128);
  for (std::uint64_t i = 0; i < 12; ++i) cache.load(i * line, AccessProperty::persisting);
  EXPECT_EQ(cache.persisting_bytes(), 8 * 128);
  EXPECT_FALSE(cache.holds(0 * line));  // the least recent of the persisting ones went, though places were free
  EXPECT_TRUE(cache.holds(11 * line));
  for (std::uint64_t i = 100; i < 108; ++i) cache.load(i * line);
  for (std::uint64_t i = 4; i < 12; ++i) EXPECT_TRUE(cache.holds(i * line)) << i;
  cache.load(200 * line);
  EXPECT_FALSE(cache.holds(100 * line));
  EXPECT_TRUE(cache.holds(4 * line));
}

TEST(AccessPolicy, WholeWaysAreSetAside) {
  SectoredCache cache({.bytes = 16 * 1024, .line_bytes = 128, .sector_bytes = 32, .ways = 16});
  EXPECT_EQ(cache.set_aside(1), 1024);
  EXPECT_EQ(cache.set_aside(1024), 1024);
  EXPECT_EQ(cache.set_aside(1025), 2048);
  EXPECT_EQ(cache.set_aside(0), 0);
  EXPECT_EQ(cache.set_aside(1 << 20), 16 * 1024);
  EXPECT_EQ(SectoredCache({.bytes = 0}).set_aside(1024), 0);
}

TEST(AccessPolicy, UnusedPlacesOfTheSetAsideAreForAll) {
  SectoredCache cache({.bytes = 16 * 128, .line_bytes = 128, .sector_bytes = 32, .ways = 16});
  cache.set_aside(8 * 128);
  for (std::uint64_t i = 0; i < 16; ++i) cache.load(i * line);
  for (std::uint64_t i = 0; i < 16; ++i) EXPECT_TRUE(cache.holds(i * line)) << i;
}

TEST(AccessPolicy, AnAccessMayChangeWhatALineIs) {
  SectoredCache cache({.bytes = 16 * 128, .line_bytes = 128, .sector_bytes = 32, .ways = 16});
  cache.set_aside(2 * 128);
  for (std::uint64_t i = 0; i < 3; ++i) cache.load(i * line);
  cache.load(0 * line, AccessProperty::persisting);
  cache.load(1 * line, AccessProperty::persisting);
  EXPECT_EQ(cache.persisting_bytes(), 2 * 128);
  cache.load(2 * line, AccessProperty::persisting);  // in place of line 0, which is normal again and still there
  EXPECT_EQ(cache.persisting_bytes(), 2 * 128);
  EXPECT_TRUE(cache.holds(0 * line));
  cache.load(1 * line);  // says nothing
  EXPECT_EQ(cache.persisting_bytes(), 2 * 128);
  cache.load(1 * line, AccessProperty::normal);
  EXPECT_EQ(cache.persisting_bytes(), 1 * 128);
}

// A launch's requests are served later than they come: the window is the one of the launch.
TEST(AccessPolicy, AWindowIsItsLaunchsOwn) {
  Device device = small_device();
  device.multiprocessors = 1;
  ResidentBlocks blocks(device);
  const auto read_hot = [&](const AccessWindow& window) {
    blocks.begin_launch({32, 0}, window);
    blocks.enter_block(0);
    for (std::uint64_t i = 0; i < 64; ++i) {
      blocks.request(0, 0, {Traversal::load}, std::vector<std::uint64_t>{(hot_base + i * line) / 32});
    }
  };
  blocks.set_aside(128 * kib);
  read_hot({});
  read_hot(window(32 * line, 1));
  read_hot({});
  EXPECT_EQ(blocks.persisting_bytes(), 32 * 128);
  blocks.reset_persisting();
  EXPECT_EQ(blocks.persisting_bytes(), 0);
}

TEST(AccessPolicy, ASliceOfADeviceIsInProportion) {
  const Device whole;
  const Device slice = slice_of(whole, 66);
  EXPECT_EQ(slice.multiprocessors, 2);
  EXPECT_EQ(slice.l2_bytes, whole.l2_bytes / 66);
  EXPECT_EQ(slice.l1_bytes, whole.l1_bytes / 66);
  EXPECT_EQ(slice.most_persisting_bytes, whole.most_persisting_bytes / 66);
  EXPECT_EQ(slice.threads_per_multiprocessor, whole.threads_per_multiprocessor);
  EXPECT_EQ(slice_of(whole, 1).multiprocessors, whole.multiprocessors);
  EXPECT_EQ(slice_of(whole, 1000).multiprocessors, 1);
}

}  // namespace
}  // namespace simt::memory
