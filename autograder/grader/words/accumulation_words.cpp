#include "grader/words/accumulation_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

#include "grader/words/value_patterns.hpp"

namespace grader {
namespace {

using backends::ElementState;
using simt::HistoryRecord;

/// Sums and counters on the way to wrong elements.
class Accumulation {
 public:
  Accumulation(const RunHistory& history, std::vector<Finding>& findings)
      : history_(history), run_(history.run()), findings_(findings) {}

  /// A variable that a loop sets anew in every round, on the way to a wrong element.
  void add_overwritten_sum() {
    const HistoryRecord* const word = history_.word_in(ElementState::wrong);
    if (word == nullptr || word->count == 0 || word->launch == 0) return;
    const int stored = history_.line_of(word->pc);
    if (const int set = run_.source.line_of_sum_kept(stored); set != 0) {
      return add_finding(
          findings_, "sum-kept", set,
          fmt::format("{}: the sum that line {} stores is set here only, before the loop around that line, so "
                      "every round goes on with the sum of the one before: should each begin anew?",
                      history_.head(ElementState::wrong, "wrong"), stored),
          stored);
    }
    std::vector<int> made = run_.source.lines_of_value(stored, most_made_lines);
    made.push_back(stored);
    for (const int line : made) {
      const simt::SourceAssignment* const assignment = run_.source.overwritten_in_loop(line);
      if (assignment == nullptr) continue;
      return add_finding(
          findings_, "overwritten", line,
          fmt::format("{}: {} is set anew here in every round of the loop, so only the last round's value is left "
                      "when line {} stores it; should this add to it?",
                      history_.head(ElementState::wrong, "wrong"), assignment->name, stored),
          stored);
    }
  }

  /// Counters of one byte or of two that have been full.
  void add_full_counters() {
    const int most = full_at(run_.output, history_.places(ElementState::wrong));
    if (most == 0) return;
    static constexpr std::string_view bytes[] = {"char", "uint8_t", "int8_t"},
                                      pairs[] = {"short", "uint16_t", "int16_t"};
    for (const simt::SourceName& one : run_.source.names) {
      const simt::SourceFunction* const around = run_.source.function_around(one.line);
      const auto& types = most == 256 ? bytes : pairs;
      const bool is_narrow = std::find(std::begin(types), std::end(types), one.name) != std::end(types);
      if (!is_narrow || around == nullptr || !around->is_kernel) continue;
      return add_finding(
          findings_, "wrong-value", one.line,
          fmt::format("at {}, {} elements of the output lack a multiple of {} each: what is counted with the type "
                      "{}, named here, begins again with 0 after {}",
                      history_.size_words(), history_.places(ElementState::wrong).size(), most, one.name, most - 1));
    }
  }

 private:
  const RunHistory& history_;
  const WrongRun& run_;
  std::vector<Finding>& findings_;
};

}  // namespace

void explain_overwritten_sum(const RunHistory& history, std::vector<Finding>& findings) {
  Accumulation(history, findings).add_overwritten_sum();
}

void explain_full_counters(const RunHistory& history, std::vector<Finding>& findings) {
  Accumulation(history, findings).add_full_counters();
}

}  // namespace grader
