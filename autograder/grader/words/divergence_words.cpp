#include "grader/words/divergence_words.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

namespace grader {
namespace {

/// The last line before `barrier` by which threads leave `loop`, or a round of it; 0: there is none.
int line_that_leaves(const simt::SourceIndex& source, const simt::SourceCondition& loop, int barrier) {
  int found = 0;
  for (const int line : source.leaves) {
    const simt::SourceCondition own = source.loop_around(line);
    if (line < barrier && own.line == loop.line && own.last_line == loop.last_line) found = line;
  }
  return found;
}

}  // namespace

void explain_divergence(const simt::SourceIndex& source, const simt::FindingRecord& record, Finding& found) {
  const std::vector<simt::SourceCondition> around = source.conditions_around(found.line);
  const bool is_about_lanes = record.in_one_warp || record.detail != simt::Detail::none;
  if (is_about_lanes || around.empty()) return;
  const simt::SourceCondition& inner = around.back();
  if (!inner.is_loop) {
    found.text += fmt::format(
        ": the condition {} does not hold for all of them, and the barrier depends on it. Let all threads come to the "
        "barrier",
        inner.line == found.line ? "here" : fmt::format("at line {}", inner.line));
    return;
  }
  const simt::Index3& other = record.other_thread;
  if (const int left = line_that_leaves(source, inner, found.line); left != 0) {
    const int barrier = std::exchange(found.line, left);
    found.other_line = barrier;
    found.text = fmt::format(
        "threads leave the loop, or a round of it, here, and others wait for them at the barrier at line {}: each "
        "thread of a block must come to it equally often. At line {}, {}",
        barrier, barrier, found.text);
    return;
  }
  found.text += fmt::format(
      ": it is in the loop at line {}, and not all threads make equally many rounds: thread ({}, {}, {}) makes another "
      "number. The barrier belongs behind the loop, or all threads must make as many rounds",
      inner.line, other.x, other.y, other.z);
}

}  // namespace grader
