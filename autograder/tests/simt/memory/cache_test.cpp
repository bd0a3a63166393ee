#include "simt/memory/cache.hpp"

#include <gtest/gtest.h>

#include <list>
#include <random>
#include <set>

#include "simt/memory/global.hpp"

namespace simt::memory {
namespace {

constexpr CacheShape four_lines{.bytes = 512, .line_bytes = 128, .sector_bytes = 32, .ways = 4};

TEST(Cache, ASectorIsThereOnceLoaded) {
  SectoredCache cache(four_lines);
  EXPECT_FALSE(cache.load(4096).hit);
  EXPECT_TRUE(cache.load(4096).hit);
  EXPECT_TRUE(cache.load(4096 + 31).hit);
}

TEST(Cache, TheOtherSectorsOfItsLineAreNot) {
  SectoredCache cache(four_lines);
  cache.load(4096);
  EXPECT_FALSE(cache.load(4096 + 32).hit);
  EXPECT_FALSE(cache.load(4096 + 96).hit);
  EXPECT_TRUE(cache.holds(4096));
}

TEST(Cache, TheLeastRecentlyUsedLineGoes) {
  SectoredCache cache(four_lines);
  for (const std::uint64_t line : {1, 2, 3, 4}) cache.load(128 * line);
  cache.load(128 * 1);
  cache.load(128 * 5);
  EXPECT_TRUE(cache.holds(128 * 1));
  EXPECT_FALSE(cache.holds(128 * 2));
}

TEST(Cache, DirtySectorsAreWrittenBackWhenTheirLineGoes) {
  SectoredCache cache(four_lines);
  cache.store(0);
  cache.store(32);
  cache.load(64);
  for (const std::uint64_t line : {1, 2, 3}) EXPECT_EQ(cache.load(128 * line).written_back, 0);
  EXPECT_EQ(cache.load(128 * 4).written_back, 2);
  cache.store(128 * 4);
  EXPECT_EQ(cache.clean(), 1);
  EXPECT_EQ(cache.clean(), 0);
}

TEST(Cache, NoBytesMeansNoHits) {
  SectoredCache cache({.bytes = 0});
  cache.load(0);
  EXPECT_FALSE(cache.load(0).hit);
  EXPECT_FALSE(cache.holds(0));
}

TEST(Cache, InvalidatedLinesAreUsedFirst) {
  SectoredCache cache(four_lines);
  cache.store(0);
  cache.invalidate();
  EXPECT_FALSE(cache.holds(0));
  EXPECT_EQ(cache.clean(), 0);
}

TEST(Cache, EqualsAListOfLinesOnRandomAccesses) {
  constexpr std::size_t ways = 8;
  SectoredCache cache({.bytes = 128 * ways, .line_bytes = 128, .sector_bytes = 32, .ways = ways});
  std::list<std::uint64_t> recent;  // lines, the last used first
  std::set<std::uint64_t> sectors, dirty;
  std::mt19937 random(5);
  for (int i = 0; i < 50000; ++i) {
    const std::uint64_t address = random() % 12 * 128 + random() % 128;
    const bool is_store = random() % 3 == 0;
    const bool expected = sectors.contains(address / 32);
    int written_back = 0;
    recent.remove(address / 128);
    recent.push_front(address / 128);
    if (recent.size() > ways) {
      for (std::uint64_t sector = recent.back() * 4; sector < recent.back() * 4 + 4; ++sector) {
        sectors.erase(sector);
        written_back += static_cast<int>(dirty.erase(sector));
      }
      recent.pop_back();
    }
    sectors.insert(address / 32);
    if (is_store) dirty.insert(address / 32);
    const auto outcome = is_store ? cache.store(address) : cache.load(address);
    ASSERT_EQ(outcome.hit, expected) << i;
    ASSERT_EQ(outcome.written_back, written_back) << i;
  }
}

TEST(Cache, WhatFitsIsFetchedOnceWhateverItsStride) {
  for (const std::uint64_t stride : {128, 4096, 64000, 1 << 20}) {
    SectoredCache cache({.bytes = 1 << 20});
    int misses = 0;
    for (int round = 0; round < 4; ++round) {
      for (std::uint64_t i = 0; i < 1000; ++i) misses += !cache.load(i * stride).hit;
    }
    EXPECT_LT(misses, 1010) << stride;
  }
}

TEST(Hierarchy, AFirstLevelServesItsMultiprocessorOnly) {
  CacheHierarchy caches{Device{}};
  caches.load(0, 4096);
  caches.load(0, 4096);
  caches.load(1, 4096);
  EXPECT_EQ(caches.counts().l1_hits, 1);
  EXPECT_EQ(caches.counts().l2_hits, 1);
  EXPECT_EQ(caches.counts().dram_read_bytes, 32);
  caches.begin_launch();
  caches.load(0, 4096);
  EXPECT_EQ(caches.counts().l1_hits, 1);
  EXPECT_EQ(caches.counts().l2_hits, 2);
}

TEST(Hierarchy, StoresReachDramWhenTheyMust) {
  CacheHierarchy caches{Device{}};
  caches.store(4096);
  caches.store(4096);
  EXPECT_EQ(caches.counts().dram_written_bytes, 0);
  caches.flush();
  EXPECT_EQ(caches.counts().dram_written_bytes, 32);
  EXPECT_EQ(caches.counts().dram_read_bytes, 0);
}

TEST(Hierarchy, WithoutCachesEverySectorIsMovedEachTime) {
  CacheHierarchy caches(Device{.l1_bytes = 0, .l2_bytes = 0});
  for (int i = 0; i < 3; ++i) caches.load(0, 4096);
  caches.store(4096);
  EXPECT_EQ(caches.counts().dram_read_bytes, 96);
  EXPECT_EQ(caches.counts().dram_written_bytes, 32);
}

// ---- the matrix-vector products of S1: what "cached" and "uncached" systems read from DRAM ----

constexpr int n = 1024;
constexpr int block_threads = 32;
constexpr std::uint64_t x_at = std::uint64_t{4} * n * n;

/// One warp-wide load of floats, by element.
template <class Index>
void load(CacheHierarchy& caches, const Device& device, int multiprocessor, Index index) {
  Request request;
  for (std::uint64_t lane = 0; lane < warp_lanes; ++lane) request.address[lane] = 4 * index(lane);
  request.active = ~std::uint32_t{0};
  request.bytes = 4;
  const Sectors sectors(request, device);
  for (const std::uint64_t sector : sectors.numbers()) {
    caches.load(multiprocessor, sector * device.sector_bytes);
  }
}

/// Blocks go on together, one element of a row after the other: v1.0 where `step` is 1, v1.1 where it is 513.
double matvec_reads(const Device& device, std::uint64_t step) {
  CacheHierarchy caches(device);
  for (int i = 0; i < n; ++i) {
    for (int block = 0; block < n / block_threads; ++block) {
      const int multiprocessor = block % device.multiprocessors;
      const auto row = [&](std::uint64_t lane) { return (block * block_threads + step * lane) % n; };
      load(caches, device, multiprocessor, [&](std::uint64_t lane) { return row(lane) * n + i; });
      load(caches, device, multiprocessor, [&](std::uint64_t) { return x_at / 4 + i; });
    }
  }
  return static_cast<double>(caches.counts().dram_read_bytes) / (4.0 * n * n);
}

/// v3: a tile of A is loaded row by row, x once a tile; everything else happens in shared memory.
double tiled_matvec_reads(const Device& device) {
  CacheHierarchy caches(device);
  for (int tile = 0; tile < n; tile += block_threads) {
    for (int block = 0; block < n / block_threads; ++block) {
      const int multiprocessor = block % device.multiprocessors;
      load(caches, device, multiprocessor, [&](std::uint64_t lane) { return x_at / 4 + tile + lane; });
      for (int row = 0; row < block_threads; ++row) {
        const std::uint64_t start = std::uint64_t{n} * (block * block_threads + row) + tile;
        load(caches, device, multiprocessor, [&](std::uint64_t lane) { return start + lane; });
      }
    }
  }
  return static_cast<double>(caches.counts().dram_read_bytes) / (4.0 * n * n);
}

// S1.4, S1.9: without caches, one thread a row reads each sector of A eight times and one of x each time.
TEST(Matvec, UncachedReadsEightTimesTheMatrixAndTilesCureIt) {
  const Device uncached{.l1_bytes = 0, .l2_bytes = 0};
  EXPECT_NEAR(matvec_reads(uncached, 1), 8.25, 0.01);
  EXPECT_NEAR(tiled_matvec_reads(uncached), 1 + 1.0 / 32, 0.01);
}

// S1.8: with caches, there is no more to gain in DRAM bytes.
TEST(Matvec, CachedReadsTheMatrixOnce) {
  EXPECT_NEAR(matvec_reads(Device{}, 1), 1, 0.01);
  EXPECT_NEAR(tiled_matvec_reads(Device{}), 1, 0.01);
}

// S1.7: scrambled rows touch as many sectors, so that while they fit DRAM sees no difference.
TEST(Matvec, ScrambledRowsReadNoMoreWhileTheyFit) { EXPECT_NEAR(matvec_reads(Device{}, 513), 1, 0.01); }

// All blocks on one multiprocessor with room for 256 lines, of the 1024 that its rows are in.
TEST(Matvec, CachesTooSmallForTheRowsAreNone) {
  const Device small{.multiprocessors = 1, .l1_bytes = 32 << 10, .l2_bytes = 0};
  EXPECT_GT(matvec_reads(small, 1), 7);
}

}  // namespace
}  // namespace simt::memory
