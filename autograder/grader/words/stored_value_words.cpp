#include "grader/words/stored_value_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <span>
#include <string>
#include <string_view>

#include "grader/words/mismatch.hpp"
#include "grader/words/missing_words.hpp"
#include "grader/words/reasons.hpp"

namespace grader {
namespace {

using backends::ElementState;
using simt::HistoryRecord;
using simt::LoadedWords;

/// Where the value of an element was computed, from what, and by which line it was stored.
class StoredValue {
 public:
  StoredValue(const RunHistory& history, std::vector<Finding>& findings)
      : history_(history), run_(history.run()), findings_(findings) {}

  /// `what` the elements in this state are: "wrong". `has_all_inputs`: the block loads all that is due.
  void add(ElementState state, std::string_view what, bool has_all_inputs) {
    const HistoryRecord* const word = history_.word_in(state);
    const std::string values = values_in_words(run_.output, history_.places(state), history_.periods());
    std::string text = history_.head(state, what) + (values.empty() ? "" : ": " + values) + run_.note;
    if (word == nullptr || word->count == 0) return add_finding(findings_, "wrong-value", 0, std::move(text));
    const int stored = history_.line_of(word->pc);
    const int line = state == ElementState::touched ? stored : line_of_value(*word);
    if (word->launch == 0 && about_kernel_elsewhere(*word, text)) return;
    if (word->launch == 0) {
      text += fmt::format("; {} {} was written by the call at this line{}", element_name(run_.operation.output_element),
                          run_.watched[word->watched],
                          word->bytes < history_.unit()
                              ? fmt::format(", which wrote only {} of its {} bytes", word->bytes, history_.unit())
                              : "");
      if (!run_.got.empty() && !run_.due.empty()) text += fmt::format("; it is {}, and {} is due", run_.got, run_.due);
      text += bytes_in_words(run_.source, stored);
      return add_finding(findings_, "wrong-value", line, std::move(text));
    }
    text += fmt::format("; {} {} {} by {}{}", element_name(run_.operation.output_element), run_.watched[word->watched],
                        line == stored ? "was stored here" : "was computed here",
                        thread_in_words(word->block, word->thread), sources_of(*word, line));
    if (line != stored) text += fmt::format(", and stored at line {}", stored);
    if (const int shuffle = shuffle_between(line, stored); shuffle != 0 && has_all_inputs) {
      return add_finding(
          findings_, "wrong-value", shuffle,
          fmt::format("{}. The block loads all that is due: look at what passes this shuffle, from which lanes", text),
          line);
    }
    text += way_of(line, line == stored ? stored : std::max(line, origin_of(*word)));
    if (about_constant(line, state)) return;
    if (!run_.due.empty() && word->loads == 1 && word->loaded[0].count == 1 && word->watched == 0) {
      text += fmt::format("; {} is due", run_.due);
    }
    if (word->other_pc != 0) {
      text += fmt::format("; before, {} had stored there, at line {}",
                          thread_in_words(word->other_block, word->other_thread), history_.line_of(word->other_pc));
    }
    add_finding(findings_, "wrong-value", line, std::move(text), line == stored ? 0 : stored);
  }

 private:
  /// In elements of the lab's kind: a float4 is four of them.
  std::string loaded_words(const LoadedWords& loaded, int at_line) const {
    const std::int64_t each = std::max<std::int64_t>(1, loaded.bytes / history_.unit());
    const std::int64_t scale = loaded.bytes >= history_.unit() ? each : 1;
    std::string text =
        elements_in_words(name_of_memory(loaded.name), loaded.first * scale, loaded.first * scale + each - 1);
    if (loaded.count > 1 && loaded.last != loaded.first) {
      text = fmt::format(
          "{} to {} ({} loads)", text,
          elements_in_words(name_of_memory(loaded.name), loaded.last * scale, loaded.last * scale + each - 1),
          loaded.count);
    } else if (loaded.count > 1) {
      text += fmt::format(" ({} loads, all of this element)", loaded.count);
    }
    const int line = history_.line_of(loaded.pc), stored = history_.line_of(loaded.stored_pc);
    if (line != 0 && line != at_line) text += fmt::format(" (line {})", line);
    if (stored != 0) text += fmt::format(", stored at line {} by thread {}", stored, index_in_words(loaded.stored_by));
    return text;
  }

  std::string sources_of(const HistoryRecord& word, int at_line) const {
    constexpr std::size_t most_named = 2;  // the last ones tell most, and a long list is not read
    const std::span<const LoadedWords> loads = loads_of(word);
    std::vector<std::string> all;
    for (const LoadedWords& loaded : loads.last(std::min(loads.size(), most_named))) {
      all.push_back(loaded_words(loaded, at_line));
    }
    return all.empty() ? "" : fmt::format(", from {}", fmt::join(all, " and "));
  }

  /// Where the value was made between its loads and its store, and the shuffles of that function.
  std::string way_of(int line, int stored) const {
    std::string text;
    const std::vector<int> made = run_.source.lines_of_value(stored, most_made_lines);
    if (!made.empty()) {
      text = fmt::format("; made at {} {}", made.size() == 1 ? "line" : "lines", fmt::join(made, ", "));
    }
    const int shuffle = shuffle_between(line, stored);
    return shuffle == 0 ? text : text + fmt::format("; it passes the shuffle at line {}", shuffle);
  }

  /// The first shuffle in the function of `line`, up to `stored`; 0: there is none.
  int shuffle_between(int line, int stored) const {
    const simt::SourceFunction* const function = run_.source.function_around(line);
    for (const int shuffle : run_.source.shuffles) {
      if (function != nullptr && shuffle >= function->first_line && shuffle <= stored) return shuffle;
    }
    return 0;
  }

  /// Where the value was computed: at the last load in an assignment, where none is on the line that stores.
  int line_of_value(const HistoryRecord& word) const {
    if (const int origin = origin_of(word); origin != 0) return origin;
    const int stored = history_.line_of(word.pc);
    const simt::SourceFunction* const storing = run_.source.function_around(stored);
    int last = 0;
    for (const LoadedWords& loaded : loads_of(word)) {
      const int line = history_.line_of(loaded.pc);
      if (line == stored) return stored;
      // Without an assignment of its own it is a line of the statement that stores.
      const bool assigns = std::any_of(run_.source.assignments.begin(), run_.source.assignments.end(),
                                       [line](const simt::SourceAssignment& one) { return one.line == line; });
      if (assigns && storing != nullptr && run_.source.function_around(line) == storing) last = line;
    }
    return last != 0 ? last : stored;
  }

  /// Where a value that the storing line only copies from shared memory was stored there; 0: it is no such copy.
  int origin_of(const HistoryRecord& word) const {
    const int stored = history_.line_of(word.pc);
    const auto& assignments = run_.source.assignments;
    const bool is_copy = std::any_of(assignments.begin(), assignments.end(),
                                     [&](const auto& one) { return one.line == stored && one.is_copy; });
    const std::span<const LoadedWords> loads = loads_of(word);
    for (std::size_t i = loads.size(); is_copy && i-- > 0;) {
      const LoadedWords& loaded = loads[i];
      const int origin = history_.line_of(loaded.stored_pc);
      if (history_.line_of(loaded.pc) == stored && origin != 0) return works_in_place(origin) ? origin : 0;
    }
    return 0;
  }

  /// Whether `line` stores to an array what comes from the same one: elsewhere values are only brought there.
  bool works_in_place(int line) const {
    std::vector<int> made = run_.source.lines_of_value(line, most_made_lines);
    made.push_back(line);
    for (const simt::SourceAssignment& stored : run_.source.assignments) {
      if (stored.line != line || !stored.is_element) continue;
      for (const simt::SourceAssignment& one : run_.source.assignments) {
        const bool is_on_way = std::find(made.begin(), made.end(), one.line) != made.end();
        if (is_on_way &&
            (one.is_combined || std::find(one.from.begin(), one.from.end(), stored.name) != one.from.end()))
          return true;
      }
    }
    return false;
  }

  /// Whether the watched wrong element's thread loaded anything on `line`.
  bool has_loads_at(int line) const {
    const HistoryRecord* const word = history_.word_in(ElementState::wrong);
    if (word == nullptr) return false;
    const std::span<const LoadedWords> loads = loads_of(*word);
    return std::any_of(loads.begin(), loads.end(),
                       [&](const LoadedWords& loaded) { return history_.line_of(loaded.pc) == line; });
  }

  /// Whether `line` takes the larger or the smaller of two.
  bool compares(int line) const {
    constexpr std::string_view names[] = {"max", "min", "fmax", "fmin", "fmaxf", "fminf", "umax", "umin"};
    return std::any_of(run_.source.names.begin(), run_.source.names.end(), [&](const simt::SourceName& name) {
      return name.line == line && std::find(std::begin(names), std::end(names), name.name) != std::end(names);
    });
  }

  /// All wrong elements have one value, which a variable on the value's way begins with.
  bool about_constant(int line, ElementState state) {
    const std::vector<std::int64_t>& all = history_.places(state);
    const double value = run_.output.actual[static_cast<std::size_t>(all.front())];
    const bool is_one_value = all.size() > 2 && std::all_of(all.begin(), all.end(), [&](std::int64_t i) {
                                return run_.output.actual[static_cast<std::size_t>(i)] == value;
                              });
    if (!is_one_value) return false;
    std::vector<int> made = run_.source.lines_of_value(line, most_made_lines);
    made.push_back(line);
    const auto is_on_way = [&](const simt::SourceAssignment& one) {
      return std::find(made.begin(), made.end(), one.line) != made.end();
    };
    for (const simt::SourceAssignment& first : run_.source.assignments) {
      const bool is_value = !first.number.empty() && std::strtod(first.number.c_str(), nullptr) == value;
      if (!is_value || !is_on_way(first)) continue;
      for (const simt::SourceAssignment& change : run_.source.assignments) {
        if (change.name != first.name || change.line <= first.line || !is_on_way(change)) continue;
        const std::vector<simt::SourceCondition> around = run_.source.conditions_around(change.line);
        if (around.empty()) continue;
        // A loop that is never entered, or a comparison with a start that is no start.
        const simt::SourceCondition& condition = around.back();
        const bool was_entered = has_loads_at(change.line);
        if (condition.is_loop && was_entered && !compares(change.line)) continue;
        const bool is_loop = condition.is_loop && !compares(change.line);
        // Of loops that nothing has passed, the outermost one was not entered.
        const int named = is_loop ? around.front().line : first.line;
        const std::string further =
            is_loop && named != condition.line ? fmt::format(" (inside of the one at line {})", named) : "";
        add_finding(
            findings_, "wrong-value", named,
            fmt::format("{}: all of them are {}: {} begins with that at line {}, and the {} at line {}{} did not "
                        "change it; line {} stores it{}",
                        history_.head(state, "wrong"), first.number, first.name, first.line,
                        condition.is_loop ? "loop" : "condition", condition.line, further, line,
                        is_loop ? words_of_quotient(run_.source, named) : ""),
            named == first.line ? condition.line : first.line);
        return true;
      }
    }
    return false;
  }

  /// An element that only a call of the host wrote, although a kernel stores to others.
  bool about_kernel_elsewhere(const HistoryRecord& word, const std::string& text) {
    const HistoryRecord* most = nullptr;
    for (const HistoryRecord& record : history_.stores()) {
      if (record.launch != 0 && (most == nullptr || record.count > most->count)) most = &record;
    }
    if (most == nullptr || history_.line_of(most->pc) == 0) return false;
    const int line = history_.line_of(most->pc);
    const std::vector<simt::SourceCondition> around = run_.source.conditions_around(line);
    const std::string depends = around.empty() || around.back().line == line
                                    ? ""
                                    : fmt::format(", where the condition at line {} holds", around.back().line);
    add_finding(
        findings_, "wrong-value", line,
        fmt::format("{}; element {} holds what the call at line {} wrote, and no kernel stores to it: {}{}", text,
                    run_.watched[word.watched], history_.line_of(word.pc), history_.stores_words(*most), depends),
        history_.line_of(word.pc));
    return true;
  }

  const RunHistory& history_;
  const WrongRun& run_;
  std::vector<Finding>& findings_;
};

}  // namespace

void explain_stored_values(const RunHistory& history, ElementState state, std::string_view what, bool has_all_inputs,
                           std::vector<Finding>& findings) {
  StoredValue(history, findings).add(state, what, has_all_inputs);
}

}  // namespace grader
