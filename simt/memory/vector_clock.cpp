#include "simt/memory/vector_clock.hpp"

#include <algorithm>
#include <iterator>
#include <tuple>

namespace simt::memory {
namespace {

bool is_earlier(const KnownWarp& a, const KnownWarp& b) {
  return std::tie(a.block, a.warp) < std::tie(b.block, b.warp);
}

bool are_of_one_warp(const KnownWarp& a, const KnownWarp& b) { return a.block == b.block && a.warp == b.warp; }

}  // namespace

// The entry of all warps of a block is its first one.
bool VectorClock::covers(const KnownWarp& known) const {
  if (known.before <= all_before_) return true;
  const auto all =
      std::lower_bound(warps_.begin(), warps_.end(), KnownWarp{known.block, KnownWarp::all, 0}, is_earlier);
  if (all == warps_.end() || all->block != known.block) return false;
  if (all->warp == KnownWarp::all && known.before <= all->before) return true;
  const auto one = std::lower_bound(all, warps_.end(), known, is_earlier);
  return one != warps_.end() && are_of_one_warp(*one, known) && known.before <= one->before;
}

bool VectorClock::knows(std::uint32_t block, std::uint32_t warp, std::uint32_t time) const {
  return covers(KnownWarp{block, static_cast<std::int32_t>(warp), time + 1});
}

VectorClock VectorClock::of_block(std::uint32_t block) const {
  const auto is_of_block = [block](const KnownWarp& known) { return known.block == block; };
  VectorClock own;
  std::copy_if(warps_.begin(), warps_.end(), std::back_inserter(own.warps_), is_of_block);
  return own;
}

void VectorClock::add_all_before(std::uint32_t time) { all_before_ = std::max(all_before_, time); }

void VectorClock::add(const KnownWarp& known) {
  if (covers(known)) return;
  const auto at = std::lower_bound(warps_.begin(), warps_.end(), known, is_earlier);
  if (at != warps_.end() && are_of_one_warp(*at, known)) {
    at->before = known.before;
  } else {
    warps_.insert(at, known);
  }
  drop_covered();
}

void VectorClock::add(const VectorClock& other) {
  add_all_before(other.all_before_);
  std::vector<KnownWarp> all;
  all.reserve(std::max(warps_.size(), other.warps_.size()));
  auto mine = warps_.begin();
  for (const KnownWarp& theirs : other.warps_) {
    while (mine != warps_.end() && is_earlier(*mine, theirs)) all.push_back(*mine++);
    all.push_back(theirs);
    if (mine == warps_.end() || !are_of_one_warp(*mine, theirs)) continue;
    all.back().before = std::max(all.back().before, mine++->before);
  }
  all.insert(all.end(), mine, warps_.end());
  warps_ = std::move(all);
  drop_covered();
}

bool VectorClock::covers(const VectorClock& other) const {
  return other.all_before_ <= all_before_ &&
         std::all_of(other.warps_.begin(), other.warps_.end(), [&](const KnownWarp& theirs) { return covers(theirs); });
}

// Of warps that are known no further than all warps of their block.
void VectorClock::drop_covered() {
  KnownWarp block;
  std::erase_if(warps_, [&](const KnownWarp& known) {
    if (known.warp == KnownWarp::all) block = known;
    return known.warp != KnownWarp::all && known.block == block.block && known.before <= block.before;
  });
  if (warps_.size() > most_exact) keep_one_warp();
}

void VectorClock::keep_one_warp() {
  std::vector<KnownWarp> kept;
  for (auto first = warps_.begin(); first != warps_.end();) {
    const auto is_of_other = [&](const KnownWarp& known) { return known.block != first->block; };
    const auto last = std::find_if(first, warps_.end(), is_of_other);
    const auto warps = last - first - (first->warp == KnownWarp::all ? 1 : 0);
    if (warps > 1) {
      const auto is_before = [](const KnownWarp& a, const KnownWarp& b) { return a.before < b.before; };
      kept.push_back({first->block, KnownWarp::all, std::max_element(first, last, is_before)->before});
    } else {
      kept.insert(kept.end(), first, last);
    }
    first = last;
  }
  warps_ = std::move(kept);
}

}  // namespace simt::memory
