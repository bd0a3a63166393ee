#include "grader/words/unwritten_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "grader/words/origin_words.hpp"
#include "grader/words/reasons.hpp"

namespace grader {
namespace {

constexpr std::size_t most_index_lines = 4;  // more tell nothing

/// "tile"; empty for memory without a name of its own.
std::string array_of(const simt::FindingRecord& record) {
  constexpr std::string_view shared = "shared array ";
  const std::string name(record.name, strnlen(record.name, sizeof record.name));
  return name.starts_with(shared) ? name.substr(shared.size()) : "";
}

/// Lines that store to the same memory: those that name the array, or else the one that was seen.
std::vector<int> lines_that_store(const simt::SourceIndex& source, const std::string& array, int read, int seen) {
  std::vector<int> lines = array.empty() ? std::vector<int>{} : source.stores_to(array, read);
  if (seen != 0 && std::find(lines.begin(), lines.end(), seen) == lines.end()) lines = {seen};
  return lines;
}

/// The last `return;` before `line` in its function, or, for a function that a kernel calls, before `read` in its own.
int return_before(const simt::SourceIndex& source, int line, int read) {
  const simt::SourceFunction* around = source.function_around(line);
  if (around != nullptr && !around->is_kernel) around = source.function_around(line = read);
  int found = 0;
  for (const int early : source.returns) {
    if (around != nullptr && around->first_line <= early && early < line) found = early;
  }
  return found;
}

/// Whether threads wait for each other between what stores and the load: those that had ended by then ended before.
bool is_barrier_between(const simt::SourceIndex& source, int stored, int read) {
  const simt::SourceFunction* const around = source.function_around(read);
  const int first = source.function_around(stored) == around ? stored : around == nullptr ? read : around->first_line;
  return std::any_of(source.barriers.begin(), source.barriers.end(),
                     [&](int line) { return first <= line && line <= read; });
}

/// What `function` is given, but for pointers, and all that it makes of that.
std::set<std::string> names_made_of_parameters(const simt::SourceIndex& source, const simt::SourceFunction& function) {
  std::set<std::string> names;
  for (const auto& given : function.named) {
    if (!given.is_pointer) names.insert(given.name);
  }
  for (std::size_t before = 0; before != names.size();) {
    before = names.size();
    for (const simt::SourceAssignment& one : source.assignments) {
      const auto is_known = [&](const std::string& name) { return names.contains(name); };
      if (function.has(one.line) && std::any_of(one.from.begin(), one.from.end(), is_known)) names.insert(one.name);
    }
  }
  return names;
}

/// Whether a condition around `line` decides whether it is done, and names nothing that is made of what the function is
/// given: it holds for as many threads at all sizes.
bool depends_on_fixed_number(const simt::SourceIndex& source, int line) {
  const simt::SourceFunction* const function = source.function_around(line);
  if (function == nullptr) return false;
  const std::set<std::string> given = names_made_of_parameters(source, *function);
  const std::vector<simt::SourceCondition> around = source.conditions_around(line);
  return std::any_of(around.begin(), around.end(), [&](const simt::SourceCondition& one) {
    const bool names_given = std::any_of(given.begin(), given.end(), [&](const std::string& name) {
      const std::vector<int> lines = source.lines_with(name, *function);
      return std::find(lines.begin(), lines.end(), one.line) != lines.end();
    });
    return !one.is_loop && !names_given;
  });
}

/// Whether some threads end between what stores and the load, in one function.
bool is_return_between(const simt::SourceIndex& source, int stored, int read) {
  const simt::SourceFunction* const around = source.function_around(read);
  return around != nullptr && around == source.function_around(stored) &&
         std::any_of(source.returns.begin(), source.returns.end(),
                     [&](int line) { return stored < line && line <= read; });
}

/// The innermost condition that `stored` depends on and `read` does not; 0: there is none, or, but for `even_if_own`,
/// the load has conditions of its own, which may be the ones to blame.
int guard_of(const simt::SourceIndex& source, int stored, int read, bool even_if_own = false) {
  const std::vector<simt::SourceCondition> of_read = source.conditions_around(read);
  const auto is_around_read = [&](const simt::SourceCondition& one) {
    return std::any_of(of_read.begin(), of_read.end(), [&](const simt::SourceCondition& other) {
      return other.line == one.line && other.last_line == one.last_line;
    });
  };
  const bool is_same_function = source.function_around(stored) == source.function_around(read);
  int guard = 0;
  for (const simt::SourceCondition& one : source.conditions_around(stored)) {
    if (!one.is_loop && !(is_same_function && is_around_read(one))) guard = one.line;
  }
  // What a condition reads itself does not depend on it.
  const bool has_own =
      std::any_of(of_read.begin(), of_read.end(), [read](const auto& one) { return !one.is_loop && one.line != read; });
  return has_own && !even_if_own ? 0 : guard;
}

/// The outermost condition around all that a kernel does, the barriers, the stores and the load; 0: there is none, or
/// threads may end in another way.
int condition_of_both(const simt::SourceIndex& source, int stored, int read) {
  const simt::SourceFunction* const kernel = source.function_around(read);
  if (kernel == nullptr || source.function_around(stored) != kernel || return_before(source, read, read) != 0) return 0;
  for (const simt::SourceCondition& one : source.conditions_around(read)) {
    const auto is_inside = [&](int line) { return one.line <= line && line <= one.last_line; };
    const bool has_barriers = std::all_of(source.barriers.begin(), source.barriers.end(),
                                          [&](int line) { return !kernel->has(line) || is_inside(line); });
    if (!one.is_loop && one.line != read && one.line != stored && is_inside(stored) && has_barriers) return one.line;
  }
  return 0;
}

/// A number that the kernel is given, by which `read` finds its place in an array, and `stored` does not; the array's
/// name and that of the number. Empty where there is none.
std::pair<std::string, std::string> missing_length(const simt::SourceIndex& source, int stored, int read) {
  const simt::SourceFunction* const kernel = source.function_around(read);
  if (kernel == nullptr || !kernel->is_kernel || source.function_around(stored) != kernel) return {};
  for (const simt::SourceElement& one : source.elements) {
    const bool is_stored = std::any_of(source.assignments.begin(), source.assignments.end(), [&](const auto& other) {
      return other.line == stored && other.name == one.name && other.is_element;
    });
    if (one.line != read || !is_stored) continue;
    const std::vector<std::string> there = names_of_place(source, one.name, stored);
    for (const simt::SourceParameter& given : kernel->named) {
      const auto has = [&](const std::vector<std::string>& names) {
        return std::find(names.begin(), names.end(), given.name) != names.end();
      };
      // Other lines that store to the array agree with the one that reads.
      if (given.is_pointer || !has(one.index) || has(there)) continue;
      const std::vector<int> lines = source.stores_to(one.name, read);
      const bool others_agree = std::any_of(lines.begin(), lines.end(), [&](int line) {
        return line != stored && has(names_of_place(source, one.name, line));
      });
      if (others_agree) return {one.name, given.name};
    }
  }
  return {};
}

/// The loop around `line` whose counter chooses the row of an array in shared memory that the line stores to; without a
/// line where there is none.
simt::SourceCondition loop_of_rows(const simt::SourceIndex& source, int line) {
  for (const simt::SourceCondition& one : source.conditions_around(line)) {
    if (!one.is_loop || one.line == line) continue;
    for (const simt::SourceAssignment& counter : source.assignments) {
      const bool counts = counter.line == one.line && !counter.is_element;
      const bool is_row = std::any_of(source.elements.begin(), source.elements.end(), [&](const auto& element) {
        return element.line == line &&
               std::find(element.index.begin(), element.index.end(), counter.name) != element.index.end();
      });
      if (counts && is_row) return one;
    }
  }
  return {};
}

/// Whether a thread that has its share of what is stored from word 0 on, without a gap, reads far behind all of it: a
/// guard that stores too little leaves out the words that come next.
bool is_read_far_behind(const simt::FindingRecord& record) {
  constexpr std::int64_t far = 32, times = 4;
  const auto [ended, stored, last] = record.numbers;
  const simt::Index3 &thread = record.thread, &size = record.launch_block;
  const std::int64_t number = thread.x + std::int64_t{size.x} * (thread.y + std::int64_t{size.y} * thread.z);
  const std::int64_t word = record.offset / 4;
  return ended == 0 && stored > 0 && stored == last + 1 && number < stored && word > last + far &&
         word >= times * stored;
}

/// The finding is now about `line`, and the load is its other line.
void move_to(int line, std::string text, Finding& found) {
  found.other_line = std::exchange(found.line, line);
  found.text = std::move(text);
}

}  // namespace

void explain_unwritten(const simt::SourceIndex& source, const simt::FindingRecord& record, Finding& found) {
  const int read = found.line;
  const std::string array = array_of(record), what = array.empty() ? "shared memory" : array;
  const int seen = found.other_line;
  const std::vector<int> lines = lines_that_store(source, array, read, seen);
  if (lines.empty() || read == 0) {
    found.text += record.numbers[1] == 0 ? "; nothing has been stored there yet" : "";
    return;
  }
  if (!found.brief.empty()) found.brief += fmt::format("; what is there is stored at {}", lines_in_words(lines));
  const auto [ended, stored, last] = record.numbers;
  const simt::Index3 size = record.launch_block;
  const std::int64_t threads = std::int64_t{size.x} * size.y * size.z;
  const std::string then = fmt::format("line {}: {}", read, found.text);
  const int line = seen != 0 ? seen : lines.front();
  // What a line stores where it has read is not what was missing: that was due before a barrier.
  if (const int early = return_before(source, line, read);
      ended > 0 && early != 0 && is_barrier_between(source, line == read ? early : line, read)) {
    const simt::Index3& first = record.other_thread;
    return move_to(early,
                   fmt::format("{} of the block's {} threads end here, such as thread ({}, {}, {}), and do not come to "
                               "{}, which stores to {}. {}",
                               ended, threads, first.x, first.y, first.z, lines_in_words(lines), what, then),
                   found);
  }
  const int outside = ended > 0 && is_barrier_between(source, line, read) ? condition_of_both(source, line, read) : 0;
  if (outside != 0) {
    const simt::Index3& first = record.other_thread;
    return move_to(outside,
                   fmt::format("the condition here does not hold for {} of the block's {} threads, such as thread ({}, "
                               "{}, {}): they store nothing to {} at {}, which others read. {}",
                               ended, threads, first.x, first.y, first.z, what, lines_in_words(lines), then),
                   found);
  }
  if (const auto [name, length] = missing_length(source, line, read); !length.empty()) {
    found.compares_lengths = true;
    return move_to(line,
                   fmt::format("{0} is filled here without {1} in its index, and line {2} finds its place in {0} by "
                               "{1}: both have to agree on where a row begins. {3}",
                               name, length, read, then),
                   found);
  }
  if (is_read_far_behind(record)) {
    found.other_line = line;
    found.text += fmt::format(
        ": the wrong index. The block has stored the {} words from 0 on, without a gap (at {}), and this word lies far "
        "behind them, so what is read is not where the index here looks for it",
        stored, lines_in_words(lines));
    return;
  }
  const bool is_without_gaps = stored == last + 1;
  const std::int64_t words = record.segment_bytes / 4;
  found.is_partly_stored =
      !array.empty() && is_without_gaps && stored > 0 && stored < words && depends_on_fixed_number(source, line);
  // A thread that has got as far as this has its element. Words far behind the last one are none that a guard left out.
  const bool is_far = stored == last + 1 && record.offset / 4 > last + 1 && is_return_between(source, line, read);
  const int guard = is_far ? 0 : guard_of(source, line, read);
  if (guard != 0 && stored > 0 && stored < threads) {
    return move_to(guard,
                   fmt::format("the condition here decides what is stored to {}{}, and where it does not hold nothing "
                               "is stored there. {}",
                               what, guard == line ? "" : fmt::format(" at {}", lines_in_words(lines)), then),
                   found);
  }
  // `for (int r = …; r < ROWS; …) tile[r][column] = …`: how far the loop goes decides how much is stored.
  const simt::SourceCondition loop = lines.size() == 1 ? loop_of_rows(source, line) : simt::SourceCondition{};
  if (is_without_gaps && stored > threads && loop.line != 0 && source.loop_around(read).line != loop.line) {
    found.other_line = line;
    return move_to(
        loop.line,
        fmt::format("the loop here decides how many rows of {} are stored at line {}: {} of its {} words, 0 … "
                    "{} without a gap. {}",
                    what, line, stored, words, last, then),
        found);
  }
  if (is_without_gaps && stored >= threads / 2 && !source.conditions_around(read).empty()) {
    return move_to(line,
                   fmt::format("the block has stored {} of the {} words of {}, 0 … {} without a gap{}. {}", stored,
                               record.segment_bytes / 4, what, last,
                               lines.size() == 1 ? "" : fmt::format(", at {}", lines_in_words(lines)), then),
                   found);
  }
  found.other_line = line;
  found.text += fmt::format("; what is there is stored at {}", lines_in_words(lines));
  const int condition = lines.size() == 1 ? guard_of(source, line, read, /*even_if_own=*/true) : 0;
  if (condition != 0) {
    found.text += fmt::format(", only where the condition {} holds",
                              condition == line ? "of that line" : fmt::format("at line {}", condition));
  }
  if (found.is_partly_stored) found.text += fmt::format(", which is {} of its {} words, 0 … {}", stored, words, last);
  const std::vector<int> indices = source.lines_of_indices(read, most_index_lines);
  if (!indices.empty()) found.text += fmt::format(", and what is read here is chosen by {}", lines_in_words(indices));
}

}  // namespace grader
