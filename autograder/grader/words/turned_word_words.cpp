#include "grader/words/turned_word_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

namespace grader {
namespace {

constexpr std::int64_t side = 32, characters_of_word = 4;  // SIDE of labs/lab6_banks/banks.cuh

/// Whether the word at `first` holds what is due in four rows below each other of its tile: a word of the input.
bool is_word_of_input(const backends::ComparedOutput& output, std::int64_t first) {
  const std::int64_t tile = first / (side * side) * side * side;
  for (std::int64_t from = 0; from < side * side; ++from) {
    if (from / side % characters_of_word != 0) continue;
    bool is_it = true;
    for (std::int64_t k = 0; k < characters_of_word && is_it; ++k) {
      const auto due = static_cast<std::size_t>(tile + from + k * side), got = static_cast<std::size_t>(first + k);
      is_it = output.expected[due] == output.actual[got];
    }
    if (is_it) return true;
  }
  return false;
}

}  // namespace

bool explain_turned_words(const RunHistory& history, std::vector<Finding>& findings) {
  constexpr std::int64_t least_words = 4, most_words = 16;
  const WrongRun& run = history.run();
  const backends::ComparedOutput& output = run.output;
  const auto characters = static_cast<std::int64_t>(output.actual.size());
  const bool is_of_tiles = run.operation.output_element == course::Element::u8x4 && characters != 0 &&
                           characters % (side * side) == 0 && output.expected.size() == output.actual.size();
  if (!is_of_tiles) return false;
  std::int64_t words = 0;
  for (std::int64_t first = 0; first < characters && words < most_words; first += characters_of_word) {
    const auto wrong = [&](std::int64_t at) {
      return output.states[static_cast<std::size_t>(at)] == backends::ElementState::wrong;
    };
    if (!wrong(first + 1) && !wrong(first + 2)) continue;
    if (!is_word_of_input(output, first)) return false;
    ++words;
  }
  const simt::HistoryRecord* const stored = history.word_in(backends::ElementState::wrong);
  if (words < least_words || stored == nullptr || history.line_of(stored->pc) == 0) return false;
  add_finding(findings, "wrong-value", history.line_of(stored->pc),
              fmt::format("at {}, each word that is stored here is a word of the input, with its four characters side "
                          "by side as they were: words were transposed, and the characters in them were not. A word of "
                          "the output takes one character from each of four words",
                          history.size_words()));
  return true;
}

}  // namespace grader
