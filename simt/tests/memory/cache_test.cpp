#include "simt/memory/cache.hpp"

#include <gtest/gtest.h>

#include <list>
#include <numeric>
#include <random>
#include <set>

namespace simt::memory {
namespace {

constexpr CacheShape four_lines{.bytes = 512, .line_bytes = 128, .sector_bytes = 32, .ways = 4};

/// They are clean afterwards.
int dirty_sectors(SectoredCache& cache) {
  int sum = 0;
  cache.clean([&](int sectors, std::uint32_t) { sum += sectors; });
  return sum;
}

TEST(Cache, ASectorIsThereOnceLoaded) {
  SectoredCache cache(four_lines);
  EXPECT_FALSE(cache.load(4096).hit);
  EXPECT_TRUE(cache.load(4096).hit);
  EXPECT_TRUE(cache.load(4096 + 31).hit);
}

TEST(Cache, OtherSectorsOfALoadedLineAreNotThere) {
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
  EXPECT_EQ(dirty_sectors(cache), 1);
  EXPECT_EQ(dirty_sectors(cache), 0);
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
  EXPECT_EQ(dirty_sectors(cache), 0);
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
  EXPECT_EQ(caches.total(), (LevelBytes{32, 32, 32, 0, 64}));
  caches.begin_launch();
  caches.load(0, 4096);
  EXPECT_EQ(caches.total(), (LevelBytes{32, 64, 32, 0, 64}));
}

TEST(Hierarchy, LoadsThatMustSeeOthersStoresReadTheL2) {
  CacheHierarchy caches{Device{}};
  caches.load(0, 4096);
  caches.load_past_l1(4096);
  EXPECT_EQ(caches.total(), (LevelBytes{0, 32, 32, 0, 64}));
}

TEST(Hierarchy, SharedMemoryIsTakenFromTheFirstLevel) {
  CacheHierarchy caches{Device{}};
  const auto hits = [&](std::int64_t shared_bytes) {
    const LevelBytes before = caches.total();
    caches.begin_launch(shared_bytes);
    for (int round = 0; round < 2; ++round) {
      for (std::uint64_t line = 0; line < 256; ++line) caches.load(0, 128 * line);
    }
    return (caches.total().l1_read - before.l1_read) / 32;
  };
  EXPECT_EQ(hits(0), 256);
  EXPECT_LT(hits((256 - 16) << 10), 64);  // 128 lines are left
  EXPECT_EQ(hits(256 << 10), 0);
}

// A variable of the library and an array in device memory, which together just fit into the L2 cache: whether all of
// them stay depends on the sets that they share.
TEST(Hierarchy, WhereTheSystemPlacesTheLibraryChangesNothing) {
  std::mt19937_64 random(1);
  const auto caches_after = [&](std::uint64_t library_base, std::uint64_t known_base) {
    CacheHierarchy caches(Device{.l1_bytes = 0, .l2_bytes = 96 << 10}, known_base);
    for (int round = 0; round < 2; ++round) {
      for (const std::uint64_t base : {library_base + 0x4000, std::uint64_t{0x2000'0000'0000}}) {
        for (std::uint64_t i = 0; i < 1500; ++i) caches.load(0, base + i * 32);
      }
    }
    return caches.total();
  };
  const LevelBytes first = caches_after(0x7f00'0000'0000, 0x7f00'0000'0000);
  bool moved_matters = false;
  for (int placement = 0; placement < 20; ++placement) {
    const std::uint64_t base = 0x7f00'0000'0000 + (random() >> 36 << 12);
    EXPECT_EQ(caches_after(base, base), first);
    moved_matters |= caches_after(base, 0) != first;
  }
  EXPECT_TRUE(moved_matters) << "the test would pass without the base, too";
}

TEST(Hierarchy, StoresReachDramWhenTheyMust) {
  CacheHierarchy caches{Device{}};
  caches.store(4096);
  caches.store(4096);
  EXPECT_EQ(caches.total().dram_written, 0);
  caches.flush();
  EXPECT_EQ(caches.total(), (LevelBytes{0, 0, 0, 32}));
}

TEST(Hierarchy, WhatIsWrittenBackCountsForWhoStoredIt) {
  CacheHierarchy caches(Device{.l1_bytes = 0, .l2_bytes = 128});  // one line
  caches.store(0, 7);
  caches.store(32, 7);
  caches.load(0, 128, 3);
  EXPECT_EQ(caches.of(7), (LevelBytes{0, 0, 0, 64}));
  EXPECT_EQ(caches.of(3), (LevelBytes{0, 0, 32, 0, 64}));
  EXPECT_EQ(caches.of(99), LevelBytes{});
  caches.store(256, 5);
  caches.flush();
  EXPECT_EQ(caches.of(5), (LevelBytes{0, 0, 0, 32}));
}

TEST(Hierarchy, WhatDramSendsOnceMoreIsCounted) {
  CacheHierarchy caches(Device{.l1_bytes = 0, .l2_bytes = 128});  // one line
  caches.load(0, 0, 1);
  caches.load(0, 32, 1);
  caches.load(0, 0, 1);
  EXPECT_EQ(caches.of(1).dram_read_again, 0) << "the second time from the cache";
  caches.load(0, 4096, 1);
  caches.load(0, 0, 2);
  EXPECT_EQ(caches.of(2).dram_read_again, 32);
  EXPECT_EQ(caches.of(1).dram_read_again, 0);
  caches.store(8192);
  caches.load(0, 4096 + 32, 1);
  EXPECT_EQ(caches.total().dram_read_again, 32) << "a neighbour was loaded, and this sector was not";
}

TEST(Hierarchy, WithoutCachesEverySectorIsMovedEachTime) {
  CacheHierarchy caches(Device{.l1_bytes = 0, .l2_bytes = 0});
  for (int i = 0; i < 3; ++i) caches.load(0, 4096);
  caches.store(4096);
  EXPECT_EQ(caches.total(), (LevelBytes{0, 0, 96, 32, 192, 64}));
}

// ---- for predictions of time ----

TEST(CacheHierarchy, DramSendsTwoSectorsAtATime) {
  CacheHierarchy caches(Device{});
  caches.load_past_l1(4096);
  EXPECT_EQ(caches.of(0).dram_fetched, 64);
  caches.load_past_l1(4096 + 32);
  EXPECT_EQ(caches.of(0).dram_fetched, 64);
  caches.load_past_l1(4096 + 96);
  EXPECT_EQ(caches.of(0).dram_fetched, 128);
  EXPECT_EQ(caches.of(0).dram_read, 96);
}

TEST(CacheHierarchy, UsesAgainAreKnownByTheBytesBetween) {
  Device device;
  device.timing.dram_fetch_bytes = 64;
  CacheHierarchy caches(device);
  const auto sum = [](const CacheHierarchy::ByDistance& reuse, std::size_t first) {
    return std::accumulate(reuse.begin() + static_cast<std::ptrdiff_t>(first), reuse.end(), std::int64_t{0});
  };
  for (int pass = 0; pass < 2; ++pass) {
    for (std::uint64_t line = 0; line < 1024; ++line) caches.load_past_l1(128 * line);
  }
  EXPECT_EQ(sum(caches.loads_again().by_others, 0), 1024 * 64);   // DRAM sends two sectors
  EXPECT_EQ(sum(caches.loads_again().by_others, 14), 1024 * 64);  // 1023 sectors between
  EXPECT_EQ(sum(caches.loads_again().by_others, 15), 0);
  EXPECT_EQ(sum(caches.stores_again().by_others, 0), 0);
  caches.store(0);
  EXPECT_EQ(sum(caches.stores_again().by_others, 14), 32);
  EXPECT_EQ(sum(caches.fills_again().by_others, 14), 64);
  caches.store(0);
  EXPECT_EQ(caches.stores_again().by_others[5], 32);  // nothing between
  caches.set_block(7);
  caches.store(0);
  caches.store(0);
  EXPECT_EQ(caches.stores_again().by_same_block[5], 32);
}

}  // namespace
}  // namespace simt::memory
