#include "grader/words/timing_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "grader/words/arguments.hpp"

namespace grader {
namespace {

constexpr std::string_view stage_names[] = {"the copy to the device", "the kernel", "the copy to the host"};
/// Recording an event takes as long as asking for an operation.
constexpr double milliseconds_of_a_record = 0.02;

std::array<std::array<double, 2>, 3> stages_of(const std::vector<simt::OperationRecord>& operations) {
  constexpr double never = std::numeric_limits<double>::infinity();
  std::array<std::array<double, 2>, 3> stages;
  stages.fill({never, -never});
  for (const simt::OperationRecord& one : operations) {
    const int stage = one.kind == simt::OperationKind::copy_to_device ? 0
                      : one.kind == simt::OperationKind::kernel       ? 1
                      : one.kind == simt::OperationKind::copy_to_host ? 2
                                                                      : -1;
    if (stage < 0) continue;
    auto& [from, to] = stages[static_cast<std::size_t>(stage)];
    from = std::min(from, one.start * 1e3);
    to = std::max(to, one.end * 1e3);
  }
  return stages;
}

bool is_wait(const std::string& call) {
  return call == "cudaEventSynchronize" || call == "cudaStreamSynchronize" || call == "cudaDeviceSynchronize";
}

/// "nothing of the three stages", "the kernel and the copy to the host"
std::string inside(const Timings& timings, const TimedCall& call) {
  std::vector<std::string_view> found;
  for (std::size_t stage = 0; stage < timings.stages.size(); ++stage) {
    const auto [from, to] = timings.stages[stage];
    const double both = std::min(to, call.stop) - std::max(from, call.start);
    if (both > (to - from) / 2) found.push_back(stage_names[stage]);
  }
  if (found.empty()) return "lies nothing of the three stages";
  return fmt::format("{} {}", found.size() == 1 ? "lies" : "lie", fmt::join(found, found.size() == 2 ? " and " : ", "));
}

/// The first call that gave `milliseconds`; nullptr where none did.
const TimedCall* call_that_gave(const Timings& timings, double milliseconds) {
  constexpr double near = 0.002, least = 1e-5;
  const auto found = std::find_if(timings.calls.begin(), timings.calls.end(), [&](const TimedCall& one) {
    const double time = one.stop - one.start;
    return one.is_reached && one.line != 0 && std::abs(time - milliseconds) <= near * std::abs(time) + least;
  });
  return found == timings.calls.end() ? nullptr : &*found;
}

std::string recorded_at(int line) { return line == 0 ? "" : fmt::format(" (recorded at line {})", line); }

}  // namespace

Timings timings_of(const simt::Evidence& evidence, const std::filesystem::path& library, const std::string& source_name,
                   const simt::SourceIndex& source, std::string_view entry) {
  Timings timings;
  if (evidence.timings.empty()) return timings;
  simt::Evidence of_timings;
  of_timings.timings = evidence.timings;
  simt::Lines lines = simt::look_up_lines(simt::program_counters(of_timings), library, source_name);
  for (const simt::FindingRecord& one : evidence.timings) {
    timings.calls.push_back({lines[one.pc], lines[one.other_pc], lines[one.launch_pc],
                             one.detail != simt::Detail::event_not_reached, static_cast<double>(one.numbers[0]) / 1e6,
                             static_cast<double>(one.numbers[1]) / 1e6});
  }
  timings.stages = stages_of(evidence.operations);
  timings.waits_of_streams = waits_of_streams(source, entry);
  const std::vector<const simt::SourceFunction*> used = source.used_by(entry);
  for (const simt::SourceCall& call : source.calls) {
    const bool is_used = std::any_of(used.begin(), used.end(), [&](const auto* one) { return one->has(call.line); });
    if (is_used && is_wait(call.name)) timings.waits.push_back(call.line);
    // `marks[0]`: the first event of every call is the same one.
    const bool is_of_first =
        call.name == "cudaEventElapsedTime" && call.arguments.size() > 1 && call.arguments[1].ends_with("[0]");
    if (is_used && is_of_first) timings.from_first = call.line;
  }
  return timings;
}

std::vector<int> waits_of_streams(const simt::SourceIndex& source, std::string_view entry) {
  constexpr std::size_t event_of_wait = 1;
  const std::vector<const simt::SourceFunction*> used = source.used_by(entry);
  const auto is_used = [&](int line) {
    return std::find(used.begin(), used.end(), source.function_around(line)) != used.end();
  };
  std::vector<int> lines;
  for (const simt::SourceCall& wait : source.calls) {
    if (wait.name != "cudaStreamWaitEvent" || wait.arguments.size() <= event_of_wait || !is_used(wait.line)) continue;
    const std::string event = base_of(wait.arguments[event_of_wait]);
    const bool is_timed = std::any_of(source.calls.begin(), source.calls.end(), [&](const simt::SourceCall& call) {
      return call.name == "cudaEventElapsedTime" && call.arguments.size() == 3 && is_used(call.line) &&
             (base_of(call.arguments[1]) == event || base_of(call.arguments[2]) == event);
    });
    if (is_timed) lines.push_back(wait.line);
  }
  return lines;
}

std::string words_of_stream_wait(int asked) {
  return fmt::format(
      "cudaStreamWaitEvent makes a stream wait for the event, and not the host, so the host comes to line {} too "
      "early: "
      "cudaEventSynchronize makes the host wait",
      asked);
}

std::optional<BlamedTime> asked_too_early(const Timings& timings) {
  const auto early = std::find_if(timings.calls.begin(), timings.calls.end(),
                                  [](const TimedCall& one) { return !one.is_reached && one.line != 0; });
  if (early == timings.calls.end()) return std::nullopt;
  const std::string not_yet =
      fmt::format("has not happened yet{}, so that there is no time to read (cudaErrorNotReady)",
                  recorded_at(early->last_recorded));
  if (timings.waits.empty()) {
    // Of those between the event and the call, the last one.
    const auto& all = timings.waits_of_streams;
    const auto wait = std::find_if(all.rbegin(), all.rend(),
                                   [&](int line) { return early->last_recorded < line && line < early->line; });
    if (wait != all.rend()) {
      return BlamedTime{*wait,
                        fmt::format("{}. There, the second event {}", words_of_stream_wait(early->line), not_yet)};
    }
    return BlamedTime{
        early->line,
        fmt::format("the second event {}: wait for the last event first, with cudaEventSynchronize", not_yet)};
  }
  return BlamedTime{timings.waits.back(),
                    fmt::format("this waits for another event. The second event of cudaEventElapsedTime at line {} {}: "
                                "wait for the last one",
                                early->line, not_yet)};
}

std::optional<BlamedTime> other_events(const Timings& timings, std::size_t stage, double claimed) {
  const TimedCall* const found = call_that_gave(timings, claimed);
  if (found == nullptr) return std::nullopt;
  const auto [from, to] = timings.stages[stage];
  const double begin = stage == 0 ? -std::numeric_limits<double>::infinity() : timings.stages[stage - 1][1];
  const double end =
      stage + 1 == timings.stages.size() ? std::numeric_limits<double>::infinity() : timings.stages[stage + 1][0];
  const auto is_before = [&, from = from](double at) {
    return begin - milliseconds_of_a_record <= at && at <= from + milliseconds_of_a_record;
  };
  const auto is_behind = [&, to = to](double at) {
    return to - milliseconds_of_a_record <= at && at <= end + milliseconds_of_a_record;
  };
  const bool is_first_wrong = !is_before(found->start), is_last_wrong = !is_behind(found->stop);
  const std::string between =
      fmt::format("between its first event{} and its second one{} {}", recorded_at(found->first_recorded),
                  recorded_at(found->last_recorded), inside(timings, *found));
  // Where no event is at the place that is meant, one is recorded elsewhere; else another one is asked for.
  const auto is_anywhere = [&](const auto& is_there) {
    return std::any_of(timings.calls.begin(), timings.calls.end(), [&](const TimedCall& one) {
      return one.is_reached && (is_there(one.start) || is_there(one.stop));
    });
  };
  const int recorded = is_first_wrong && !is_last_wrong && !is_anywhere(is_before)   ? found->first_recorded
                       : is_last_wrong && !is_first_wrong && !is_anywhere(is_behind) ? found->last_recorded
                                                                                     : 0;
  const bool is_one_place = found->first_recorded == found->last_recorded;
  if (recorded != 0 && !is_one_place) {
    return BlamedTime{recorded,
                      fmt::format("the event that is recorded here is not directly {} that stage, or in "
                                  "another stream. Of cudaEventElapsedTime at line {}, {}",
                                  recorded == found->first_recorded ? "before" : "behind", found->line, between)};
  }
  const bool is_nothing = found->stop - found->start <= milliseconds_of_a_record;
  if (is_nothing && !is_one_place && found->first_recorded != 0) {
    return BlamedTime{found->first_recorded,
                      fmt::format("the events that are recorded here and at line {} have nothing of the three stages "
                                  "between them: are they in the stream of the work, one before and one after it?",
                                  found->last_recorded)};
  }
  return BlamedTime{found->line, between};
}

int line_of_scaled(const Timings& timings, double claimed) {
  for (const double factor : {1000.0, 0.001}) {
    if (const TimedCall* const found = call_that_gave(timings, factor * claimed); found != nullptr) return found->line;
  }
  return 0;
}

}  // namespace grader
