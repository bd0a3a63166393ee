// Finds data races and uninitialised reads in the shared memory of one block, from its accesses in any possible
// execution order. A race is found even if the results happen to be right.
#pragma once

#include <cstdint>
#include <vector>

#include "simt/memory/request.hpp"
#include "simt/memory/warp_clocks.hpp"

namespace simt::memory {

/// One access to shared memory by one thread.
struct SharedAccess {
  std::uint32_t thread = 0;  ///< linear number in its block
  std::uint32_t site = 0;    ///< the caller's number for the instruction; returned in the verdict
  std::uint32_t offset = 0;  ///< bytes from the start of the tracked memory
  std::uint32_t bytes = 0;
  bool is_store = false;
};

/// The errors found for one access.
struct SharedVerdict {
  bool is_race = false;           ///< with an earlier access of `other_thread`; at least one is a store
  bool is_uninitialized = false;  ///< a load of bytes that no thread of this block has stored
  std::uint32_t other_thread = 0;
  std::uint32_t other_site = 0;

  bool is_fine() const { return !is_race && !is_uninitialized; }
};

/// Two accesses of different threads are ordered if a block barrier is between them or, within a warp, a chain of warp
/// barriers that both lanes took part in. For each granule it stores the last store and two loads. Two loads from
/// different warps are enough: a later unordered store of the block races with at least one of them. Within one warp a
/// race with a third load is missed only if a warp barrier without that load's lane orders the store after the other
/// two.
class SharedRaces {
 public:
  SharedRaces(std::uint32_t bytes, int max_threads);

  /// Begins a block: its shared memory is unwritten, and accesses of earlier blocks no longer matter.
  void begin_block();
  void block_barrier() { ++epoch_; }
  /// The lanes of `mask` in warp `warp` met at a barrier.
  void warp_barrier(int warp, std::uint32_t mask) { clocks_.barrier(warp, mask); }
  const WarpClocks& clocks() const { return clocks_; }

  SharedVerdict access(const SharedAccess& access) {
    if (granule_shift_ != 0 && access.bytes == 4 && access.offset % 4 == 0) {
      Granule& word = granules_[access.offset / 4];
      if (is_untouched(word)) return first_access(word, access);
    }
    return check(access);
  }

  /// The race, if any, between the accesses so far and a store that may happen at any time from now on (an asynchronous
  /// copy). Does not count as a store yet.
  SharedVerdict foresee_store(const SharedAccess& access) const;

 private:
  struct Mark {
    std::uint32_t epoch = 0;  // block barriers so far; 0: before the first block
    std::uint32_t clock = 0;  // warp barriers of the thread so far
    std::uint32_t site = 0;
    std::uint32_t thread = 0;
  };
  // The state of one granule: a word, or a byte after the first access to a part of a word.
  struct Granule {
    Mark store, load, other_load;
  };

  // The fast path: most words are accessed once between two barriers.
  bool is_untouched(const Granule& granule) const {
    return granule.store.epoch != epoch_ && granule.load.epoch != epoch_ && granule.other_load.epoch != epoch_;
  }
  SharedVerdict first_access(Granule& granule, const SharedAccess& access) {
    const Mark now{epoch_, clocks_.of(access.thread), access.site, access.thread};
    SharedVerdict verdict;
    if (access.is_store) {
      granule.store = now;
    } else {
      verdict.is_uninitialized = granule.store.epoch < block_start_;
      granule.load = now;
    }
    return verdict;
  }
  SharedVerdict check(const SharedAccess& access);
  bool is_concurrent(const Mark& earlier, std::uint32_t thread) const;
  void blame_if_concurrent(const Mark& earlier, std::uint32_t thread, SharedVerdict& verdict) const;
  void check_granule(Granule& granule, const Mark& now, bool is_store, SharedVerdict& verdict) const;
  void remember_load(Granule& granule, const Mark& now) const;
  void split_into_bytes();

  std::uint32_t epoch_ = 1;
  std::uint32_t block_start_ = 1;
  int granule_shift_ = 2;
  std::vector<Granule> granules_;
  WarpClocks clocks_;
};

}  // namespace simt::memory
