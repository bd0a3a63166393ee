// Instructions that access no memory, by the part of a multiprocessor that carries them out. Plain data: passes of LLVM
// fill it (simt/instrument/instructions.hpp), which are C++17.
#pragma once

#include <array>
#include <cstdint>

namespace simt::memory {

/// The kinds of rows of the CUDA C++ Programming Guide, "Throughput of Native Arithmetic Instructions", that matter.
enum class Pipe : std::uint8_t {
  single,    ///< additions, multiplications and multiply-adds of 32-bit floating-point numbers
  integer,   ///< logic, shifts to the right, comparisons, selections, most conversions
  special,   ///< reciprocals, roots, logarithms, exponentials, sines; conversions of 64-bit numbers
  doubles,   ///< as `single`, of 64-bit numbers
  exchange,  ///< shuffles and votes of a warp
  memory,    ///< loads, stores and barriers: what they cost is counted elsewhere, but the place in the queue
  control,   ///< branches and the end
  product,   ///< products of whole numbers: one half of the pipe of `single` carries them out
  sum,       ///< sums, shifts to the left and copies: nvcc gives them to `integer` or, as products, to `product`
};
/// How many kinds there are.
inline constexpr int pipes = 9;

/// So many instructions of each kind.
using PipeCounts = std::array<float, pipes>;

/// A piece of code without branches: all instructions, and those of them of which each needs the result of the one
/// before it (the longest such chain).
struct CodeCost {
  PipeCounts issued{};   ///< all
  PipeCounts chained{};  ///< those of the chain
};

}  // namespace simt::memory
