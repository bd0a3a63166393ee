// The grader's words: why a part lost points, said to the student. All sentences of verdicts are here; those
// about the emulator's findings are in grader/words/source_lines.cpp.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "backends/backend.hpp"
#include "grader/result.hpp"
#include "grader/words/timing_words.hpp"

namespace grader {

/// Why a run that did not finish did not. Never called for RunStatus::ok or grader_fault.
Reason reason_for_run(const backends::RunOutcome& outcome, const course::Part& part, const course::Size& size,
                      const course::Limits& limits, const simt::SourceIndex& source = {});

/// "line 7", "lines 7, 9".
std::string lines_in_words(const std::vector<int>& lines);
/// Where `function` calls `name`.
std::vector<int> lines_of_calls(const simt::SourceIndex& source, std::string_view function, const std::string& name);
/// " (cudaEventRecord: line 13)": where `function` calls `name`; empty where it does not.
std::string called_at(const simt::SourceIndex& source, std::string_view function, const std::string& name);

/// Ends the sentence of simt::FindingKind::out_of_work: at which size, and what would have been enough.
std::string words_after_work_limit(const simt::FindingRecord& record, const course::Size& size,
                                   const course::Part& part);

/// What the wrong sizes have in common that the right ones have not; where it `guesses`, with what that is most often
/// the cause of: a missing guard, mixed-up extents.
Reason reason_for_wrong_sizes(const course::Lab& lab, const course::Part& part, std::vector<course::Size> right,
                              const std::vector<course::Size>& wrong, const FirstMismatch& first, bool guesses);

/// "4138 GB/s", or "1.31 µs a barrier" where `performance` is shown in steps.
std::string speed_text(units::GBps speed, const Performance& performance);

/// What a function had to say of a size, and what it said; both as course::Arguments::refused.
struct Refusal {
  int due = 0;                     ///< what was right
  int said = 0;                    ///< another number
  bool has_failed_launch = false;  ///< a launch of it was refused
};
/// It had to refuse a size and did not, or refused one that it could do.
Reason reason_refusal(const course::Part& part, const std::string& size, const Refusal& refusal,
                      const simt::SourceIndex& source);
/// Where a function records events, and the lines that ask for a stage's time between two events of which one is not
/// that of the stage before or after it; 0 where both are.
struct StageLines {
  std::vector<int> records;      ///< lines that record events
  int asked = 0;                 ///< the first line that asks for the time between two; 0: none does
  std::array<int, 3> elapsed{};  ///< for each stage the line that asks for its time
  std::string first_is_always;   ///< the event before, where one line in a loop has the same one for all stages
  /// For each stage the one line that stores to the first parameter's element of its number; 0: it is not known.
  std::array<int, 3> stored{};
  /// For each stage, of four records, the one that is so far from its place that nothing lies between the two; 0: none.
  std::array<int, 3> misplaced{};
  /// The one line, in a loop, that stores the times of all stages; 0: there is none.
  int stores_all = 0;
  /// For each stage which two of four records that line is about, 0 … 3; both 0 where that is not known.
  std::array<std::array<std::size_t, 2>, 3> between{};
  int scaled = 0;          ///< the one line of the functions it uses that has a factor of 1000; 0: there is none
  bool has_event = false;  ///< somewhere in the file an event is recorded
  int host_clock = 0;      ///< where the function first reads a clock of the host; 0: nowhere
  Timings timings;         ///< what the emulator saw; empty on a GPU
};
/// Looks both up in `function`.
StageLines stage_lines(const simt::SourceIndex& source, std::string_view function);
/// The stages' times are not those of events: cudaEventElapsedTime gave only so many.
Reason reason_not_measured(const course::Part& part, std::uint32_t timed_stages);
/// Of the copies in (stage 0), the kernels, the copies out, in milliseconds. `is_alone`: the other two are right.
Reason reason_stage_time(const course::Part& part, std::size_t stage, double claimed,
                         const std::array<double, 3>& actual, const StageLines& lines, bool is_alone = false);
/// All stages together claim more time than there was.
Reason reason_stage_sum(const course::Part& part, double claimed, double outside);
/// Nothing where the emulated device can do what the part is about.
std::optional<Reason> reason_lacks_ability(const course::Part& part, const simt::memory::Device& emulated);
/// The same of a GPU of compute capability `sm`, "8.6".
std::optional<Reason> reason_lacks_ability(const course::Part& part, const std::string& sm);
/// "; cudaMemcpy counts n in bytes, and no sizeof is in it", of the call of the CUDA runtime on `line`; empty where its
/// numbers seem to be bytes.
std::string bytes_in_words(const simt::SourceIndex& source, int line);
/// Right on a GPU, and wrong in the emulator.
Reason reason_did_not_show();
/// It has to ask for device memory, and does not.
Reason reason_no_own_memory(const course::Part& part);
/// Something of its work was still running, or stored something, when the call was over.
Reason reason_outlives_call(const course::Part& part);
/// The file has a function of the part's name, on this line, that is not the one of the interface.
Reason reason_other_signature(const course::Lab& lab, const course::Part& part, int line);
/// All of an output still holds the poison. Names a kernel that belongs to the part's function and is launched nowhere.
Reason reason_nothing_written(const course::Part& part, const simt::SourceIndex& source);
/// `where` may be empty: " (launches: line 16)".
Reason reason_input_changed(const course::Part& part, const std::string& where = "");
/// Memory between the buffers was changed, at `size`.
Reason reason_outside_written(const course::Part& part, const std::string& size);
/// What the emulator does not have, at `place` ("line 3") in the source; `feature` is its name ("CUB (cub/cub.cuh)").
Reason reason_missing_feature(const std::string& place, const std::string& feature);
/// The file does not compile.
Reason reason_compile_error(const course::Lab& lab);
/// It is right, and slower than full points need.
Reason reason_slow(const course::Part& part, const Performance& performance, const course::PartRules& rules);
/// The same of a predicted speed.
Reason reason_predicted_slow(const course::Part& part, const PredictedPerformance& predicted);
/// Less than course.toml's min_gbps of this GPU.
Reason reason_below_device_minimum(const course::Part& part, const Performance& performance);
/// It claims to move bytes faster than the device's memory can, `peak`.
Reason reason_implausible(const Performance& performance, units::GBps peak);
/// One for each of the limits in course.toml that the emulator's counters exceed.
std::vector<Reason> reasons_for_traffic(const course::Part& part, const TrafficSummary& summary,
                                        const course::TrafficLimits& limits);
/// Those of them that no predicted time shows: work that is left out or left to the host, and limits of what a part
/// asks for besides speed.
std::vector<Reason> reasons_beside_time(const course::Part& part, const TrafficSummary& summary,
                                        const course::TrafficLimits& limits);

/// That the GPU's speed changed whenever the part was measured.
std::string note_unsteady(const course::Part& part, const Performance& performance);
/// That `device` is not the one that course.toml names, `usual`.
std::string note_other_device(const std::string& device, const std::string& usual);
/// What of `device` the emulator counts for where a lab needs less than a whole one.
std::string note_slice(const course::Lab& lab, const simt::memory::Device& device);

}  // namespace grader
