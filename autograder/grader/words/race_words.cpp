#include "grader/words/race_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "grader/words/arguments.hpp"
#include "grader/words/missing_words.hpp"
#include "grader/words/reasons.hpp"
#include "grader/words/row_words.hpp"

namespace grader {
namespace {

constexpr std::size_t most_lines_named = 4;  // more tell nothing

/// Of operations that race in two streams: the calls that order streams in the function of `line`, which do not order
/// these two.
std::string words_of_order(const simt::SourceIndex& source, int line) {
  const simt::SourceFunction* const function = source.function_around(line);
  if (function == nullptr) return "";
  const std::string records = called_at(source, function->name, "cudaEventRecord");
  const std::string waits = called_at(source, function->name, "cudaStreamWaitEvent");
  if (records.empty() || waits.empty()) return "";
  return fmt::format(". Those that are there do not order these two{}{}: look at their events and their streams",
                     records, waits);
}

/// Of operations that race in two streams: a wait for an event that is recorded only after it, which makes no
/// operation wait. The finding is about that line then.
bool blame_early_wait(const simt::SourceIndex& source, Finding& found) {
  const simt::SourceFunction* const function = source.function_around(found.line);
  if (function == nullptr) return false;
  for (const simt::SourceCall& wait : source.calls) {
    if (wait.name != "cudaStreamWaitEvent" || wait.arguments.size() < 2) continue;
    if (source.function_around(wait.line) != function) continue;
    int first_record = 0;
    for (const simt::SourceCall& record : source.calls) {
      const bool is_same =
          record.name == "cudaEventRecord" && !record.arguments.empty() && record.arguments[0] == wait.arguments[1];
      if (is_same && (first_record == 0 || record.line < first_record)) first_record = record.line;
    }
    if (first_record != 0 && first_record <= wait.line) continue;
    // An event may be recorded in another function, under another name.
    const bool is_elsewhere = std::any_of(source.calls.begin(), source.calls.end(), [&](const simt::SourceCall& call) {
      const simt::SourceFunction* const other = source.function_around(call.line);
      const bool is_named = other != nullptr && !source.lines_with(other->name, *function).empty();
      return call.name == "cudaEventRecord" && other != function && is_named;
    });
    const bool is_known = std::any_of(source.calls.begin(), source.calls.end(), [&](const simt::SourceCall& call) {
      return call.name == "cudaEventRecord" && source.function_around(call.line) == function &&
             base_of(call.arguments.empty() ? "" : call.arguments[0]) == base_of(wait.arguments[1]);
    });
    if (first_record == 0 && (is_elsewhere || is_known)) continue;
    const int here = std::exchange(found.line, wait.line);
    found.other_line = here;
    if (first_record == 0) {
      found.text = fmt::format(
          "this waits for {}, which no line of {} records (cudaEventRecord): a wait for what was never recorded orders "
          "nothing. So at line {} {}",
          wait.arguments[1], function->name, here, found.text);
      return true;
    }
    found.text = fmt::format(
        "this waits for {}, which is recorded only later, at line {}: a wait orders nothing after what is not recorded "
        "yet. So at line {} {}",
        wait.arguments[1], first_record, here, found.text);
    return true;
  }
  return false;
}

/// Of operations that race in two streams: a wait in each round of a loop for an event that is not recorded in each
/// round. The finding is about the line that records it then.
bool blame_seldom_record(const simt::SourceIndex& source, Finding& found) {
  const simt::SourceFunction* const function = source.function_around(found.line);
  for (const simt::SourceCall& wait : source.calls) {
    const bool is_wait = wait.name == "cudaStreamWaitEvent" && wait.arguments.size() > 1;
    if (!is_wait || function == nullptr || !function->has(wait.line)) continue;
    const simt::SourceCondition loop = source.loop_around(wait.line);
    const std::string& event = wait.arguments[1];
    std::vector<const simt::SourceCall*> records;
    for (const simt::SourceCall& call : source.calls) {
      const bool is_it = call.name == "cudaEventRecord" && !call.arguments.empty() && call.arguments[0] == event;
      if (is_it && function->has(call.line)) records.push_back(&call);
    }
    // An event of an array may be another one in each round.
    if (loop.line == 0 || records.size() != 1 || event.find('[') != std::string::npos) continue;
    const int recorded = records.front()->line;
    std::string when = recorded < loop.line ? "before the loop" : "";
    const std::vector<simt::SourceCondition> around = source.conditions_around(recorded);
    if (!around.empty() && !around.back().is_loop && loop.line < around.back().line && recorded <= loop.last_line &&
        (wait.line < around.back().line || around.back().last_line < wait.line)) {
      when = around.back().line == recorded ? "where the condition here holds"
                                            : fmt::format("where the condition at line {} holds", around.back().line);
    }
    if (when.empty()) continue;
    found.other_line = std::exchange(found.line, recorded);
    found.text = fmt::format(
        "{} is recorded only {}, and line {} waits for it in each round of the loop at line {}: in other rounds that "
        "waits for nothing new. So at line {} {}",
        event, when, wait.line, loop.line, found.other_line, found.text);
    return true;
  }
  return false;
}

/// Variables of the file that are volatile, which blocks may wait by.
std::vector<std::string> volatile_variables(const simt::SourceIndex& source) {
  std::vector<std::string> found;
  for (const simt::SourceName& kept : source.kept) {
    const bool is_volatile = std::any_of(source.names.begin(), source.names.end(), [&](const simt::SourceName& one) {
      return one.name == "volatile" && one.line == kept.line;
    });
    if (is_volatile) found.push_back(kept.name);
  }
  return found;
}

/// Of a race between blocks: where the code counts them, as a barrier of its own does, or waits by a variable. The
/// lines of the race itself are named anyhow.
std::string words_of_waiting(const simt::SourceIndex& source, const Finding& found) {
  const std::vector<std::string> variables = volatile_variables(source);
  std::vector<int> lines;
  for (const simt::SourceName& name : source.names) {
    const bool waits = name.name.starts_with("atomic") || name.name == "volatile" ||
                       std::find(variables.begin(), variables.end(), name.name) != variables.end();
    const bool is_elsewhere =
        source.function_around(name.line) != nullptr && name.line != found.line && name.line != found.other_line;
    if (waits && is_elsewhere && std::find(lines.begin(), lines.end(), name.line) == lines.end())
      lines.push_back(name.line);
  }
  if (lines.empty() || lines.size() > most_lines_named) return "";
  return fmt::format(". If {} {} to make blocks wait, one went on there too early, or did not come by there",
                     lines_in_words(lines), lines.size() == 1 ? "is" : "are");
}

/// Of a race between blocks: the barrier between its two lines that only the threads of one block wait at.
std::string words_of_block_barrier(const simt::SourceIndex& source, const Finding& found) {
  const auto [first, last] = std::minmax(found.line, found.other_line);
  const simt::SourceFunction* const kernel = source.function_around(first);
  if (first == 0 || kernel == nullptr || !kernel->has(last)) return "";
  const auto names_here = [&](const auto& is_it) {
    return std::any_of(source.names.begin(), source.names.end(),
                       [&](const simt::SourceName& one) { return kernel->has(one.line) && is_it(one); });
  };
  // What waits for other blocks is a barrier of all, or one that the file makes of a counter.
  const bool is_ordered = names_here([](const simt::SourceName& one) {
    return one.name == "this_grid" || one.name == "grid_group" || one.name == "volatile" ||
           one.name.starts_with("atomic");
  });
  const bool calls_own = std::any_of(source.own_calls.begin(), source.own_calls.end(),
                                     [&](const simt::SourceCall& one) { return first < one.line && one.line < last; });
  if (is_ordered || calls_own) return "";
  const auto barrier = std::find_if(source.barriers.begin(), source.barriers.end(),
                                    [&, from = first, to = last](int line) { return from < line && line < to; });
  return barrier == source.barriers.end()
             ? ""
             : fmt::format(
                   ". The barrier at line {} waits for the threads of one block only, and these two are of "
                   "different blocks",
                   *barrier);
}

/// Of a race between blocks: the plain load that a loop waits by, ". This loop waits …"; empty where it is none.
std::string words_of_plain_wait(const simt::SourceIndex& source, const simt::FindingRecord& record, int line) {
  const bool waits = std::any_of(source.conditions.begin(), source.conditions.end(), [&](const auto& one) {
    const bool changes = std::any_of(source.assignments.begin(), source.assignments.end(), [&](const auto& change) {
      return change.line >= one.line && change.line <= one.last_line;
    });
    return one.is_loop && one.line == line && !changes;
  });
  if (record.access != simt::Access::load || !waits) return "";
  return ". This loop waits for another block by a plain variable, which may be read only once, before the loop: it "
         "must be volatile, or be read by an atomic function";
}

/// Of a race between blocks: one of the two lines sets an element to a number, to which the other one adds atomically.
/// True where it is so.
bool blame_late_first_value(const simt::SourceIndex& source, Finding& found) {
  const auto adds = [&](int line, const std::string& name, const simt::SourceFunction* function) {
    // `atomicAdd(counts + b, sum)`, or an element: of `counts[b]`, a method may add as well. A helper has another name
    // for what it is given.
    const bool is_named = source.function_around(line) != function ||
                          std::any_of(source.names.begin(), source.names.end(),
                                      [&](const auto& one) { return one.line == line && one.name == name; });
    return is_named && std::any_of(source.names.begin(), source.names.end(), [line](const simt::SourceName& one) {
             return one.line == line && one.name.starts_with("atomic");
           });
  };
  for (const simt::SourceAssignment& one : source.assignments) {
    const bool is_here = one.line == found.line || one.line == found.other_line;
    const int other = one.line == found.line ? found.other_line : found.line;
    const bool sets = is_here && one.is_element && !one.is_combined && !one.number.empty();
    if (!sets || other == one.line || !adds(other, one.name, source.function_around(one.line))) continue;
    found.is_first_value_in_launch = true;
    found.text = fmt::format(
        "{} gets its first value here, in the same launch that adds to it at line {}. Blocks run in any order, so the "
        "first value may come after an addition: it belongs before the launch. At line {} {}",
        one.name, other, found.line, found.text);
    found.line = one.line;
    found.other_line = other;
    return true;
  }
  return false;
}

bool is_fence_at(const simt::SourceIndex& source, int line) {
  return std::any_of(source.names.begin(), source.names.end(), [line](const simt::SourceName& one) {
    return one.line == line && one.name.starts_with("__threadfence");
  });
}

/// The next line with code before `line`, or behind it, that is no fence; 0: there is none.
int line_beside(const simt::SourceIndex& source, int line, bool is_before) {
  int found = 0;
  for (const int one : source.code_lines) {
    if (is_before ? one >= line : one <= line || found != 0) continue;
    if (!is_fence_at(source, one)) found = one;
  }
  return found;
}

/// Whether `line` sets an element of `name`, or the variable itself.
bool sets_at(const simt::SourceIndex& source, int line, const std::string& name) {
  const auto is_set = [&](const auto& one) { return one.line == line && one.name == name; };
  const auto is_atomic = [line](const simt::SourceName& one) {
    return one.line == line && one.name.starts_with("atomic");
  };
  return std::any_of(source.assignments.begin(), source.assignments.end(), is_set) ||
         (std::any_of(source.names.begin(), source.names.end(), is_set) &&
          std::any_of(source.names.begin(), source.names.end(), is_atomic));
}

/// Of a race between blocks: the line that sets what other blocks wait for stands directly before the one that stores
/// what it announces. The finding is about that line then.
bool blame_announced_before_stored(const simt::SourceIndex& source, std::string_view entry, Finding& found) {
  const std::vector<const simt::SourceFunction*> used = source.used_by(entry);
  for (const int store : {found.other_line, found.line}) {
    const int before = line_beside(source, store, true), behind = line_beside(source, store, false);
    for (const simt::SourceCondition& loop : source.conditions) {
      const simt::SourceFunction* const around = source.function_around(loop.line);
      if (!loop.is_loop || std::find(used.begin(), used.end(), around) == used.end()) continue;
      if (loop.line <= before && before <= loop.last_line) continue;
      const auto awaited = std::find_if(source.kept.begin(), source.kept.end(), [&](const simt::SourceName& kept) {
        const auto is_named = [&](const auto& one) { return one.line == loop.line && one.name == kept.name; };
        return std::any_of(source.names.begin(), source.names.end(), is_named) && sets_at(source, before, kept.name) &&
               !sets_at(source, behind, kept.name) && !sets_at(source, store, kept.name);
      });
      const bool is_in_one = source.function_around(before) == source.function_around(store);
      if (awaited == source.kept.end() || !is_in_one) continue;
      const int other = store == found.line ? found.other_line : found.line;
      found.text = fmt::format(
          "this comes too early: {} is set here, and what it announces is stored only behind that, at line {}. A block "
          "that waits for it at line {} may go on before that is there. At line {}, {}",
          awaited->name, store, loop.line, found.line, found.text);
      found.line = before;
      found.other_line = other;
      return true;
    }
  }
  return false;
}

/// Whether a loop before `line` waits for another block: a fence behind it belongs to what was waited for.
bool is_behind_wait(const simt::SourceIndex& source, const simt::SourceFunction& function, int line) {
  return std::any_of(source.conditions.begin(), source.conditions.end(), [&](const simt::SourceCondition& loop) {
    const bool is_before = loop.is_loop && function.has(loop.line) && loop.last_line < line;
    return is_before && std::any_of(source.names.begin(), source.names.end(), [&](const simt::SourceName& one) {
             const bool looks = one.name.starts_with("atomic") || one.name == "volatile";
             return looks && loop.line <= one.line && one.line <= loop.last_line;
           });
  });
}

/// Of a share that no fence keeps before the word that announces it: the fence that stands before the share is stored.
/// True where there is one.
bool blame_early_fence(const simt::SourceIndex& source, simt::Missing missing, Finding& found) {
  const simt::SourceFunction* const function = source.function_around(found.other_line);
  if (missing != simt::Missing::release_fence || function == nullptr) return false;
  int fence = 0, announces = 0;
  for (const simt::SourceName& one : source.names) {
    if (!function->has(one.line)) continue;
    const bool is_fence = one.name.starts_with("__threadfence");
    if (one.line < found.other_line && is_fence) fence = one.line;
    // One that stands behind the store as well is the one that is meant.
    if (one.line > found.other_line && announces == 0 && is_fence) return false;
    if (one.line > found.other_line && announces == 0 && one.name.starts_with("atomic")) announces = one.line;
  }
  if (fence == 0 || announces == 0 || is_behind_wait(source, *function, fence)) return false;
  found.text = fmt::format(
      "this fence comes before line {} stores what is announced at line {}: it belongs between the two. At line {} {}",
      found.other_line, announces, found.line, found.text);
  found.other_line = found.line;
  found.line = fence;
  return true;
}

/// Of a store that no fence keeps before the word that announces it: the only line of the kernels that can write that
/// word. True where there is one.
bool blame_announcement(const simt::SourceIndex& source, std::string_view entry, simt::Missing missing,
                        Finding& found) {
  if (missing != simt::Missing::release_fence) return false;
  int announces = 0;
  const simt::SourceFunction* around = nullptr;
  for (const simt::SourceFunction* const function : source.used_by(entry)) {
    for (const simt::SourceName& one : source.names) {
      // What stands before the store, such as a ticket that is drawn, announces nothing.
      const bool is_before = function->has(found.other_line) && one.line <= found.other_line;
      if (function->name == entry || !function->has(one.line) || one.line == announces || is_before) continue;
      if (one.name == "__threadfence_block") return false;  // that one is meant
      if (!one.name.starts_with("atomic")) continue;
      if (announces != 0) return false;
      announces = one.line;
      around = function;
    }
  }
  if (announces == 0 || announces == found.line) return false;
  const auto late = std::find_if(source.names.begin(), source.names.end(), [&](const simt::SourceName& one) {
    return one.name == "__threadfence" && one.line > announces && around->has(one.line);
  });
  found.text = fmt::format(
      "a __threadfence() is missing before this line, which tells other blocks that something is stored{}. At line {}, "
      "{}",
      late == source.names.end() ? "" : fmt::format(" (the one at line {} comes after it)", late->line), found.line,
      found.text);
  found.other_line = std::exchange(found.line, announces);
  return true;
}

/// Whether what `line` stores comes before `announces` without a barrier between the two: in one function, or in one
/// that a call behind `line` goes into.
bool is_announced_without_barrier(const simt::SourceIndex& source, int line, int announces) {
  const simt::SourceFunction* const stores = source.function_around(line);
  const simt::SourceFunction* const helper = source.function_around(announces);
  const auto has_barrier = [&](int first, int last) {
    return std::any_of(source.barriers.begin(), source.barriers.end(),
                       [&](int barrier) { return first <= barrier && barrier <= last; });
  };
  if (stores == nullptr || helper == nullptr) return false;
  if (stores == helper) return line < announces && !has_barrier(line, announces);
  const auto call = std::find_if(source.own_calls.begin(), source.own_calls.end(), [&](const simt::SourceCall& one) {
    return one.name == helper->name && stores->has(one.line) && one.line > line;
  });
  return call != source.own_calls.end() && !has_barrier(line, call->line) &&
         !has_barrier(helper->first_line, announces);
}

/// Of what the other threads of a block have not done yet when one of them announces that the block has: the line that
/// announces it, where only one does and no barrier stands before it. True where there is one.
bool blame_early_announcement(const simt::SourceIndex& source, std::string_view entry, simt::Missing missing,
                              Finding& found) {
  if (missing != simt::Missing::block_barrier) return false;
  const std::vector<const simt::SourceFunction*> used = source.used_by(entry);
  std::vector<int> lines;
  for (const simt::SourceName& one : source.names) {
    const bool is_used = std::find(used.begin(), used.end(), source.function_around(one.line)) != used.end();
    const bool announces = one.name.starts_with("atomic") || one.name == "fetch_add" || one.name == "arrive";
    if (is_used && announces && (lines.empty() || lines.back() != one.line)) lines.push_back(one.line);
  }
  if (lines.size() != 1 || lines.front() == found.line || lines.front() == found.other_line) return false;
  if (!is_announced_without_barrier(source, found.other_line, lines.front())) return false;
  found.text = fmt::format(
      "a __syncthreads() is missing before this line: one thread announces here what its whole block has done, and "
      "does not wait for the other threads of the block. At line {}, {}",
      found.line, found.text);
  found.other_line = std::exchange(found.line, lines.front());
  return true;
}

/// Of a race between warps, what stands between its two lines, and is no barrier of the block.
std::string words_of_weaker_order(const simt::SourceIndex& source, const Finding& found) {
  const auto [first, last] = std::minmax(found.line, found.other_line);
  for (const simt::SourceName& one : source.names) {
    if (first == 0 || one.line < first || one.line > last) continue;
    if (one.name == "__syncwarp") {
      return fmt::format(
          ". The __syncwarp() at line {} waits for the threads of its own warp only, and these two are of different "
          "warps",
          one.line);
    }
    if (one.name.starts_with("__threadfence")) {
      return fmt::format(". The {}() at line {} is no barrier: it waits for no other thread", one.name, one.line);
    }
  }
  return "";
}

/// Of a race between lanes of one warp, with a __syncwarp() between its two lines for some of the lanes only: names it.
void blame_short_mask(const simt::SourceIndex& source, Finding& found) {
  const auto [first, last] = std::minmax(found.line, found.other_line);
  for (const simt::SourceName& mask : source.masks) {
    if (first == 0 || mask.line <= first || mask.line >= last) continue;
    std::string digits = mask.name;
    std::erase(digits, '\'');
    char* end = nullptr;
    const int lanes = std::popcount(static_cast<std::uint32_t>(std::strtoul(digits.c_str(), &end, 0)));
    if (lanes == 32 || (*end != '\0' && std::strchr("uUlL", *end) == nullptr)) continue;
    found.text = fmt::format(
        "this __syncwarp() is for {} of the 32 lanes only, those of the mask {}: the others do not "
        "wait here. At line {}, {}",
        lanes, mask.name, found.line, found.text);
    found.other_line = std::exchange(found.line, mask.line);
    return;
  }
}

/// Of a race between blocks that wait for each other by a variable of the file: the call that sets only a part of this
/// variable, where its number of bytes is written without a sizeof. Four bytes are all of a counter.
void blame_part_set(const simt::SourceIndex& source, Finding& found) {
  for (const simt::SourceCall& call : source.calls) {
    const bool sets = call.name == "cudaMemset" || call.name == "cudaMemsetAsync";
    const bool copies = call.name == "cudaMemcpyToSymbol" || call.name == "cudaMemcpyToSymbolAsync";
    const std::string bytes = sets || copies ? bytes_in_words(source, call.line) : "";
    if (bytes.empty() || call.arguments.size() < 3 || call.arguments[2] == "4") continue;
    std::string variable = copies ? base_of(call.arguments[0]) : "";
    for (const simt::SourceCall& asked : source.calls) {
      const bool is_address = sets && asked.name == "cudaGetSymbolAddress" && asked.arguments.size() == 2 &&
                              source.function_around(asked.line) == source.function_around(call.line) &&
                              variable_of(asked.arguments[0]) == base_of(call.arguments[0]);
      if (is_address) variable = base_of(asked.arguments[1]);
    }
    const bool is_kept = std::any_of(source.kept.begin(), source.kept.end(),
                                     [&](const simt::SourceName& one) { return one.name == variable; });
    if (!is_kept) continue;
    const int seen = std::exchange(found.line, call.line);
    found.other_line = seen;
    found.text = fmt::format("{}: is that all of {}? At line {}, {}", bytes.substr(2), variable, seen, found.text);
    return;
  }
}

/// Of a race that is a read of the output, in a kernel without a barrier or anything atomic: it may be meant to read
/// something else.
std::string words_of_read_output(const simt::SourceIndex& source, const simt::FindingRecord& record, int line) {
  const std::string_view name(record.name, strnlen(record.name, sizeof record.name));
  const simt::SourceFunction* const function = source.function_around(line);
  if (record.access != simt::Access::load || !name.starts_with("the output") || function == nullptr) return "";
  const auto is_here = [&](int at) { return function->first_line <= at && at <= function->last_line; };
  const bool is_ordered = std::any_of(source.barriers.begin(), source.barriers.end(), is_here) ||
                          std::any_of(source.names.begin(), source.names.end(), [&](const simt::SourceName& one) {
                            return is_here(one.line) && one.name.starts_with("atomic");
                          });
  if (is_ordered) return "";
  return ". Or is the input meant? Here the kernel reads the output, which it also writes";
}

/// The step of a loop over the elements of the whole grid that is one block's, or the number of blocks.
struct ShortStep {
  const simt::SourceAssignment* counter = nullptr;  // what grows; null: there is none
  int line = 0;                                     // where the step gets its value
  bool is_by_threads = false;                       // of one block
};

ShortStep short_step(const simt::SourceIndex& source, const simt::SourceFunction& function) {
  const auto is_made_of = [](const simt::SourceAssignment& value, const std::string& name) {
    return std::find(value.from.begin(), value.from.end(), name) != value.from.end();
  };
  std::vector<const simt::SourceAssignment*> steps, begins;
  for (const simt::SourceAssignment& one : source.assignments) {
    if (one.is_element || one.line < function.first_line || one.line > function.last_line) continue;
    (one.is_combined ? steps : begins).push_back(&one);
  }
  const auto is_number_in_grid = [&](const std::string& name) {
    return std::any_of(begins.begin(), begins.end(),
                       [&](const auto* one) { return one->name == name && is_made_of(*one, "blockIdx"); });
  };
  // `i += step` is as long as what `step` begins with.
  const auto length_of = [&](const simt::SourceAssignment& step) {
    if (step.is_product || step.from.size() != 1) return &step;
    const auto begin =
        std::find_if(begins.begin(), begins.end(), [&](const auto* one) { return one->name == step.from.front(); });
    return begin == begins.end() ? &step : *begin;
  };
  for (const simt::SourceAssignment* const step : steps) {
    const simt::SourceAssignment& length = *length_of(*step);
    const bool by_threads = is_made_of(length, "blockDim");
    // A factor may be the other number: `static_cast<size_t>(gridDim.x) * THREADS`.
    const bool has_more_names = std::any_of(length.from.begin(), length.from.end(), [](const std::string& name) {
      return name != "blockDim" && name != "gridDim";
    });
    if (length.is_product || has_more_names || by_threads == is_made_of(length, "gridDim")) continue;
    const bool covers_grid = std::any_of(begins.begin(), begins.end(), [&](const simt::SourceAssignment* one) {
      return one->name == step->name &&
             (is_made_of(*one, "blockIdx") || std::any_of(one->from.begin(), one->from.end(), is_number_in_grid));
    });
    if (covers_grid) return {step, length.line, by_threads};
  }
  return {};
}

/// Of a race between blocks that comes of such a step.
void blame_step(const simt::SourceIndex& source, Finding& found) {
  const simt::SourceFunction* const function = source.function_around(found.line);
  const ShortStep step = function == nullptr ? ShortStep{} : short_step(source, *function);
  if (step.counter == nullptr) return;
  found.text = fmt::format(
      "{} grows by {} in each round{}, and the grid has gridDim.x * blockDim.x threads. At line {}, {}",
      step.counter->name, step.is_by_threads ? "the threads of one block" : "the number of blocks",
      step.line == step.counter->line ? "" : fmt::format(" (line {})", step.counter->line), found.line, found.text);
  found.other_line = std::exchange(found.line, step.line);
}

/// A helper launches its kernel into the stream that its last argument says, and is called without that argument: then
/// this is the default stream. True where it is so.
bool blame_missing_stream(const simt::SourceIndex& source, std::string_view entry, Finding& found) {
  const simt::SourceFunction* const helper = source.function_around(found.line);
  if (helper == nullptr || helper->is_kernel || helper->named.empty()) return false;
  const bool launches_into_it = std::any_of(source.launches.begin(), source.launches.end(), [&](const auto& launch) {
    return launch.line == found.line && launch.shape.size() == 4 && launch.shape.back() == helper->named.back().name;
  });
  if (!launches_into_it) return false;
  const std::vector<const simt::SourceFunction*> used = source.used_by(entry);
  for (const simt::SourceCall& call : source.own_calls) {
    const bool is_used = std::find(used.begin(), used.end(), source.function_around(call.line)) != used.end();
    if (!is_used || call.name != helper->name || call.arguments.size() + 1 != helper->named.size()) continue;
    const int launch = std::exchange(found.line, call.line);
    found.other_line = launch;
    found.text = fmt::format(
        "{} is called here without its last argument, {}, so the kernel goes into the default stream and waits for no "
        "other one. At line {}, {}",
        call.name, helper->named.back().name, launch, found.text);
    return true;
  }
  return false;
}

/// ". The barrier at line 40 comes before both" of two lines outside of loops, where no barrier stands between them.
std::string words_of_early_barrier(const simt::SourceIndex& source, const Finding& found) {
  const int store = std::min(found.line, found.other_line), use = std::max(found.line, found.other_line);
  const simt::SourceFunction* const function = source.function_around(store);
  if (store == 0 || store == use || function == nullptr || source.function_around(use) != function) return "";
  int early = 0;
  for (const int line : source.barriers) {
    if (!function->has(line)) continue;
    if (line > store && line <= use) return "";
    if (line < store) early = line;
  }
  if (early == 0 || source.loop_around(early).line != 0 || source.loop_around(store).line != 0) return "";
  return fmt::format(". The barrier at line {} comes before both", early);
}

/// ". Line 19 declares a_row" of the shared array that is raced for, where its function does.
std::string words_of_shared_declaration(const simt::SourceIndex& source, const Finding& found) {
  for (const simt::SourceElement& one : source.elements) {
    const int declared = one.line == found.line ? source.line_of_shared(one.name, found.line) : 0;
    if (declared != 0) return fmt::format(". Line {} declares {}", declared, one.name);
  }
  return "";
}

}  // namespace

namespace {

/// Where the same copy writes to one place from two streams: the line that computes the address, in a round of the
/// loop. True where there is one.
bool blame_shared_address(const simt::SourceIndex& source, Finding& found) {
  if (!found.shares_place) return false;
  const auto copy = std::find_if(source.calls.begin(), source.calls.end(), [&](const simt::SourceCall& one) {
    return one.line == found.line && one.name.starts_with("cudaMemcpy") && !one.arguments.empty();
  });
  if (copy == source.calls.end()) return false;
  const simt::SourceFunction* const function = source.function_around(found.line);
  const simt::SourceAssignment* computed = nullptr;
  for (const simt::SourceAssignment& one : source.assignments) {
    const bool is_here = function != nullptr && function->has(one.line) && one.line < found.line;
    if (one.name != copy->arguments.front() || one.is_element || !is_here) continue;
    if (computed != nullptr) return false;
    computed = &one;
  }
  if (computed == nullptr) return false;
  found.other_line = std::exchange(found.line, computed->line);
  found.text = fmt::format("{} gets its value here. At line {}, {}", computed->name, found.other_line, found.text);
  return true;
}

/// Where the fence is missing, an atomic operation may stand that orders nothing.
void blame_relaxed_order(const simt::SourceIndex& source, std::string_view entry, simt::Missing missing,
                         Finding& found) {
  const bool acquires = missing == simt::Missing::acquire_fence;
  if (!acquires && missing != simt::Missing::release_fence) return;
  const std::vector<const simt::SourceFunction*> used = source.used_by(entry);
  int line = 0;
  for (const simt::SourceName& name : source.names) {
    const bool is_used = std::find(used.begin(), used.end(), source.function_around(name.line)) != used.end();
    const bool is_awaited = std::any_of(source.conditions.begin(), source.conditions.end(),
                                        [&](const auto& one) { return one.is_loop && one.line == name.line; });
    if (name.name != "memory_order_relaxed" || !is_used || is_awaited != acquires) continue;
    if (line != 0 && line != name.line) return;
    line = name.line;
  }
  if (line == 0) return;
  found.other_line = std::exchange(found.line, line);
  found.text =
      fmt::format("memory_order_relaxed orders nothing here: {}. Without it, {}",
                  acquires ? "with memory_order_acquire, what other blocks have stored before is seen then"
                           : "with memory_order_release, what was stored before is seen by all that wait for this",
                  found.text);
}

}  // namespace

void explain_stream_race(const simt::SourceIndex& source, std::string_view entry, const simt::FindingRecord& record,
                         Finding& found) {
  if (blame_missing_stream(source, entry, found) || blame_shared_address(source, found)) return;
  if (record.detail != simt::Detail::other_place && !blame_early_wait(source, found) &&
      !blame_seldom_record(source, found))
    found.text += words_of_order(source, found.line);
}

/// The only line that names `name`, of the functions that `entry` uses and outside of all; 0 where none does, or
/// several do.
int only_line_with(const simt::SourceIndex& source, std::string_view entry, std::string_view name) {
  const std::vector<const simt::SourceFunction*> used = source.used_by(entry);
  int line = 0;
  for (const simt::SourceName& one : source.names) {
    const simt::SourceFunction* const function = source.function_around(one.line);
    const bool is_used = function == nullptr || std::find(used.begin(), used.end(), function) != used.end();
    if (one.name != name || one.line == line || !is_used) continue;
    if (line != 0) return 0;
    line = one.line;
  }
  return line;
}

/// Names the only line with `name`, for what it `does`. True where it is not named already.
bool blame_only_line(const simt::SourceIndex& source, std::string_view entry, std::string_view name,
                     std::string_view does, Finding& found) {
  const int line = only_line_with(source, entry, name);
  if (line == 0 || line == found.line) return false;
  found.other_line = std::exchange(found.line, line);
  found.text = fmt::format("{}. At line {}, {}", does, found.other_line, found.text);
  return true;
}

/// Two accesses that are atomic for the threads of one block only, where one line says so: it is named.
bool blame_scope_of_block(const simt::SourceIndex& source, std::string_view entry, Finding& found) {
  return blame_only_line(source, entry, "thread_scope_block",
                         "thread_scope_block orders the threads of one block only, and other blocks take part", found);
}

/// A fence is missing between blocks, and one line has a fence that only the threads of its own block see: it is named.
bool blame_fence_of_block(const simt::SourceIndex& source, std::string_view entry, Finding& found) {
  return blame_only_line(source, entry, "__threadfence_block",
                         "__threadfence_block() orders what the threads of one block see, and here other blocks read "
                         "it: they need __threadfence()",
                         found);
}

void explain_global_race(const simt::SourceIndex& source, std::string_view entry, const simt::FindingRecord& record,
                         Finding& found) {
  if (record.missing == simt::Missing::scope && blame_scope_of_block(source, entry, found)) return;
  if (record.missing == simt::Missing::release_fence && blame_fence_of_block(source, entry, found)) return;
  const bool is_of_blocks = record.missing == simt::Missing::order;
  if (is_of_blocks && blame_late_first_value(source, found)) return;
  if (is_of_blocks && blame_announced_before_stored(source, entry, found)) return;
  if (blame_early_announcement(source, entry, record.missing, found)) return;
  // What two threads store at one line is no matter of waiting.
  const std::string plain_wait = is_of_blocks ? words_of_plain_wait(source, record, found.line) : "";
  found.text += plain_wait;
  if (is_of_blocks && plain_wait.empty() && record.pc != record.other_pc)
    found.text += words_of_waiting(source, found) + words_of_block_barrier(source, found);
  // A block that is let through too early may be seen as one that lacks a fence.
  using simt::Missing;
  const bool lacks_fence = record.missing == Missing::release_fence || record.missing == Missing::acquire_fence;
  if (is_of_blocks || lacks_fence) blame_part_set(source, found);
  if (!blame_early_fence(source, record.missing, found) && !blame_announcement(source, entry, record.missing, found))
    found.text += words_of_missing_fence(source, entry, record.missing, found.other_line);
  found.text += words_of_read_output(source, record, found.line);
  blame_step(source, found);
  blame_relaxed_order(source, entry, record.missing, found);
}

void explain_shared_race(const simt::SourceIndex& source, const simt::FindingRecord& record, Finding& found) {
  if (record.missing == simt::Missing::barrier && !record.in_one_warp)
    found.text += words_of_weaker_order(source, found);
  if (record.missing == simt::Missing::barrier && record.detail == simt::Detail::none)
    found.text += words_of_early_barrier(source, found);
  if (record.missing == simt::Missing::barrier && record.in_one_warp) blame_short_mask(source, found);
  if (record.detail == simt::Detail::same_store) found.text += words_of_shared_declaration(source, found);
  name_row_and_column(source, record, found);
}

}  // namespace grader
