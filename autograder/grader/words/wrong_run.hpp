// A run with a wrong result, and what sentences about it ask of its history.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "backends/backend.hpp"
#include "grader/result.hpp"
#include "grader/words/value_patterns.hpp"
#include "simt/simt.hpp"

namespace grader {

/// A run whose result was wrong.
struct WrongRun {
  const course::Operation& operation;  ///< what was to be computed
  course::Size size;                   ///< at which the result was wrong
  /// Names of the size's extents.
  const std::vector<std::string>& extents;
  const backends::ComparedOutput& output;  ///< the first one with an element that is not right
  std::vector<std::int64_t> watched;       ///< elements of it: those that RunOptions::watched names, in its order
  /// What the emulator remembers of the run.
  const std::vector<simt::HistoryRecord>& history;
  const simt::Lines& lines;                        ///< of the program counters in `history`
  const simt::SourceIndex& source;                 ///< of the student's file
  const simt::SourceFunction* entry = nullptr;     ///< the part's function, where only kernels may move its data
  const simt::SourceFunction* function = nullptr;  ///< the part's function; null where it is not found
  std::string due;   ///< the input element whose value the first watched element should have; empty: not known
  std::string got;   ///< the one whose value it has
  std::string note;  ///< what else is known of the wrong values, ": …"; may be empty
  /// The elements of inputs, in words of 32 bits, that a word of `output` is made of; each once, in their order.
  std::function<std::vector<course::InputReads::Element>(std::int64_t word)> due_of = {};
};

/// What the history of a run says, by the lines of the source and by the elements of the output.
class RunHistory {
 public:
  /// `run` must outlive it.
  explicit RunHistory(const WrongRun& run);

  const WrongRun& run() const { return run_; }
  const std::vector<Period>& periods() const { return periods_; }
  /// Elements of the output in this state, in their order.
  const std::vector<std::int64_t>& places(backends::ElementState state) const {
    return places_[static_cast<std::size_t>(state)];
  }
  /// What each line stored to the output. The copies of a line in an unrolled loop are one.
  const std::vector<simt::HistoryRecord>& stores() const { return stores_; }
  /// The line that stored most often, in a kernel or a call of the host; null where there is none.
  const simt::HistoryRecord* most_stores() const;
  /// The last launch that stored anything; the first one where none did; null where there is none.
  const simt::HistoryRecord* last_launch() const;
  /// The first watched element in this state; null where there is none.
  const simt::HistoryRecord* word_in(backends::ElementState state) const;
  /// 0 where it is not known.
  int line_of(std::uint64_t pc) const;
  /// Bytes of an element as the lab counts them: of a float4 there are four.
  std::int64_t unit() const;
  /// How many elements a store or a load of `record` is of.
  std::int64_t elements_each(const simt::HistoryRecord& record) const;

  /// "n = 5"
  std::string size_words() const;
  /// "at n = 5, element 4 of the output (the last of 5) was never written"
  std::string head(backends::ElementState state, std::string_view what) const;
  /// "this line stores 20 times, to elements 0 … 19"
  std::string stores_words(const simt::HistoryRecord& stores, std::string_view subject = "this line") const;

 private:
  void add_stores(const simt::HistoryRecord& record);

  const WrongRun& run_;
  std::vector<Period> periods_;
  std::vector<simt::HistoryRecord> stores_;
  std::array<std::vector<std::int64_t>, 4> places_;  // by state
};

/// The way of a value through a program: a longer one is not read.
inline constexpr std::size_t most_made_lines = 6;

/// What the thread that stored `word` had loaded, as far as it was kept; the last load last.
std::span<const simt::LoadedWords> loads_of(const simt::HistoryRecord& word);

/// Whether `record` is of this kind, and of the block that stored `word`.
bool is_of_block(const simt::HistoryRecord& record, simt::HistoryKind kind, const simt::HistoryRecord& word);

/// A name of a record, which may fill all of its bytes.
template <std::size_t size>
std::string name_of_memory(const char (&text)[size]) {
  return {text, strnlen(text, size)};
}

/// "(1, 0, 0)"
std::string index_in_words(const simt::Index3& index);
/// "block (1, 0, 0), thread (3, 0, 0)"
std::string thread_in_words(const simt::Index3& block, const simt::Index3& thread);
/// "A[8]" of "the input A", "element 8 of the input" where it has no name of its own.
std::string elements_in_words(std::string_view memory, std::int64_t first, std::int64_t last);

/// `line` and `other_line` are 0 where they are not known.
void add_finding(std::vector<Finding>& findings, std::string name, int line, std::string text, int other_line = 0);

}  // namespace grader
