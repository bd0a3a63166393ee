#include "simt/memory/global_races.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>

namespace simt::memory {

void GlobalRaces::Freed::operator()(RacedWord* words) const { std::free(words); }

// Launches are ordered: no later access races with an access of an earlier launch.
void GlobalRaces::begin_launch() {
  order_.begin_launch();
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
  groups_.clear();
  std::fill(newest_.begin(), newest_.end(), Newest{});
  if (first_number_ < last_number - most_groups) return;
  for (auto& [base, watched] : memory_) std::fill_n(watched.words.get(), watched.count, RacedWord{});
  first_number_ = 1;
}

GlobalRaces::Mark GlobalRaces::new_group(const GlobalAccess& access, std::uint32_t bytes, bool is_of_many) {
  if (groups_.size() == most_groups) forget_groups();
  if (newest_.size() <= access.site) newest_.resize(access.site + 1);
  Newest& newest = newest_[access.site];
  if (newest.interval != order_.interval()) newest = {order_.interval(), {}};
  const Mark made = (first_number_ + static_cast<std::uint32_t>(groups_.size())) << lane_bits;
  groups_.push_back(
      {order_.now(), access.site, static_cast<std::uint8_t>(bytes), access.is_strong, access.scope, is_of_many});
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

inline void GlobalRaces::blame(Mark earlier, Mark now, const GlobalAccess& access, std::uint32_t bytes) {
  if (is_ordered(earlier, now)) return;
  const Group& other = group(earlier);
  const bool are_strong = other.is_strong && access.is_strong;
  const bool is_own_block = other.first.block == order_.now().block;
  const bool are_wide = is_own_block || (other.scope == Scope::device && access.scope == Scope::device);
  if ((other.bytes & bytes) == 0 || (are_strong && are_wide)) return;
  is_race_ = true;
  race_ = {moment(earlier), other.site, are_strong ? Missing::scope : order_.missing(moment(earlier))};
}

inline void GlobalRaces::remember_load(RacedWord& word, Mark now) {
  // A load ordered before this one is covered by it. Otherwise a load of another block covers more than one of this
  // block.
  const auto block = [this](Mark mark) { return group(mark).first.block; };
  if (!is_ordered(word.load, now) && (is_ordered(word.other_load, now) || block(word.load) != block(now))) {
    word.other_load = word.load;
  }
  word.load = now;
}

inline void GlobalRaces::check(RacedWord& word, Mark now, const GlobalAccess& access, std::uint32_t bytes) {
  blame(word.store, now, access, bytes);
  if (access.is_store) {
    blame(word.load, now, access, bytes);
    blame(word.other_load, now, access, bytes);
    const Mark mark = with_neighbours(word.store, access, bytes);
    word = bytes == all_bytes ? RacedWord{mark, 0, 0} : RacedWord{mark, word.load, word.other_load};
  } else {
    remember_load(word, with_neighbours(word.load, access, bytes));
  }
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

const GlobalRace* GlobalRaces::check_all(RacedWord* words, std::uint64_t base, const GlobalAccess& access) {
  is_race_ = false;
  const std::uint64_t first_word = base / 4;
  if (((access.address | access.bytes) & 3) != 0) {
    check_partly(words, first_word, access);
  } else {
    const Mark now = mark(access, all_bytes);
    RacedWord* const word = words + (access.address / 4 - first_word);
    for (std::uint32_t i = 0; i < access.bytes / 4; ++i) check(word[i], now, access, all_bytes);
  }
  return is_race_ ? &race_ : nullptr;
}

}  // namespace simt::memory
