// What somebody knows of a grid's blocks: up to which time all that a block did has happened for him, and beyond that
// up to which time all that one of its warps did. Times count up over the whole launch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace simt::memory {

/// Of one block. Two of its warps that are known beyond the rest of it stand for the block: that forgives too much
/// rather than too little.
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
  /// What is known of `block`; null when nothing is.
  const KnownBlock* find(std::uint32_t block) const;

  /// Everything by anybody before `time`.
  void add_all_before(std::uint32_t time);
  void add(const KnownBlock& known);
  void add(const VectorClock& other);
  bool covers(const VectorClock& other) const;

  std::size_t size() const { return blocks_.size(); }
  std::uint32_t all_before() const { return all_before_; }

 private:
  std::uint32_t all_before_ = 0;
  std::vector<KnownBlock> blocks_;  // by block
};

}  // namespace simt::memory
