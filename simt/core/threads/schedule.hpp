// Which thread, warp or block is next where several may be. Schedule 0: the one with the lowest number. Schedule 1: the
// one with the highest number, so that every two threads, warps or blocks that schedule 0 runs one after the other run
// the other way round. Any other: a pseudo-random one, the same for the same number.
#pragma once

#include <cstdint>

namespace simt::core {

class Schedule {
 public:
  /// Each launch of a run, counted from 1, has an order of its own, which does not depend on what was before it.
  explicit Schedule(std::uint64_t number, std::uint64_t launch = 1)
      : kind_(number == 0   ? Kind::in_order
              : number == 1 ? Kind::reversed
                            : Kind::mixed),
        state_(number + ((launch - 1) << 32)) {}

  bool is_reversed() const { return kind_ == Kind::reversed; }
  bool is_mixed() const { return kind_ == Kind::mixed; }

  /// One of 0 … `count` - 1; 0 where nothing is mixed.
  std::uint64_t below(std::uint64_t count) { return is_mixed() ? next() % count : 0; }

  /// Numbers 0 … `count` - 1 in a circle: which of them is first, and whether the next one is the one below.
  struct Circle {
    std::uint32_t first = 0;
    bool is_descending = false;
  };
  Circle circle(std::uint32_t count) {
    if (!is_mixed()) return {is_reversed() ? count - 1 : 0, is_reversed()};
    const auto number = static_cast<std::uint32_t>(next() % (2 * count));
    return {number / 2, number % 2 != 0};
  }

 private:
  enum class Kind : std::uint8_t { in_order, reversed, mixed };

  // SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15U;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9U;
    z = (z ^ z >> 27) * 0x94d049bb133111ebU;
    return z ^ z >> 31;
  }

  Kind kind_;
  std::uint64_t state_;
};

}  // namespace simt::core
