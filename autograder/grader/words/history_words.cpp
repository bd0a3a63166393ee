#include "grader/words/history_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <optional>
#include <string_view>

#include "grader/words/mismatch.hpp"
#include "grader/words/reasons.hpp"
#include "grader/words/value_patterns.hpp"
#include "runner/protocol.hpp"

namespace grader {
namespace {

using backends::ElementState;
using simt::HistoryKind;
using simt::HistoryRecord;
using simt::LoadedWords;

template <std::size_t size>
std::string bounded(const char (&text)[size]) {
  return {text, strnlen(text, size)};
}

std::string index_words(const simt::Index3& index) { return fmt::format("({}, {}, {})", index.x, index.y, index.z); }

std::string thread_words(const simt::Index3& block, const simt::Index3& thread) {
  return fmt::format("block {}, thread {}", index_words(block), index_words(thread));
}

/// "A[8]" of "the input A", "element 8 of the input" where it has no name of its own.
std::string element_words(std::string_view memory, std::int64_t first, std::int64_t last) {
  const std::string range = first == last ? fmt::format("{}", first) : fmt::format("{} … {}", first, last);
  for (const std::string_view start : {"the input ", "the output ", "shared array ", "the variable "}) {
    if (memory.starts_with(start)) return fmt::format("{}[{}]", memory.substr(start.size()), range);
  }
  return fmt::format("{} {} of {}", first == last ? "element" : "elements", range, memory);
}

/// A loop of so many rounds may be written out: a thread's stores are then of its block's place, and no stride.
constexpr std::int64_t most_unrolled = 8;

/// A longer way of a value is not read.
constexpr std::size_t most_made_lines = 6;

class Words {
 public:
  explicit Words(const WrongRun& run) : run_(run), periods_(periods_of(run.size, run.extents)) {
    for (std::size_t i = 0; i < run.output.states.size(); ++i) {
      places_[static_cast<std::size_t>(run.output.states[i])].push_back(static_cast<std::int64_t>(i));
    }
    for (const HistoryRecord& record : run.history) {
      if (record.kind == HistoryKind::stores && record.count > 0) add_stores(record);
    }
  }

  std::vector<Finding> findings() {
    about_unlaunched_kernel();
    about_launch();
    if (!places(ElementState::wrong).empty()) about_overwritten_sum();
    const HistoryRecord* const unwritten = word_in(ElementState::never_written);
    if (unwritten != nullptr && unwritten->count > 0) {
      about_stored(ElementState::never_written, "stored, with what was in memory that was never written");
    } else if (!places(ElementState::never_written).empty()) {
      about_never_written();
    }
    if (!places(ElementState::wrong).empty()) {
      about_full_counters();
      about_last_words();
      about_lost_stores();
      about_inputs();
      if (findings_.empty()) about_wrong_input();
      if (findings_.empty()) about_stale();
      if (findings_.empty()) about_unread();
      about_stored(ElementState::wrong, "wrong");
    }
    if (!places(ElementState::touched).empty()) about_stored(ElementState::touched, "no part of the answer");
    return std::move(findings_);
  }

 private:
  const std::vector<std::int64_t>& places(ElementState state) const { return places_[static_cast<std::size_t>(state)]; }
  int line_of(std::uint64_t pc) const {
    const auto found = run_.lines.find(pc);
    return found == run_.lines.end() ? 0 : found->second;
  }
  /// The copies of a line in an unrolled loop are one.
  void add_stores(const HistoryRecord& record) {
    const auto known = std::find_if(stores_.begin(), stores_.end(), [&](const HistoryRecord& other) {
      return line_of(record.pc) != 0 && line_of(other.pc) == line_of(record.pc) && other.bytes == record.bytes &&
             (other.launch == 0) == (record.launch == 0) && bounded(other.name) == bounded(record.name);
    });
    if (known == stores_.end()) {
      stores_.push_back(record);
      return;
    }
    known->count += record.count;
    known->lost += record.lost;
    known->first = std::min(known->first, record.first);
    known->last = std::max(known->last, record.last);
    if (known->repeated == 0) {
      known->repeated_at = record.repeated_at;
      known->block = record.block;
      known->other_block = record.other_block;
    }
    known->repeated += record.repeated;
    known->repeated_in_block += record.repeated_in_block;
  }

  /// "at n = 5, element 4 of the output (the last of 5) was never written"
  std::string head(ElementState state, std::string_view what) const {
    const Places which = places_in_words(places(state), static_cast<std::int64_t>(run_.output.states.size()), periods_);
    return fmt::format("at {}, {} of {}{} {} {}", size_in_words(run_.size, run_.extents), which.subject,
                       run_.operation.name_of(run_.operation.input_count + run_.output.output),
                       which.note.empty() ? "" : " (" + which.note + ")", places(state).size() == 1 ? "is" : "are",
                       what);
  }
  void add(std::string name, int line, std::string text, int other_line = 0) {
    Finding& finding = findings_.emplace_back();
    finding.name = std::move(name);
    finding.line = line;
    finding.text = std::move(text);
    finding.other_line = other_line;
  }

  std::int64_t unit() const {
    if (run_.operation.output_element == course::Element::u8x4) return 1;
    return run_.operation.output_element == course::Element::half_f64 ? 8 : 4;
  }

  /// In elements of the lab's kind: a float4 is four of them.
  std::string loaded_words(const LoadedWords& loaded, int at_line) const {
    const std::int64_t each = std::max<std::int64_t>(1, loaded.bytes / unit());
    const std::int64_t scale = loaded.bytes >= unit() ? each : 1;
    std::string text = element_words(bounded(loaded.name), loaded.first * scale, loaded.first * scale + each - 1);
    if (loaded.count > 1 && loaded.last != loaded.first) {
      text = fmt::format("{} to {} ({} loads)", text,
                         element_words(bounded(loaded.name), loaded.last * scale, loaded.last * scale + each - 1),
                         loaded.count);
    } else if (loaded.count > 1) {
      text += fmt::format(" ({} loads, all of this element)", loaded.count);
    }
    const int line = line_of(loaded.pc), stored = line_of(loaded.stored_pc);
    if (line != 0 && line != at_line) text += fmt::format(" (line {})", line);
    if (stored != 0) text += fmt::format(", stored at line {} by thread {}", stored, index_words(loaded.stored_by));
    return text;
  }

  std::string sources_of(const HistoryRecord& word, int at_line) const {
    constexpr std::uint32_t most_named = 2;  // the last ones tell most, and a long list is not read
    const std::uint32_t loads = std::min<std::uint32_t>(word.loads, std::size(word.loaded));
    std::vector<std::string> all;
    for (std::uint32_t i = loads - std::min(loads, most_named); i < loads; ++i) {
      all.push_back(loaded_words(word.loaded[i], at_line));
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

  const HistoryRecord* word_in(ElementState state) const {
    for (const HistoryRecord& record : run_.history) {
      if (record.kind != HistoryKind::word || record.watched >= run_.watched.size()) continue;
      const std::int64_t element = run_.watched[record.watched];
      if (run_.output.states[static_cast<std::size_t>(element)] == state) return &record;
    }
    return nullptr;
  }

  void about_stored(ElementState state, std::string_view what) {
    const HistoryRecord* const word = word_in(state);
    const std::string values = values_in_words(run_.output, places(state), periods_);
    std::string text = head(state, what) + (values.empty() ? "" : ": " + values) + run_.note;
    if (word == nullptr || word->count == 0) return add("wrong-value", 0, std::move(text));
    const int stored = line_of(word->pc), line = state == ElementState::touched ? stored : line_of_value(*word);
    if (word->launch == 0 && about_kernel_elsewhere(*word, text)) return;
    if (word->launch == 0) {
      text += fmt::format(
          "; {} {} was written by the call at this line{}", element_name(run_.operation.output_element),
          run_.watched[word->watched],
          word->bytes < unit() ? fmt::format(", which wrote only {} of its {} bytes", word->bytes, unit()) : "");
      if (!run_.got.empty() && !run_.due.empty()) text += fmt::format("; it is {}, and {} is due", run_.got, run_.due);
      text += bytes_in_words(run_.source, stored);
      return add("wrong-value", line, std::move(text));
    }
    text += fmt::format("; {} {} {} by {}{}", element_name(run_.operation.output_element), run_.watched[word->watched],
                        line == stored ? "was stored here" : "was computed here",
                        thread_words(word->block, word->thread), sources_of(*word, line));
    if (line != stored) text += fmt::format(", and stored at line {}", stored);
    if (const int shuffle = shuffle_between(line, stored); shuffle != 0 && has_all_inputs_) {
      return add(
          "wrong-value", shuffle,
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
                          thread_words(word->other_block, word->other_thread), line_of(word->other_pc));
    }
    add("wrong-value", line, std::move(text), line == stored ? 0 : stored);
  }

  /// Where the value was computed: at the last load in an assignment, where none is on the line that stores.
  int line_of_value(const HistoryRecord& word) const {
    if (const int origin = origin_of(word); origin != 0) return origin;
    const int stored = line_of(word.pc);
    const simt::SourceFunction* const storing = run_.source.function_around(stored);
    const std::uint32_t loads = std::min<std::uint32_t>(word.loads, std::size(word.loaded));
    int last = 0;
    for (std::uint32_t i = 0; i < loads; ++i) {
      const int line = line_of(word.loaded[i].pc);
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
    const int stored = line_of(word.pc);
    const auto& assignments = run_.source.assignments;
    const bool is_copy = std::any_of(assignments.begin(), assignments.end(),
                                     [&](const auto& one) { return one.line == stored && one.is_copy; });
    const std::uint32_t loads = std::min<std::uint32_t>(word.loads, std::size(word.loaded));
    for (std::uint32_t i = loads; is_copy && i-- > 0;) {
      const LoadedWords& loaded = word.loaded[i];
      const int origin = line_of(loaded.stored_pc);
      if (line_of(loaded.pc) == stored && origin != 0) return works_in_place(origin) ? origin : 0;
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
    const HistoryRecord* const word = word_in(ElementState::wrong);
    const std::uint32_t loads = word == nullptr ? 0 : std::min<std::uint32_t>(word->loads, std::size(word->loaded));
    for (std::uint32_t i = 0; i < loads; ++i) {
      if (line_of(word->loaded[i].pc) == line) return true;
    }
    return false;
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
    const std::vector<std::int64_t>& all = places(state);
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
        add("wrong-value", named,
            fmt::format("{}: all of them are {}: {} begins with that at line {}, and the {} at line {}{} did not "
                        "change it; line {} stores it",
                        head(state, "wrong"), first.number, first.name, first.line,
                        condition.is_loop ? "loop" : "condition", condition.line, further, line),
            named == first.line ? condition.line : first.line);
        return true;
      }
    }
    return false;
  }

  /// An element that only a call of the host wrote, although a kernel stores to others.
  bool about_kernel_elsewhere(const HistoryRecord& word, const std::string& text) {
    const HistoryRecord* most = nullptr;
    for (const HistoryRecord& record : stores_) {
      if (record.launch != 0 && (most == nullptr || record.count > most->count)) most = &record;
    }
    if (most == nullptr || line_of(most->pc) == 0) return false;
    const int line = line_of(most->pc);
    const std::vector<simt::SourceCondition> around = run_.source.conditions_around(line);
    const std::string depends = around.empty() || around.back().line == line
                                    ? ""
                                    : fmt::format(", where the condition at line {} holds", around.back().line);
    add("wrong-value", line,
        fmt::format("{}; element {} holds what the call at line {} wrote, and no kernel stores to it: {}{}", text,
                    run_.watched[word.watched], line_of(word.pc), stores_words(*most), depends),
        line_of(word.pc));
    return true;
  }

  using Elements = std::vector<course::InputReads::Element>;

  static bool is_of_block(const HistoryRecord& record, HistoryKind kind, const HistoryRecord& word) {
    return record.kind == kind && record.watched == word.watched;
  }

  /// Words `first` to `last` of an input, as its elements: "x[256 … 1023]".
  std::string range_words(std::string_view memory, std::int64_t first, std::int64_t last) const {
    if (run_.operation.output_element == course::Element::u8x4) return element_words(memory, 4 * first, 4 * last + 3);
    if (run_.operation.output_element == course::Element::half_f64) return element_words(memory, first / 2, last / 2);
    return element_words(memory, first, last);
  }

  /// "x[256 … 1023]", or "31 of B[31 … 991]", of words in ascending order.
  std::string some_words(std::string_view memory, const std::vector<std::int64_t>& words) const {
    const bool is_run = words.back() - words.front() + 1 == static_cast<std::int64_t>(words.size());
    if (is_run) return range_words(memory, words.front(), words.back());
    return fmt::format("{} of {}", words.size(), range_words(memory, words.front(), words.back()));
  }

  std::vector<std::int64_t> words_of_block(HistoryKind kind, const HistoryRecord& word, std::string_view name) const {
    std::vector<std::int64_t> words;
    for (const HistoryRecord& record : run_.history) {
      if (!is_of_block(record, kind, word) || (!name.empty() && bounded(record.name) != name)) continue;
      for (std::int64_t run = 0; run < record.runs; ++run) {
        const std::int64_t start = run * record.distance;
        for (std::int64_t i = record.first; i <= record.last; ++i) words.push_back(start + i);
      }
    }
    std::sort(words.begin(), words.end());
    words.erase(std::unique(words.begin(), words.end()), words.end());
    return words;
  }

  bool has_one_launch() const {
    return std::count_if(run_.history.begin(), run_.history.end(),
                         [](const HistoryRecord& record) { return record.kind == HistoryKind::launch; }) <= 1;
  }

  /// Whether all that the block of `word` loaded is of the inputs.
  bool is_made_of_inputs(const HistoryRecord& word) const {
    for (const HistoryRecord& record : run_.history) {
      if (!is_of_block(record, HistoryKind::block_loads, word)) continue;
      bool is_input = false;
      for (int buffer = 0; buffer < run_.operation.input_count; ++buffer) {
        is_input = is_input || run_.operation.name_of(buffer) == bounded(record.name);
      }
      if (!is_input) return false;
    }
    return true;
  }

  /// Inputs that an element needs, or all that its block stores, and that no thread of the block has loaded.
  void about_inputs() {
    constexpr std::size_t most_stored = 4096, most_due = std::size_t{1} << 22;
    const HistoryRecord* const word = word_in(ElementState::wrong);
    if (word == nullptr || word->count == 0 || word->launch == 0 || !run_.due_of || !has_one_launch()) return;
    if (!loads_anything(*word)) {
      about_other_blocks_value(*word);
      return;
    }
    if (!is_made_of_inputs(*word)) return;
    const std::int64_t element = run_.watched[word->watched];
    if (about_missing(*word, run_.due_of(run_.output.word_of(element, run_.operation.output_element)),
                      fmt::format("{} {} of the output needs", element_name(run_.operation.output_element), element))) {
      const Finding missing = findings_.back();
      findings_.pop_back();
      if (!about_other_blocks_value(*word)) findings_.push_back(missing);
      return;
    }
    const std::vector<std::int64_t> stored = words_of_block(HistoryKind::block_stores, *word, "");
    if (stored.empty() || stored.size() > most_stored) return;
    Elements due;
    for (const std::int64_t one : stored) {
      const Elements of_one = run_.due_of(one);
      due.insert(due.end(), of_one.begin(), of_one.end());
      if (due.size() > most_due) return;
    }
    std::sort(due.begin(), due.end());
    due.erase(std::unique(due.begin(), due.end()), due.end());
    const bool is_missing =
        about_missing(*word, due, fmt::format("what block {} stores needs", index_words(word->block)));
    has_all_inputs_ = !is_missing && loads_of_all(*word, due) && !loads_all_there_is(*word);
  }

  /// Whether the block loads something of each input of which `due` holds elements.
  bool loads_of_all(const HistoryRecord& word, const Elements& due) const {
    return std::all_of(due.begin(), due.end(), [&, known = std::map<int, bool>{}](const auto& one) mutable {
      const auto [found, is_new] = known.try_emplace(one.buffer);
      if (is_new)
        found->second = !words_of_block(HistoryKind::block_loads, word, run_.operation.name_of(one.buffer)).empty();
      return found->second;
    });
  }

  /// Whether the block loads all inputs as a whole: then it says nothing that what is due is among them.
  bool loads_all_there_is(const HistoryRecord& word) const {
    for (int buffer = 0; buffer < run_.operation.input_count; ++buffer) {
      const auto loaded = words_of_block(HistoryKind::block_loads, word, run_.operation.name_of(buffer));
      if (static_cast<std::int64_t>(loaded.size()) < run_.operation.elements(run_.size, buffer)) return false;
    }
    return true;
  }

  /// The outermost loop around `line`, where what is missing is the end of what is needed: fewer elements than a round
  /// of it takes. 0: there is none.
  int loop_that_ends_early(int line, const std::vector<std::int64_t>& needed,
                           const std::vector<std::int64_t>& missing) const {
    const bool is_end = missing.size() < needed.size() && missing.back() == needed.back() &&
                        needed[needed.size() - missing.size()] == missing.front();
    for (const simt::SourceCondition& one : run_.source.conditions_around(line)) {
      if (is_end && one.is_loop) return one.line;
    }
    return 0;
  }

  bool loads_anything(const HistoryRecord& word) const {
    return std::any_of(run_.history.begin(), run_.history.end(), [&](const HistoryRecord& record) {
      return is_of_block(record, HistoryKind::block_loads, word);
    });
  }

  /// Another block has stored to the same element before, by the same line: then each has a part of what the element
  /// needs, or one has none of it. False where it is not so.
  bool about_other_blocks_value(const HistoryRecord& word) {
    const int stored = line_of(word.pc);
    const bool is_same_line = word.other_pc != 0 && line_of(word.other_pc) == stored;
    if (!is_same_line || index_words(word.other_block) == index_words(word.block)) return false;
    add("global-race", stored,
        fmt::format("at {}, block {} stores to {} {} here, and block {} has stored there before, at this line, too: "
                    "only the value of the last one is left. Where blocks add to one element, atomicAdd is needed; "
                    "where each should have its own, the index is wrong",
                    size_in_words(run_.size, run_.extents), index_words(word.block),
                    element_name(run_.operation.output_element), run_.watched[word.watched],
                    index_words(word.other_block)));
    return true;
  }

  /// The first input of which `due` holds elements that the block never loads. False where there is none.
  bool about_missing(const HistoryRecord& word, const Elements& due, const std::string& subject) {
    for (int buffer = 0; buffer < run_.operation.input_count; ++buffer) {
      const std::string name = run_.operation.name_of(buffer);
      const std::vector<std::int64_t> loaded = words_of_block(HistoryKind::block_loads, word, name);
      if (loaded.empty()) continue;
      std::vector<std::int64_t> needed, missing;
      for (const auto& one : due) {
        if (one.buffer == buffer) needed.push_back(one.index);
      }
      std::set_difference(needed.begin(), needed.end(), loaded.begin(), loaded.end(), std::back_inserter(missing));
      if (missing.empty()) continue;
      const auto load = std::find_if(run_.history.begin(), run_.history.end(), [&](const HistoryRecord& record) {
        return is_of_block(record, HistoryKind::block_loads, word) && bounded(record.name) == name;
      });
      const std::string what =
          fmt::format("at {}, {} {}, but block {} never loads {}", size_in_words(run_.size, run_.extents), subject,
                      some_words(name, needed), index_words(word.block), some_words(name, missing));
      const int loop = loop_that_ends_early(line_of(load->pc), needed, missing);
      if (loop != 0) {
        add("missing-input", loop,
            fmt::format("{}: the loop that begins here ends before them. Line {} loads the others", what,
                        line_of(load->pc)),
            line_of(load->pc));
        return true;
      }
      add("missing-input", line_of(load->pc), fmt::format("{}; here it loads {}", what, some_words(name, loaded)),
          line_of(word.pc));
      return true;
    }
    return false;
  }

  /// What the thread loaded for an element, straight from an input, although the element does not need it.
  void about_wrong_input() {
    const HistoryRecord* const word = word_in(ElementState::wrong);
    if (word == nullptr || word->launch == 0 || !run_.due_of) return;
    const std::int64_t element = run_.watched[word->watched];
    const Elements due = run_.due_of(run_.output.word_of(element, run_.operation.output_element));
    const std::uint32_t loads = std::min<std::uint32_t>(word->loads, std::size(word->loaded));
    // A thread that stores several elements has loaded for all of them.
    const HistoryRecord* const launch = last_launch();
    if (due.empty() || launch == nullptr || launch->most_stores > 1) return;
    for (std::uint32_t i = 0; i < loads; ++i) {
      if (about_wrong_load(word->loaded[i], due, element, line_of(word->pc))) return;
    }
  }

  bool about_wrong_load(const LoadedWords& loaded, const Elements& due, std::int64_t element, int stored) {
    const std::string name = bounded(loaded.name);
    const int line = line_of(loaded.pc);
    const std::int64_t scale = loaded.bytes / 4;
    for (int buffer = 0; buffer < run_.operation.input_count && line != 0 && scale != 0; ++buffer) {
      if (run_.operation.name_of(buffer) != name) continue;
      std::vector<std::int64_t> needed;
      for (const auto& one : due) {
        if (one.buffer == buffer) needed.push_back(one.index);
      }
      for (const std::int64_t place : {loaded.first, loaded.last}) {
        const auto at = std::lower_bound(needed.begin(), needed.end(), place * scale);
        if (needed.empty() || (at != needed.end() && *at < (place + 1) * scale)) continue;
        add("wrong-input", line,
            fmt::format("at {}, this line loads {} for {} {} of the output, which does not need it, but {}",
                        size_in_words(run_.size, run_.extents),
                        range_words(name, place * scale, place * scale + scale - 1),
                        element_name(run_.operation.output_element), element, some_words(name, needed)),
            stored);
        return true;
      }
    }
    return false;
  }

  /// Counters of one byte or of two that have been full.
  void about_full_counters() {
    const int most = full_at(run_.output, places(ElementState::wrong));
    if (most == 0) return;
    static constexpr std::string_view bytes[] = {"char", "uint8_t", "int8_t"},
                                      pairs[] = {"short", "uint16_t", "int16_t"};
    for (const simt::SourceName& one : run_.source.names) {
      const simt::SourceFunction* const around = run_.source.function_around(one.line);
      const auto& types = most == 256 ? bytes : pairs;
      const bool is_narrow = std::find(std::begin(types), std::end(types), one.name) != std::end(types);
      if (!is_narrow || around == nullptr || !around->is_kernel) continue;
      return add(
          "wrong-value", one.line,
          fmt::format("at {}, {} elements of the output lack a multiple of {} each: what is counted with the type "
                      "{}, named here, begins again with 0 after {}",
                      size_in_words(run_.size, run_.extents), places(ElementState::wrong).size(), most, one.name,
                      most - 1));
    }
  }

  /// Of the conditions around `line`, those up to the innermost one that can bound an index there: a loop, or one that
  /// names what an index on the line has. All where there is none.
  std::vector<simt::SourceCondition> bounds_around(int line) const {
    const std::vector<simt::SourceCondition> all = run_.source.conditions_around(line);
    const auto names_index = [&](const simt::SourceCondition& one) {
      return std::any_of(run_.source.elements.begin(), run_.source.elements.end(), [&](const auto& element) {
        return element.line == line &&
               std::any_of(run_.source.names.begin(), run_.source.names.end(), [&](const simt::SourceName& use) {
                 return use.line == one.line &&
                        std::find(element.index.begin(), element.index.end(), use.name) != element.index.end();
               });
      });
    };
    std::vector<simt::SourceCondition> some = all;
    while (!some.empty() && !some.back().is_loop && !names_index(some.back())) some.pop_back();
    return some.empty() ? all : some;
  }

  /// The last elements of an input that no thread reads, where all others are read.
  void about_last_words() {
    for (const HistoryRecord& record : run_.history) {
      const int reader = record.kind == HistoryKind::last_words_unread ? line_of(record.pc) : 0;
      // More than that is not the rest of a piece, and comes of something else.
      if (reader == 0 || record.count * 2 > record.total) continue;
      const std::vector<simt::SourceCondition> around = bounds_around(reader);
      const int line = around.empty() ? reader : around.back().line;
      const std::string name = bounded(record.name);
      return add("unread", line,
                 fmt::format("at {}, no thread reads {}, the last of {}: {}{} ends before them",
                             size_in_words(run_.size, run_.extents), element_words(name, record.first, record.last),
                             record.total,
                             around.empty()          ? "this line"
                             : around.back().is_loop ? "this loop"
                                                     : "this condition",
                             line == reader ? "" : fmt::format(" around line {}", reader)),
                 line == reader ? 0 : reader);
    }
  }

  /// Words of shared or constant memory that the block has and never reads, and of variables that no thread reads.
  void about_unread() {
    constexpr std::int64_t smallest_share = 16;
    const HistoryRecord* const word = word_in(ElementState::wrong);
    if (word == nullptr) return;
    for (const HistoryRecord& record : run_.history) {
      const bool is_forgotten = record.kind == HistoryKind::forgotten;
      if (!is_forgotten && !is_of_block(record, HistoryKind::unread, *word)) continue;
      const int stored = line_of(record.other_pc), line = is_forgotten ? stored : line_of(record.pc);
      if (record.count * smallest_share < record.total || line == 0) continue;
      const std::string name = bounded(record.name);
      const std::string which = record.last - record.first + 1 == record.count
                                    ? element_words(name, record.first, record.last)
                                    : fmt::format("{} of the {} elements of {}, the first is element {},", record.count,
                                                  record.total, name, record.first);
      const std::string at = size_in_words(run_.size, run_.extents);
      if (const int reader = is_forgotten ? only_reader(name, line) : 0; reader != 0) {
        return add("unread", reader,
                   fmt::format("at {}, this line reads {}, but no thread ever reads {}, stored at line {}", at, name,
                               which, line),
                   line);
      }
      if (is_forgotten) {
        return add("unread", line,
                   fmt::format("at {}, no thread reads {}, which is stored here{}", at, which, mentions(name, line)));
      }
      return add(
          "unread", line,
          fmt::format("at {}, block {} never reads {}{}; this line reads the others", at, index_words(word->block),
                      which, stored == 0 ? "" : fmt::format(" (stored at line {})", stored)),
          stored);
    }
  }

  /// The line that names the variable, where only one does besides its declaration and the line that stores to it.
  int only_reader(const std::string& name, int stored) const {
    int reader = 0;
    for (const simt::SourceName& one : run_.source.names) {
      const bool is_declaration =
          std::any_of(run_.source.kept.begin(), run_.source.kept.end(),
                      [&](const simt::SourceName& kept) { return kept.name == name && kept.line == one.line; });
      if (one.name != name || one.line == stored || is_declaration || one.line == reader) continue;
      if (reader != 0) return 0;
      reader = one.line;
    }
    return reader;
  }

  /// "; lines 7, 9 name it, too": other lines than `line`.
  std::string mentions(std::string_view name, int line) const {
    std::vector<int> lines;
    for (const simt::SourceName& one : run_.source.names) {
      if (one.name == name && one.line != line && (lines.empty() || lines.back() != one.line))
        lines.push_back(one.line);
    }
    return lines.empty() ? ""
                         : fmt::format("; {} {} it, too", lines_in_words(lines), lines.size() == 1 ? "names" : "name");
  }

  /// Constant memory that holds what an earlier call left there.
  void about_stale() {
    const HistoryRecord* const word = word_in(ElementState::wrong);
    if (word == nullptr) return;
    for (const HistoryRecord& record : run_.history) {
      if (!is_of_block(record, HistoryKind::stale, *word)) continue;
      const std::string name = bounded(record.name);
      const std::string at = size_in_words(run_.size, run_.extents);
      int copy = 0;
      for (const simt::SourceCall& call : run_.source.calls) {
        const bool is_of_it = std::find(call.arguments.begin(), call.arguments.end(), name) != call.arguments.end();
        if (is_of_it && copy == 0) copy = call.line;
      }
      if (copy == 0 && run_.function != nullptr) {
        return add("stale", run_.function->first_line,
                   fmt::format("at {}, {}, which line {} reads, holds what it held before: no line copies anything to "
                               "it, which belongs into {}",
                               at, name, line_of(record.pc), run_.function->name),
                   line_of(record.pc));
      }
      if (copy == 0) continue;
      return add(
          "stale", copy,
          fmt::format("at {}, the copy here was not made in this call, so {}, which line {} reads, holds what it "
                      "held before",
                      at, name, line_of(record.pc)),
          line_of(record.pc));
    }
  }

  /// Stores that a later launch overwrote before anything had read them.
  void about_lost_stores() {
    for (const HistoryRecord& record : stores_) {
      const int line = line_of(record.pc);
      if (record.lost == 0 || line == 0) continue;
      return add(
          "lost-store", line,
          fmt::format("at {}, what this line stores is never read: {} of its {} stores are overwritten by a later "
                      "launch first",
                      size_in_words(run_.size, run_.extents), record.lost, record.count));
    }
  }

  /// What of the launch alone explains a wrong result: there is none, or its two numbers are exchanged.
  void about_launch() {
    const HistoryRecord* const launch = last_launch();
    if (launch == nullptr) {
      if (run_.entry == nullptr) return;
      return add("no-launch", run_.entry->first_line,
                 fmt::format("at {}, {} launches no kernel", size_in_words(run_.size, run_.extents), run_.entry->name));
    }
    const std::int64_t threads = std::int64_t{launch->block_size.x} * launch->block_size.y * launch->block_size.z;
    const std::int64_t blocks = launch->threads / std::max<std::int64_t>(1, threads);
    if (threads >= 32 || blocks < 32 || blocks % 32 != 0) return;
    add("launch-shape", line_of(launch->pc),
        fmt::format(
            "this launch has {}: are the two exchanged? The number of blocks comes first, <<<blocks, threads>>>",
            simt::launch_shape(launch->grid, launch->block_size)));
  }

  const HistoryRecord* last_launch() const {
    const HistoryRecord* last = nullptr;
    for (const HistoryRecord& record : run_.history) {
      if (record.kind == HistoryKind::launch && (last == nullptr || record.count > 0)) last = &record;
    }
    return last;
  }

  /// A variable that a loop sets anew in every round, on the way to a wrong element.
  void about_overwritten_sum() {
    const HistoryRecord* const word = word_in(ElementState::wrong);
    if (word == nullptr || word->count == 0 || word->launch == 0) return;
    const int stored = line_of(word->pc);
    if (const int set = run_.source.line_of_sum_kept(stored); set != 0) {
      return add("sum-kept", set,
                 fmt::format("{}: the sum that line {} stores is set here only, before the loop around that line, so "
                             "every round goes on with the sum of the one before: should each begin anew?",
                             head(ElementState::wrong, "wrong"), stored),
                 stored);
    }
    std::vector<int> made = run_.source.lines_of_value(stored, most_made_lines);
    made.push_back(stored);
    for (const int line : made) {
      const simt::SourceAssignment* const assignment = run_.source.overwritten_in_loop(line);
      if (assignment == nullptr) continue;
      return add(
          "overwritten", line,
          fmt::format("{}: {} is set anew here in every round of the loop, so only the last round's value is left "
                      "when line {} stores it; should this add to it?",
                      head(ElementState::wrong, "wrong"), assignment->name, stored),
          stored);
    }
  }

  void about_unlaunched_kernel() {
    const simt::SourceFunction* const kernel =
        run_.function == nullptr ? nullptr : run_.source.unlaunched_kernel(*run_.function);
    if (kernel == nullptr) return;
    const HistoryRecord* const launch = last_launch();
    const int other = launch == nullptr ? run_.function->first_line : line_of(launch->pc);
    add("no-launch", kernel->first_line,
        fmt::format("at {}, the kernel {} is defined here, and no line launches it; {} (line {}) {}",
                    size_in_words(run_.size, run_.extents), kernel->name, run_.function->name,
                    run_.function->first_line,
                    launch == nullptr ? "launches none" : fmt::format("launches only others (line {})", other)),
        other);
  }

  void about_never_written() {
    const HistoryRecord* most = nullptr;
    for (const HistoryRecord& record : stores_) {
      if (most == nullptr || record.count > most->count) most = &record;
    }
    const HistoryRecord* const launch = last_launch();
    const std::string head = this->head(ElementState::never_written, "never written");
    const bool is_launched = launch != nullptr && line_of(launch->pc) != 0;
    if (about_rounded_pieces(head)) return;
    if (most == nullptr && !is_launched) return add("never-written", 0, head);
    if (most == nullptr && about_missing_copy(line_of(launch->pc), head)) return;
    if (most == nullptr) return about_idle_launch(line_of(launch->pc), head);
    const std::int64_t scale = std::max<std::int64_t>(1, most->bytes / unit());
    const int line = line_of(most->pc);
    if (most->launch == 0 && about_piece_without_call(head)) return;
    if (most->launch == 0) {
      return add("never-written", line,
                 fmt::format("{}: the call here writes elements {} … {}", head, most->first * scale,
                             most->last * scale + scale - 1));
    }
    if (launch == nullptr) return add("never-written", line, fmt::format("{}: {}", head, stores_words(*most)));
    if (about_early_end(*launch, line, head) || about_overlap(*most, head)) return;
    const std::int64_t span = (most->last - most->first + 1) * scale;
    if (launch->count == launch->threads && launch->most_stores == 1 && most->count * scale >= 2 * span) {
      return add("never-written", line,
                 fmt::format("{}: {}; several threads store to the same element, {} in all", head, stores_words(*most),
                             launch->threads),
                 line_of(launch->pc));
    }
    if (launch->count == launch->threads && launch->most_stores == 1) {
      return add("never-written", line_of(launch->pc),
                 fmt::format("{}: {}, and all of them store, {} (line {})", head, shape_of(*launch),
                             times(launch->most_stores), line),
                 line);
    }
    if (about_surplus_blocks(*launch, head) || about_small_grid(*launch, *most, head) ||
        about_idle_block(*launch, *most, head) || about_second_store(*most, head, scale))
      return;
    about_condition(*launch, *most, head);
  }

  /// The number that `text` is, or that a constant of this name has; 0: it is not known.
  std::int64_t number_of(const std::string& text) const {
    std::int64_t number = 0;
    const auto set = std::find_if(run_.source.assignments.begin(), run_.source.assignments.end(),
                                  [&](const auto& one) { return one.name == text && !one.number.empty(); });
    const std::string& digits = set == run_.source.assignments.end() ? text : set->number;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return error == std::errc() && end == digits.data() + digits.size() ? number : 0;
  }

  bool is_named_by_loop(const simt::SourceFunction& function, const std::string& name) const {
    return std::any_of(run_.source.conditions.begin(), run_.source.conditions.end(), [&](const auto& loop) {
      return loop.is_loop && function.has(loop.line) &&
             std::any_of(run_.source.names.begin(), run_.source.names.end(),
                         [&](const auto& used) { return used.line == loop.line && used.name == name; });
    });
  }

  /// Pieces of equal length, which is a quotient that rounds down: exactly what is left over of it is never written.
  bool about_rounded_pieces(const std::string& head) {
    const std::vector<std::int64_t>& missing = places(ElementState::never_written);
    const auto all = static_cast<std::int64_t>(run_.output.states.size());
    const auto left = static_cast<std::int64_t>(missing.size());
    if (run_.function == nullptr || missing.back() + 1 != all || missing.front() + left != all) return false;
    for (const simt::SourceFunction* const function : run_.source.used_by(run_.function->name)) {
      for (const simt::SourceAssignment& one : run_.source.assignments) {
        if (one.divisor.empty() || !function->has(one.line)) continue;
        const std::int64_t divisor = number_of(one.divisor);
        // Of a number that is not known, a loop that goes up to it tells that there are so many pieces.
        const bool is_count = divisor == 0 && is_named_by_loop(*function, one.divisor);
        if (!is_count && (divisor < 2 || all % divisor != left)) continue;
        // What asks for the whole length later may take care of the rest.
        const bool is_used_later =
            std::any_of(run_.source.names.begin(), run_.source.names.end(), [&](const simt::SourceName& name) {
              return name.name == one.dividend && function->has(name.line) && name.line > one.line;
            });
        if (is_used_later) continue;
        add("never-written", one.line,
            fmt::format("{}: {} / {} rounds down here. {} of {} elements are left over, and belong to no piece", head,
                        one.dividend, one.divisor, left, all));
        return true;
      }
    }
    return false;
  }

  /// A piece of the output, such as what one situation asks for, that no call writes to.
  bool about_piece_without_call(const std::string& head) {
    const auto piece_of = run_.operation.piece;
    if (piece_of == nullptr || run_.function == nullptr) return false;
    const auto piece_at = [&](std::int64_t element) { return piece_of(run_.size, run_.output.output, element); };
    const std::string_view piece = piece_at(places(ElementState::never_written).front());
    for (const HistoryRecord& record : stores_) {
      const std::int64_t scale = std::max<std::int64_t>(1, record.bytes / unit());
      for (const std::int64_t element : {record.first * scale, record.last * scale}) {
        if (piece_at(element) == piece) return false;
      }
    }
    // "situation 3, …": the label of that number.
    const std::size_t digit = std::min(piece.find_first_of("0123456789"), piece.size());
    const std::string_view number = piece.substr(digit, piece.find_first_not_of("0123456789", digit) - digit);
    int line = run_.function->first_line;
    for (const simt::SourceName& label : run_.source.cases) {
      if (label.name == number && run_.source.function_around(label.line) == run_.function) line = label.line;
    }
    add("never-written", line,
        fmt::format("{}: no call writes anything there: {} lacks what makes {}", head, run_.function->name, piece));
    return true;
  }

  /// Memory of the host into which nothing was copied, in a function that copies elsewhere.
  bool about_missing_copy(int launch_line, const std::string& head) {
    const course::Operation& operation = run_.operation;
    const int buffer = operation.input_count + run_.output.output;
    if (run_.function == nullptr || operation.place(buffer) != course::Place::host) return false;
    const auto is_copy_here = [&](const simt::SourceCall& call) {
      return call.name.starts_with("cudaMemcpy") && run_.source.function_around(call.line) == run_.function;
    };
    if (std::none_of(run_.source.calls.begin(), run_.source.calls.end(), is_copy_here)) return false;
    add("never-written", run_.function->first_line,
        fmt::format("{}: it is memory of the host, and no copy in {} brings anything there after line {}", head,
                    run_.function->name, launch_line),
        launch_line);
    return true;
  }

  /// A launch that stores nothing: what its kernel's last store depends on, or that there is none.
  void about_idle_launch(int launch_line, const std::string& head) {
    const simt::SourceFunction* const kernel = kernel_of(launch_line);
    int line = 0;
    for (const simt::SourceAssignment& one : run_.source.assignments) {
      if (kernel != nullptr && one.is_element && kernel->first_line <= one.line && one.line <= kernel->last_line) {
        line = one.line;
      }
    }
    const std::vector<simt::SourceCondition> around = run_.source.conditions_around(line);
    const int condition = around.empty() ? return_before(line) : around.back().line;
    if (condition == 0) {
      return add("never-written", launch_line,
                 fmt::format("{}: this launch stores nothing there{}", head,
                             kernel == nullptr ? ""
                                               : fmt::format(", by no line of the kernel {} (line {})", kernel->name,
                                                             kernel->first_line)));
    }
    add("never-written", condition,
        fmt::format("{}: the launch at line {} stores nothing there: no thread comes by this condition to what line {} "
                    "stores",
                    head, launch_line, line),
        launch_line);
  }

  /// "this line stores 20 times, to elements 0 … 19"
  std::string stores_words(const HistoryRecord& stores, std::string_view subject = "this line") const {
    const std::int64_t scale = std::max<std::int64_t>(1, stores.bytes / unit());
    return fmt::format("{} stores {} times, to elements {} … {}", subject, stores.count, stores.first * scale,
                       stores.last * scale + scale - 1);
  }

  /// Blocks store to each other's elements, so that others are left: their place is computed from the block's number.
  bool about_overlap(const HistoryRecord& stores, const std::string& head) {
    if (stores.repeated == 0) return false;
    const simt::Index3 &first = stores.other_block, &then = stores.block;
    const std::string_view member = first.x != then.x ? "x" : first.y != then.y ? "y" : "z";
    const int line = line_of(stores.pc);
    const std::vector<int> places = run_.source.lines_with_member(line, "blockIdx", std::string(member));
    const std::vector<int> indices = run_.source.lines_of_indices(line, most_made_lines);
    const bool is_index = !places.empty() && std::find(indices.begin(), indices.end(), places.back()) != indices.end();
    const int place = is_index && stores.repeated_in_block == 0 ? places.back() : line;
    add("never-written", place,
        fmt::format(
            "{}: blocks overlap: block {} stores to element {} (line {}), to which block {} has stored already, "
            "and {} times so in all{}",
            head, index_words(then), stores.repeated_at * 4 / unit(), line, index_words(first), stores.repeated,
            place == line ? "" : fmt::format("; here blockIdx.{} tells where a block begins", member)),
        place == line ? 0 : line);
    return true;
  }

  /// All blocks store, with threads up to their last warp, and what is left lies behind them.
  bool about_small_grid(const HistoryRecord& launch, const HistoryRecord& stores, const std::string& head) {
    const std::vector<std::int64_t>& missing = places(ElementState::never_written);
    const auto elements = static_cast<std::int64_t>(run_.output.states.size());
    const auto left = static_cast<std::int64_t>(missing.size());
    const std::int64_t written = elements - left, blocks = launch.storing_blocks;
    const std::int64_t threads = launch.threads / std::max<std::int64_t>(1, blocks);
    const bool is_tail = missing.front() == written && missing.back() == elements - 1;
    const bool is_used = launch.idle_blocks == 0 && launch.last_thread + 32 >= threads;
    const bool is_short = left * blocks >= written || (blocks > 1 && written % blocks == 0);
    const int line = line_of(stores.pc);
    if (written == 0 || !is_tail || !is_used || !is_short || blocks == 0 || launch.most_stores > most_unrolled ||
        line_of(launch.pc) == 0)
      return false;
    add("never-written", line_of(launch.pc),
        fmt::format("{}: {}, and each block stores {} elements (line {}), so {} blocks are needed{}", head,
                    shape_of(launch), (written + blocks - 1) / blocks, line,
                    (elements * blocks + written - 1) / written, rounds_of(line, launch)),
        line);
    return true;
  }

  /// ", or more than 4 rounds of the loop at line 5", where a loop surrounds `line`.
  std::string rounds_of(int line, const HistoryRecord& launch) const {
    const std::vector<simt::SourceCondition> around = run_.source.conditions_around(line);
    const auto loop = std::find_if(around.begin(), around.end(), [](const auto& one) { return one.is_loop; });
    return loop == around.end()
               ? ""
               : fmt::format(", or more than {} rounds of the loop at line {}", launch.most_stores, loop->line);
  }

  /// A block has nothing to store: its threads return early.
  bool about_idle_block(const HistoryRecord& launch, const HistoryRecord& stores, const std::string& head) {
    const int line = line_of(stores.pc), early = return_of_blocks(line);
    if (launch.idle_blocks == 0 || early == 0) return false;
    add("never-written", early,
        fmt::format(
            "{}: {}. {} of its blocks {} nothing, such as block {}: threads that end here do not come to line {}, "
            "which stores",
            head, shape_of(launch), launch.idle_blocks, launch.idle_blocks == 1 ? "stores" : "store",
            index_words(launch.other_block), line),
        line);
    return true;
  }

  /// Of the returns before `line`, the one that asks for the block's number; where none does, the last one.
  int return_of_blocks(int line) const {
    const simt::SourceFunction* const function = run_.source.function_around(line);
    for (const int early : run_.source.returns) {
      if (function == nullptr || early < function->first_line || early >= line) continue;
      const std::vector<simt::SourceCondition> around = run_.source.conditions_around(early);
      for (const simt::SourceName& name : run_.source.names) {
        if (name.name == "blockIdx" && !around.empty() && name.line == around.back().line) return early;
      }
    }
    return return_before(line);
  }

  /// The last `return;` of `line`'s function before it; 0: there is none.
  int return_before(int line) const {
    const simt::SourceFunction* const function = run_.source.function_around(line);
    int found = 0;
    for (const int early : run_.source.returns) {
      if (function != nullptr && function->first_line <= early && early < line) found = early;
    }
    return found;
  }

  static std::string lines_of(const std::vector<simt::SourceCondition>& conditions) {
    std::vector<int> lines;
    for (const simt::SourceCondition& one : conditions) {
      if (lines.empty() || lines.back() != one.line) lines.push_back(one.line);
    }
    return lines_in_words(lines);
  }

  /// What the store depends on: a loop that ends too early, or a guard that holds for too few.
  void about_condition(const HistoryRecord& launch, const HistoryRecord& stores, const std::string& head) {
    const int line = line_of(stores.pc);
    const std::vector<simt::SourceCondition> around = run_.source.conditions_around(line);
    const auto loop = std::find_if(around.begin(), around.end(), [](const auto& one) { return one.is_loop; });
    const bool all_store = launch.count == launch.threads;
    int condition = !around.empty() ? around.back().line : all_store ? 0 : return_before(line);
    // Where all threads have stored, the guard holds for some rounds of all.
    if (all_store && loop != around.end() && !around.back().is_loop) condition = line;
    // Nor is it to blame where threads store to what is no part of the answer.
    if (!places(ElementState::touched).empty()) condition = line;
    const std::string what = fmt::format(
        "{}, {}",
        stores_words(stores, condition == 0 || condition == line ? "this line" : fmt::format("line {}", line)),
        all_store ? fmt::format("{} in each of {} threads", times_text(launch.most_stores), launch.threads)
                  : fmt::format("by {} of {} threads", launch.count, launch.threads));
    if (condition == 0 || condition == line) {
      const std::string depends = around.empty() ? "" : "; it depends on the conditions at " + lines_of(around);
      add("never-written", line, fmt::format("{}: {}{}", head, what, depends), line_of(launch.pc));
    } else {
      add("never-written", condition, fmt::format("{}: {}; this condition decides who stores", head, what), line);
    }
    add("never-written", line_of(launch.pc),
        fmt::format("{}; {} of them store, {}", shape_of(launch), launch.count, times(launch.most_stores)));
  }

  /// Whole blocks of a grid of two dimensions have nothing to store, although elements are left.
  bool about_surplus_blocks(const HistoryRecord& launch, const std::string& head) {
    const std::int64_t blocks = std::int64_t{launch.grid.x} * launch.grid.y;
    const bool is_flat = launch.grid.y == 1 && launch.block_size.y == 1;
    if (is_flat || launch.grid.z != 1 || launch.grid.x == launch.grid.y || launch.storing_blocks >= blocks)
      return false;
    add("never-written", line_of(launch.pc),
        fmt::format("{}: {}, and only {} of its {} blocks store anything: are the grid's two numbers exchanged?", head,
                    shape_of(launch), launch.storing_blocks, blocks));
    return true;
  }

  /// Another line stores to elements that `most` stores to already.
  bool about_second_store(const HistoryRecord& most, const std::string& head, std::int64_t scale) {
    for (const HistoryRecord& record : stores_) {
      if (&record == &most || bounded(record.name) != bounded(most.name)) continue;
      const std::int64_t own = std::max<std::int64_t>(1, record.bytes / unit());
      const std::int64_t first = record.first * own, last = record.last * own + own - 1;
      const int line = line_of(record.pc), other = line_of(most.pc);
      if (line == other || first < most.first * scale || last > most.last * scale + scale - 1) continue;
      add("never-written", line,
          fmt::format("{}: this line stores to elements {} … {}, to which line {} stores as well", head, first, last,
                      other),
          other);
      return true;
    }
    return false;
  }

  /// Of the launch on this line; null where it is not found.
  const simt::SourceFunction* kernel_of(int launch_line) const {
    for (const simt::SourceLaunch& launch : run_.source.launches) {
      if (launch.line != launch_line) continue;
      for (const simt::SourceFunction& function : run_.source.functions) {
        if (function.name == launch.kernel) return &function;
      }
    }
    return nullptr;
  }

  static std::string times_text(std::int64_t most) { return fmt::format("at most {} times", most); }
  static std::string times(std::int64_t most) { return most == 1 ? "once each" : times_text(most) + " each"; }

  /// "this launch has 1024 threads (2 × 1 blocks of 64 × 8 threads)"
  static std::string shape_of(const HistoryRecord& launch) {
    return fmt::format("this launch has {} threads ({})", launch.threads,
                       simt::launch_shape(launch.grid, launch.block_size));
  }

  /// Threads that had ended may be the ones that should have stored. False where that cannot be.
  bool about_early_end(const HistoryRecord& launch, int store_line, const std::string& head) {
    const int barrier = line_of(launch.other_pc);
    const simt::SourceFunction* const function = run_.source.function_around(barrier);
    if (launch.ended == 0 || function == nullptr ||
        (run_.source.function_around(store_line) == function && store_line <= barrier))
      return false;
    const auto& returns = run_.source.returns;
    const auto found = std::find_if(returns.begin(), returns.end(),
                                    [&](int line) { return line >= function->first_line && line <= barrier; });
    if (found == returns.end()) return false;
    add("ended-before-barrier", *found,
        fmt::format("{}: {} threads end here before the barrier at line {}, such as {}; they take no part in what line "
                    "{} stores after it",
                    head, launch.ended, barrier, thread_words(launch.block, launch.thread), store_line),
        barrier);
    return true;
  }

  const WrongRun& run_;
  std::vector<Period> periods_;
  std::vector<HistoryRecord> stores_;  // HistoryKind::stores, by line
  std::vector<std::int64_t> places_[4];
  bool has_all_inputs_ = false;  // the block loads what its elements need
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<std::int64_t> elements_to_watch(const backends::ComparedOutput& output) {
  std::vector<std::int64_t> first, others;
  bool is_known[4] = {true, false, false, false};  // those that are right need no watching
  for (std::size_t i = 0; i < output.states.size(); ++i) {
    const auto state = static_cast<std::size_t>(output.states[i]);
    if (output.states[i] == ElementState::right) continue;
    if (is_known[state] && others.size() == runner::max_watched) continue;
    (is_known[state] ? others : first).push_back(static_cast<std::int64_t>(i));
    is_known[state] = true;
  }
  first.insert(first.end(), others.begin(), others.end());
  if (first.size() > runner::max_watched) first.resize(runner::max_watched);
  return first;
}

std::vector<Finding> history_in_words(const WrongRun& run) { return Words(run).findings(); }

}  // namespace grader
