#include "grader/words/circumstances.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "grader/words/call_words.hpp"
#include "grader/words/change_text.hpp"
#include "grader/words/divergence_words.hpp"
#include "grader/words/mismatch.hpp"
#include "grader/words/missing_words.hpp"
#include "grader/words/race_words.hpp"
#include "grader/words/reasons.hpp"
#include "grader/words/row_words.hpp"
#include "grader/words/unset_words.hpp"
#include "grader/words/unwritten_words.hpp"

namespace grader {
namespace {

/// The name of the kernel that the launch on `line` starts; empty where it is not seen.
std::string kernel_launched_at(const simt::SourceIndex& source, int line) {
  const auto launch = std::find_if(source.launches.begin(), source.launches.end(),
                                   [line](const simt::SourceLaunch& one) { return one.line == line; });
  return launch == source.launches.end() ? "" : launch->kernel;
}

/// The line of the first `return;` of the kernel before `line`; where that line is in none, of the kernel of the launch
/// on `launch_line`, or of any, where that is not known. 0: there is none.
int return_before(const simt::SourceIndex& source, int line, int launch_line) {
  const simt::SourceFunction* const function = source.function_around(line);
  const bool is_in_kernel = function != nullptr && function->is_kernel;
  const std::string launched = kernel_launched_at(source, launch_line);
  for (const int early : source.returns) {
    const simt::SourceFunction* const around = source.function_around(early);
    if (around == nullptr || !around->is_kernel) continue;
    const bool may_end =
        is_in_kernel ? around == function && early < line : launched.empty() || around->name == launched;
    if (may_end) return early;
  }
  return 0;
}

bool is_only_return(const simt::SourceIndex& source, int line) {
  const simt::SourceFunction* const function = source.function_around(line);
  return std::count_if(source.returns.begin(), source.returns.end(),
                       [&](int other) { return source.function_around(other) == function; }) == 1;
}

/// The line of a condition about blockIdx on which all changes of `name` depend that are not on `line`; 0: there is
/// none.
int condition_of_blocks(const simt::SourceIndex& source, const std::string& name, int line) {
  int found = 0;
  for (const simt::SourceName& use : source.names) {
    const bool is_change = std::any_of(source.names.begin(), source.names.end(), [&](const simt::SourceName& other) {
      return other.line == use.line && other.name.starts_with("atomic");
    });
    if (use.name != name || use.line == line || !is_change) continue;
    const std::vector<simt::SourceCondition> around = source.conditions_around(use.line);
    const auto about_block = std::find_if(around.begin(), around.end(), [&](const simt::SourceCondition& one) {
      return !one.is_loop && std::any_of(source.names.begin(), source.names.end(), [&](const simt::SourceName& other) {
        return other.line == one.line && other.name == "blockIdx";
      });
    });
    if (about_block == around.end()) return 0;
    found = about_block->line;
  }
  return found;
}

/// Where a number that the loop at `line` waits for is computed from the counter `name`, and where the block was
/// counted in it before that; 0 and 0: nowhere.
std::array<int, 2> late_goal(const simt::SourceIndex& source, const std::string& name, int line) {
  const simt::SourceFunction* const function = source.function_around(line);
  if (function == nullptr) return {};
  const auto is_on = [&](const std::string& text, int at) {
    return std::any_of(source.names.begin(), source.names.end(),
                       [&](const simt::SourceName& one) { return one.line == at && one.name == text; });
  };
  for (const simt::SourceAssignment& goal : source.assignments) {
    const bool is_goal = function->has(goal.line) && goal.line < line && !goal.is_combined && goal.name != name &&
                         !goal.is_address && is_on(goal.name, line) && is_on(name, goal.line);
    if (!is_goal) continue;
    for (const simt::SourceName& one : source.names) {
      const bool counts = one.name == "atomicAdd" || one.name == "atomicInc";
      if (counts && function->has(one.line) && one.line < goal.line && is_on(name, one.line))
        return {goal.line, one.line};
    }
  }
  return {};
}

/// Where each block reads the counter `name` for itself when it starts, to count from there; 0: nowhere. The loop at
/// `line` waits for it.
int line_of_own_start(const simt::SourceIndex& source, const std::string& name, int line) {
  const simt::SourceFunction* const waits = source.function_around(line);
  for (const simt::SourceAssignment& start : source.assignments) {
    const simt::SourceFunction* const kernel = source.function_around(start.line);
    if (name.empty() || kernel == nullptr || !kernel->is_kernel || kernel == waits || !start.is_declaration) continue;
    const bool reads = std::any_of(source.names.begin(), source.names.end(), [&](const simt::SourceName& one) {
      return one.line == start.line && one.name == name;
    });
    const bool counts = std::any_of(source.atomics.begin(), source.atomics.end(),
                                    [&](const simt::SourceCall& call) { return call.line == start.line; });
    if (reads && !counts) return start.line;
  }
  return 0;
}

/// A loop around `line` whose number of rounds depends on the block: its first line, and `line`; 0 and 0: there is
/// none.
std::array<int, 2> loop_of_blocks(const simt::SourceIndex& source, int line) {
  const simt::SourceFunction* const kernel = source.function_around(line);
  if (kernel == nullptr || !kernel->is_kernel) return {};
  std::set<std::string> numbers{"blockIdx"};
  for (const simt::SourceAssignment& one : source.assignments) {
    const bool is_of_block =
        std::any_of(one.from.begin(), one.from.end(), [&](const std::string& name) { return numbers.contains(name); });
    if (is_of_block && kernel->has(one.line) && !one.is_element) numbers.insert(one.name);
  }
  for (const simt::SourceCondition& one : source.conditions_around(line)) {
    const bool is_of_block = std::any_of(source.names.begin(), source.names.end(), [&](const simt::SourceName& name) {
      return name.line == one.line && numbers.contains(name.name);
    });
    if (one.is_loop && one.line != line && is_of_block) return {one.line, line};
  }
  return {};
}

/// The same of a line at which threads wait for other blocks, or of a call of the function that it is in.
std::array<int, 2> loop_around_wait(const simt::SourceIndex& source, int line) {
  if (const auto here = loop_of_blocks(source, line); here[0] != 0) return here;
  const simt::SourceFunction* const function = source.function_around(line);
  for (const simt::SourceCall& call : source.own_calls) {
    if (function == nullptr || call.name != function->name) continue;
    if (const auto there = loop_of_blocks(source, call.line); there[0] != 0) return there;
  }
  return {};
}

/// An event that is waited for behind the launch was recorded before it: that line comes first then.
void blame_early_event(const simt::SourceIndex& source, Finding& found) {
  const int launch = found.other_line;
  const simt::SourceFunction* const function = source.function_around(launch);
  int recorded = 0, waited = 0;
  for (const simt::SourceCall& call : source.calls) {
    if (function == nullptr || !function->has(call.line)) continue;
    if (call.name == "cudaEventRecord") recorded = call.line;
    if (call.name == "cudaEventSynchronize") waited = call.line;
  }
  if (recorded == 0 || recorded > launch || waited < launch) return;
  found.other_line = std::exchange(found.line, recorded);
  found.text = fmt::format(
      "the event is recorded here before the launch at line {}, so line {}, which waits for it, does not wait for the "
      "kernel. At line {}, {}",
      launch, waited, found.other_line, found.text);
}

/// "; the numbers come from line 9" of a launch.
std::string made_at(const std::vector<int>& lines) {
  return lines.empty() ? "" : fmt::format("; the numbers come from {}", lines_in_words(lines));
}

/// Which of the numbers between <<< and >>> a launch is refused for: 0 the grid, 1 the block, 2 the bytes of shared
/// memory; -1: none of them alone.
int refused_number(simt::Detail detail) {
  using simt::Detail;
  switch (detail) {
    case Detail::empty_grid:
    case Detail::grid_extent:
      return 0;
    case Detail::empty_block:
    case Detail::block_extent:
    case Detail::block_threads:
    case Detail::launch_bounds:
      return 1;
    case Detail::dynamic_bytes:
      return 2;
    default:
      return -1;
  }
}

/// Where the variable that stands there gets its value, in the launch's function; 0: several lines set it, or none.
int line_of_number(const simt::SourceIndex& source, int launch_line, int number) {
  const auto launch = std::find_if(source.launches.begin(), source.launches.end(),
                                   [&](const simt::SourceLaunch& one) { return one.line == launch_line; });
  if (launch == source.launches.end() || number < 0 || static_cast<std::size_t>(number) >= launch->shape.size())
    return 0;
  const std::string& name = launch->shape[static_cast<std::size_t>(number)];
  // `<<<256, blocks>>>`: the two are exchanged here.
  const auto is_called = [&](std::string_view part) { return name.find(part) != std::string::npos; };
  if ((number == 1 && (is_called("blocks") || is_called("grid"))) || (number == 0 && is_called("thread"))) return 0;
  const simt::SourceFunction* const function = source.function_around(launch_line);
  std::set<int> lines;
  const auto note = [&](const auto& all) {
    for (const auto& one : all) {
      if (one.name == name && one.line < launch_line && source.function_around(one.line) == function)
        lines.insert(one.line);
    }
  };
  note(source.assignments);
  note(source.dimensions);
  return lines.size() == 1 ? *lines.begin() : 0;
}

/// Of a launch whose bytes of shared memory are computed in its brackets: the only one of their names that gets a plain
/// number in the launch's function; null where none does, or several do.
const simt::SourceAssignment* plain_factor_of_bytes(const simt::SourceIndex& source, int launch_line) {
  constexpr std::size_t place_of_bytes = 2;
  const auto launch = std::find_if(source.launches.begin(), source.launches.end(),
                                   [&](const simt::SourceLaunch& one) { return one.line == launch_line; });
  const simt::SourceFunction* const function = source.function_around(launch_line);
  if (launch == source.launches.end() || launch->shape.size() <= place_of_bytes || function == nullptr) return nullptr;
  const std::string& bytes = launch->shape[place_of_bytes];
  const simt::SourceAssignment* found = nullptr;
  for (const simt::SourceAssignment& one : source.assignments) {
    const bool is_here = !one.is_element && one.line < launch_line && function->has(one.line);
    if (!is_here || one.number.empty() || bytes == one.name || !has_word(bytes, one.name)) continue;
    if (found != nullptr) return nullptr;
    found = &one;
  }
  const auto is_of_it = [&](const auto& one) { return one.name == found->name && function->has(one.line); };
  const bool is_set_once =
      found != nullptr && std::count_if(source.assignments.begin(), source.assignments.end(), is_of_it) == 1;
  return is_set_once ? found : nullptr;
}

/// "; line 6 declares tile" of a shared array, where its function does.
std::string words_of_declaration(const simt::SourceIndex& source, const simt::FindingRecord& record, int line) {
  constexpr std::string_view shared = "shared array ";
  const std::string name(record.name, strnlen(record.name, sizeof record.name));
  if (!name.starts_with(shared)) return "";
  const int declared = source.line_of_shared(name.substr(shared.size()), line);
  return declared == 0 ? "" : fmt::format("; line {} declares {}", declared, name.substr(shared.size()));
}

/// A function that makes a texture object in a parameter of its own, which its caller does not see.
void blame_copied_handle(const simt::SourceIndex& source, std::string_view entry, Finding& found) {
  const std::vector<const simt::SourceFunction*> used = source.used_by(entry);
  for (const simt::SourceCall& call : source.calls) {
    const simt::SourceFunction* const function = source.function_around(call.line);
    const bool is_used = std::find(used.begin(), used.end(), function) != used.end();
    if (call.name != "cudaCreateTextureObject" || call.arguments.empty() || !is_used) continue;
    const auto parameter =
        std::find_if(function->named.begin(), function->named.end(), [&](const simt::SourceParameter& one) {
          return call.arguments.front() == "&" + one.name && !one.is_pointer && !one.is_reference;
        });
    if (parameter == function->named.end()) continue;
    found.other_line = std::exchange(found.line, function->first_line);
    found.text = fmt::format(
        "{0} is a copy of what the caller has, so the texture object that line {1} makes in it is lost when {2} "
        "returns: it must be a reference, or a pointer. At line {3}, {4}",
        parameter->name, call.line, function->name, found.other_line, found.text);
    return;
  }
}

}  // namespace

void add_circumstances(const simt::SourceIndex& source, const course::Part& part, const simt::FindingRecord& record,
                       const course::Size& size, Finding& found) {
  using Kind = simt::FindingKind;
  const std::string_view entry = part.entry;
  const bool fails_by_order = part.operation.returns_errors() && part.operation.is_to_refuse(size);
  switch (record.kind) {
    case Kind::out_of_work:
      found.text += words_after_work_limit(record, size, part);
      break;
    case Kind::deadlock: {
      const int early = record.detail == simt::Detail::no_writer && record.numbers[2] > 0
                            ? return_before(source, found.line, found.launch_line)
                            : 0;
      // Of several returns, which one ends whole blocks is not known.
      if (early != 0 && is_only_return(source, early)) {
        const int waits = std::exchange(found.line, early);
        found.other_line = waits;
        found.text =
            fmt::format("a block whose threads all return here never arrives where others wait. At line {}, {} (at {})",
                        waits, found.text, size_in_words(size, part.extents));
        break;
      }
      constexpr std::string_view variable = "the variable ";
      std::string_view name(record.name, strnlen(record.name, sizeof record.name));
      if (name.starts_with(variable)) name.remove_prefix(variable.size());
      const int condition = record.detail == simt::Detail::no_writer && !name.empty()
                                ? condition_of_blocks(source, std::string(name), found.line)
                                : 0;
      if (condition != 0) {
        const int waits = std::exchange(found.line, condition);
        found.other_line = waits;
        found.text = fmt::format(
            "the condition here keeps some blocks from counting themselves in {}, and others wait for all of them. At "
            "line {}, {} (at {})",
            name, waits, found.text, size_in_words(size, part.extents));
        break;
      }
      const auto [goal, counted] = late_goal(source, std::string(name), found.line);
      if (goal != 0) {
        const int waits = std::exchange(found.line, goal);
        found.other_line = waits;
        found.text = fmt::format(
            "{0} is read here only after line {1} has counted this block in it. The last block that comes finds "
            "the full count, takes it for the beginning of the next round, and no block comes for that. At line {2}, "
            "{3} (at {4})",
            name, counted, waits, found.text, size_in_words(size, part.extents));
        break;
      }
      if (const int start = line_of_own_start(source, std::string(name), found.line); start != 0) {
        const int waits = std::exchange(found.line, start);
        found.other_line = waits;
        found.text = fmt::format(
            "each block reads {0} here for itself when it starts, and others may have counted themselves in it by "
            "then: such a block waits for too many. At line {1}, {2} (at {3})",
            name, waits, found.text, size_in_words(size, part.extents));
        break;
      }
      const auto [loop, barrier] =
          record.detail == simt::Detail::no_writer ? loop_around_wait(source, found.line) : std::array<int, 2>{};
      if (loop != 0) {
        const int waits = std::exchange(found.line, barrier);
        found.other_line = waits;
        found.text = fmt::format(
            "the number of rounds of the loop at line {} depends on the block, so blocks come here a different number "
            "of times, and each time they wait for all. At line {}, {} (at {})",
            loop, waits, found.text, size_in_words(size, part.extents));
        break;
      }
      if (early != 0) found.text += fmt::format(". A block whose threads return at line {} never arrives", early);
      [[fallthrough]];
    }
    case Kind::bad_launch:
      if (fails_by_order) found.text += ". This launch has to fail, and the function must return its error";
      if (const int number = refused_number(record.detail), line = line_of_number(source, found.line, number);
          line != 0 && !fails_by_order) {
        constexpr std::array names{"grid", "block", "bytes of shared memory"};
        found.other_line = std::exchange(found.line, line);
        found.text =
            fmt::format("the launch at line {} has its {} from here. At {}, {}", found.other_line,
                        names.at(static_cast<std::size_t>(number)), size_in_words(size, part.extents), found.text);
        break;
      }
      found.text +=
          fmt::format(" (at {}){}", size_in_words(size, part.extents), made_at(source.lines_of_shape(found.line)));
      if (const simt::SourceAssignment* const factor = plain_factor_of_bytes(source, found.line);
          factor != nullptr && record.detail == simt::Detail::dynamic_bytes && !fails_by_order) {
        found.other_line = std::exchange(found.line, factor->line);
        found.text = fmt::format("{} is {} here, and line {} asks for shared memory by it: {}", factor->name,
                                 factor->number, found.other_line, found.text);
      }
      break;
    case Kind::leak:
      if (record.detail != simt::Detail::must_be_freed) break;
      found.text += fmt::format(" (at {}{})", size_in_words(size, part.extents),
                                fails_by_order ? ", where the launch fails: the way out after an error has to free "
                                                 "them, too"
                                               : "");
      break;
    case Kind::host_race:
      if (record.detail == simt::Detail::caller_reads)
        found.text += fmt::format(" (at {})", size_in_words(size, part.extents));
      blame_early_event(source, found);
      break;
    case Kind::unsupported:
      if (record.detail == simt::Detail::no_texture) blame_copied_handle(source, entry, found);
      break;
    case Kind::failed_call:
      name_failed_call(source, entry, record, found);
      break;
    case Kind::use_after_free:
      blame_early_free(source, found.launch_line == 0 ? found.line : found.launch_line, found);
      break;
    case Kind::stream_race:
      explain_stream_race(source, entry, record, found);
      break;
    case Kind::global_race:
      explain_global_race(source, entry, record, found);
      break;
    case Kind::shared_race:
      explain_shared_race(source, record, found);
      break;
    case Kind::barrier_divergence:
      explain_divergence(source, record, found);
      break;
    case Kind::uninitialized_shared:
      name_row_and_column(source, record, found);
      explain_unwritten(source, record, found);
      [[fallthrough]];
    case Kind::out_of_bounds:
    case Kind::uninitialized_global:
      if (record.kind == Kind::uninitialized_global) explain_unset(source, entry, record, found);
      if (found.launch_line != 0 && found.text.find("of which the launch requests 0 bytes") != std::string::npos) {
        found.other_line = std::exchange(found.line, found.launch_line);
        found.text =
            fmt::format("this launch asks for no dynamic shared memory, and its kernel uses some. At line {}, {}",
                        found.other_line, found.text);
        break;
      }
      if (record.kind == Kind::out_of_bounds) found.text += words_of_declaration(source, record, found.line);
      if (record.kind == Kind::out_of_bounds && record.bytes > 4 && record.distance > 0 &&
          record.distance < record.bytes) {
        found.text += fmt::format(
            ": the access is {} bytes wide, and fewer are left there, so the rest needs narrower ones", record.bytes);
      } else if (record.kind == Kind::out_of_bounds && record.distance > 0 &&
                 !std::string_view(record.name).starts_with("shared")) {
        // How long a shared array is no extent of the task says.
        if (!blame_missing_guard(source, found)) found.text += words_of_missing_guard(source, found.line);
      }
      [[fallthrough]];
    case Kind::misaligned:
      found.text += fmt::format(
          " (at {}{})", size_in_words(size, part.extents),
          found.launch_line == 0 ? "" : fmt::format("; launched at line {}: {}", found.launch_line, found.launch));
      break;
    default:
      break;
  }
}

}  // namespace grader
