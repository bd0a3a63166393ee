#include "grader/words/missing_input_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <string_view>

#include "grader/words/mismatch.hpp"

namespace grader {
namespace {

using backends::ElementState;
using simt::HistoryKind;
using simt::HistoryRecord;
using simt::LoadedWords;

/// What the block of a wrong element loads, beside what its elements need.
class BlockInputs {
 public:
  BlockInputs(const RunHistory& history, std::vector<Finding>& findings)
      : history_(history), run_(history.run()), findings_(findings) {}

  /// Inputs that an element needs, or all that its block stores, and that no thread of the block has loaded.
  /// Returns whether the block has loaded all that is due.
  bool add_missing() {
    constexpr std::size_t most_stored = 4096, most_due = std::size_t{1} << 22;
    const HistoryRecord* const word = history_.word_in(ElementState::wrong);
    if (word == nullptr || word->count == 0 || word->launch == 0 || !run_.due_of || !has_one_launch()) return false;
    if (!loads_anything(*word)) {
      about_other_blocks_value(*word);
      return false;
    }
    if (!is_made_of_inputs(*word)) return false;
    const std::int64_t element = run_.watched[word->watched];
    if (about_missing(*word, run_.due_of(run_.output.word_of(element, run_.operation.output_element)),
                      fmt::format("{} {} of the output needs", element_name(run_.operation.output_element), element))) {
      // Why the block stores to another one's elements, what it lacks may say.
      const Finding missing = findings_.back();
      findings_.pop_back();
      about_other_blocks_value(*word);
      findings_.push_back(missing);
      return false;
    }
    const std::vector<std::int64_t> stored = words_of_block(HistoryKind::block_stores, *word, "");
    if (stored.empty() || stored.size() > most_stored) return false;
    Elements due;
    for (const std::int64_t one : stored) {
      const Elements of_one = run_.due_of(one);
      due.insert(due.end(), of_one.begin(), of_one.end());
      if (due.size() > most_due) return false;
    }
    std::sort(due.begin(), due.end());
    due.erase(std::unique(due.begin(), due.end()), due.end());
    const bool is_missing =
        about_missing(*word, due, fmt::format("what block {} stores needs", index_in_words(word->block)));
    return !is_missing && loads_of_all(*word, due) && !loads_all_there_is(*word);
  }

  /// What the thread loaded for an element, straight from an input, although the element does not need it.
  void add_wrong() {
    const HistoryRecord* const word = history_.word_in(ElementState::wrong);
    if (word == nullptr || word->launch == 0 || !run_.due_of) return;
    const std::int64_t element = run_.watched[word->watched];
    const Elements due = run_.due_of(run_.output.word_of(element, run_.operation.output_element));
    // A thread that stores several elements has loaded for all of them.
    const HistoryRecord* const launch = history_.last_launch();
    if (due.empty() || launch == nullptr || launch->most_stores > 1) return;
    const int stored = history_.line_of(word->pc);
    // What the value is made of comes first: the thread may have loaded for something else before.
    std::vector<int> made = run_.source.lines_of_value(stored, most_made_lines);
    made.push_back(stored);
    for (const bool is_of_value : {true, false}) {
      for (const LoadedWords& loaded : loads_of(*word)) {
        const bool is_there = std::find(made.begin(), made.end(), history_.line_of(loaded.pc)) != made.end();
        if (is_there == is_of_value && about_wrong_load(loaded, due, element, stored)) return;
      }
    }
  }

 private:
  using Elements = std::vector<course::InputReads::Element>;

  /// Words `first` to `last` of an input, as its elements: "x[256 … 1023]".
  std::string range_words(std::string_view memory, std::int64_t first, std::int64_t last) const {
    if (run_.operation.output_element == course::Element::u8x4)
      return elements_in_words(memory, 4 * first, 4 * last + 3);
    if (run_.operation.output_element == course::Element::half_f64)
      return elements_in_words(memory, first / 2, last / 2);
    return elements_in_words(memory, first, last);
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
      if (!is_of_block(record, kind, word) || (!name.empty() && name_of_memory(record.name) != name)) continue;
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
        is_input = is_input || run_.operation.name_of(buffer) == name_of_memory(record.name);
      }
      if (!is_input) return false;
    }
    return true;
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
  /// needs, or one has none of it.
  void about_other_blocks_value(const HistoryRecord& word) {
    const int stored = history_.line_of(word.pc);
    const bool is_same_line = word.other_pc != 0 && history_.line_of(word.other_pc) == stored;
    if (!is_same_line || index_in_words(word.other_block) == index_in_words(word.block)) return;
    add_finding(
        findings_, "global-race", stored,
        fmt::format("at {}, block {} stores to {} {} here, and block {} has stored there before, at this line, too: "
                    "only the value of the last one is left. Where blocks add to one element, atomicAdd is needed; "
                    "where each should have its own, the index is wrong",
                    history_.size_words(), index_in_words(word.block), element_name(run_.operation.output_element),
                    run_.watched[word.watched], index_in_words(word.other_block)));
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
        return is_of_block(record, HistoryKind::block_loads, word) && name_of_memory(record.name) == name;
      });
      const std::string what =
          fmt::format("at {}, {} {}, but block {} never loads {}", history_.size_words(), subject,
                      some_words(name, needed), index_in_words(word.block), some_words(name, missing));
      const int loop = loop_that_ends_early(history_.line_of(load->pc), needed, missing);
      if (loop != 0) {
        add_finding(findings_, "missing-input", loop,
                    fmt::format("{}: the loop that begins here ends before them. Line {} loads the others", what,
                                history_.line_of(load->pc)),
                    history_.line_of(load->pc));
        return true;
      }
      add_finding(findings_, "missing-input", history_.line_of(load->pc),
                  fmt::format("{}; here it loads {}", what, some_words(name, loaded)), history_.line_of(word.pc));
      return true;
    }
    return false;
  }

  /// The only call of the helper in which `line` is, if the call computes an address for it and the helper goes on from
  /// there by a number that it is given: then the call decides what is loaded. Null where that is not so.
  const simt::SourceCall* call_that_leads(int line) const {
    const simt::SourceFunction* const helper = run_.source.function_around(line);
    if (helper == nullptr || helper->is_kernel) return nullptr;
    const auto is_number = [&](const std::string& name) {
      return std::any_of(helper->named.begin(), helper->named.end(),
                         [&](const simt::SourceParameter& one) { return !one.is_pointer && one.name == name; });
    };
    const bool steps =
        std::any_of(run_.source.assignments.begin(), run_.source.assignments.end(), [&](const auto& one) {
          return helper->has(one.line) && one.is_combined && one.from.size() == 1 && is_number(one.from.front());
        });
    const bool multiplies = std::any_of(run_.source.elements.begin(), run_.source.elements.end(), [&](const auto& one) {
      return one.line == line && std::any_of(one.index.begin(), one.index.end(), is_number);
    });
    if (!steps && !multiplies) return nullptr;
    const simt::SourceCall* found = nullptr;
    for (const simt::SourceCall& call : run_.source.own_calls) {
      if (call.name != helper->name) continue;
      if (found != nullptr) return nullptr;
      found = &call;
    }
    const bool gives_address = found != nullptr && !helper->named.empty() &&
                               std::any_of(found->arguments.begin(), found->arguments.end(), [](const auto& argument) {
                                 return argument.find('+') != std::string::npos || argument.starts_with("&");
                               });
    return gives_address ? found : nullptr;
  }

  /// A pointer that `line` reads through, where one line gives it its first value and another one moves it on.
  struct Walk {
    std::string name;
    int start = 0, step = 0;  // lines; step is 0: there is none
  };
  Walk walk_of_pointer(int line, bool is_sum) const {
    const simt::SourceFunction* const function = run_.source.function_around(line);
    Walk found;
    for (const simt::SourceName& read : run_.source.names) {
      if (read.line != line || function == nullptr || !is_sum) continue;
      Walk walk{read.name};
      int steps = 0;
      for (const simt::SourceAssignment& one : run_.source.assignments) {
        if (one.name != read.name || !function->has(one.line)) continue;
        // A pointer's declaration looks like a store through it.
        if (one.is_combined && !one.is_element && one.line != line && one.number != "1") {
          walk.step = one.line;
          ++steps;
        } else if (walk.start == 0) {
          walk.start = one.line;
        }
      }
      const bool is_pointer = walk.start != 0 && leads_into_input(walk.start, *function);
      if (steps != 1 || !is_pointer || walk.name == found.name) continue;
      // Of two pointers, nothing says which one is meant.
      if (found.step != 0) return {};
      found = walk;
    }
    return found;
  }

  /// Whether a pointer that the kernel is given stands on `line`.
  bool leads_into_input(int line, const simt::SourceFunction& function) const {
    return std::any_of(function.named.begin(), function.named.end(), [&](const simt::SourceParameter& one) {
      return one.is_pointer && std::any_of(run_.source.names.begin(), run_.source.names.end(), [&](const auto& name) {
               return name.line == line && name.name == one.name;
             });
    });
  }

  /// What `line` has as its index in an input, where it is a variable that one other line sets; null where there is
  /// none. What tells the threads apart is no such number.
  const simt::SourceAssignment* index_of(int line) const {
    const simt::SourceFunction* const function = run_.source.function_around(line);
    const simt::SourceAssignment* found = nullptr;
    for (const simt::SourceElement& element : run_.source.elements) {
      const bool is_stored =
          std::any_of(run_.source.assignments.begin(), run_.source.assignments.end(),
                      [&](auto& one) { return one.line == line && one.is_element && one.name == element.name; });
      if (element.line != line || is_stored || element.index.size() != 1 || function == nullptr) continue;
      for (const simt::SourceAssignment& one : run_.source.assignments) {
        if (one.name != element.index.front() || !function->has(one.line) || one.is_element) continue;
        if (found != nullptr && found->line != one.line) return nullptr;
        found = &one;
      }
    }
    const bool is_of_thread =
        found != nullptr && std::find(found->from.begin(), found->from.end(), "threadIdx") != found->from.end();
    return found == nullptr || is_of_thread || found->line == line || found->is_combined ? nullptr : found;
  }

  bool about_wrong_load(const LoadedWords& loaded, const Elements& due, std::int64_t element, int stored) {
    const std::string name = name_of_memory(loaded.name);
    const int line = history_.line_of(loaded.pc);
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
        if (const simt::SourceCall* const call = call_that_leads(line); call != nullptr) {
          add_finding(
              findings_, "wrong-input", call->line,
              fmt::format("at {}, what {} is given here leads it to {} (line {}) for {} {} of the output, which "
                          "does not need it, but {}: where does it begin, and in which steps does it go on?",
                          history_.size_words(), call->name,
                          range_words(name, place * scale, place * scale + scale - 1), line,
                          element_name(run_.operation.output_element), element, some_words(name, needed)),
              line);
          return true;
        }
        const std::string what =
            fmt::format("{} for {} {} of the output, which does not need it, but {}",
                        range_words(name, place * scale, place * scale + scale - 1),
                        element_name(run_.operation.output_element), element, some_words(name, needed));
        if (const auto walk = walk_of_pointer(line, due.size() > 1); walk.step != 0) {
          add_finding(findings_, "wrong-input", walk.step,
                      fmt::format("at {}, {} goes on from here to {} (line {}){}: where does it begin, and in which "
                                  "steps does it go on?",
                                  history_.size_words(), walk.name, what, line,
                                  walk.start == 0 ? "" : fmt::format("; it begins at line {}", walk.start)),
                      walk.start != 0 ? walk.start : line);
          return true;
        }
        if (const simt::SourceAssignment* const index = index_of(line); index != nullptr) {
          add_finding(findings_, "wrong-input", index->line,
                      fmt::format("at {}, {} leads line {} to {}", history_.size_words(), index->name, line, what),
                      line);
          return true;
        }
        add_finding(findings_, "wrong-input", line,
                    fmt::format("at {}, this line loads {}", history_.size_words(), what), stored);
        return true;
      }
    }
    return false;
  }

  const RunHistory& history_;
  const WrongRun& run_;
  std::vector<Finding>& findings_;
};

}  // namespace

bool explain_missing_inputs(const RunHistory& history, std::vector<Finding>& findings) {
  return BlockInputs(history, findings).add_missing();
}

void explain_wrong_input(const RunHistory& history, std::vector<Finding>& findings) {
  BlockInputs(history, findings).add_wrong();
}

}  // namespace grader
