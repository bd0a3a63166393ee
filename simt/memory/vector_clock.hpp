// A vector clock over a grid's warps: for each block, the time before which everything that the block did is ordered,
// and later times for single warps of it. Times count up over the whole launch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace simt::memory {

/// Everything that one warp of a block did before this time, or all warps of it.
struct KnownWarp {
  static constexpr std::int32_t all = -1;
  std::uint32_t block = 0;
  std::int32_t warp = all;
  std::uint32_t before = 0;
};

/// A clock of more than `most_exact` entries keeps at most one warp of each block: where several are known, the whole
/// block then counts as known up to the latest of them. A race may be missed, but none is reported wrongly.
class VectorClock {
 public:
  static constexpr std::size_t most_exact = 1024;

  bool knows(std::uint32_t block, std::uint32_t warp, std::uint32_t time) const;
  /// What is known of this block alone.
  VectorClock of_block(std::uint32_t block) const;

  /// Adds everything that any block did before `time`.
  void add_all_before(std::uint32_t time);
  void add(const KnownWarp& known);
  void add(const VectorClock& other);
  bool covers(const VectorClock& other) const;

  std::size_t size() const { return warps_.size(); }
  std::uint32_t all_before() const { return all_before_; }

 private:
  bool covers(const KnownWarp& known) const;
  void drop_covered();
  void keep_one_warp();

  std::uint32_t all_before_ = 0;
  std::vector<KnownWarp> warps_;  // ascending by block and warp
};

}  // namespace simt::memory
