#include "simt/compile.hpp"

namespace simt {

std::vector<std::string> compile_flags(std::string_view include_dir) {
  return {
      "-x",
      "c++",
      "-std=c++17",
      "-I",
      std::string(include_dir),
      // Register reuse should look like nvcc's: optimised first, instrumented afterwards.
      "-O2",
      "-fPIC",
      "-gline-tables-only",
      // Instructions must be those of the source: no four elements in one access that were four, and no library
      // call for a loop.
      "-fno-vectorize",
      "-fno-slp-vectorize",
      "-fno-unroll-loops",
      "-fno-builtin",
      // Nor two accesses for one of two elements whose elements are used one by one.
      "-mllvm",
      "-disable-vector-combine",
      // Those calls are many: no detour through the procedure linkage table.
      "-fno-plt",
      // A tail call would hide the line that it comes from.
      "-fno-optimize-sibling-calls",
      // Contracting a multiplication and an addition is nvcc's default.
      "-ffp-contract=fast",
      // threadIdx.x and its like are properties.
      "-fdeclspec",
      // Calls before every load and store; who links without this flag must bring the functions.
      "-fsanitize=thread",
      // Otherwise clang leaves out the read of `a[i] += x`,
      "-mllvm",
      "-tsan-instrument-read-before-write=1",
      // tells volatile accesses from others only when asked,
      "-mllvm",
      "-tsan-distinguish-volatile=1",
      // and calls at every function's entry and exit.
      "-mllvm",
      "-tsan-instrument-func-entry-exit=0",
      // Columns and quoted lines would be those of the translation.
      "-fno-show-column",
      "-fno-caret-diagnostics",
      // `static __shared__` says static twice.
      "-Wno-duplicate-decl-specifier",
  };
}

std::vector<std::string> link_flags() {
  // Whole-struct copies that are not one instruction call these.
  return {"-shared", "-Wl,--wrap=memcpy", "-Wl,--wrap=memmove", "-Wl,--wrap=memset"};
}

}  // namespace simt
