// What emulate-runner reports to emulate, in a file: whether the program could be started, and the evidence.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "simt/evidence.hpp"

namespace simt::emulate {

enum class Start : std::uint8_t {
  ran,         ///< main was called, or a global constructor ended the program
  not_loaded,  ///< the dynamic linker refused the program; `message` says why
  no_main,     ///< the program has no main()
};

struct Outcome {
  Start start = Start::ran;
  std::string message;
  Evidence evidence;
};

/// Throws std::system_error when the file cannot be written. A reader sees all of it or nothing.
void write_outcome(const std::filesystem::path& file, const Outcome& outcome);

/// Nothing when there is no such file: the program ended in a way that left no time to report. Throws
/// std::runtime_error when the file is not what write_outcome of the same build wrote.
std::optional<Outcome> read_outcome(const std::filesystem::path& file);

}  // namespace simt::emulate
