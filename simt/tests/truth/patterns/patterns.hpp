// Requests whose counters were recorded one by one: which lanes take part (masks), and which element each of them
// accesses (patterns). The programs of this folder launch them on a GPU; the tests compute the same lists.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace simt::patterns {

using Elements = std::array<std::uint16_t, 32>;  ///< by lane: the index of the element it accesses

struct Pattern {
  std::string name;
  Elements elements{};
};

/// One launch of a block of 32 threads.
struct Launch {
  int operation = 0;  ///< what the program's table of kernels says it is
  int pattern = 0;    ///< index into the list of patterns
  std::uint32_t mask = 0;
};

/// The same numbers on every machine (xorshift32; Marsaglia, Xorshift RNGs, 2003).
class Random {
 public:
  explicit Random(std::uint32_t seed) : state_(seed) {}
  std::uint32_t next() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 17;
    state_ ^= state_ << 5;
    return state_;
  }
  std::uint32_t below(std::uint32_t end) { return next() % end; }

 private:
  std::uint32_t state_;
};

inline Pattern pattern(std::string name, const std::function<unsigned(unsigned lane)>& element) {
  Pattern made{std::move(name), {}};
  for (unsigned lane = 0; lane < 32; ++lane) made.elements[lane] = static_cast<std::uint16_t>(element(lane));
  return made;
}

inline Pattern random_below(std::uint32_t end, std::uint32_t seed) {
  Random random(seed);
  return pattern("random below " + std::to_string(end) + ", " + std::to_string(seed),
                 [&](unsigned) { return random.below(end); });
}

/// `element` of a random permutation of the lanes.
inline Pattern shuffled(std::string name, std::uint32_t seed, const std::function<unsigned(unsigned)>& element) {
  Random random(seed);
  std::array<unsigned, 32> order{};
  for (unsigned i = 0; i < 32; ++i) order[i] = i;
  for (unsigned i = 31; i > 0; --i) std::swap(order[i], order[random.below(i + 1)]);
  return pattern(std::move(name), [&](unsigned lane) { return element(order[lane]); });
}

/// Of elements of 4, 8 or 16 bytes in shared memory; each below 1024.
inline std::vector<Pattern> shared_patterns() {
  std::vector<Pattern> all = {
      pattern("consecutive", [](unsigned i) { return i; }),
      pattern("from 1", [](unsigned i) { return i + 1; }),
      pattern("reversed", [](unsigned i) { return 31 - i; }),
      pattern("broadcast", [](unsigned) { return 5; }),
      pattern("pairs equal", [](unsigned i) { return i / 2; }),
      pattern("fours equal", [](unsigned i) { return i / 4; }),
      pattern("eights equal", [](unsigned i) { return i / 8; }),
      pattern("halves equal within", [](unsigned i) { return i / 16; }),
      pattern("every second equal", [](unsigned i) { return i % 2; }),
      pattern("every fourth equal", [](unsigned i) { return i % 4; }),
      pattern("every eighth equal", [](unsigned i) { return i % 8; }),
      pattern("both halves the same", [](unsigned i) { return i % 16; }),
      pattern("neighbours swapped", [](unsigned i) { return i ^ 1; }),
      pattern("tile of 4 x 8, columns", [](unsigned i) { return i % 4 * 8 + i / 4; }),
      pattern("tile of 8 x 4, columns", [](unsigned i) { return i % 8 * 4 + i / 8; }),
      pattern("pairs equal, two apart", [](unsigned i) { return i % 2 + i / 4 * 2; }),
      pattern("pairs equal, four apart", [](unsigned i) { return i % 4 + i / 8 * 4; }),
      pattern("pairs equal, stride 8", [](unsigned i) { return i / 2 * 8; }),
      pattern("all but lane 0 equal", [](unsigned i) { return i == 0 ? 9U : 2U; }),
      pattern("first pair equal", [](unsigned i) { return i == 1 ? 0U : i; }),
  };
  for (const unsigned stride : {2U, 3U, 4U, 5U, 6U, 7U, 8U, 9U, 16U, 17U, 32U}) {
    all.push_back(pattern("stride " + std::to_string(stride), [=](unsigned i) { return i * stride; }));
  }
  all.push_back(shuffled("shuffled 1", 1, [](unsigned i) { return i; }));
  all.push_back(shuffled("shuffled 2", 2, [](unsigned i) { return i; }));
  all.push_back(shuffled("shuffled pairs", 3, [](unsigned i) { return i / 2; }));
  all.push_back(shuffled("shuffled, one a bank, rows at random", 4, [](unsigned i) { return i + i * 7 % 5 * 32; }));
  for (const unsigned end : {4U, 16U, 64U, 1024U}) all.push_back(random_below(end, 11 + end));
  all.push_back(random_below(1024, 77));
  return all;
}

/// Of words in shared or global memory; each below 1024.
inline std::vector<Pattern> atomic_patterns() {
  std::vector<Pattern> all = {
      pattern("consecutive", [](unsigned i) { return i; }),
      pattern("broadcast", [](unsigned) { return 5; }),
      pattern("pairs equal", [](unsigned i) { return i / 2; }),
      pattern("every fourth equal", [](unsigned i) { return i % 4; }),
      pattern("reversed", [](unsigned i) { return 31 - i; }),
  };
  for (const unsigned stride : {2U, 8U, 16U, 32U}) {
    all.push_back(pattern("stride " + std::to_string(stride), [=](unsigned i) { return i * stride; }));
  }
  for (const unsigned end : {4U, 16U, 64U, 1024U}) all.push_back(random_below(end, 11 + end));
  return all;
}

/// The lanes from `first` to the one before `end`.
inline std::uint32_t lanes(unsigned first, unsigned end) {
  return static_cast<std::uint32_t>((std::uint64_t{1} << end) - (std::uint64_t{1} << first));
}

inline std::vector<std::uint32_t> masks() {
  std::vector<std::uint32_t> all;
  for (unsigned end = 32; end > 0; --end) all.push_back(lanes(0, end));
  for (const unsigned first : {1U, 2U, 3U, 4U, 8U, 12U, 15U, 16U, 17U, 20U, 24U, 28U, 31U}) {
    all.push_back(lanes(first, 32));
  }
  for (const std::uint32_t mask :
       {0x55555555U, 0xaaaaaaaaU, 0x33333333U, 0xccccccccU, 0x0f0f0f0fU, 0xf0f0f0f0U, 0x00ff00ffU, 0xff00ff00U,
        0x11111111U, 0x88888888U, 0x01010101U, 0x80808080U, 0x00010001U, 0x80000001U, 0x00018000U, 0x7ffffffeU,
        0x0ff00ff0U, 0x00ffff00U, 0xff0000ffU, 0x77777777U, 0x99999999U, 0x0000f00fU, 0x00000020U, 0x00020000U}) {
    all.push_back(mask);
  }
  Random random(2463534242U);
  for (int i = 0; i < 4; ++i) all.push_back(random.next());
  for (int i = 0; i < 4; ++i) all.push_back(random.next() & random.next());
  for (int i = 0; i < 4; ++i) all.push_back(random.next() | random.next());
  return all;
}

/// Operations 0, 1, 2: elements of 16, 8 and 4 bytes; the last, as a control, with every fourth mask.
inline std::vector<Launch> shared_launches() {
  std::vector<Launch> all;
  const int patterns = static_cast<int>(shared_patterns().size());
  const std::vector<std::uint32_t> every = masks();
  for (int operation = 0; operation < 3; ++operation) {
    for (std::size_t i = 0; i < every.size(); i += operation == 2 ? 4 : 1) {
      for (int chosen = 0; chosen < patterns; ++chosen) all.push_back({operation, chosen, every[i]});
    }
  }
  return all;
}

/// Every operation with every pattern by all lanes, and with five of them by some lanes.
inline std::vector<Launch> atomic_launches(int operations) {
  std::vector<Launch> all;
  const int patterns = static_cast<int>(atomic_patterns().size());
  for (int operation = 0; operation < operations; ++operation) {
    for (int chosen = 0; chosen < patterns; ++chosen) all.push_back({operation, chosen, 0xffffffffU});
    for (const std::uint32_t mask : {0x0000001fU, 0x0000ffffU, 0xfff00000U, 0x55555555U, 0x00000080U}) {
      for (const int chosen : {0, 1, 3, 6, 11}) all.push_back({operation, chosen, mask});
    }
  }
  return all;
}

}  // namespace simt::patterns
