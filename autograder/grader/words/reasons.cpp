#include "grader/words/reasons.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <iterator>
#include <limits>
#include <string_view>
#include <utility>

#include "backends/counted_device.hpp"
#include "grader/words/metric_words.hpp"
#include "grader/words/mismatch.hpp"
#include "runner/protocol.hpp"

namespace grader {
namespace {

using backends::RunStatus;

Reason about(const course::Part& part, std::string text) { return {std::move(text), std::string(part.read_on)}; }

bool is_multiple_of(std::int64_t divisor, const course::Size& size, int rank) {
  return std::all_of(size.extent, size.extent + rank, [=](std::int64_t extent) { return extent % divisor == 0; });
}

bool is_square(const course::Size& size, int rank) {
  return std::all_of(size.extent, size.extent + rank, [&](std::int64_t extent) { return extent == size.extent[0]; });
}

/// What is forgotten by code that is right only for multiples of `value`.
struct Divisor {
  std::int64_t value;
  std::string_view cause;
};
constexpr Divisor divisors[] = {{32, "the guard at the edges"}, {4, "the path without float4"}};

/// In a matrix of one row or column, most mistakes of indexing do not show.
bool is_telling(const course::Size& size, int rank) {
  return std::all_of(size.extent, size.extent + rank, [](std::int64_t extent) { return extent > 1; });
}

/// True when `property` holds for all right sizes and for no wrong one.
template <class Property>
bool separates(Property property, const std::vector<course::Size>& right, const std::vector<course::Size>& wrong) {
  return !right.empty() && std::all_of(right.begin(), right.end(), property) &&
         std::none_of(wrong.begin(), wrong.end(), property);
}

/// The largest of one extent that was right, and the smallest that was wrong; 0 where none was right.
std::pair<std::int64_t, std::int64_t> limits_of_extent(int extent, const std::vector<course::Size>& right,
                                                       const std::vector<course::Size>& wrong) {
  std::int64_t largest_right = 0, smallest_wrong = std::numeric_limits<std::int64_t>::max();
  for (const course::Size& size : right) largest_right = std::max(largest_right, size.extent[extent]);
  for (const course::Size& size : wrong) smallest_wrong = std::min(smallest_wrong, size.extent[extent]);
  return {largest_right, smallest_wrong};
}

/// No larger than a usual tile of a matrix.
bool is_one_tile(const course::Size& size, int rank) {
  return std::all_of(size.extent, size.extent + rank, [](std::int64_t extent) { return extent <= 32; });
}

/// Of what is too much, the one factor is how a warp's lanes lie, the other how often it is moved.
std::string_view pattern_of_traffic(const TrafficSummary& summary, double limit) {
  if (summary.stores_again) return "the same elements are stored again and again";
  const double scattered = summary.sectors_vs_ideal;
  const bool is_repeated = summary.values["traffic_vs_minimum"].value_or(0) / scattered > limit;
  const bool is_scattered = scattered > (is_repeated ? 1.5 : 1.01);
  if (is_scattered && is_repeated) {
    return "neighbouring threads do not touch neighbouring addresses, and the same bytes are moved more than once";
  }
  return is_scattered ? "neighbouring threads do not touch neighbouring addresses"
                      : "the same bytes are moved more than once, or for few lanes of a warp at a time";
}

/// On a GPU, or of a constructor of a variable: nothing says how far it came.
Reason reason_timed_out(std::optional<runner::Phase> still_running, const std::string& at, const course::Part& part,
                        const course::Limits& limits) {
  const std::string after = fmt::format("after {:.0f} s at {}", limits.run.value, at);
  switch (still_running.value_or(runner::Phase::idle)) {
    case runner::Phase::kernel:
      return {fmt::format("a kernel had not ended {}", after), ""};
    case runner::Phase::host_code:
      return {fmt::format("{} had not returned {}: a loop in its host code goes on", part.entry, after), ""};
    case runner::Phase::host_code_or_kernel:
      return {fmt::format("{} had not returned {}: its host code goes on, or a kernel that it waits for", part.entry,
                          after),
              ""};
    case runner::Phase::idle:
      break;
  }
  return {fmt::format("nothing came back {}", after), ""};
}

/// Where the part divides by a variable that may be 0; empty where that is nowhere, or in too many places.
std::string words_of_division(const simt::SourceIndex& source, std::string_view entry) {
  constexpr std::size_t most_places = 3;
  const std::vector<const simt::SourceFunction*> used = source.used_by(entry);
  std::vector<std::string> places;
  for (const simt::SourceName& one : source.divisors) {
    if (one.name == "gridDim") continue;  // it is never zero
    const bool is_used = std::any_of(used.begin(), used.end(), [&](const auto* by) { return by->has(one.line); });
    const bool is_number = std::any_of(source.assignments.begin(), source.assignments.end(), [&](const auto& set) {
      return set.name == one.name && !set.number.empty() && set.number != "0";
    });
    if (is_used && !is_number) places.push_back(fmt::format("line {} divides by {}", one.line, one.name));
  }
  if (places.empty() || places.size() > most_places) return "";
  return fmt::format(", which is a whole number divided by 0: {}", fmt::join(places, ", "));
}

/// " (line 16 launches, and no line …)", where a launch that the function reports itself leaves its error behind.
std::string words_of_error_left(const course::Part& part, const course::Size& size, const simt::SourceIndex& source) {
  if (part.operation.must_refuse == nullptr || !part.operation.must_refuse(size)) return "";
  const std::vector<const simt::SourceFunction*> used = source.used_by(part.entry);
  int launch = 0, peek = 0;
  for (const simt::SourceCall& call : source.calls) {
    if (std::find(used.begin(), used.end(), source.function_around(call.line)) == used.end()) continue;
    if (call.name == "cudaGetLastError") return "";
    if (launch == 0 && call.name == "cudaLaunchCooperativeKernel") launch = call.line;
    if (call.name == "cudaPeekAtLastError") peek = call.line;
  }
  if (launch != 0 && peek != 0) {
    return fmt::format(
        ". At line {}, cudaPeekAtLastError only looks at the error of the launch at line {}, and leaves it there: "
        "cudaGetLastError takes it away",
        peek, launch);
  }
  return launch == 0 ? ""
                     : fmt::format(
                           ". The launch at line {} leaves this error behind, and no line takes it away "
                           "(cudaGetLastError)",
                           launch);
}

}  // namespace

Reason reason_for_run(const backends::RunOutcome& outcome, const course::Part& part, const course::Size& size,
                      const course::Limits& limits, const simt::SourceIndex& source) {
  const std::string at = size_in_words(size, part.extents);
  switch (outcome.status) {
    case RunStatus::not_defined:
      return about(part, fmt::format("your file does not define {}", part.entry));
    case RunStatus::device_error:
      return about(part, fmt::format("CUDA reports an error at {}: {}{}", at, outcome.detail,
                                     words_of_error_left(part, size, source)));
    case RunStatus::bad_library:
      return {fmt::format("your code compiles but cannot be loaded: {}", outcome.detail), ""};
    case RunStatus::crashed:
      return {fmt::format("your code crashed at {}: {}{}", at, outcome.detail,
                          outcome.detail == "Floating point exception" ? words_of_division(source, part.entry) : ""),
              ""};
    case RunStatus::ended:
      return {fmt::format("your code ended the program ({}) before the part was done", outcome.detail), ""};
    case RunStatus::timed_out:
      return reason_timed_out(outcome.still_running, at, part, limits);
    case RunStatus::out_of_work:
      return {
          fmt::format("{} was stopped at {}: it had done more loop rounds and memory accesses than twenty times what "
                      "the solution needs",
                      part.entry, at),
          ""};
    case RunStatus::slept:
      return {
          fmt::format("{} slept for {:.0f} s at {}, or waited for a file or a lock", part.entry, limits.run.value, at),
          ""};
    case RunStatus::forbidden:
      return {
          "your code tried to start another process, to reach one, or to ask the system for what no exercise needs, "
          "which is not allowed",
          ""};
    case RunStatus::all_time:
      return {fmt::format("your code took more than {:.0f} s in all its calls together; no more calls were made",
                          limits.all.value),
              ""};
    case RunStatus::thread_limit:
      return {fmt::format("your code started more than {} threads", outcome.detail), ""};
    case RunStatus::cpu_limit:
      return {fmt::format("your code used more than {:.0f} s of CPU time; it was stopped at {}", limits.cpu.value, at),
              ""};
    case RunStatus::memory_limit:
      return {fmt::format("your host code used more than {} MiB of memory at {}", limits.memory.value >> 20, at), ""};
    case RunStatus::output_limit:
      return {fmt::format("your code printed more than {} KiB: remove the debugging output", limits.output.value >> 10),
              ""};
    case RunStatus::file_limit:
      return {
          fmt::format("your code wrote more than {} KiB into a file: no exercise needs one", limits.output.value >> 10),
          ""};
    case RunStatus::forged:
      return {fmt::format("your code wrote into the grader's channel, or closed it, or took all file descriptors ({}): "
                          "the grader got no answer",
                          outcome.detail),
              ""};
    case RunStatus::ok:
    case RunStatus::grader_fault:
      break;
  }
  return {fmt::format("this is a bug in the grader, not in your code: {}", outcome.detail), ""};
}

std::string lines_in_words(const std::vector<int>& lines) {
  return fmt::format("{} {}", lines.size() == 1 ? "line" : "lines", fmt::join(lines, ", "));
}

std::vector<int> lines_of_calls(const simt::SourceIndex& source, std::string_view function, const std::string& name) {
  const auto found = std::find_if(source.functions.begin(), source.functions.end(),
                                  [function](const simt::SourceFunction& one) { return one.name == function; });
  return found == source.functions.end() ? std::vector<int>{} : source.lines_with(name, *found);
}

std::string called_at(const simt::SourceIndex& source, std::string_view function, const std::string& name) {
  const std::vector<int> lines = lines_of_calls(source, function, name);
  return lines.empty() ? "" : fmt::format(" ({}: {})", name, lines_in_words(lines));
}

namespace {

/// Whether an argument is a number of bytes, as far as its text and that of its variables' assignments tell.
bool seems_in_bytes(const simt::SourceIndex& source, const std::string& argument) {
  const auto has = [](const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; };
  if (argument == "0" || has(argument, "sizeof") || has(argument, "4")) return true;
  for (const std::string_view part : {"byte", "Byte", "pitch", "size", "BYTES"}) {
    if (has(argument, part)) return true;
  }
  return std::any_of(source.assignments.begin(), source.assignments.end(), [&](const simt::SourceAssignment& one) {
    return has(argument, one.name) && std::find(one.from.begin(), one.from.end(), "sizeof") != one.from.end();
  });
}

}  // namespace

std::string bytes_in_words(const simt::SourceIndex& source, int line) {
  struct Bytes {
    std::string_view call;
    std::size_t argument;
  };
  static constexpr Bytes known[] = {{"cudaMalloc", 1},
                                    {"cudaMemcpy", 2},
                                    {"cudaMemcpyAsync", 2},
                                    {"cudaMemset", 2},
                                    {"cudaMemsetAsync", 2},
                                    {"cudaMemcpyToSymbol", 2},
                                    {"cudaMemcpyToSymbol", 3},
                                    {"cudaMemcpyToSymbolAsync", 2},
                                    {"cudaMemcpyToSymbolAsync", 3},
                                    {"cudaMemcpyFromSymbol", 2},
                                    {"cudaMemcpyFromSymbol", 3},
                                    {"cudaMemcpyFromSymbolAsync", 2},
                                    {"cudaMemcpyFromSymbolAsync", 3},
                                    {"cudaMemcpy2D", 4},
                                    {"cudaMemcpy2DAsync", 4},
                                    {"cudaMemset2D", 3},
                                    {"cudaMemset2DAsync", 3},
                                    {"cudaMemcpy2DToArray", 1},
                                    {"cudaMemcpy2DToArray", 5},
                                    {"cudaMemcpy2DFromArray", 3},
                                    {"cudaMemcpy2DFromArray", 5}};
  for (const simt::SourceCall& call : source.calls) {
    if (call.line != line) continue;
    for (const Bytes& bytes : known) {
      if (call.name != bytes.call || call.arguments.size() <= bytes.argument) continue;
      const std::string& argument = call.arguments[bytes.argument];
      if (!seems_in_bytes(source, argument)) {
        return fmt::format("; {} counts {} in bytes, and no sizeof is in it", call.name, argument);
      }
    }
  }
  return "";
}

// grade_work_simt_test.cpp holds every solution to that share.
std::string words_after_work_limit(const simt::FindingRecord& record, const course::Size& size,
                                   const course::Part& part) {
  const std::string place = size_in_words(size, part.extents);
  if (record.detail != simt::Detail::none) return fmt::format(" (at {})", place);
  return fmt::format(", at {}; the solution needs less than a twentieth of that", place);
}

namespace {

/// Whether another number in place of this extent of `size` changes what the part is given, or has to move. A lab may
/// have extents that not all of its parts use.
bool matters(const course::Operation& operation, course::Size size, std::size_t extent) {
  course::Size other = size;
  other.extent[extent] = 2 * size.extent[extent] + 1;
  if (operation.bytes_moved(other) != operation.bytes_moved(size)) return true;
  for (int buffer = 0; buffer < operation.input_count + operation.output_count; ++buffer) {
    if (operation.elements(other, buffer) != operation.elements(size, buffer)) return true;
  }
  return false;
}

}  // namespace

Reason reason_for_wrong_sizes(const course::Lab& lab, const course::Part& part, std::vector<course::Size> right,
                              const std::vector<course::Size>& wrong, const FirstMismatch& first, bool guesses) {
  // Where it only had to refuse, no answer was right.
  std::erase_if(right, [&](const course::Size& size) {
    return part.operation.must_refuse != nullptr && part.operation.must_refuse(size);
  });
  const int rank = part.rank();
  const std::string example = fmt::format("at {}, {}", size_in_words(first.size, part.extents), mismatch_text(first));
  for (const Divisor& divisor : divisors) {
    if (!separates([&](const course::Size& size) { return is_multiple_of(divisor.value, size, rank); }, right, wrong)) {
      continue;
    }
    const std::string guess = guesses ? fmt::format(", so {} is missing or wrong", divisor.cause) : "";
    return about(part, fmt::format("right only where {} {} of {}{}: {}", extents_text(part.extents),
                                   rank == 1 ? "is a multiple" : "are multiples", divisor.value, guess, example));
  }
  std::vector<course::Size> telling;
  std::copy_if(right.begin(), right.end(), std::back_inserter(telling),
               [&](const auto& size) { return is_telling(size, rank); });
  if (lab.has_matrices && separates([&](const course::Size& size) { return is_square(size, rank); }, telling, wrong)) {
    // Where no larger square was right, it may be the size that counts.
    const bool is_small =
        std::all_of(telling.begin(), telling.end(), [&](const auto& size) { return is_one_tile(size, rank); });
    const std::string guess = guesses ? fmt::format(", so {} are mixed up somewhere{}", extents_text(part.extents),
                                                    is_small ? ", or something is wrong beyond the first tile" : "")
                                      : "";
    return about(
        part, fmt::format("right only for square matrices{}{}: {}", is_small ? " up to 32 × 32" : "", guess, example));
  }
  const std::vector<std::string>& names = part.extents;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!matters(part.operation, first.size, i)) continue;
    if (!separates([&](const course::Size& size) { return size.extent[i] % 32 == 0; }, right, wrong)) continue;
    return about(part, fmt::format("right only where {} is a multiple of 32{}: {}", names[i],
                                   guesses ? ", so its edge is not guarded correctly" : "", example));
  }
  if (lab.has_matrices &&
      separates([&](const course::Size& size) { return is_one_tile(size, rank); }, telling, wrong)) {
    return about(part, fmt::format("right only up to 32 × 32{}: {}",
                                   guesses ? ", so something is wrong beyond the first tile" : "", example));
  }
  // Of two sizes, both may be right by chance.
  const bool has_limit = !lab.has_matrices && right.size() > 2;
  for (std::size_t i = 0; has_limit && i < names.size(); ++i) {
    if (!matters(part.operation, first.size, i)) continue;
    const auto [largest_right, smallest_wrong] = limits_of_extent(static_cast<int>(i), right, wrong);
    if (largest_right > 1 && largest_right < smallest_wrong) {
      return about(part, fmt::format("wrong result: right up to {} = {}, wrong from {} on: {}", names[i], largest_right,
                                     smallest_wrong, example));
    }
  }
  return about(part, fmt::format("wrong result: {}", example));
}

std::string speed_text(units::GBps speed, const Performance& performance) {
  if (performance.step.empty()) return fmt::format("{:.0f} GB/s", speed.value);
  return fmt::format("{:.3g} µs a {}", performance.microseconds_per_step(speed), performance.step);
}

namespace {

/// The line that asks how many blocks fit on a multiprocessor, in a file that never asks how many of those there are;
/// 0: there is none.
int line_of_one_multiprocessor(const simt::SourceIndex& source) {
  const bool asks_for_all = std::any_of(source.names.begin(), source.names.end(), [](const simt::SourceName& name) {
    return name.name == "cudaDevAttrMultiProcessorCount" || name.name == "multiProcessorCount";
  });
  const auto asks = std::find_if(source.calls.begin(), source.calls.end(), [](const simt::SourceCall& call) {
    return call.name.starts_with("cudaOccupancyMaxActiveBlocksPerMultiprocessor");
  });
  return asks_for_all || asks == source.calls.end() ? 0 : asks->line;
}

/// Whether anything behind a launch, or another function, asks for a launch's error.
bool asks_for_launch_error(const simt::SourceIndex& source) {
  return std::any_of(source.calls.begin(), source.calls.end(), [&](const simt::SourceCall& call) {
    if (call.name != "cudaGetLastError" && call.name != "cudaPeekAtLastError") return false;
    return std::none_of(source.launches.begin(), source.launches.end(), [&](const simt::SourceLaunch& launch) {
      return call.line < launch.line && source.function_around(call.line) == source.function_around(launch.line);
    });
  });
}

/// A question about the last error where one before it, which nothing keeps, has taken the error away: the lines of the
/// second one and the first one. {0, 0} where there is none.
std::pair<int, int> error_asked_twice(const simt::SourceIndex& source, std::string_view entry) {
  const std::vector<int> asked = lines_of_calls(source, entry, "cudaGetLastError");
  for (const simt::SourceCondition& condition : source.conditions) {
    const bool is_asked = std::find(asked.begin(), asked.end(), condition.line) != asked.end();
    const bool is_kept = std::any_of(source.assignments.begin(), source.assignments.end(),
                                     [&](const auto& one) { return one.line == condition.line; });
    if (!is_asked || is_kept || condition.is_loop) continue;
    for (const int line : asked) {
      if (condition.line < line && line <= condition.last_line) return {line, condition.line};
    }
  }
  return {};
}

/// What `cudaGetLastError` returned is kept in a variable that gets another value before anything looks at it: where it
/// gets the two values. {0, 0} where there is none.
std::pair<int, int> error_overwritten(const simt::SourceIndex& source, std::string_view entry) {
  const std::vector<int> asked = lines_of_calls(source, entry, "cudaGetLastError");
  const auto& assignments = source.assignments;
  for (std::size_t i = 0; i < assignments.size(); ++i) {
    const simt::SourceAssignment& kept = assignments[i];
    if (std::find(asked.begin(), asked.end(), kept.line) == asked.end() || kept.is_element) continue;
    for (const simt::SourceAssignment& next : assignments) {
      const bool is_next = next.line > kept.line && next.name == kept.name &&
                           source.function_around(next.line) == source.function_around(kept.line);
      if (!is_next) continue;
      const auto uses = std::count_if(source.names.begin(), source.names.end(), [&](const simt::SourceName& one) {
        return one.name == kept.name && kept.line < one.line && one.line <= next.line;
      });
      if (uses == 1) return {kept.line, next.line};
      break;
    }
  }
  return {};
}

/// What `cudaGetLastError` returned is kept in a variable that gets another value whatever the error was, as by
/// `error = cudaFree(device);`: where it gets the two values. {0, 0} where there is none.
std::pair<int, int> error_lost_at_end(const simt::SourceIndex& source, std::string_view entry) {
  const std::vector<int> asked = lines_of_calls(source, entry, "cudaGetLastError");
  const auto& assignments = source.assignments;
  for (const simt::SourceAssignment& kept : assignments) {
    if (std::find(asked.begin(), asked.end(), kept.line) == asked.end() || kept.is_element) continue;
    const auto loses = [&](const simt::SourceAssignment& next) {
      const bool is_next = next.line > kept.line && next.name == kept.name && !next.is_combined &&
                           source.function_around(next.line) == source.function_around(kept.line);
      const bool looks_at_it = std::find(next.from.begin(), next.from.end(), kept.name) != next.from.end();
      const auto decides = [&](const simt::SourceCondition& one) {
        const int last = std::max(one.last_line, one.last_of_else);
        return one.line > kept.line && one.line <= next.line && next.line <= last;
      };
      return is_next && !looks_at_it && std::none_of(source.conditions.begin(), source.conditions.end(), decides);
    };
    const auto next = std::find_if(assignments.begin(), assignments.end(), loses);
    if (next != assignments.end()) return {kept.line, next->line};
  }
  return {};
}

/// A variable of a block whose name is that of another variable outside of the block: where the two are declared. {0,
/// 0} where there is none in `entry`.
std::pair<int, int> hidden_variable(const simt::SourceIndex& source, std::string_view entry) {
  const auto begins_with = [](const auto& all, const auto& first) {
    return first.size() < all.size() && std::equal(first.begin(), first.end(), all.begin(), [](auto& a, auto& b) {
             return a.line == b.line && a.last_line == b.last_line;
           });
  };
  for (const simt::SourceAssignment& inner : source.assignments) {
    const simt::SourceFunction* const function = source.function_around(inner.line);
    if (!inner.is_declaration || function == nullptr || function->name != entry) continue;
    for (const simt::SourceAssignment& outer : source.assignments) {
      const bool is_before = outer.is_declaration && outer.name == inner.name && outer.line < inner.line &&
                             source.function_around(outer.line) == function;
      if (is_before && begins_with(source.conditions_around(inner.line), source.conditions_around(outer.line)))
        return {inner.line, outer.line};
    }
  }
  return {};
}

/// The same where a function returns errors.
Reason reason_returned_error(const course::Part& part, const std::string& size, const Refusal& refusal,
                             const simt::SourceIndex& source) {
  if (refusal.due == 0) {
    return about(part, fmt::format("at {} it returned the error {}: there no call and no launch has to fail", size,
                                   refusal.said));
  }
  std::string text = fmt::format("at {}, {}: it must return the launch's error, {} ({}), and it returned {}", size,
                                 part.operation.refusal_cause, part.operation.refusal_name, refusal.due, refusal.said);
  const std::string said = std::to_string(refusal.said);
  const auto returned = std::find_if(source.returned.begin(), source.returned.end(), [&](const auto& one) {
    const simt::SourceFunction* const function = source.function_around(one.line);
    return refusal.said != 0 && one.name == said && function != nullptr && function->name == part.entry;
  });
  if (returned != source.returned.end()) return about(part, fmt::format("line {}: {} here", returned->line, text));
  const auto compared = std::find_if(source.assignments.begin(), source.assignments.end(), [&](const auto& one) {
    const simt::SourceFunction* const function = source.function_around(one.line);
    const bool is_of_call = std::any_of(one.from.begin(), one.from.end(), [](const std::string& name) {
      return name == "cudaGetLastError" || name == "cudaPeekAtLastError";
    });
    return one.is_comparison && is_of_call && function != nullptr && function->name == part.entry;
  });
  if (compared != source.assignments.end() && (refusal.said == 0 || refusal.said == 1)) {
    return about(part, fmt::format("line {}: {}. The comparison comes before the =, so {} is 1 or 0 here, and not the "
                                   "error: the assignment needs brackets around it",
                                   compared->line, text, compared->name));
  }
  const auto [again, first] = error_asked_twice(source, part.entry);
  if (again != 0 && refusal.said == 0) {
    return about(part, fmt::format("line {}: {}. This cudaGetLastError() returns 0, since the one at line {} has "
                                   "returned the error already, and taken it away: keep what the first one returns",
                                   again, text, first));
  }
  const auto [kept, overwritten] = error_overwritten(source, part.entry);
  if (overwritten != 0) {
    return about(part, fmt::format("line {}: {}. Line {} keeps the launch's error, and this line puts another value in "
                                   "its place before anything has looked at it",
                                   overwritten, text, kept));
  }
  const auto [known, lost] = error_lost_at_end(source, part.entry);
  if (lost != 0 && refusal.said == 0) {
    return about(part, fmt::format("line {}: {}. Line {} keeps the launch's error, and this line puts another value in "
                                   "its place, whatever the error was",
                                   lost, text, known));
  }
  const auto [inner, outer] = hidden_variable(source, part.entry);
  if (inner != 0 && refusal.said == 0) {
    return about(part, fmt::format("line {}: {}. This line declares a new variable, which hides that of line {}: what "
                                   "the new one gets is lost at the end of its block",
                                   inner, text, outer));
  }
  if (refusal.has_failed_launch) {
    text += asks_for_launch_error(source) ? ". The first error counts"
                                          : ". No line after the launch asks for its error (cudaGetLastError)";
  }
  return about(part, std::move(text));
}

}  // namespace

Reason reason_refusal(const course::Part& part, const std::string& size, const Refusal& refusal,
                      const simt::SourceIndex& source) {
  if (part.operation.returns_errors()) return reason_returned_error(part, size, refusal, source);
  if (refusal.due != 0) {
    return about(part, fmt::format("at {} it must refuse, and did not: no device can run that", size));
  }
  const std::string refused = fmt::format("it refused {}, which this device can run", size);
  const int line = line_of_one_multiprocessor(source);
  if (line == 0) return about(part, refused);
  return about(part, fmt::format("line {}: {}. This call tells how many blocks fit on one multiprocessor, and no line "
                                 "asks how many multiprocessors there are",
                                 line, refused));
}

namespace {

constexpr std::string_view stages[] = {"the copy to the device", "the kernel", "the copy to the host"};

/// Which stages a claim is about in truth: one, or several that follow each other; empty where none fit.
std::string shared_with(std::size_t stage, double claimed, const std::array<double, 3>& actual) {
  // Two stages may take nearly the same time: the nearest sum is meant.
  std::string nearest;
  double least = 0.1;
  const auto compare = [&](double time, std::string text) {
    const double away = std::abs(claimed - time) / time;
    if (away > least) return;
    least = away;
    nearest = std::move(text);
  };
  for (std::size_t other = 0; other < actual.size(); ++other) {
    if (other == stage) continue;
    const auto [first, second] = std::minmax(stage, other);
    compare(actual[other], fmt::format("it is what {} takes", stages[other]));
    if (second == first + 1)
      compare(actual[first] + actual[second],
              fmt::format("it is what {} and {} take together", stages[first], stages[second]));
  }
  compare(actual[0] + actual[1] + actual[2], "it is what all three stages take together");
  return nearest;
}

/// What a claim has in common with the true times; empty where nothing is recognised.
std::string about_claim(std::size_t stage, double claimed, const std::array<double, 3>& actual) {
  const auto is_near = [claimed](double time) { return std::abs(claimed - time) <= 0.1 * time; };
  if (is_near(actual[stage] / 1000)) return "it is in seconds, and milliseconds are asked for";
  if (is_near(actual[stage] * 1000)) return "it is in microseconds, and milliseconds are asked for";
  const std::string shared = shared_with(stage, claimed, actual);
  if (shared.ends_with("takes")) return shared + ": look at which two events it is from";
  if (shared.find(" and ") != std::string::npos) return shared + ": an event between them is missing, or elsewhere";
  if (!shared.empty()) return shared;
  constexpr double nothing = 0.1;
  if (claimed < nothing * actual[stage]) {
    return "next to nothing lies between its two events: are they in the stream of the work, one before and one after "
           "it?";
  }
  return "the number is not what events in the same stream tell, in milliseconds, or that stage is not done as asked";
}

/// Where each of the three calls `elapsed` has its events among the four `records`, and so which line is at fault.
void find_events(const std::vector<const simt::SourceCall*>& records,
                 const std::vector<const simt::SourceCall*>& elapsed, StageLines& lines) {
  const auto place_of = [&](const std::string& event) {
    const auto is_it = [&](const simt::SourceCall* one) { return one->arguments[0] == event; };
    const bool is_one = std::count_if(records.begin(), records.end(), is_it) == 1;
    return is_one ? static_cast<std::size_t>(std::find_if(records.begin(), records.end(), is_it) - records.begin())
                  : records.size();
  };
  for (std::size_t stage = 0; stage < elapsed.size(); ++stage) {
    const std::vector<std::string>& arguments = elapsed[stage]->arguments;
    const std::size_t first = place_of(arguments[1]), second = place_of(arguments[2]);
    if (first == records.size() || second == records.size()) return;
    lines.between[stage] = {first, second};
  }
  for (std::size_t stage = 0; stage < elapsed.size(); ++stage) {
    const bool is_right = lines.between[stage] == std::array<std::size_t, 2>{stage, stage + 1};
    lines.elapsed[stage] = is_right ? 0 : elapsed[stage]->line;
  }
}

/// "between them are the kernel and the copy to the host"
std::string about_events(const std::array<std::size_t, 2>& between) {
  const auto [first, second] = between;
  if (first == second) return "they are the same one";
  if (first > second) return "the first of them is recorded later than the second one";
  const std::vector<std::string_view> inside(stages + first, stages + second);
  return fmt::format("between them {} {}", inside.size() == 1 ? "is" : "are",
                     fmt::join(inside, inside.size() == 2 ? " and " : ", "));
}

/// Of four records, those that have no copy and no launch between them, because one of the two stands on the other side
/// of its stage.
void find_misplaced(const simt::SourceIndex& source, std::string_view function, StageLines& lines) {
  if (lines.records.size() != lines.misplaced.size() + 1) return;
  const auto work_between = [&](int first, int last) {
    const auto is_work = [&](const auto& one) {
      const simt::SourceFunction* const around = source.function_around(one.line);
      return around != nullptr && around->name == function && first < one.line && one.line < last;
    };
    const auto copies = std::count_if(source.calls.begin(), source.calls.end(), [&](const simt::SourceCall& one) {
      return one.name.starts_with("cudaMemcpy") && is_work(one);
    });
    return copies + std::count_if(source.own_calls.begin(), source.own_calls.end(), is_work);
  };
  constexpr int end = std::numeric_limits<int>::max();
  for (std::size_t stage = 0; stage < lines.misplaced.size(); ++stage) {
    const int before = lines.records[stage], behind = lines.records[stage + 1];
    if (work_between(before, behind) != 0) continue;
    const int next = stage + 2 < lines.records.size() ? lines.records[stage + 2] : end;
    const int previous = stage == 0 ? 0 : lines.records[stage - 1];
    const std::ptrdiff_t most_in_one = 1;
    if (work_between(behind, next) > (next == end ? 0 : most_in_one)) {
      lines.misplaced[stage] = behind;
    } else if (work_between(previous, before) > (stage == 0 ? 0 : most_in_one)) {
      lines.misplaced[stage] = before;
    }
  }
}

}  // namespace

StageLines stage_lines(const simt::SourceIndex& source, std::string_view function) {
  StageLines lines;
  lines.records = lines_of_calls(source, function, "cudaEventRecord");
  find_misplaced(source, function, lines);
  constexpr std::string_view host_clocks[] = {"now", "clock_gettime", "gettimeofday", "clock", "timespec_get"};
  std::vector<const simt::SourceCall*> calls, records;
  for (const simt::SourceCall& call : source.calls) {
    const simt::SourceFunction* const around = source.function_around(call.line);
    const bool is_here = around != nullptr && around->name == function;
    if (is_here && call.name.starts_with("cudaEventRecord") && !call.arguments.empty()) records.push_back(&call);
    lines.has_event = lines.has_event || call.name.find("cudaEventRecord") == 0;
    if (is_here && call.name == "cudaEventElapsedTime" && call.arguments.size() == 3) calls.push_back(&call);
  }
  for (const simt::SourceName& name : source.names) {
    const simt::SourceFunction* const around = source.function_around(name.line);
    const bool is_clock = std::find(std::begin(host_clocks), std::end(host_clocks), name.name) != std::end(host_clocks);
    if (is_clock && around != nullptr && around->name == function && lines.host_clock == 0)
      lines.host_clock = name.line;
  }
  for (const simt::SourceFunction* const used : source.used_by(function)) {
    for (const int line : source.thousands) {
      if (used->has(line) && line != lines.scaled) lines.scaled = lines.scaled == 0 ? line : -1;
    }
  }
  lines.scaled = std::max(lines.scaled, 0);
  const auto entry = std::find_if(source.functions.begin(), source.functions.end(),
                                  [&](const simt::SourceFunction& one) { return one.name == function; });
  for (const simt::SourceAssignment& one : source.assignments) {
    const bool is_claim = entry != source.functions.end() && entry->has(one.line) && one.is_element &&
                          !entry->named.empty() && one.name == entry->named.front().name;
    const bool is_in_loop = is_claim && source.loop_around(one.line).line != 0;
    if (is_in_loop) lines.stores_all = lines.stores_all == 0 ? one.line : -1;
    for (std::size_t stage = 0; stage < lines.stored.size() && is_claim; ++stage) {
      if (one.subscript == std::to_string(stage)) lines.stored[stage] = lines.stored[stage] == 0 ? one.line : -1;
    }
  }
  for (int& line : lines.stored) line = std::max(line, 0);
  lines.stores_all = std::max(lines.stores_all, 0);
  if (!calls.empty()) lines.asked = calls.front()->line;
  // One call in a loop, whose first event is always the same.
  const auto is_chosen = [](const std::string& event) {
    const std::size_t open = event.find('[');
    return open != std::string::npos && std::isalpha(static_cast<unsigned char>(event[open + 1])) != 0;
  };
  if (calls.size() == 1 && is_chosen(calls[0]->arguments[2]) && !is_chosen(calls[0]->arguments[1])) {
    lines.elapsed.fill(calls[0]->line);
    lines.first_is_always = calls[0]->arguments[1];
  }
  if (calls.size() != lines.elapsed.size()) return lines;
  // A stage ends where the next one begins. Of two neighbours that do not meet, the one at fault misses both.
  const auto meet = [&](std::size_t stage) { return calls[stage]->arguments[2] == calls[stage + 1]->arguments[1]; };
  const std::size_t misses = (meet(0) ? 0 : 1) + (meet(1) ? 0 : 2);
  constexpr std::size_t at_fault[] = {3, 0, 2, 1};
  if (misses != 0) lines.elapsed[at_fault[misses]] = calls[at_fault[misses]]->line;
  if (misses == 1 || misses == 2) lines.elapsed[1] = calls[1]->line;
  if (records.size() == calls.size() + 1) find_events(records, calls, lines);
  return lines;
}

Reason reason_not_measured(const course::Part& part, std::uint32_t timed_stages) {
  return about(part, fmt::format("it reports the times of three stages, and cudaEventElapsedTime gave it {} in this "
                                 "call: read the time of each stage from an event before it and an event after it",
                                 timed_stages == 0 ? "none" : fmt::format("only {}", timed_stages)));
}

Reason reason_stage_time(const course::Part& part, std::size_t stage, double claimed,
                         const std::array<double, 3>& actual, const StageLines& lines, bool is_alone) {
  // A number of the host's clock is another in each run: it is not quoted.
  if (!lines.has_event && lines.host_clock != 0) {
    return about(part, fmt::format("line {}: the times that it reports are of the host's clock. A launch and an "
                                   "asynchronous copy return before the GPU has done the work: record an event "
                                   "(cudaEventRecord) before and after each stage",
                                   lines.host_clock));
  }
  const auto blame = [&](const BlamedTime& blamed) {
    return about(part, fmt::format("line {}: it reports {:.4g} ms for {}, which takes {:.4g} ms: {}", blamed.line,
                                   claimed, stages[stage], actual[stage], blamed.why));
  };
  if (const auto early = asked_too_early(lines.timings)) return blame(*early);
  if (claimed < 0 && lines.asked != 0) {
    return about(part, fmt::format("line {}: it reports {:.4g} ms for {}. A time is negative where the two events of "
                                   "cudaEventElapsedTime are exchanged: the first one must be the one that is recorded "
                                   "first",
                                   lines.asked, claimed, stages[stage]));
  }
  if (const int line = lines.misplaced[stage]; line != 0) {
    const bool is_early = line == lines.records[stage + 1];
    return about(part, fmt::format("line {}: it reports {:.4g} ms for {}, which takes {:.4g} ms: the event that is "
                                   "recorded here is {} that stage, and so nothing lies between the two events of it: "
                                   "it belongs {} that stage",
                                   line, claimed, stages[stage], actual[stage], is_early ? "before" : "behind",
                                   is_early ? "behind" : "before"));
  }
  std::vector<int> around = lines.records;  // of four events, those before and after the stage
  if (around.size() == actual.size() + 1) around = {around[stage], around[stage + 1]};
  if (const int line = lines.elapsed[stage]; line != 0) {
    const auto& between = lines.between[stage];
    const bool is_known = between[0] != between[1];
    return about(part,
                 fmt::format("line {}: it reports {:.4g} ms for {}, which takes {:.4g} ms: the two events here "
                             "are not those before and after that stage: {}",
                             line, claimed, stages[stage], actual[stage],
                             is_known ? about_events(between)
                             : !lines.first_is_always.empty()
                                 ? fmt::format("the first one is {} in each round of the loop, so the time of the "
                                               "stages before is in it as well",
                                               lines.first_is_always)
                                 : about_claim(stage, claimed, actual)));
  }
  // Where its neighbours begin and end at the right events, those are recorded, and this stage takes others of them.
  if (const int line = lines.stored[stage]; line != 0 && is_alone && lines.records.empty()) {
    const std::string found = shared_with(stage, claimed, actual);
    if (!found.empty()) {
      return about(part,
                   fmt::format("line {}: it reports {:.4g} ms for {}, which takes {:.4g} ms: {}. The times of the "
                               "other stages are right, so this line asks for the time between other events than "
                               "those before and after its stage",
                               line, claimed, stages[stage], actual[stage], found));
    }
  }
  // Copies in and out take nearly the same time, so the sum from the beginning is asked for first.
  double from_beginning = 0;
  for (std::size_t one = 0; one <= stage; ++one) from_beginning += actual[one];
  constexpr double near = 0.05;
  if (lines.stores_all != 0 && stage != 0 && std::abs(claimed - from_beginning) <= near * from_beginning) {
    return about(part, fmt::format("line {}: it reports {:.4g} ms for {}, which takes {:.4g} ms: it is the time from "
                                   "the beginning of the first stage, so the first of the two events is the same one "
                                   "for all stages",
                                   lines.timings.from_first != 0 ? lines.timings.from_first : lines.stores_all, claimed,
                                   stages[stage], actual[stage]));
  }
  const std::string found = about_claim(stage, claimed, actual);
  if (lines.scaled != 0 && found.starts_with("it is in ")) {
    return about(part, fmt::format("line {}: it reports {:.4g} ms for {}, which takes {:.4g} ms: {}. The number that "
                                   "cudaEventElapsedTime gives is in milliseconds already",
                                   lines.scaled, claimed, stages[stage], actual[stage], found));
  }
  if (const auto other = other_events(lines.timings, stage, claimed)) return blame(*other);
  for (const int line : {lines.stored[stage], lines.stores_all, line_of_scaled(lines.timings, claimed)}) {
    if (line != 0 && found.starts_with("it is in ")) return blame({line, found});
  }
  const std::string named = around.empty() ? "" : fmt::format(" (cudaEventRecord: {})", lines_in_words(around));
  return about(part, fmt::format("it reports {:.4g} ms for {}, which takes {:.4g} ms: {}{}", claimed, stages[stage],
                                 actual[stage], found, named));
}

Reason reason_stage_sum(const course::Part& part, double claimed, double outside) {
  return about(part, fmt::format("it reports {:.4g} ms for its stages together, but the whole call took only {:.4g} ms",
                                 claimed, outside));
}

// What needs 8.0 is about lines that persist in the second-level cache.
std::optional<Reason> reason_lacks_ability(const course::Part& part, const simt::memory::Device& emulated) {
  if (part.needs_sm == 0 || emulated.most_persisting_bytes > 0) return std::nullopt;
  return Reason{
      fmt::format(
          "not on this device: part {} needs a GPU of compute capability {}.{} or newer, and the emulator counts for "
          "a {}; it takes no points away",
          part.id, part.needs_sm / 10, part.needs_sm % 10, emulated.name),
      ""};
}

std::optional<Reason> reason_lacks_ability(const course::Part& part, const std::string& sm) {
  if (part.needs_sm == 0 || std::stod(sm) * 10 + 0.5 >= part.needs_sm) return std::nullopt;
  return Reason{
      fmt::format(
          "not on this device: part {} needs a GPU of compute capability {}.{} or newer, and this one is {}; it "
          "takes no points away",
          part.id, part.needs_sm / 10, part.needs_sm % 10, sm),
      ""};
}

Reason reason_no_own_memory(const course::Part& part) {
  return about(part, "it asks for no device memory of its own: cudaMalloc is missing");
}

Reason reason_outlives_call(const course::Part& part) {
  return about(
      part,
      "its work does not end with the call: the GPU was still busy with it, or memory still changed, after your "
      "function had returned and the device had been synchronised. All work must be done when "
      "cudaDeviceSynchronize() returns, and none may begin before the next call");
}

Reason reason_did_not_show() {
  return {
      "the answer was right on this GPU, but the code is wrong: the emulator found a mistake that did not show here",
      ""};
}

Reason reason_other_signature(const course::Lab& lab, const course::Part& part, int line) {
  const std::string header = lab.source.substr(0, lab.source.rfind('.')) + ".cuh";
  return about(part, fmt::format("line {}: {} is defined here with other parameters than {} declares, so it is another "
                                 "function: make the types of all parameters the same as there",
                                 line, part.entry, header));
}

Reason reason_nothing_written(const course::Part& part, const simt::SourceIndex& source) {
  const auto entry = std::find_if(source.functions.begin(), source.functions.end(),
                                  [&](const simt::SourceFunction& one) { return one.name == part.entry; });
  // Of a function without any statement, the launch is not the only thing that is missing.
  const bool is_begun = entry != source.functions.end() &&
                        std::any_of(source.assignments.begin(), source.assignments.end(),
                                    [&](const simt::SourceAssignment& one) { return entry->has(one.line); });
  const simt::SourceFunction* const kernel = is_begun ? source.unlaunched_kernel(*entry) : nullptr;
  if (kernel == nullptr) return about(part, "nothing was written");
  return about(part, fmt::format("line {}: nothing was written: the kernel {} is defined here, and no line launches it",
                                 kernel->first_line, kernel->name));
}

Reason reason_input_changed(const course::Part& part, const std::string& where) {
  return about(part, "your code changed its input, which belongs to the caller" + where);
}

Reason reason_outside_written(const course::Part& part, const std::string& size) {
  return about(part, fmt::format("your code wrote outside the output at {}: an index passes the last element", size));
}

Reason reason_missing_feature(const std::string& place, const std::string& feature) {
  const std::string at = place.empty() ? "" : place + ": ";
  return {fmt::format("this cannot be graded in the emulator: {}it has no {}; on a GPU it can be graded", at, feature),
          ""};
}

Reason reason_compile_error(const course::Lab& lab) {
  return {fmt::format("{} does not compile; the compiler's message is below", lab.source), ""};
}

namespace {

/// What a part can reach at most, with its name; without one where the part is compared with the reference only.
std::pair<units::GBps, std::string_view> ceiling_of(const Performance& performance, const course::PartRules& rules) {
  switch (rules.baseline) {
    case course::Baseline::copy:
      return {performance.copy, "a copy"};
    case course::Baseline::bound:
      return {performance.bound, "what the slowest piece of the work reaches by itself"};
    case course::Baseline::reference:
      break;
  }
  return {};
}

}  // namespace

Reason reason_slow(const course::Part& part, const Performance& performance, const course::PartRules& rules) {
  // A part whose reference is too far from the ceiling is judged by the reference.
  const auto [ceiling, name] = ceiling_of(performance, rules);
  const bool is_of_ceiling = ceiling.value > 0 && performance.minimum.value >= ceiling.value * rules.full_at;
  const bool is_of_reference = rules.baseline == course::Baseline::reference;
  const double share = is_of_ceiling || is_of_reference ? rules.full_at : performance.minimum / performance.reference;
  const std::string_view baseline = is_of_ceiling ? name : "the reference";
  std::string text =
      fmt::format("{}, where full points start at {} ({:.0f} % of {}): {}", speed_text(performance.gbps, performance),
                  speed_text(performance.minimum, performance), share * 100, baseline, part.slow_cause);
  if (performance.outside_clock) text += "; timed by the grader's clock, since the GPU's events claim less than passed";
  return about(part, std::move(text));
}

Reason reason_predicted_slow(const course::Part& part, const PredictedPerformance& predicted) {
  return about(part, fmt::format("predicted {:.4g} GB/s on an {}, where full points start at {:.4g} GB/s: {}",
                                 predicted.gbps.value, predicted.device, predicted.minimum.value, part.slow_cause));
}

Reason reason_below_device_minimum(const course::Part& part, const Performance& performance) {
  return about(part, fmt::format("{}, where points for speed start at {} on this GPU: {}",
                                 speed_text(performance.gbps, performance),
                                 speed_text(performance.device_minimum, performance), part.slow_cause));
}

Reason reason_implausible(const Performance& performance, units::GBps peak) {
  return {fmt::format("implausible: {:.0f} GB/s is more than this GPU's memory can move ({:.0f} GB/s)",
                      performance.gbps.value, peak.value),
          ""};
}

namespace {

/// One for each of the limits that are not kept, where `is_asked` says so of the metric and of how it misses its limit.
template <class IsAsked>
std::vector<Reason> reasons_for_limits(const course::Part& part, const TrafficSummary& summary,
                                       const course::TrafficLimits& limits, const IsAsked& is_asked) {
  std::vector<Reason> reasons;
  for (const course::Metric& metric : course::metrics) {
    const course::Judgement judgement = course::judge(metric, summary.values, limits);
    if (judgement == course::Judgement::not_judged || judgement == course::Judgement::within) continue;
    const bool is_much = judgement == course::Judgement::too_much;
    if (!is_asked(metric, is_much)) continue;
    const double limit = *limits.at_most[metric];
    const SentenceWords words{limit, part.slow_cause, pattern_of_traffic(summary, limit)};
    const std::string at = summary.at.empty() ? "" : fmt::format("at {}, ", summary.at);
    reasons.push_back(about(part, at + metric_sentence(metric, is_much ? metric.too_much : metric.too_little,
                                                       *summary.values[metric], words)));
  }
  return reasons;
}

}  // namespace

std::vector<Reason> reasons_for_traffic(const course::Part& part, const TrafficSummary& summary,
                                        const course::TrafficLimits& limits) {
  return reasons_for_limits(part, summary, limits, [](const course::Metric&, bool) { return true; });
}

std::vector<Reason> reasons_beside_time(const course::Part& part, const TrafficSummary& summary,
                                        const course::TrafficLimits& limits) {
  return reasons_for_limits(part, summary, limits, [](const course::Metric& metric, bool is_much) {
    return !is_much || !metric.shows_in_time;
  });
}

std::string note_unsteady(const course::Part& part, const Performance& performance) {
  return fmt::format(
      "{}: the GPU's speed was not steady: the reference differed by {:.1f} % before and after your code ran, in the "
      "best of several rounds. Grade again when nothing else uses this machine.",
      part.id, performance.reference_drift * 100);
}

std::string note_other_device(const std::string& device, const std::string& usual) {
  return fmt::format(
      "not for the record: traffic was counted for the {}, but course.toml's limits are meant for the {}.", device,
      usual);
}

std::string note_slice(const course::Lab& lab, const simt::memory::Device& device) {
  const simt::memory::Device slice = backends::counted_device(lab, device);
  return fmt::format(
      "counted for one of {} equal parts of the device: {} multiprocessor{}, {} KiB of L2 cache, of which up to {} KiB "
      "can be set aside. What the CUDA calls say of the device is of this part.",
      backends::device_parts(lab, device), slice.multiprocessors, slice.multiprocessors == 1 ? "" : "s",
      slice.l2_bytes >> 10, slice.most_persisting_bytes >> 10);
}

}  // namespace grader
