#include "simt/memory/shared_races.hpp"

namespace simt::memory {

SharedRaces::SharedRaces(std::uint32_t bytes, int max_threads) : granules_((bytes + 3) / 4), clocks_(max_threads) {}

// Epochs only grow, so marks of earlier blocks need not be cleared: they are older than `block_start_`.
void SharedRaces::begin_block() { block_start_ = ++epoch_; }

inline bool SharedRaces::is_concurrent(const Mark& earlier, std::uint32_t thread) const {
  if (earlier.epoch != epoch_ || earlier.thread == thread) return false;
  if (earlier.thread / warp_lanes != thread / warp_lanes) return true;
  return !clocks_.knows(thread, earlier.thread % warp_lanes, earlier.clock);
}

inline void SharedRaces::remember_load(Granule& granule, const Mark& now) const {
  // A load ordered before this one is covered by it. Otherwise a load of another warp covers more than one of this
  // warp.
  const bool keep_last = is_concurrent(granule.load, now.thread);
  const bool other_is_current = is_concurrent(granule.other_load, now.thread);
  if (keep_last && (!other_is_current || granule.load.thread / warp_lanes != now.thread / warp_lanes)) {
    granule.other_load = granule.load;
  }
  granule.load = now;
}

inline void SharedRaces::blame_if_concurrent(const Mark& earlier, std::uint32_t thread, SharedVerdict& verdict) const {
  if (!is_concurrent(earlier, thread)) return;
  verdict.is_race = true;
  verdict.other_thread = earlier.thread;
  verdict.other_site = earlier.site;
}

inline void SharedRaces::check_granule(Granule& granule, const Mark& now, bool is_store, SharedVerdict& verdict) const {
  blame_if_concurrent(granule.store, now.thread, verdict);
  if (is_store) {
    blame_if_concurrent(granule.load, now.thread, verdict);
    blame_if_concurrent(granule.other_load, now.thread, verdict);
    granule.store = now;
  } else {
    verdict.is_uninitialized |= granule.store.epoch < block_start_;
    remember_load(granule, now);
  }
}

SharedVerdict SharedRaces::check(const SharedAccess& access) {
  if (granule_shift_ != 0 && ((access.offset | access.bytes) & 3) != 0) split_into_bytes();
  const Mark now{epoch_, clocks_.of(access.thread), access.site, access.thread};
  SharedVerdict verdict;
  const std::uint32_t end = (access.offset + access.bytes) >> granule_shift_;
  for (std::uint32_t i = access.offset >> granule_shift_; i < end; ++i) {
    check_granule(granules_[i], now, access.is_store, verdict);
  }
  return verdict;
}

SharedVerdict SharedRaces::foresee_store(const SharedAccess& access) const {
  SharedVerdict verdict;
  const std::uint32_t end = (access.offset + access.bytes - 1) >> granule_shift_;
  for (std::uint32_t i = access.offset >> granule_shift_; i <= end; ++i) {
    for (const Mark& earlier : {granules_[i].store, granules_[i].load, granules_[i].other_load}) {
      blame_if_concurrent(earlier, access.thread, verdict);
    }
  }
  return verdict;
}

// Different threads may access the bytes of one word. Most kernels never do, so bytes are tracked only from here on.
void SharedRaces::split_into_bytes() {
  std::vector<Granule> bytes;
  bytes.reserve(granules_.size() * 4);
  for (const Granule& word : granules_) bytes.insert(bytes.end(), 4, word);
  granules_ = std::move(bytes);
  granule_shift_ = 0;
}

}  // namespace simt::memory
