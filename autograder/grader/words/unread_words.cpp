#include "grader/words/unread_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "grader/words/mismatch.hpp"
#include "grader/words/missing_words.hpp"
#include "grader/words/reasons.hpp"

namespace grader {
namespace {

using backends::ElementState;
using simt::HistoryKind;
using simt::HistoryRecord;

/// Data that a run has, and does not use.
class UnreadData {
 public:
  UnreadData(const RunHistory& history, std::vector<Finding>& findings)
      : history_(history), run_(history.run()), findings_(findings) {}

  /// The last elements of an input that no thread reads, where all others are read.
  void add_unread_end() {
    for (const HistoryRecord& record : run_.history) {
      const int reader = record.kind == HistoryKind::last_words_unread ? history_.line_of(record.pc) : 0;
      // More than that is not the rest of a piece, and comes of something else.
      if (reader == 0 || record.count * 2 > record.total) continue;
      const std::vector<simt::SourceCondition> around = bounds_around(reader);
      const int line = around.empty() ? reader : around.back().line;
      const std::string name = name_of_memory(record.name);
      return add_finding(
          findings_, "unread", line,
          fmt::format("at {}, no thread reads {}, the last of {}: {}{} ends before them{}", history_.size_words(),
                      elements_in_words(name, record.first, record.last), record.total,
                      around.empty()          ? "this line"
                      : around.back().is_loop ? "this loop"
                                              : "this condition",
                      line == reader ? "" : fmt::format(" around line {}", reader),
                      around.empty() ? "" : words_of_quotient(run_.source, line)),
          line == reader ? 0 : reader);
    }
  }

  /// Words of shared or constant memory that the block has and never reads, and of variables that no thread reads.
  void add_unread() {
    constexpr std::int64_t smallest_share = 16;
    const HistoryRecord* const word = history_.word_in(ElementState::wrong);
    if (word == nullptr) return;
    for (const HistoryRecord& record : run_.history) {
      const bool is_forgotten = record.kind == HistoryKind::forgotten;
      if (!is_forgotten && !is_of_block(record, HistoryKind::unread, *word)) continue;
      const int stored = history_.line_of(record.other_pc), line = is_forgotten ? stored : history_.line_of(record.pc);
      if (record.count * smallest_share < record.total || line == 0) continue;
      const std::string name = name_of_memory(record.name);
      const std::string which = record.last - record.first + 1 == record.count
                                    ? elements_in_words(name, record.first, record.last)
                                    : fmt::format("{} of the {} elements of {}, the first is element {},", record.count,
                                                  record.total, name, record.first);
      const std::string at = history_.size_words();
      if (const int reader = is_forgotten ? only_reader(name, line) : 0; reader != 0) {
        return add_finding(findings_, "unread", reader,
                           fmt::format("at {}, this line reads {}, but no thread ever reads {}, stored at line {}", at,
                                       name, which, line),
                           line);
      }
      if (is_forgotten) {
        return add_finding(
            findings_, "unread", line,
            fmt::format("at {}, no thread reads {}, which is stored here{}", at, which, mentions(name, line)));
      }
      return add_finding(
          findings_, "unread", line,
          fmt::format("at {}, block {} never reads {}{}; this line reads the others", at, index_in_words(word->block),
                      which, stored == 0 ? "" : fmt::format(" (stored at line {})", stored)),
          stored);
    }
  }

  /// Constant memory that holds what an earlier call left there.
  void add_stale() {
    const HistoryRecord* const word = history_.word_in(ElementState::wrong);
    if (word == nullptr) return;
    for (const HistoryRecord& record : run_.history) {
      if (!is_of_block(record, HistoryKind::stale, *word)) continue;
      const std::string name = name_of_memory(record.name);
      const std::string at = history_.size_words();
      int copy = 0;
      for (const simt::SourceCall& call : run_.source.calls) {
        const bool is_of_it = std::find(call.arguments.begin(), call.arguments.end(), name) != call.arguments.end();
        if (is_of_it && copy == 0) copy = call.line;
      }
      // What it was initialised with is still there.
      const bool has_initial_value = std::any_of(run_.source.lists.begin(), run_.source.lists.end(),
                                                 [&](const simt::SourceList& one) { return one.name == name; });
      if (copy == 0 && has_initial_value) continue;
      if (copy == 0 && run_.function != nullptr) {
        return add_finding(
            findings_, "stale", run_.function->first_line,
            fmt::format("at {}, {}, which line {} reads, holds what it held before: no line copies anything to "
                        "it, which belongs into {}",
                        at, name, history_.line_of(record.pc), run_.function->name),
            history_.line_of(record.pc));
      }
      if (copy == 0) continue;
      return add_finding(
          findings_, "stale", copy,
          fmt::format("at {}, the copy here was not made in this call, so {}, which line {} reads, holds what it "
                      "held before",
                      at, name, history_.line_of(record.pc)),
          history_.line_of(record.pc));
    }
  }

  /// Stores that a later launch overwrote before anything had read them.
  void add_lost_stores() {
    for (const HistoryRecord& record : history_.stores()) {
      const int line = history_.line_of(record.pc);
      if (record.lost == 0 || line == 0) continue;
      return add_finding(
          findings_, "lost-store", line,
          fmt::format("at {}, what this line stores is never read: {} of its {} stores are overwritten by a later "
                      "launch first",
                      history_.size_words(), record.lost, record.count));
    }
  }

 private:
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

  const RunHistory& history_;
  const WrongRun& run_;
  std::vector<Finding>& findings_;
};

}  // namespace

void explain_unread_end(const RunHistory& history, std::vector<Finding>& findings) {
  UnreadData(history, findings).add_unread_end();
}

void explain_lost_stores(const RunHistory& history, std::vector<Finding>& findings) {
  UnreadData(history, findings).add_lost_stores();
}

void explain_stale(const RunHistory& history, std::vector<Finding>& findings) {
  UnreadData(history, findings).add_stale();
}

void explain_unread(const RunHistory& history, std::vector<Finding>& findings) {
  UnreadData(history, findings).add_unread();
}

}  // namespace grader
