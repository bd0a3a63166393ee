// Which sectors the caches keep from DRAM: a first-level cache for each multiprocessor, one second-level cache, lines
// whose sectors are fetched one by one. Addresses in, bytes by level out. Not latencies, nor which policy a chip
// really has: NVIDIA publishes sizes, lines and sectors, but not how a line's place and its victim are chosen. Held
// against an H200 in measurements/emulator-caches.md.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "simt/memory/device.hpp"
#include "simt/memory/level_bytes.hpp"
#include "simt/memory/residency.hpp"

namespace simt::memory {

struct CacheShape {
  std::int64_t bytes = 0;  ///< 0: there is none, everything misses
  int line_bytes = 128;
  int sector_bytes = 32;
  /// Lines a set has. Addresses are hashed over the sets, as strides of a power of two do no harm to these caches.
  int ways = 16;
  /// Neighbouring lines fill all sets alike, as over the slices of a second level.
  bool is_interleaved = false;
};

/// Set-associative. When a set is full, the least recently used line goes: of the streaming ones, then of the normal
/// ones. Persisting lines stay; there may be so many of them as are set aside, and one too many takes the place of the
/// least recently used of them. Whatever persisting lines leave free of the set-aside part is there for all.
class SectoredCache {
 public:
  explicit SectoredCache(const CacheShape& shape);

  /// How much persisting lines may take, in whole ways: rounded up, as an H200 does. 0, as at first: none persists.
  /// Lines that do already are not driven out. Returns the bytes.
  std::int64_t set_aside(std::int64_t bytes);
  /// Persisting lines become normal ones. They stay where they are, with what they hold.
  void reset_persisting();
  std::int64_t persisting_bytes() const;

  struct Outcome {
    bool hit = false;
    int written_back = 0;     ///< dirty sectors of the line that had to go
    std::uint32_t owner = 0;  ///< who made that line dirty
  };

  /// Of the sector at `address`, which is there afterwards.
  Outcome load(std::uint64_t address, Residency residency = Residency::unsaid);
  /// The same, and it is dirty then: its line's owner is now `owner`. A store fetches nothing: bytes not stored to are
  /// told apart by a mask.
  Outcome store(std::uint64_t address, std::uint32_t owner = 0, Residency residency = Residency::unsaid);

  bool holds(std::uint64_t address) const;
  /// Dirty sectors become clean. `written_back` hears how many each line had, and whose they were.
  void clean(const std::function<void(int sectors, std::uint32_t owner)>& written_back);
  /// Nothing is there any more, dirty or not.
  void invalidate();

 private:
  struct Line {
    std::uint64_t number = 0;  // address ÷ line size
    std::uint64_t last_use = 0;
    std::uint32_t valid = 0;  // bit i: sector i is there; a line without any is free
    std::uint32_t dirty = 0;
    std::uint32_t owner = 0;
    Residency residency = Residency::normal;
  };

  /// Where the set that `line` belongs to begins in `lines_`.
  std::size_t set_of(std::uint64_t line) const;
  /// Where `line` is in `lines_`; their number when it is not there.
  std::size_t find(std::uint64_t line) const;
  std::uint32_t sector_bit(std::uint64_t address) const;
  std::span<Line> lines_of_set(std::size_t first) { return {&lines_[first], static_cast<std::size_t>(ways_)}; }
  bool has_room_to_persist(std::size_t first);
  static Line* least_recent(std::span<Line> lines, Residency residency);
  Line* victim(std::size_t first, bool persists);
  Outcome touch(std::uint64_t address, Residency residency, Line*& line);

  int line_shift_;
  int sector_shift_;
  bool is_interleaved_;
  std::uint64_t ways_;
  std::uint64_t sets_;
  std::uint64_t ways_aside_ = 0;
  std::vector<Line> lines_;  // [set][way]
  std::uint64_t clock_ = 0;
};

/// All caches of a device. Loads fill both levels. Stores go through the first level, leaving there what is there,
/// and stay in the second until their line has to go. A site is the caller's number for an instruction, small.
class CacheHierarchy {
 public:
  explicit CacheHierarchy(const Device& device);

  /// First-level caches do not see each other's stores: each launch finds them empty. Shared memory is taken from
  /// them, as on every chip since compute capability 7.0.
  void begin_launch(std::int64_t shared_bytes_per_multiprocessor = 0);

  /// What the accesses that follow say of the second level's lines; where a window says something, a hint does not.
  void set_window(const AccessWindow& window) { window_ = window; }
  std::int64_t set_aside(std::int64_t bytes) { return l2_.set_aside(bytes); }
  void reset_persisting() { l2_.reset_persisting(); }
  std::int64_t persisting_bytes() const { return l2_.persisting_bytes(); }

  void load(int multiprocessor, std::uint64_t sector_address, std::uint32_t site = 0,
            Residency hint = Residency::unsaid);
  /// As atomic and volatile loads are: others must be seen to have written.
  void load_past_l1(std::uint64_t sector_address, std::uint32_t site = 0, Residency hint = Residency::unsaid);
  void store(std::uint64_t sector_address, std::uint32_t site = 0, Residency hint = Residency::unsaid);

  /// Writes back what is dirty, as it will have to be some day.
  void flush();

  /// A sector written back counts for the site that last stored to its line.
  LevelBytes of(std::uint32_t site) const { return site < by_site_.size() ? by_site_[site] : LevelBytes{}; }
  LevelBytes total() const;

 private:
  SectoredCache& l1(int multiprocessor);
  LevelBytes& at(std::uint32_t site);
  Residency residency(std::uint64_t address, Residency hint) const;
  void write_back(int sectors, std::uint32_t site) { at(site).dram_written += std::int64_t{sectors} * sector_bytes_; }

  int sector_bytes_;
  bool has_l2_;
  std::int64_t l1_bytes_;
  CacheShape l1_shape_;
  std::vector<SectoredCache> l1_;  // by multiprocessor; those that were used yet
  SectoredCache l2_;
  AccessWindow window_;
  std::vector<LevelBytes> by_site_;
};

}  // namespace simt::memory
