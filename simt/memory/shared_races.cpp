#include "simt/memory/shared_races.hpp"

namespace simt::memory {

SharedRaces::SharedRaces(std::uint32_t bytes, int max_threads, Order& order)
    : order_(order), granules_((bytes + 3) / 4), clocks_(max_threads) {}

// Times only grow, so marks of earlier blocks need not be cleared: they are older than `block_start_`.
void SharedRaces::begin_block() {
  block_start_ = order_.begin_block();
  lockstep_.clear();
  in_flight_.clear();
}

inline AccessTime SharedRaces::moment(const Mark& mark) const {
  return {order_.block(), mark.thread, mark.time, mark.clock};
}

inline bool SharedRaces::is_concurrent(const Mark& earlier) const {
  if (earlier.time < order_.barrier_time() || earlier.thread == order_.thread()) return false;
  return !order_.is_ordered(moment(earlier));
}

inline void SharedRaces::blame(const Mark& earlier, bool is_store, bool is_strong, const SharedAccess& access,
                               SharedVerdict& verdict) const {
  verdict.is_race = true;
  verdict.is_other_store = is_store;
  verdict.is_other_strong = is_strong;
  verdict.other_thread = earlier.thread;
  verdict.other_site = earlier.site;
  // Threads that store by one instruction hand nothing on: no fence is missing between them.
  const bool are_alike = is_store && access.is_store && !access.is_strong && earlier.site == access.site;
  verdict.missing = are_alike ? Missing::barrier : order_.missing(moment(earlier), access.word);
}

inline void SharedRaces::blame_if_concurrent(const Mark& earlier, bool is_store, const SharedAccess& access,
                                             SharedVerdict& verdict) const {
  if (is_concurrent(earlier)) blame(earlier, is_store, false, access, verdict);
}

// Two strong accesses race only where both write back what they have changed, where one is a volatile load of data, or
// if both are volatile and a fence or a __syncwarp() is evidently missing.
bool SharedRaces::do_strong_race(const StrongMark& earlier, const SharedAccess& access) const {
  const Mark& mark = earlier.mark;
  if (!is_concurrent(mark)) return false;
  if ((earlier.is_data || access.is_data) && order_.are_unordered_data(moment(mark), access.word)) return true;
  if (!access.is_volatile || !earlier.is_volatile) return earlier.is_rewrite && access.is_rewrite;
  const bool is_in_step = mark.thread / warp_lanes == order_.thread() / warp_lanes &&
                          lockstep_.has_executed_elsewhere(mark.site, access.offset, order_.block(), order_.thread());
  if (is_in_step || (earlier.is_rewrite && access.is_rewrite)) return true;
  const bool is_flag = earlier.is_awaited || access.is_awaited;
  return !is_flag && order_.lacks_release(moment(mark), earlier.sequence, access.word);
}

// A thread that reads a word again by the same instruction waits for it to change.
void SharedRaces::check_strong(const StrongMarks& marks, const SharedAccess& access, SharedVerdict& verdict) const {
  const Mark& last = marks.load.mark;
  const bool is_waiting = access.is_strong && !access.is_store && last.thread == order_.thread() &&
                          last.site == access.site && last.time >= order_.barrier_time();
  if (is_waiting) return;
  const auto check_against = [&](const StrongMark& earlier, bool is_store) {
    if (!access.is_strong && is_store && order_.has_observed(access.word, earlier.sequence)) return;
    if (!access.is_strong && access.is_store && is_store && order_.has_updated(access.word, earlier.sequence)) return;
    const bool is_race = access.is_strong ? do_strong_race(earlier, access) : is_concurrent(earlier.mark);
    if (is_race) blame(earlier.mark, is_store, true, access, verdict);
  };
  if (access.is_store) check_against(marks.other_load, false), check_against(marks.load, false);
  check_against(marks.other_store, true), check_against(marks.store, true);
}

inline void SharedRaces::check_plain(const Granule& granule, const SharedAccess& access, SharedVerdict& verdict) const {
  blame_if_concurrent(granule.store, true, access, verdict);
  if (!access.is_store) return;
  verdict.is_same_store =
      verdict.is_same_store || (verdict.is_race && granule.store.site == access.site && is_concurrent(granule.store) &&
                                granule.store.thread / warp_lanes != order_.thread() / warp_lanes);
  blame_if_concurrent(granule.load, false, access, verdict);
  blame_if_concurrent(granule.other_load, false, access, verdict);
}

// A mark ordered before this one is covered by it. Otherwise one of another warp covers more than one of this warp.
inline bool SharedRaces::is_to_keep(const Mark& last, const Mark& other) const {
  const bool is_of_another_warp = last.thread / warp_lanes != order_.thread() / warp_lanes;
  return is_concurrent(last) && (is_of_another_warp || !is_concurrent(other));
}

// A later access that is not ordered after a plain store races with it, whatever it does not know besides.
inline void SharedRaces::remember_plain(Granule& granule, const SharedAccess& access) const {
  const Mark now = mark_of(access);
  if (access.is_store) {
    granule.store = now;
  } else {
    if (is_to_keep(granule.load, granule.other_load)) granule.other_load = granule.load;
    granule.load = now;
  }
}

void SharedRaces::remember_strong(Granule& granule, const SharedAccess& access) {
  if (granule.strong == 0) {
    granule.strong = static_cast<std::uint32_t>(strong_.size());
    strong_.emplace_back();
  }
  StrongMarks& marks = strong_[granule.strong];
  StrongMark& last = access.is_store ? marks.store : marks.load;
  StrongMark& other = access.is_store ? marks.other_store : marks.other_load;
  if (is_to_keep(last.mark, other.mark)) other = last;
  last = {mark_of(access), order_.sequence(), access.is_volatile, access.is_rewrite, access.is_data, access.is_awaited};
}

inline bool SharedRaces::is_written(const Granule& granule) const {
  return granule.store.time >= block_start_ ||
         (granule.strong != 0 && strong_[granule.strong].store.mark.time >= block_start_);
}

SharedVerdict SharedRaces::check(const SharedAccess& access) {
  if (granule_shift_ != 0 && ((access.offset | access.bytes) & 3) != 0) split_into_bytes();
  SharedVerdict verdict;
  bool is_any_written = access.is_store;
  const std::uint32_t end = (access.offset + access.bytes) >> granule_shift_;
  for (std::uint32_t i = access.offset >> granule_shift_; i < end; ++i) {
    Granule& granule = granules_[i];
    if (granule.strong != 0) check_strong(strong_[granule.strong], access, verdict);
    check_plain(granule, access, verdict);
    is_any_written = is_any_written || is_written(granule);
    if (access.is_strong) {
      remember_strong(granule, access);
    } else {
      remember_plain(granule, access);
    }
  }
  if (access.is_volatile) lockstep_.note(access.site, access.offset, order_.block(), order_.thread());
  // The padding of a structure is copied with it but never written.
  verdict.is_uninitialized = !is_any_written;
  return verdict;
}

// Words that nothing has been written to are found as such.
SharedVerdict SharedRaces::access_beside_copies(const SharedAccess& access) {
  SharedVerdict verdict = check(access);
  if (!verdict.is_fine()) return verdict;
  if (const CopySide* const copy = in_flight_.find(access.offset, access.bytes)) {
    blame({0, 0, copy->site, copy->thread}, true, false, access, verdict);
    verdict.missing = Missing::barrier;
    verdict.is_in_flight = true;
  }
  return verdict;
}

void SharedRaces::complete_store(std::uint32_t offset) { in_flight_.complete(offset, order_.block(), order_.thread()); }

void SharedRaces::begin_copy(const SharedAccess& access, bool is_handed_over) {
  in_flight_.begin({access.offset, access.bytes, order_.block(), order_.thread(), access.site, is_handed_over});
}

SharedVerdict SharedRaces::foresee_store(const SharedAccess& access) {
  SharedVerdict verdict;
  const std::uint32_t end = (access.offset + access.bytes - 1) >> granule_shift_;
  for (std::uint32_t i = access.offset >> granule_shift_; i <= end; ++i) {
    check_strong(strong_[granules_[i].strong], access, verdict);
    check_plain(granules_[i], access, verdict);
  }
  begin_copy(access, false);
  return verdict;
}

std::optional<std::uint32_t> SharedRaces::last_load(std::uint32_t offset) const {
  const Granule& granule = granules_[offset >> granule_shift_];
  for (const Mark& load : {granule.load, granule.other_load}) {
    if (load.time >= block_start_ && load.thread == order_.thread()) return load.site;
  }
  return std::nullopt;
}

SharedRaces::Stored SharedRaces::stored_in(std::uint32_t begin, std::uint32_t end, std::uint32_t near) const {
  Stored stored;
  std::uint32_t nearest = 0;
  for (std::uint32_t word = begin / 4; word * 4 < end; ++word) {
    const Granule& granule = granules_[word * 4 >> granule_shift_];
    if (!is_written(granule)) continue;
    ++stored.words;
    stored.last = word - begin / 4;
    const std::uint32_t distance = word < near / 4 ? near / 4 - word : word - near / 4;
    const bool is_plain = granule.store.time >= block_start_;
    if (stored.site && distance >= nearest) continue;
    nearest = distance;
    stored.site = is_plain ? granule.store.site : strong_[granule.strong].store.mark.site;
  }
  return stored;
}

// Different threads may access the bytes of one word. Most kernels never do, so bytes are tracked only from here on.
void SharedRaces::split_into_bytes() {
  std::vector<Granule> bytes;
  bytes.reserve(granules_.size() * 4);
  for (const Granule& word : granules_) {
    for (int i = 0; i < 4; ++i) {
      Granule& byte = bytes.emplace_back(word);
      if (word.strong == 0 || i == 0) continue;
      byte.strong = static_cast<std::uint32_t>(strong_.size());
      strong_.push_back(StrongMarks(strong_[word.strong]));
    }
  }
  granules_ = std::move(bytes);
  granule_shift_ = 0;
}

}  // namespace simt::memory
