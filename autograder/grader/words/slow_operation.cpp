#include "grader/words/slow_operation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "grader/words/origin_words.hpp"

namespace grader {
namespace {

Finding slow_operation_at(int line, std::string text, int other_line = 0) {
  Finding finding;
  finding.name = "slow-operation";
  finding.line = line;
  finding.other_line = other_line;
  finding.text = std::move(text);
  finding.is_remark = true;
  return finding;
}

/// A copy, or a kernel, for all of the work, where the other stages are cut into pieces.
std::optional<Finding> uncut_stage(const std::vector<TimelineOperation>& timeline) {
  constexpr std::size_t several = 4;
  constexpr double long_share = 0.5;  // of all operations of another stage
  std::map<OperationKind, std::vector<const TimelineOperation*>> stages;
  for (const TimelineOperation& one : timeline) {
    if (one.is_copy() || one.kind == OperationKind::kernel) stages[one.kind].push_back(&one);
  }
  for (const auto& [kind, operations] : stages) {
    if (operations.size() != 1) continue;
    const TimelineOperation& whole = *operations.front();
    for (const auto& [other, pieces] : stages) {
      double seconds = 0, begin = pieces.front()->start, end = 0;
      for (const TimelineOperation* piece : pieces) {
        seconds += piece->seconds();
        begin = std::min(begin, piece->start);
        end = std::max(end, piece->end);
      }
      if (pieces.size() < several || whole.line == 0 || whole.seconds() < long_share * seconds) continue;
      const bool is_after = whole.start >= end, is_before = whole.end <= begin;
      if (!is_after && !is_before) continue;
      const int cut_line = pieces.front()->line;
      const std::string what = fmt::format("{} {} of line {}", pieces.size(),
                                           other == OperationKind::kernel ? "kernels" : "copies", cut_line);
      return slow_operation_at(
          whole.line,
          fmt::format("this {} is not cut into pieces: {}, so they do not overlap. Cut it like the others, and ask for "
                      "each piece "
                      "in the stream of its chunk",
                      kind == OperationKind::kernel ? "kernel" : "copy",
                      is_after ? "it begins only after the " + what : "the " + what + " begin only after it"),
          cut_line);
    }
  }
  return std::nullopt;
}

/// Many small copies from one line, between which the link waits for the host.
std::optional<Finding> many_copies(const std::vector<TimelineOperation>& timeline) {
  constexpr std::size_t many = 16;
  std::map<int, std::vector<const TimelineOperation*>> by_line;
  for (const TimelineOperation& one : timeline) {
    if (!one.is_copy()) return std::nullopt;
    by_line[one.line].push_back(&one);
  }
  for (const auto& [line, copies] : by_line) {
    double busy = 0;
    std::int64_t bytes = 0;
    for (const TimelineOperation* copy : copies) {
      busy += copy->seconds();
      bytes += copy->bytes;
    }
    const double passed = copies.back()->end - copies.front()->start;
    if (line == 0 || copies.size() <= many || busy > passed / 2 || copies.front()->is_pageable) continue;
    return slow_operation_at(line, fmt::format("this line makes {} copies of {} bytes or so: to ask for one takes the "
                                               "host longer than the copy itself takes. "
                                               "One call can copy all of it",
                                               copies.size(), bytes / static_cast<std::int64_t>(copies.size())));
  }
  return std::nullopt;
}

/// Where kernels take nearly all of the time: a launch of so few blocks that most of the device has nothing to do.
std::optional<Finding> few_blocks(const std::vector<TimelineOperation>& timeline, const simt::SourceIndex& source) {
  constexpr double most_of_it = 0.8;
  constexpr int few = 32;
  double kernels = 0, end = 0;
  const TimelineOperation* longest = nullptr;
  for (const TimelineOperation& one : timeline) {
    end = std::max(end, one.end);
    if (one.kind != OperationKind::kernel) continue;
    kernels += one.seconds();
    if (longest == nullptr || one.seconds() > longest->seconds()) longest = &one;
  }
  if (longest == nullptr || kernels < most_of_it * end) return std::nullopt;
  for (const simt::SourceLaunch& launch : source.launches) {
    if (launch.line != longest->line || launch.shape.empty()) continue;
    std::string text = launch.shape.front();
    for (const simt::SourceAssignment& one : source.assignments) {
      if (one.name == text && !one.number.empty()) text = one.number;
    }
    int blocks = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), blocks);
    if (error != std::errc() || rest != text.data() + text.size() || blocks < 1 || blocks > few) continue;
    return slow_operation_at(launch.line, fmt::format("the kernels take nearly all of the time, and this launch has {} "
                                                      "{} only, so most multiprocessors have nothing "
                                                      "to do: launch as many threads as there are elements",
                                                      blocks, blocks == 1 ? "block" : "blocks"));
  }
  return std::nullopt;
}

/// Into how many pieces the work is cut, and how many of them may be under way.
struct Pieces {
  std::set<int> streams;
  std::set<OperationKind> stages;
  std::size_t kernels = 0;
  int kernel_line = 0;
  double idle_by_host = 0, idle = 0;  ///< seconds that hardware waited: for the host, and in all
};

Pieces pieces_of(const std::vector<TimelineOperation>& timeline) {
  Pieces pieces;
  for (const TimelineOperation& one : timeline) {
    if (!one.is_copy() && one.kind != OperationKind::kernel) continue;
    pieces.streams.insert(one.stream);
    // Before the first of a stage nothing can have been asked for.
    const bool is_first = pieces.stages.insert(one.kind).second;
    if (!is_first && one.wait == Wait::nothing) pieces.idle_by_host += one.idle;
    if (!is_first) pieces.idle += one.idle;
    if (one.kind != OperationKind::kernel) continue;
    ++pieces.kernels;
    pieces.kernel_line = one.line;
  }
  return pieces;
}

/// The line that gives one of the names on the lines from `first` to `last` its number; 0: there is none, or several.
int line_of_number(const simt::SourceIndex& source, int first, int last, const std::string& number) {
  int found = 0;
  for (const simt::SourceAssignment& one : source.assignments) {
    const bool is_it =
        number.empty() ? one.number.size() > 0 && one.number != "0" && one.number != "1" : one.number == number;
    if (!is_it || one.is_combined || one.is_element) continue;
    const bool is_named = std::any_of(source.names.begin(), source.names.end(), [&](const simt::SourceName& name) {
      return name.name == one.name && name.line >= first && name.line <= last && name.line != one.line;
    });
    if (!is_named) continue;
    if (found != 0) return 0;
    found = one.line;
  }
  return found;
}

/// Where the number of chunks stands: what the loop around `line` names, or that loop; `line` where it is in none.
int line_of_chunks(const simt::SourceIndex& source, int line) {
  const std::vector<simt::SourceCondition> around = source.conditions_around(line);
  const auto loop = std::find_if(around.begin(), around.end(), [](const auto& one) { return one.is_loop; });
  if (loop == around.end()) return line;
  const int number = line_of_number(source, loop->line, loop->line, "");
  return number != 0 ? number : loop->line;
}

/// Where hardware waits and no cause is known: too few streams, too few pieces, or too many.
std::optional<Finding> loss_by_pieces(const std::vector<TimelineOperation>& timeline, bool is_gap,
                                      const simt::SourceIndex& source) {
  constexpr std::size_t few_pieces = 4;
  constexpr std::size_t many_pieces = 16;
  const Pieces pieces = pieces_of(timeline);
  if (pieces.kernels < 2 || pieces.stages.size() < 2) return std::nullopt;
  const simt::SourceFunction* const function = source.function_around(pieces.kernel_line);
  if (function == nullptr) return std::nullopt;
  if (pieces.kernels > many_pieces && pieces.idle_by_host > pieces.idle / 2) {
    return slow_operation_at(line_of_chunks(source, pieces.kernel_line),
                             fmt::format("the work is cut into {} chunks: to ask for so many copies and kernels takes "
                                         "the host longer than the device "
                                         "needs for them",
                                         pieces.kernels));
  }
  if (is_gap && pieces.streams.size() < pieces.stages.size()) {
    const std::string count = fmt::format("{}", pieces.streams.size());
    const int line = line_of_number(source, function->first_line, function->last_line, count);
    return slow_operation_at(
        line != 0 ? line : pieces.kernel_line,
        fmt::format(
            "all copies and kernels are in {} streams. A stream does one thing at a time, so no more than {} of the {} "
            "stages (copies and kernels) run at a time",
            count, count, pieces.stages.size()));
  }
  if (is_gap && pieces.kernels < few_pieces) {
    return slow_operation_at(line_of_chunks(source, pieces.kernel_line),
                             fmt::format("the work is cut into {} chunks only: nothing runs beside the first copy and "
                                         "the last kernel, and these are "
                                         "long",
                                         pieces.kernels));
  }
  return std::nullopt;
}

/// A loop that makes the streams of an array, and not the first one: that is the default stream then.
std::optional<Finding> first_stream_never_made(const simt::SourceIndex& source) {
  for (const simt::SourceCall& call : source.calls) {
    if (!call.name.starts_with("cudaStreamCreate") || call.arguments.empty()) continue;
    const simt::SourceCondition loop = source.loop_around(call.line);
    const std::string& stream = call.arguments.front();
    const auto begin = std::find_if(source.assignments.begin(), source.assignments.end(), [&](const auto& one) {
      return one.line == loop.line && stream.ends_with("[" + one.name + "]") && !one.number.empty();
    });
    if (loop.line == 0 || begin == source.assignments.end() || begin->number == "0") continue;
    const std::string array = stream.substr(stream.front() == '&' ? 1 : 0, stream.find('[') - 1);
    return slow_operation_at(loop.line,
                             fmt::format("this loop begins with {}, so {}[0] is never made. Without that it is the "
                                         "default stream, which waits for all others, and they for it",
                                         begin->number, array),
                             call.line);
  }
  return std::nullopt;
}

/// Where the variable gets its value by which the launch on `line` names its stream; 0 where that is the line itself.
int line_of_stream(const simt::SourceIndex& source, std::string_view entry, int line) {
  constexpr std::size_t stream_place = 3;  // of <<<blocks, threads, bytes, stream>>>
  const auto launch = std::find_if(source.launches.begin(), source.launches.end(),
                                   [line](const simt::SourceLaunch& one) { return one.line == line; });
  const simt::SourceFunction* const function = source.function_around(line);
  if (launch == source.launches.end() || launch->shape.size() <= stream_place || function == nullptr) return 0;
  const int chosen = line_of_origin(source, entry, line, launch->shape[stream_place]);
  return chosen == line ? 0 : chosen;
}

/// Where the call on `line` pins another number of bytes than the function around it is given; empty where it pins
/// these.
std::string part_that_is_pinned(const simt::SourceIndex& source, int line) {
  const simt::SourceFunction* const function = source.function_around(line);
  for (const simt::SourceCall& call : source.calls) {
    const bool is_it = call.line == line && call.name == "cudaHostRegister" && call.arguments.size() > 1;
    if (!is_it || function == nullptr || function->named.size() != 2) continue;
    const std::string &bytes = call.arguments[1], &given = function->named[1].name;
    const auto made = std::find_if(source.assignments.begin(), source.assignments.end(),
                                   [&](const auto& one) { return one.name == bytes && function->has(one.line); });
    if (bytes == given || (made == source.assignments.end() && bytes.find(given + "/") != 0)) return "";
    return fmt::format(
        "this call pins as many bytes as {} says{}, and {} is given as many as {} says: is that all of the memory?",
        bytes, made == source.assignments.end() ? "" : fmt::format(" (line {})", made->line), function->name, given);
  }
  return "";
}

/// A copy from or to memory that is not pinned, at `line`, of which `text` says that it is slow.
Finding pageable_copy(const simt::SourceIndex& source, int line, const std::string& text) {
  const auto registers = std::find_if(source.names.begin(), source.names.end(),
                                      [](const simt::SourceName& name) { return name.name == "cudaHostRegister"; });
  if (registers == source.names.end()) {
    return slow_operation_at(
        line, text + ". No line calls cudaHostRegister, so the memory that the part is given stays pageable");
  }
  const std::string part = part_that_is_pinned(source, registers->line);
  if (!part.empty()) {
    return slow_operation_at(registers->line, fmt::format("{} At line {}, {}", part, line, text), line);
  }
  return slow_operation_at(
      registers->line,
      fmt::format("this call does not pin what line {} copies: is it given the address and all the bytes of that "
                  "memory, and does it come before? At line {}, {}",
                  line, line, text),
      line);
}

/// Events that take turns, `came[c % EVENTS]`, are recorded in one loop and waited for in a later one: by then they
/// stand for the last pieces.
std::optional<Finding> events_recorded_again(const simt::SourceIndex& source) {
  const auto array_of = [](const std::string& event) { return event.substr(0, event.find('[')); };
  for (const simt::SourceCall& record : source.calls) {
    if (record.name != "cudaEventRecord" || record.arguments.empty()) continue;
    const std::string& event = record.arguments.front();
    const simt::SourceCondition loop = source.loop_around(record.line);
    if (event.find('[') == std::string::npos || event.find('%') == std::string::npos || loop.line == 0) continue;
    for (const simt::SourceCall& wait : source.calls) {
      const bool waits = wait.name == "cudaStreamWaitEvent" && wait.arguments.size() > 1 &&
                         array_of(wait.arguments[1]) == array_of(event) &&
                         source.function_around(wait.line) == source.function_around(record.line);
      if (!waits || wait.line <= loop.last_line || source.loop_around(wait.line).line == 0) continue;
      return slow_operation_at(
          record.line,
          fmt::format(
              "the events of {} take turns, and all rounds of this loop record them before line {} waits for the "
              "first one: a wait is for what was recorded last, so it waits for one of the last pieces",
              array_of(event), wait.line),
          wait.line);
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Finding> slow_operation(const std::vector<TimelineOperation>& timeline,
                                      const course::MetricValues& values, const course::TrafficLimits& limits,
                                      const simt::SourceIndex& source, std::string_view entry) {
  if (course::judge("time_vs_bound", values, limits) != course::Judgement::too_much) return std::nullopt;
  if (auto copies = many_copies(timeline)) return copies;
  if (is_about_overlap(limits)) {
    if (auto uncut = uncut_stage(timeline)) return uncut;
  }
  const auto loss = greatest_loss(timeline, is_about_overlap(limits));
  if (is_about_overlap(limits) && (!loss || loss->is_gap)) {
    if (auto pieces = loss_by_pieces(timeline, loss.has_value(), source)) return pieces;
  }
  if (!loss) return few_blocks(timeline, source);
  const bool waits_for_default = std::any_of(
      timeline.begin(), timeline.end(), [](const TimelineOperation& one) { return one.wait == Wait::default_stream; });
  if (waits_for_default) {
    if (auto never_made = first_stream_never_made(source)) return never_made;
  }
  if (loss->text.find("cudaStreamWaitEvent") != std::string::npos) {
    if (auto again = events_recorded_again(source)) return again;
  }
  if (const int chosen = loss->is_one_stream ? line_of_stream(source, entry, loss->line) : 0; chosen != 0) {
    return slow_operation_at(
        chosen, fmt::format("this line says which stream line {} goes to: {}", loss->line, loss->text), loss->line);
  }
  const std::string here = fmt::format("line {} ", loss->line);
  std::string text = loss->text.starts_with(here) ? "this line " + loss->text.substr(here.size()) : loss->text;
  return loss->is_pageable ? pageable_copy(source, loss->line, text) : slow_operation_at(loss->line, std::move(text));
}

// Three times what the busiest of the copies and the kernel needs: one stage after the other.
bool is_about_overlap(const course::TrafficLimits& limits) {
  const auto limit = limits.at_most["time_vs_bound"];
  return limit && *limit < 3;
}

}  // namespace grader
