// A vector clock over a grid's blocks: for each block, the time before which everything that the block did is ordered,
// and a later time for one of its warps. Times count up over the whole launch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace simt::memory {

/// The entry of one block. When two warps are known further than the rest of the block, the whole block counts as known
/// up to the later of the two: a race may be missed, but none is reported wrongly.
struct KnownBlock {
  std::uint32_t block = 0;
  std::uint32_t all_before = 0;
  std::uint32_t warp = 0;
  std::uint32_t warp_before = 0;

  bool operator==(const KnownBlock&) const = default;
};

class VectorClock {
 public:
  bool knows(std::uint32_t block, std::uint32_t warp, std::uint32_t time) const;
  /// The entry of `block`; null if there is none.
  const KnownBlock* find(std::uint32_t block) const;

  /// Adds everything that any block did before `time`.
  void add_all_before(std::uint32_t time);
  void add(const KnownBlock& known);
  void add(const VectorClock& other);
  bool covers(const VectorClock& other) const;

  std::size_t size() const { return blocks_.size(); }
  std::uint32_t all_before() const { return all_before_; }

 private:
  std::uint32_t all_before_ = 0;
  std::vector<KnownBlock> blocks_;  // ascending by block
};

}  // namespace simt::memory
