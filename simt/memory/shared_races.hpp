// Finds data races and uninitialised reads in the shared memory of one block, from its accesses in any possible
// execution order. A race is found even if the results happen to be right.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "simt/memory/copies_in_flight.hpp"
#include "simt/memory/lockstep.hpp"
#include "simt/memory/order.hpp"
#include "simt/memory/warp_clocks.hpp"

namespace simt::memory {

/// One access to shared memory by the running thread.
struct SharedAccess {
  std::uint32_t site = 0;    ///< the caller's number for the instruction; returned in the verdict
  std::uint32_t offset = 0;  ///< bytes from the start of the tracked memory
  std::uint32_t bytes = 0;
  bool is_store = false;
  bool is_strong = false;    ///< atomic or volatile
  bool is_volatile = false;  ///< the latter
  bool is_rewrite = false;   ///< a strong store of a value that the thread made of what it had read there
  bool is_data = false;      ///< a volatile load of a value that no thread decides by
  bool is_awaited = false;   ///< a volatile load of a value that a loop waits for
  Word word{};               ///< the first word, as Order has it
};

/// The errors found for one access.
struct SharedVerdict {
  bool is_race = false;           ///< with an earlier access of `other_thread`; at least one is a store
  bool is_uninitialized = false;  ///< a load of bytes none of which a thread of this block has stored
  bool is_other_store = false;    ///< the earlier access is a store,
  bool is_other_strong = false;   ///< and atomic or volatile
  bool is_same_store = false;     ///< a thread of another warp has stored there by the same instruction, unordered, too
  bool is_in_flight = false;      ///< the other store is a copy's that is not complete yet
  std::uint32_t other_thread = 0;
  std::uint32_t other_site = 0;
  Missing missing = Missing::barrier;

  bool is_fine() const { return !is_race && !is_uninitialized; }
};

/// Two accesses of different threads race if at least one is a store, not both are strong, and nothing orders them
/// (order.hpp). Two volatile accesses race as well where data are passed on without a fence (Order::lacks_release) or
/// where lanes rely on running in step (lockstep.hpp); strong ones, where one is a volatile load of data
/// (Order::are_unordered_data), or where both write back what they have read and changed.
///
/// For each granule it stores the last plain store and two plain loads since, and, once there are any, two strong
/// stores and two strong loads. Two of different warps are enough: a later unordered access races with at least one of
/// them. Within one warp a race with a third is missed only if a warp barrier without that lane orders the access after
/// the other two.
class SharedRaces {
 public:
  SharedRaces(std::uint32_t bytes, int max_threads, Order& order);

  /// Begins a block: its shared memory is unwritten, and accesses of earlier blocks no longer matter.
  void begin_block();
  /// The lanes of `mask` in warp `warp` met at a barrier.
  void warp_barrier(int warp, std::uint32_t mask) { clocks_.barrier(warp, mask); }
  const WarpClocks& clocks() const { return clocks_; }

  SharedVerdict access(const SharedAccess& access) {
    if (!in_flight_.is_empty()) [[unlikely]]
      return access_beside_copies(access);
    if (granule_shift_ != 0 && access.bytes == 4 && access.offset % 4 == 0) {
      Granule& word = granules_[access.offset / 4];
      if (is_untouched(word)) return first_access(word, access);
    }
    return check(access);
  }

  /// The race, if any, between the accesses so far and a store that may happen at any time from now on (an asynchronous
  /// copy of whole words). It counts as a store when the running thread accesses the same words after complete_store();
  /// until then every access to them is a race.
  SharedVerdict foresee_store(const SharedAccess& access);
  void complete_store(std::uint32_t offset);
  /// After that store, for a copy that a barrier in memory completes: until complete_handed_over(), every access to its
  /// words is still a race.
  void hand_over_store(const SharedAccess& access) { begin_copy(access, true); }
  /// A thread has seen a phase of a barrier end.
  void complete_handed_over() { in_flight_.complete_handed_over(order_.block()); }

  /// The site of the running thread's plain load of the word at `offset`, if that is the last load of it or the one
  /// before.
  std::optional<std::uint32_t> last_load(std::uint32_t offset) const;

  /// What the block's threads have stored to [begin, end), in bytes. `site` is the one that stored the word nearest
  /// to `near`. It looks at every word.
  struct Stored {
    std::int64_t words = 0;
    std::int64_t last = 0;  ///< word of them, counted from `begin`
    std::optional<std::uint32_t> site;
  };
  Stored stored_in(std::uint32_t begin, std::uint32_t end, std::uint32_t near) const;

 private:
  struct Mark {
    std::uint32_t time = 0;   // of Order; 0: never
    std::uint32_t clock = 0;  // warp barriers of the thread so far
    std::uint32_t site = 0;
    std::uint32_t thread = 0;
  };
  // The state of one granule: a word, or a byte after the first access to a part of a word.
  struct Granule {
    Mark store, load, other_load;
    std::uint32_t strong = 0;  // its number in strong_; 0: no strong access yet
  };
  struct StrongMark {
    Mark mark;
    std::uint32_t sequence = 0;
    bool is_volatile = false;
    bool is_rewrite = false;
    bool is_data = false;
    bool is_awaited = false;
  };
  struct StrongMarks {
    StrongMark store, other_store, load, other_load;
  };

  Mark mark_of(const SharedAccess& access) const {
    return {order_.time(), order_.clock(), access.site, order_.thread()};
  }
  // The fast path: most words are accessed once between two barriers.
  bool is_untouched(const Granule& granule) const {
    const std::uint32_t barrier = order_.barrier_time();
    return granule.store.time < barrier && granule.load.time < barrier && granule.other_load.time < barrier &&
           granule.strong == 0;
  }
  SharedVerdict first_access(Granule& granule, const SharedAccess& access) {
    if (access.is_strong) return check(access);
    SharedVerdict verdict;
    if (access.is_store) {
      granule.store = mark_of(access);
    } else {
      verdict.is_uninitialized = granule.store.time < block_start_;
      granule.load = mark_of(access);
    }
    return verdict;
  }
  SharedVerdict check(const SharedAccess& access);
  void begin_copy(const SharedAccess& access, bool is_handed_over);
  SharedVerdict access_beside_copies(const SharedAccess& access);
  AccessTime moment(const Mark& mark) const;
  bool is_concurrent(const Mark& earlier) const;
  void blame(const Mark& earlier, bool is_store, bool is_strong, const SharedAccess& access,
             SharedVerdict& verdict) const;
  void blame_if_concurrent(const Mark& earlier, bool is_store, const SharedAccess& access,
                           SharedVerdict& verdict) const;
  bool do_strong_race(const StrongMark& earlier, const SharedAccess& access) const;
  void check_strong(const StrongMarks& marks, const SharedAccess& access, SharedVerdict& verdict) const;
  void check_plain(const Granule& granule, const SharedAccess& access, SharedVerdict& verdict) const;
  bool is_to_keep(const Mark& last, const Mark& other) const;
  void remember_plain(Granule& granule, const SharedAccess& access) const;
  void remember_strong(Granule& granule, const SharedAccess& access);
  bool is_written(const Granule& granule) const;
  void split_into_bytes();

  Order& order_;
  std::uint32_t block_start_ = 0;
  int granule_shift_ = 2;
  std::vector<Granule> granules_;
  CopiesInFlight in_flight_;  // what they write
  std::vector<StrongMarks> strong_ = std::vector<StrongMarks>(1);
  WarpClocks clocks_;
  Lockstep lockstep_;
};

}  // namespace simt::memory
