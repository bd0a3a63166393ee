// Of a function that reports the times of three stages: what the emulator saw of its cudaEventElapsedTime calls, and
// which line of them is at fault where a time is wrong.
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "simt/simt.hpp"

namespace grader {

/// A call of cudaEventElapsedTime. Lines are 0 where they are not known, times in milliseconds.
struct TimedCall {
  int line = 0;            ///< of the call
  int first_recorded = 0;  ///< where its first event is recorded
  int last_recorded = 0;   ///< and its second one
  bool is_reached = true;  ///< both events have happened; else there are no times
  double start = 0;        ///< when the first one happened, from the beginning of the run
  double stop = 0;         ///< and the second one
};

/// All of them in one run of the part, and when its stages were: the copy in, the kernel, the copy out.
struct Timings {
  std::vector<TimedCall> calls;                   ///< in the order in which they were made
  std::array<std::array<double, 2>, 3> stages{};  ///< from, to, in milliseconds
  std::vector<int> waits;                         ///< lines that wait for an event, a stream or the device
  std::vector<int> waits_of_streams = {};         ///< cudaStreamWaitEvent, for an event of which a time is asked
  int from_first = 0;  ///< the line of a call whose first event is always the first one, `marks[0]`; 0: none is
};

/// Looks lines up in `library` (simt::look_up_lines). Without calls, nothing is known.
Timings timings_of(const simt::Evidence& evidence, const std::filesystem::path& library, const std::string& source_name,
                   const simt::SourceIndex& source, std::string_view entry);

/// A line, and why it is to blame for a time: "the two events here …".
struct BlamedTime {
  int line = 0;     ///< of the source
  std::string why;  ///< a sentence without its end
};

/// Lines of `entry` that make a stream wait, and not the host, for an event of which cudaEventElapsedTime asks the
/// time.
std::vector<int> waits_of_streams(const simt::SourceIndex& source, std::string_view entry);

/// "cudaStreamWaitEvent makes a stream wait …", of a line in place of which cudaEventSynchronize is needed; `asked` is
/// the line that asks for the time.
std::string words_of_stream_wait(int asked);

/// Where a call asked for a time too early.
std::optional<BlamedTime> asked_too_early(const Timings& timings);

/// Where `claimed` is what a call gave for stage number `stage`: why this is another time than that of the stage.
/// Nothing where no call gave it.
std::optional<BlamedTime> other_events(const Timings& timings, std::size_t stage, double claimed);

/// The line of the call that gave a thousand times `claimed`, or a thousandth of it; 0: none did.
int line_of_scaled(const Timings& timings, double claimed);

}  // namespace grader
