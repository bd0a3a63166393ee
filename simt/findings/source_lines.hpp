// From program counters of a student's library to the lines of its source.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

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

/// The findings without repetitions. Where a loop is unrolled, a line has several instructions: of findings with equal
/// lines the first stays, with the counts of all. A load of shared or global memory that is not written yet is left out
/// where a race at its line says why. Findings without a line stay. Stores of one constant are a remark only where all
/// instructions of their lines store that constant there.
std::vector<FindingRecord> without_repetitions(const std::vector<FindingRecord>& findings, const Lines& lines);

}  // namespace simt
