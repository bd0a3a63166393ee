#include "simt/core/streams/stream_races.hpp"

#include <algorithm>

namespace simt::core {
namespace {

constexpr std::size_t untidy = 4096;

// An object, so that sorting calls no function.
constexpr auto begins_earlier = [](const ByteSet::Range& a, const ByteSet::Range& b) { return a.begin < b.begin; };

// The first byte that an operation and an earlier one both use, one of them writing.
std::optional<StreamRace> race_between(const Footprint& earlier, const Footprint& later) {
  struct Pair {
    const ByteSet &earlier, &later;
    bool is_store;
  };
  const Pair pairs[] = {{earlier.stores, later.stores, true},        {earlier.stores, later.strong_stores, true},
                        {earlier.strong_stores, later.stores, true}, {earlier.loads, later.stores, true},
                        {earlier.loads, later.strong_stores, true},  {earlier.stores, later.loads, false},
                        {earlier.strong_stores, later.loads, false}};
  for (const Pair& pair : pairs) {
    if (const auto address = first_common(pair.earlier, pair.later)) return StreamRace{0, *address, pair.is_store};
  }
  return std::nullopt;
}

}  // namespace

// ---- sets of bytes ----

void ByteSet::append(Range range) {
  ranges_.push_back(range);
  if (ranges_.size() > 2 * tidy_size_ + untidy) ranges();
}

const std::vector<ByteSet::Range>& ByteSet::ranges() const {
  if (is_tidy_) return ranges_;
  // The tidy part is sorted; pieces added since often are as well, because kernels walk through memory.
  const auto added = ranges_.begin() + static_cast<std::ptrdiff_t>(tidy_size_);
  if (!std::is_sorted(added, ranges_.end(), begins_earlier)) std::sort(added, ranges_.end(), begins_earlier);
  std::inplace_merge(ranges_.begin(), added, ranges_.end(), begins_earlier);
  std::size_t kept = 0;
  for (const Range& range : ranges_) {
    if (kept != 0 && range.begin <= ranges_[kept - 1].end) {
      ranges_[kept - 1].end = std::max(ranges_[kept - 1].end, range.end);
    } else {
      ranges_[kept++] = range;
    }
  }
  ranges_.resize(kept);
  tidy_size_ = kept;
  is_tidy_ = true;
  return ranges_;
}

void ByteSet::remove(std::uintptr_t address, std::size_t bytes) {
  std::vector<Range> rest;
  for (const Range& range : ranges()) {
    const Range before{range.begin, std::min(range.end, address)};
    const Range after{std::max(range.begin, address + bytes), range.end};
    if (before.begin < before.end) rest.push_back(before);
    if (after.begin < after.end) rest.push_back(after);
  }
  ranges_ = std::move(rest);
  tidy_size_ = ranges_.size();
}

bool ByteSet::has_any_of(std::uintptr_t address, std::size_t bytes) const {
  const auto& all = ranges();
  const auto after = std::upper_bound(all.begin(), all.end(), Range{address, 0}, begins_earlier);
  const bool is_before = after != all.begin() && std::prev(after)->end > address;
  return is_before || (after != all.end() && after->begin < address + bytes);
}

std::optional<std::uintptr_t> first_common(const ByteSet& a, const ByteSet& b) {
  if (a.is_empty() || b.is_empty()) return std::nullopt;
  const auto &left = a.ranges(), &right = b.ranges();
  for (auto l = left.begin(), r = right.begin(); l != left.end() && r != right.end();) {
    const std::uintptr_t begin = std::max(l->begin, r->begin);
    if (begin < std::min(l->end, r->end)) return begin;
    ++(l->end < r->end ? l : r);
  }
  return std::nullopt;
}

// ---- operations ----

std::vector<StreamRace> StreamRaces::add(const Streams::Issued& operation, Footprint footprint, std::uint64_t pc,
                                         const Moment& host, bool is_copy) {
  forget_what_is_over(host);
  std::vector<StreamRace> races;
  bool begins_with_allocation = false;
  for (const Use& earlier : uses_) {
    if (earlier.ticket.is_over_at(operation.before)) continue;
    if (auto race = race_between(earlier.footprint, footprint)) {
      begins_with_allocation |= races.empty() && earlier.footprint.is_allocation;
      race->earlier_pc = earlier.pc;
      race->own_before = unused_own_bytes(operation.ticket.stream, footprint, is_copy, race->is_store);
      races.push_back(*race);
    }
  }
  // What came later in that stream says more.
  if (begins_with_allocation && races.size() > 1) races.erase(races.begin());
  if (operation.ticket.is_over_at(host)) return races;
  if (uses_.size() == most_remembered) uses_.pop_front();
  uses_.push_back({operation.ticket, std::move(footprint), pc, is_copy});
  return races;
}

std::uintptr_t StreamRaces::unused_own_bytes(StreamNumber stream, const Footprint& footprint, bool is_copy,
                                             bool is_store) const {
  const auto own =
      std::find_if(uses_.rbegin(), uses_.rend(), [&](const Use& use) { return use.ticket.stream == stream; });
  if (own == uses_.rend() || own->is_copy == is_copy || own->footprint.stores.is_empty()) return 0;
  const ByteSet& written = own->footprint.stores;
  // A kernel that stores where another stream works should store where its own stream's copy was.
  for (const ByteSet* used : {&footprint.stores, &footprint.strong_stores}) {
    if (is_store && first_common(written, *used)) return 0;
  }
  if (!is_store && first_common(written, footprint.loads)) return 0;
  return written.ranges().front().begin;
}

std::optional<StreamRace> StreamRaces::host_access(bool is_store, std::uintptr_t address, std::size_t bytes,
                                                   const Moment& host) {
  for (const Use& earlier : uses_) {
    const Footprint& used = earlier.footprint;
    if (earlier.has_told_host && !is_store) continue;
    const bool is_race = used.stores.has_any_of(address, bytes) || used.strong_stores.has_any_of(address, bytes) ||
                         (is_store && used.loads.has_any_of(address, bytes));
    if (is_race && !earlier.ticket.is_over_at(host)) return StreamRace{earlier.pc, address, is_store};
  }
  return std::nullopt;
}

void StreamRaces::host_looks(std::uintptr_t address, std::size_t bytes, const Moment& host) {
  for (Use& earlier : uses_) {
    const Footprint& used = earlier.footprint;
    if (used.is_fenced_for_host && used.strong_stores.has_any_of(address, bytes) && !earlier.ticket.is_over_at(host)) {
      earlier.has_told_host = true;
    }
  }
}

void StreamRaces::forget(std::uintptr_t address, std::size_t bytes) {
  for (Use& use : uses_) {
    for (ByteSet* set : {&use.footprint.loads, &use.footprint.stores, &use.footprint.strong_stores}) {
      set->remove(address, bytes);
    }
  }
}

void StreamRaces::forget_what_is_over(const Moment& host) {
  std::erase_if(uses_, [&](const Use& use) { return use.ticket.is_over_at(host); });
}

}  // namespace simt::core
