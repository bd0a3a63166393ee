// CUDA C++ source → C++ source that clang compiles for the host, line for line: launches and dynamic
// shared memory are rewritten, everything else is left to the headers in simt/include. Works on tokens, so
// comments, strings and macros survive; knows no types.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace simt {

/// Something the emulator does not support, or a launch it cannot read.
struct Diagnostic {
  int line = 0;         ///< 1-based
  std::string message;  ///< what it is and what to use instead
};

struct Translation {
  /// One line `#line 1 "<name>"`, then exactly as many lines as the input. Every token stays on its line, but
  /// for a kernel's name that stands on another line than its launch's `>>>`: it moves to the latter.
  std::string source;
  std::vector<Diagnostic> errors;  ///< by line; not empty: do not compile `source`
};

/// Rewrites
///   k<<<grid, block[, bytes[, stream]]>>>(args)
///     → simt::launch(simt::Launch{grid, block[, bytes[, stream]]}, "k",
///                    [&](auto&&... simt_args) { k(simt_args...); }[, args])
///   extern __shared__ T name[];  → T * const name = static_cast<T*>(simt::dynamic_shared());
/// in code and in the bodies of macros, and in code
///   extern __shared__ T name[];  → extern T name[] SIMT_DYNAMIC_SHARED;  outside functions
///   __shared__ T a[4], b;        → __shared__ T a[4]; SIMT_SHARED_GAP(0); __shared__ T b; SIMT_SHARED_GAP(1);
///   __device__ T name;           → __device__ SIMT_DEVICE_VARIABLE T name;
/// It refuses by name what the emulator cannot do. Text within `#if 0` is left alone. Never throws on any input but for
/// want of memory; takes time linear in its length.
Translation translate(std::string_view source, std::string_view name);

}  // namespace simt
