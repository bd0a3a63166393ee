// Which thread, warp or block is next where several may be: without a seed the one with the lowest number; with a seed
// a pseudo-random one, the same for the same seed.
#pragma once

#include <cstdint>

namespace simt::core {

class Schedule {
 public:
  /// 0: without a seed. Each launch of a run, counted from 1, has an order of its own, which does not depend on what
  /// was before it.
  explicit Schedule(std::uint64_t seed, std::uint64_t launch = 1)
      : is_in_order_(seed == 0), state_(seed + ((launch - 1) << 32)) {}

  bool is_in_order() const { return is_in_order_; }

  /// One of 0 … `count` - 1; 0 without a seed.
  std::uint64_t below(std::uint64_t count) { return is_in_order_ ? 0 : next() % count; }

 private:
  // SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15U;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9U;
    z = (z ^ z >> 27) * 0x94d049bb133111ebU;
    return z ^ z >> 31;
  }

  bool is_in_order_;
  std::uint64_t state_;
};

}  // namespace simt::core
