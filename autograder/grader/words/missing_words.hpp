// What a part's function leaves out, as far as its own text tells.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "grader/result.hpp"
#include "simt/simt.hpp"

namespace grader {

/// What a part's function does not use, and so does not do.
struct Unused {
  Finding finding;         ///< in words
  std::string name;        ///< of the parameter, where it is memory
  bool is_number = false;  ///< no memory: a constant may stand in its place
};

/// A parameter of the function `entry` that it uses nowhere; nothing where it uses all of them.
std::optional<Unused> unused_parameter(const simt::SourceIndex& source, std::string_view entry);

/// A parameter for data that are only read, of a kernel of `entry`, that the kernel uses nowhere; nothing where there
/// is none.
std::optional<Finding> unused_by_kernel(const simt::SourceIndex& source, std::string_view entry);

/// A barrier for all blocks that is passed several times, and waits until a counter that only grows has reached
/// gridDim.x. Nothing where there is none.
std::optional<Finding> barrier_works_once(const simt::SourceIndex& source, std::string_view entry);

/// A barrier for all blocks that waits, in two places one after the other, until a counter that only grows has reached
/// the same number. Nothing where there is none.
std::optional<Finding> same_number_awaited(const simt::SourceIndex& source, std::string_view entry);

/// A kernel of `entry` that has a barrier, and an array of each thread where one in shared memory is meant: its places
/// go by the thread's number. Nothing where there is none.
std::optional<Finding> array_of_each_thread(const simt::SourceIndex& source, std::string_view entry);

/// A kernel of `entry` that adds up by shuffles, and stores one value for a whole block of several warps: nothing
/// brings the sums of its warps together. Nothing where there is none.
std::optional<Finding> sum_of_one_warp(const simt::SourceIndex& source, std::string_view entry);

/// Of a loop at `line` that has too few rounds: ". " and that the quotient in its head rounds down; empty where nothing
/// is divided there.
std::string words_of_quotient(const simt::SourceIndex& source, int line);

/// Of blocks that wait for each other with a fence too few: ". " and before which line of the functions that `entry`
/// uses it belongs, or behind which loop; empty where that is not one line, or no fence is missing. What is announced
/// is stored at line `stored`.
std::string words_of_missing_fence(const simt::SourceIndex& source, std::string_view entry, simt::Missing missing,
                                   int stored);

/// Of an access past the end of an array at `line`: ": " and what no condition of the function asks about, though the
/// access depends on it; empty where none is known.
std::string words_of_missing_guard(const simt::SourceIndex& source, int line);

/// Of such an access at the line of `found`: where a condition that decides about it asks about one number of the
/// thread that its place depends on, and none asks about another one, `found` is moved there. True where it is so. The
/// condition may be an if, a variable that an if asks, or what a function returns to it.
bool blame_missing_guard(const simt::SourceIndex& source, Finding& found);

}  // namespace grader
