// The one line that costs a part its points for speed, from the emulator's counters.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "course/metrics.hpp"
#include "grader/result.hpp"

namespace grader {

/// Of the metric that is beyond its limit first, the line that contributes most, with its numbers; a finding of the
/// kind "slow-line". Nothing where all is within the limits, or no line is known. `before`: so many metrics beyond
/// their limits are left out first.
std::optional<Finding> worst_line(const std::vector<Traffic>& rows, const course::MetricValues& values,
                                  const course::TrafficLimits& limits, int before = 0);

/// Of traffic that is beyond its limit, and would not be without it: a line that stores the same element of the output
/// in every round of a loop. `elements` are those of all outputs.
std::optional<Finding> stored_again(const std::vector<Traffic>& rows, const course::MetricValues& values,
                                    const course::TrafficLimits& limits, const simt::SourceIndex& source,
                                    std::int64_t elements);

/// Of traffic that is beyond its limit, and would mostly not be without them: the worst of the lines that take the same
/// element of global memory in every round of a loop.
std::optional<Finding> used_again(const std::vector<Traffic>& rows, const course::MetricValues& values,
                                  const course::TrafficLimits& limits, const simt::SourceIndex& source);

/// Whether what is beyond its limit first, or behind so many others, are bank conflicts: `worst_line` is then about
/// shared memory.
bool is_conflict(const course::MetricValues& values, const course::TrafficLimits& limits, int before = 0);

/// Moves `slow`, a line with bank conflicts, to where the host of the part `entry` computes the number that this line
/// finds its place by: the length of a row. Nothing where that is not one number.
void blame_pitch(const simt::SourceIndex& source, std::string_view entry, Finding& slow);

/// Adds to `slow`, a line with bank conflicts, where its shared array is declared. Nothing where that is not seen.
void add_declaration(const simt::SourceIndex& source, Finding& slow);

/// Adds to `slow`, of `rows` of the code that `source` is about, what else is scattered, and where the numbers come
/// from by which neighbouring threads differ. Nothing where the line's accesses are not scattered.
void add_lanes(const simt::SourceIndex& source, const std::vector<Traffic>& rows, Finding& slow);

/// Adds to `slow`, a line of `rows` whose neighbouring threads are a few words apart, which other lines of the code
/// that `source` is about take the words between: then one wider access would take all of them. Nothing where that is
/// not so.
void add_width(const simt::SourceIndex& source, const std::vector<Traffic>& rows, Finding& slow);

/// Says of `slow`, a line that moves the same bytes again and again, why it does: all lanes want one word, a loop comes
/// back to the same element, or the array is none of those that the part `entry` is given. Nothing where that is not
/// known.
void add_reuse(const simt::SourceIndex& source, std::string_view entry, const std::vector<Traffic>& rows,
               Finding& slow);

/// Where DRAM moves too much: the line whose loads most often come from DRAM once more.
std::optional<Finding> loaded_again(const std::vector<Traffic>& rows, const course::MetricValues& values,
                                    const course::TrafficLimits& limits);

/// Where DRAM moves too much: the first of `windows`, what launches asked of the L2 cache.
std::optional<Finding> window_of(const std::vector<Finding>& windows, const course::MetricValues& values,
                                 const course::TrafficLimits& limits);

/// Of a part that is too slow in virtual time: what costs most.
std::optional<Finding> slow_operation(const std::vector<TimelineOperation>& timeline,
                                      const course::MetricValues& values, const course::TrafficLimits& limits,
                                      const simt::SourceIndex& source);

/// False where a part's stages are to run one after the other, or its time is not judged.
bool is_about_overlap(const course::TrafficLimits& limits);

/// Where a window is of no use by one member of it, `in_words` of that window moves to the line of the function `entry`
/// that sets this member, if there is exactly one. `windows` and `in_words` are the same ones; `inputs` are the lengths
/// of the part's inputs in bytes.
void name_members(const std::vector<simt::FindingRecord>& windows, const simt::SourceIndex& source,
                  std::string_view entry, const std::vector<std::int64_t>& inputs, std::vector<Finding>& in_words);

/// What a launch asked of the L2 cache's persisting lines, where that can be of no use: as a remark on a part that is
/// fast enough without. `windows` and `in_words` are the same ones; `sets_window`: the code asks for one somewhere.
std::optional<Finding> useless_window(const std::vector<simt::FindingRecord>& windows,
                                      const std::vector<Finding>& in_words, bool sets_window);

}  // namespace grader
