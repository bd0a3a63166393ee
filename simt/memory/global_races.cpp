#include "simt/memory/global_races.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>

namespace simt::memory {

void GlobalRaces::Freed::operator()(RacedWord* words) const { std::free(words); }

// Launches are ordered: no later access races with an access of an earlier launch.
void GlobalRaces::begin_launch() {
  order_.begin_launch();
  lockstep_.clear();
  copied_.clear();
  forget_groups();
}

// Zeroed by calloc: pages that are never accessed cost no memory.
void GlobalRaces::watch(std::uint64_t base, std::size_t bytes) {
  if (bytes == 0) return;
  const std::size_t count = (base + bytes + 3) / 4 - base / 4;
  auto* const words = static_cast<RacedWord*>(std::calloc(count, sizeof(RacedWord)));
  if (words == nullptr) throw std::bad_alloc();
  memory_[base] = {count, std::unique_ptr<RacedWord[], Freed>(words)};
}

RacedWord* GlobalRaces::words(std::uint64_t base) const {
  const auto found = memory_.find(base);
  return found == memory_.end() ? nullptr : found->second.words.get();
}

void GlobalRaces::forget_groups() {
  first_number_ += static_cast<std::uint32_t>(groups_.size());
  first_strong_ += static_cast<std::uint32_t>(strong_.size());
  groups_.clear();
  strong_.clear();
  std::fill(newest_.begin(), newest_.end(), Newest{});
  if (first_number_ < last_number - most_groups && first_strong_ < last_number) return;
  for (auto& [base, watched] : memory_) std::fill_n(watched.words.get(), watched.count, RacedWord{});
  first_number_ = first_strong_ = 1;
}

GlobalRaces::Mark GlobalRaces::new_group(const GlobalAccess& access, std::uint32_t bytes, bool is_of_many) {
  if (groups_.size() == most_groups) forget_groups();
  if (newest_.size() <= access.site) newest_.resize(access.site + 1);
  Newest& newest = newest_[access.site];
  if (newest.interval != order_.interval()) newest = {order_.interval(), {}};
  const Mark made = (first_number_ + static_cast<std::uint32_t>(groups_.size())) << lane_bits;
  groups_.push_back({order_.now(), access.site, static_cast<std::uint8_t>(bytes), access.is_strong, access.is_volatile,
                     access.scope, access.is_rewrite, access.is_data, access.is_awaited, is_of_many});
  return newest.groups[bytes + is_of_many * (all_bytes + 1)] = made;
}

// A word stores one mark, but four lanes may access one byte each: the lanes of one instruction share the mark.
GlobalRaces::Mark GlobalRaces::with_neighbours(Mark earlier, const GlobalAccess& access, std::uint32_t bytes) {
  const Mark alone = mark(access, bytes);
  if (bytes == all_bytes || is_over(earlier)) return alone;
  const Group other = group(earlier);
  const AccessTime now = order_.now();
  const bool is_together = other.site == access.site && other.first.block == now.block &&
                           other.first.thread / warp_lanes == now.thread / warp_lanes && other.first.time == now.time;
  return is_together && other.bytes != bytes ? mark(access, other.bytes | bytes, true) : alone;
}

AccessTime GlobalRaces::moment(Mark mark) const {
  AccessTime moment = group(mark).first;
  moment.thread = moment.thread / warp_lanes * warp_lanes + mark % warp_lanes;
  return moment;
}

inline bool GlobalRaces::is_ordered(Mark earlier, Mark now) const {
  if (earlier == now || is_over(earlier)) return true;
  const Group& other = group(earlier);
  if (other.is_of_many) {
    const AccessTime here = order_.now();
    if (other.first.block == here.block && other.first.thread / warp_lanes == here.thread / warp_lanes) return true;
  }
  return order_.is_ordered(moment(earlier));
}

inline void GlobalRaces::blame(Mark earlier, bool is_store, Missing missing) {
  const Group& other = group(earlier);
  is_race_ = true;
  race_ = {moment(earlier), other.site, missing, is_store, other.is_strong};
}

inline void GlobalRaces::check_plain(Mark earlier, bool is_store, Mark now, const GlobalAccess& access,
                                     std::uint32_t bytes) {
  if (is_ordered(earlier, now) || (group(earlier).bytes & bytes) == 0) return;
  blame(earlier, is_store, order_.missing(moment(earlier), {access.address / 4}));
}

bool GlobalRaces::is_own(Mark mark) const {
  const AccessTime then = moment(mark);
  return then.block == order_.block() && then.thread == order_.thread();
}

bool GlobalRaces::is_after_change(const StrongMarks& marks, Mark now) const {
  const Mark store = marks.store.mark;
  return !is_over(store) && group(store).is_rewrite && !is_own(store) && !is_ordered(store, now);
}

// What is missing between two strong accesses that are not ordered; nothing when they do not race.
std::optional<Missing> GlobalRaces::between_strong(const StrongMark& earlier, const GlobalAccess& access) const {
  const Group& other = group(earlier.mark);
  const AccessTime then = moment(earlier.mark), now = order_.now();
  const bool are_wide = then.block == now.block || (other.scope == Scope::device && access.scope == Scope::device);
  if (!are_wide) return Missing::scope;
  const Word word{access.address / 4};
  if ((other.is_data || access.is_data) && order_.are_unordered_data(then, word)) return order_.missing(then, word);
  const bool are_changes = other.is_rewrite && access.is_rewrite;
  if (!other.is_volatile || !access.is_volatile) {
    return are_changes ? std::optional(Missing::atomic_update) : std::nullopt;
  }
  const bool is_in_step = then.block == now.block && then.thread / warp_lanes == now.thread / warp_lanes &&
                          lockstep_.has_executed_elsewhere(other.site, access.address, now.block, now.thread);
  const bool is_flag = other.is_awaited || access.is_awaited;
  if (!is_flag && order_.lacks_release(then, earlier.sequence, word)) return order_.missing(then, word);
  if (are_changes) return Missing::atomic_update;
  return is_in_step ? std::optional(order_.missing(then, word)) : std::nullopt;
}

// A thread that reads a word again by the same instruction waits for it to change.
void GlobalRaces::check_strong(const RacedWord& word, Mark now, const GlobalAccess& access, std::uint32_t bytes) {
  const StrongMarks& marks = strong_[word.strong - first_strong_];
  const Mark last = marks.load.mark;
  const bool is_waiting = access.is_strong && !access.is_store && !is_over(last) && group(last).site == access.site &&
                          moment(last).thread == order_.thread() && moment(last).block == order_.block();
  const auto check_against = [&](const StrongMark& earlier, bool is_store) {
    if (is_ordered(earlier.mark, now) || (group(earlier.mark).bytes & bytes) == 0) return;
    if (!access.is_strong && is_store && order_.has_observed({access.address / 4}, earlier.sequence)) return;
    if (!access.is_strong && access.is_store && is_store &&
        order_.has_updated({access.address / 4}, earlier.sequence)) {
      return;
    }
    if (!access.is_strong)
      return blame(earlier.mark, is_store, order_.missing(moment(earlier.mark), {access.address / 4}));
    const auto missing = between_strong(earlier, access);
    if (missing && (*missing == Missing::scope || !is_waiting)) blame(earlier.mark, is_store, *missing);
  };
  if (access.is_store) check_against(marks.other_load, false), check_against(marks.load, false);
  check_against(marks.other_store, true), check_against(marks.store, true);
  // The load acquired what the other thread had stored: that orders the two stores in this run, and in no other.
  const bool is_by_chance = access.is_rewrite && marks.load.is_after_change && !is_over(last) && is_own(last);
  if (is_by_chance && !is_over(marks.store.mark) && !is_own(marks.store.mark)) {
    blame(marks.store.mark, true, Missing::atomic_update);
  }
}

// An access ordered before this one is covered by it. Otherwise one of another block covers more than one of this
// block.
template <class Kept, class MarkOf>
inline void GlobalRaces::remember(Kept& last, Kept& other, const Kept& now, MarkOf mark_of) const {
  const Mark mark = mark_of(now);
  const auto block = [this](Mark of) { return group(of).first.block; };
  if (!is_ordered(mark_of(last), mark) && (is_ordered(mark_of(other), mark) || block(mark_of(last)) != block(mark))) {
    other = last;
  }
  last = now;
}

void GlobalRaces::remember_strong(RacedWord& word, Mark now, const GlobalAccess& access) {
  if (!has_strong(word)) {
    word.strong = first_strong_ + static_cast<std::uint32_t>(strong_.size());
    strong_.emplace_back();
  }
  StrongMarks& marks = strong_[word.strong - first_strong_];
  const StrongMark strong{now, order_.sequence(), !access.is_store && is_after_change(marks, now)};
  const auto mark_of = [](const StrongMark& kept) { return kept.mark; };
  if (access.is_store) {
    remember(marks.store, marks.other_store, strong, mark_of);
  } else {
    remember(marks.load, marks.other_load, strong, mark_of);
  }
}

// The cache may hold what was there before the store, whatever orders the two.
void GlobalRaces::check_read_only(const RacedWord& word, std::uint32_t bytes) {
  const auto check_against = [&](Mark store) {
    if (is_over(store) || (group(store).bytes & bytes) == 0) return;
    const AccessTime then = moment(store);
    if (then.block != order_.block() || then.thread != order_.thread()) blame(store, true, Missing::read_only);
  };
  check_against(word.store);
  if (has_strong(word)) check_against(strong_[word.strong - first_strong_].store.mark);
}

// Only the first load after a store counts, so that many loads of one word do not stand for many words.
inline void GlobalRaces::count_load(const RacedWord& word) {
  const StrongMarks* const strong = has_strong(word) ? &strong_[word.strong - first_strong_] : nullptr;
  Mark writer = word.store;
  bool is_first = is_over(word.load) && (strong == nullptr || is_over(strong->load.mark));
  if (is_over(writer) && strong != nullptr) {
    writer = strong->store.mark;
    is_first = is_over(strong->load.mark) || strong->load.sequence < strong->store.sequence;
  }
  if (is_first && !is_over(writer) && group(writer).first.block != order_.block()) ++handed_over_;
}

// A later access that is not ordered after a plain store races with it, whatever it does not know besides.
inline void GlobalRaces::check(RacedWord& word, Mark now, const GlobalAccess& access, std::uint32_t bytes) {
  if (access.is_store) ++stored_;
  if (!access.is_store) count_load(word);
  if (has_strong(word)) check_strong(word, now, access, bytes);
  if (access.is_read_only) check_read_only(word, bytes);
  check_plain(word.store, true, now, access, bytes);
  if (access.is_store) {
    check_plain(word.load, false, now, access, bytes);
    check_plain(word.other_load, false, now, access, bytes);
  }
  if (access.is_strong) return remember_strong(word, now, access);
  if (access.is_store) {
    const Mark mark = with_neighbours(word.store, access, bytes);
    word = bytes == all_bytes ? RacedWord{mark, 0, 0, 0} : RacedWord{mark, word.load, word.other_load, word.strong};
  } else {
    remember(word.load, word.other_load, with_neighbours(word.load, access, bytes), [](Mark mark) { return mark; });
  }
}

std::optional<std::uint32_t> GlobalRaces::last_load(const RacedWord& word) const {
  for (const Mark load : {word.load, word.other_load}) {
    if (is_over(load)) continue;
    const AccessTime then = moment(load);
    if (then.block == order_.block() && then.thread == order_.thread()) return group(load).site;
  }
  return std::nullopt;
}

// Different threads may access the bytes of one word.
void GlobalRaces::check_partly(RacedWord* words, std::uint64_t first_word, const GlobalAccess& access) {
  const std::uint64_t end = access.address + access.bytes;
  for (std::uint64_t word = access.address / 4; word * 4 < end; ++word) {
    std::uint32_t bytes = 0;
    for (std::uint64_t i = 0; i < 4; ++i) {
      if (word * 4 + i >= access.address && word * 4 + i < end) bytes |= 1u << i;
    }
    check(words[word - first_word], mark(access, bytes), access, bytes);
  }
}

// The word that a copy reads is known as loaded, so a store to it comes here and takes no fast path.
void GlobalRaces::check_copied(const GlobalAccess& store) {
  const CopySide* const copy = copied_.find(store.address, store.bytes);
  if (copy == nullptr) return;
  is_race_ = true;
  race_ = {{copy->block, copy->thread}, copy->site, Missing::order, false, false, true};
}

const GlobalRace* GlobalRaces::check_all(RacedWord* words, std::uint64_t base, const GlobalAccess& access) {
  is_race_ = false;
  if (strong_.size() >= most_strong_words) forget_groups();
  const std::uint64_t first_word = base / 4;
  if (((access.address | access.bytes) & 3) != 0) {
    check_partly(words, first_word, access);
  } else {
    const Mark now = mark(access, all_bytes);
    RacedWord* const word = words + (access.address / 4 - first_word);
    for (std::uint32_t i = 0; i < access.bytes / 4; ++i) check(word[i], now, access, all_bytes);
  }
  if (access.is_store && !is_race_ && !copied_.is_empty()) check_copied(access);
  if (access.is_volatile) lockstep_.note(access.site, access.address, order_.block(), order_.thread());
  return is_race_ ? &race_ : nullptr;
}

}  // namespace simt::memory
