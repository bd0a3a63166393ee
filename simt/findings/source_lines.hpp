// From program counters of a student's library to the lines of its source.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>

#include "simt/evidence.hpp"

namespace simt {

/// The source line of each program counter; 0 where it is unknown.
using Lines = std::map<std::uint64_t, int>;

/// All program counters that `evidence` names, without 0.
std::set<std::uint64_t> program_counters(const Evidence& evidence);

/// Reads the debug information of `library` with addr2line (binutils); without that program all lines stay unknown.
/// `source` is the file's name as the compiler knew it. An access in a function of a header gets the line of `source`
/// that called the function.
Lines look_up_lines(const std::set<std::uint64_t>& pcs, const std::filesystem::path& library,
                    const std::string& source);

}  // namespace simt
