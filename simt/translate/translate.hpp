// Translates CUDA C++ into C++ that clang compiles for the host, line by line. It rewrites launches and declarations of
// device variables; the headers in simt/include do the rest. It works on tokens, so comments, strings and macros stay
// unchanged; it does not know types.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace simt {

/// A feature that the emulator does not support, or a launch that the translator cannot read.
struct Diagnostic {
  int line = 0;         ///< 1-based
  std::string message;  ///< the problem, and what to use instead
};

struct Translation {
  /// One line `#line 1 "<name>"`, then exactly as many lines as the input. Every token stays on its line, with one
  /// exception: a kernel's name moves to the line of its launch's `>>>`.
  std::string source;
  std::vector<Diagnostic> errors;  ///< ordered by line; if not empty, `source` must not be compiled
};

/// Rewrites
///   k<<<grid, block[, bytes[, stream]]>>>(args)
///     → simt::launch(simt::Launch{grid, block[, bytes[, stream]]}, "k",
///                    [&](auto&&... simt_args) { k(simt_args...); }[, args])
///   extern __shared__ T name[];  → T * const name = static_cast<T*>(simt::dynamic_shared());
/// in code and in macro bodies; and in code only
///   extern __shared__ T name[];  → extern T name[] SIMT_DYNAMIC_SHARED;  outside functions
///   __shared__ T a[4], b;        → __shared__ T a[4]; SIMT_SHARED_GAP(0); __shared__ T b; SIMT_SHARED_GAP(1);
///   __global__ void k() { if … } → __global__ SIMT_WITHOUT_RETURN void k() { if … }  without any `return` in it
///   __device__ T name;           → __device__ SIMT_DEVICE_VARIABLE T name;
///   __device__ const T name = …; → __device__ SIMT_DEVICE_READ_ONLY const T name = …;
///   reinterpret_cast<T&>(a)      → a cast of the address of a (reference_casts.hpp)
/// Device functions that depend on __CUDA_ARCH__ are put between directives that define and undefine it; they keep
/// their line numbers by further #line directives, so the result has more lines then. Unsupported features become
/// errors that name them. Text inside `#if 0` is not changed. Throws only std::bad_alloc; the time is linear in the
/// length of the input.
Translation translate(std::string_view source, std::string_view name);

}  // namespace simt
