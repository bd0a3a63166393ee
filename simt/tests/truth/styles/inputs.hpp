// The inputs of every launch of this folder: the same numbers on every machine.
#pragma once

#include <cstddef>
#include <vector>

namespace simt::styles {

inline constexpr std::size_t output_bytes = 1 << 20;

struct Inputs {
  std::vector<float> values = std::vector<float>(1 << 18);     ///< 0 to 9.99 in hundredths
  std::vector<int> numbers = std::vector<int>(1 << 16);        ///< 0 to 19999
  std::vector<int> offsets = std::vector<int>((1 << 14) + 1);  ///< of rows of 0 to 11 elements: ascending, from 0
};

/// xorshift32 (Marsaglia, Xorshift RNGs, 2003).
inline Inputs make_inputs() {
  unsigned state = 2463534242u;
  const auto next = [&] {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
  };
  Inputs inputs;
  for (float& value : inputs.values) value = static_cast<float>(next() % 1000) * 0.01f;
  for (int& number : inputs.numbers) number = static_cast<int>(next() % 20000);
  for (std::size_t row = 0; row + 1 < inputs.offsets.size(); ++row) {
    inputs.offsets[row + 1] = inputs.offsets[row] + inputs.numbers[row] % 12;
  }
  return inputs;
}

}  // namespace simt::styles
