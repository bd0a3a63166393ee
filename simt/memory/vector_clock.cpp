#include "simt/memory/vector_clock.hpp"

#include <algorithm>

namespace simt::memory {
namespace {

bool is_covered(const KnownBlock& by, const KnownBlock& known) {
  return known.all_before <= by.all_before &&
         (known.warp_before <= by.all_before || (known.warp == by.warp && known.warp_before <= by.warp_before));
}

KnownBlock joined(const KnownBlock& a, const KnownBlock& b) {
  if (is_covered(a, b)) return a;
  if (is_covered(b, a)) return b;
  KnownBlock result = a.warp_before >= b.warp_before ? a : b;
  result.all_before = std::max(a.all_before, b.all_before);
  const std::uint32_t other_before = std::min(a.warp_before, b.warp_before);
  if (a.warp != b.warp && other_before > result.all_before) result.all_before = result.warp_before;
  return result;
}

bool is_earlier(const KnownBlock& known, std::uint32_t block) { return known.block < block; }

}  // namespace

const KnownBlock* VectorClock::find(std::uint32_t block) const {
  const auto found = std::lower_bound(blocks_.begin(), blocks_.end(), block, is_earlier);
  return found != blocks_.end() && found->block == block ? &*found : nullptr;
}

bool VectorClock::knows(std::uint32_t block, std::uint32_t warp, std::uint32_t time) const {
  if (time < all_before_) return true;
  const KnownBlock* const known = find(block);
  if (known == nullptr) return false;
  return time < known->all_before || (warp == known->warp && time < known->warp_before);
}

void VectorClock::add_all_before(std::uint32_t time) { all_before_ = std::max(all_before_, time); }

void VectorClock::add(const KnownBlock& known) {
  const auto at = std::lower_bound(blocks_.begin(), blocks_.end(), known.block, is_earlier);
  if (at != blocks_.end() && at->block == known.block) {
    *at = joined(*at, known);
  } else {
    blocks_.insert(at, known);
  }
}

void VectorClock::add(const VectorClock& other) {
  add_all_before(other.all_before_);
  std::vector<KnownBlock> all;
  all.reserve(std::max(blocks_.size(), other.blocks_.size()));
  auto mine = blocks_.begin();
  for (const KnownBlock& theirs : other.blocks_) {
    for (; mine != blocks_.end() && mine->block < theirs.block; ++mine) all.push_back(*mine);
    const bool is_common = mine != blocks_.end() && mine->block == theirs.block;
    all.push_back(is_common ? joined(*mine++, theirs) : theirs);
  }
  all.insert(all.end(), mine, blocks_.end());
  blocks_ = std::move(all);
}

bool VectorClock::covers(const VectorClock& other) const {
  if (other.all_before_ > all_before_ || other.blocks_.size() > blocks_.size()) return false;
  auto mine = blocks_.begin();
  for (const KnownBlock& theirs : other.blocks_) {
    mine = std::lower_bound(mine, blocks_.end(), theirs.block, is_earlier);
    if (mine == blocks_.end() || mine->block != theirs.block || !is_covered(*mine, theirs)) return false;
  }
  return true;
}

}  // namespace simt::memory
