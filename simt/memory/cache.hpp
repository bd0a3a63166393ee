// A model of the caches: one L1 cache per multiprocessor and one L2 cache, with lines whose sectors are fetched one by
// one. Input: addresses. Output: bytes per cache level. It models neither latencies nor the true replacement policy of
// a chip: NVIDIA publishes sizes, line sizes and sector sizes, but not how a line is placed and which line is evicted.
// Compared with an H200 in measurements/emulator-caches.md.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <unordered_map>
#include <vector>

#include "simt/memory/access_policy.hpp"
#include "simt/memory/device.hpp"
#include "simt/memory/level_bytes.hpp"

namespace simt::memory {

struct CacheShape {
  std::int64_t bytes = 0;  ///< 0: no cache, every access misses
  int line_bytes = 128;
  int sector_bytes = 32;
  /// Lines per set. Addresses are hashed over the sets, because power-of-two strides do not slow the real caches down.
  int ways = 16;
  /// Neighbouring lines are distributed evenly over the sets, as over the slices of an L2 cache.
  bool is_interleaved = false;
};

/// Set-associative. In a full set the least recently used streaming line is evicted first; without streaming lines, the
/// least recently used normal line. Persisting lines stay. Their number is limited by the set-aside part; one line too
/// many replaces the least recently used persisting line. Other lines may use the set-aside part where it is free.
class SectoredCache {
 public:
  explicit SectoredCache(const CacheShape& shape);

  /// Sets the size of the set-aside part, rounded up to whole ways as on an H200. 0, the initial size: no line
  /// persists. Lines that persist already are not evicted. Returns the rounded size in bytes.
  std::int64_t set_aside(std::int64_t bytes);
  /// Persisting lines become normal lines. They stay in the cache with their content.
  void reset_persisting();
  std::int64_t persisting_bytes() const;

  struct AccessResult {
    bool hit = false;
    int written_back = 0;        ///< dirty sectors of the evicted line
    std::uint32_t owner = 0;     ///< the `owner` of the last store to that line
    bool has_neighbour = false;  ///< the other sector of its pair was cached already
    /// Of a hit: when this sector was touched before, and when one of its pair was.
    struct Use {
      std::uint64_t accesses_since = 0;  ///< to the cache
      bool is_same_user = false;         ///< whether that was the user of now
    };
    Use before{}, pair_before{};
  };

  /// Loads the sector at `address`, which is cached afterwards.
  AccessResult load(std::uint64_t address, AccessProperty property = AccessProperty::unspecified);
  /// Stores to the sector at `address`, which is cached and dirty afterwards; `owner` becomes the owner of its line. A
  /// store fetches nothing from DRAM: a byte mask marks the bytes that were stored.
  AccessResult store(std::uint64_t address, std::uint32_t owner = 0,
                     AccessProperty property = AccessProperty::unspecified);

  /// The accesses that follow are `user`'s; 0: of none.
  void set_user(std::uint32_t user) { user_ = user; }

  bool holds(std::uint64_t address) const;
  /// Dirty sectors become clean. Calls `written_back` for each dirty line, with the number of its sectors and its
  /// owner.
  void clean(const std::function<void(int sectors, std::uint32_t owner)>& written_back);
  /// Empties the cache; dirty sectors are not written back.
  void invalidate();

 private:
  struct Line {
    std::uint64_t number = 0;  // address ÷ line size
    std::uint64_t last_use = 0;
    std::uint32_t valid = 0;  // bit i: sector i is cached; 0: the line is free
    std::uint32_t dirty = 0;
    std::uint32_t owner = 0;
    AccessProperty property = AccessProperty::normal;
  };

  /// Index in `lines_` of the first line of the set that `line` belongs to.
  std::size_t set_of(std::uint64_t line) const;
  /// Index of `line` in `lines_`; `lines_.size()` if it is not cached.
  std::size_t find(std::uint64_t line) const;
  std::uint32_t sector_bit(std::uint64_t address) const;
  std::span<Line> lines_of_set(std::size_t first) { return {&lines_[first], static_cast<std::size_t>(ways_)}; }
  bool has_room_to_persist(std::size_t first);
  static Line* least_recent(std::span<Line> lines, AccessProperty property);
  Line* victim(std::size_t first, bool persists);
  AccessResult touch(std::uint64_t address, AccessProperty property, Line*& line);
  void note_use(const Line& line, std::uint32_t sector, AccessResult& result);

  int line_shift_;
  int sector_shift_;
  bool is_interleaved_;
  std::uint64_t ways_;
  std::uint64_t sets_;
  std::uint64_t ways_aside_ = 0;
  std::vector<Line> lines_;  // [set][way]
  struct SectorUse {
    std::uint64_t clock = 0;
    std::uint32_t user = 0;
  };
  std::vector<SectorUse> sector_uses_;  // the last use of each sector: [line][sector]
  std::uint32_t user_ = 0;
  std::uint64_t clock_ = 0;
};

/// Sectors by their addresses.
class SectorSet {
 public:
  /// Whether the sector was not in the set yet.
  bool add(std::uint64_t sector);

 private:
  using Word = std::uint64_t;  // bit i: sector 64 * key + i
  std::unordered_map<std::uint64_t, Word> words_;
};

/// All caches of a device. Loads fill L1 and L2. Stores do not change L1; they stay in L2 until their line is evicted.
/// A site is the caller's number for an instruction; the counters are an array over the sites, so numbers are small.
class CacheHierarchy {
 public:
  /// Bytes that would move again if the L2 cache had lost them, by the number of bytes that were accessed there since:
  /// element i has those of 2^i and more, but less than 2^(i + 1).
  using ByDistance = std::array<std::int64_t, 48>;
  struct Reuse {
    ByDistance by_same_block{};  ///< the block that touched them last,
    ByDistance by_others{};      ///< and all others
  };

  /// `library_base`: where the system placed the program's library in this run, which must not decide which of its
  /// lines share a set. All other memory of the program has the same addresses in each run.
  explicit CacheHierarchy(const Device& device, std::uint64_t library_base = 0);

  /// Empties the L1 caches, because an L1 cache does not see the stores of other multiprocessors. Shared memory is
  /// taken from them, as on every chip since compute capability 7.0.
  void begin_launch(std::int64_t shared_bytes_per_multiprocessor = 0);

  /// The window for the accesses that follow. Inside the window, the window decides and a cache hint is ignored.
  void set_window(const AccessWindow& window) { window_ = window; }
  /// The accesses that follow are those of one block: its number from 1, or 0 where they are of none.
  void set_block(std::uint32_t number) { l2_.set_user(number); }
  std::int64_t set_aside(std::int64_t bytes) { return l2_.set_aside(bytes); }
  void reset_persisting() { l2_.reset_persisting(); }
  std::int64_t persisting_bytes() const { return l2_.persisting_bytes(); }

  void load(int multiprocessor, std::uint64_t sector_address, std::uint32_t site = 0,
            AccessProperty hint = AccessProperty::unspecified);
  /// For atomic and volatile loads: they bypass L1, so that they see the stores of other multiprocessors.
  void load_past_l1(std::uint64_t sector_address, std::uint32_t site = 0,
                    AccessProperty hint = AccessProperty::unspecified);
  void store(std::uint64_t sector_address, std::uint32_t site = 0, AccessProperty hint = AccessProperty::unspecified);

  /// Writes back all dirty sectors, so that every stored byte is counted once as written to DRAM.
  void flush();

  /// Bytes by level for one site. A sector written back counts for the site that stored last to its line.
  LevelBytes of(std::uint32_t site) const { return site < by_site_.size() ? by_site_[site] : LevelBytes{}; }
  LevelBytes total() const;
  /// What DRAM would send again, of loads: all of what it sends at least (Timing::dram_fetch_bytes) for a sector,
  const Reuse& loads_again() const { return loads_again_; }
  /// and of stores to sectors that must be loaded first;
  const Reuse& fills_again() const { return fills_again_; }
  /// sectors that would be written back once more.
  const Reuse& stores_again() const { return stores_again_; }

 private:
  SectoredCache& l1(int multiprocessor);
  LevelBytes& at(std::uint32_t site);
  AccessProperty property_of(std::uint64_t address, AccessProperty hint) const;
  /// The address that decides about the set: of the library's variables, it counts from the library's start.
  std::uint64_t placed(std::uint64_t address) const {
    constexpr std::uint64_t most_library_bytes = std::uint64_t{1} << 30;
    return address - library_base_ < most_library_bytes ? address - library_base_ : address;
  }
  void note_again(Reuse& reuse, const SectoredCache::AccessResult::Use& before, int bytes) const;
  /// The same, of what DRAM sends for a sector.
  void note_sent_again(Reuse& reuse, const SectoredCache::AccessResult& hit) const {
    sends_pairs_ ? note_again(reuse, hit.pair_before, 2 * sector_bytes_) : note_again(reuse, hit.before, sector_bytes_);
  }
  void write_back(int sectors, std::uint32_t site) { at(site).dram_written += std::int64_t{sectors} * sector_bytes_; }

  int sector_bytes_;
  bool sends_pairs_;
  std::uint64_t library_base_;
  bool has_l2_;
  std::int64_t l1_bytes_;
  CacheShape l1_shape_;
  std::vector<SectoredCache> l1_;  // by multiprocessor; grows when a multiprocessor is used for the first time
  SectoredCache l2_;
  AccessWindow window_;
  std::vector<LevelBytes> by_site_;
  SectorSet loaded_from_dram_;
  Reuse loads_again_{}, fills_again_{}, stores_again_{};
};

}  // namespace simt::memory
