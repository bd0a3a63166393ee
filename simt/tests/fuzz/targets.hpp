// What is fuzzed: any bytes in, a std::logic_error where the code under test breaks its promises. libFuzzer runs
// these (translate_fuzz.cpp, memory_fuzz.cpp; `make simt_fuzz` where clang is), and so does a test, without it.
#pragma once

#include <cstdint>
#include <span>

namespace simt::fuzz {

using Bytes = std::span<const std::uint8_t>;

/// Translates the bytes as a source file: no exception, no line lost or added, errors in order and at lines there are.
void check_translation(Bytes input);

/// Reads a device and a warp's request from the bytes, and holds every counter against the oracle.
void check_memory(Bytes input);

}  // namespace simt::fuzz
