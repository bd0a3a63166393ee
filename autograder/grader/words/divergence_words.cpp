#include "grader/words/divergence_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

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

/// Of a condition on `line` that asks a variable of each thread: where only some threads set it.
struct OwnVariable {
  std::string name;
  int declared = 0, set = 0, guard = 0;  // lines; 0: there is none
};

OwnVariable own_variable(const simt::SourceIndex& source, int line) {
  const simt::SourceFunction* const kernel = source.function_around(line);
  if (kernel == nullptr) return {};
  const std::vector<int> shared = source.lines_with("__shared__", *kernel);
  std::vector<simt::SourceCondition> around = source.conditions_around(line);
  std::erase_if(around, [line](const simt::SourceCondition& one) { return one.line == line; });
  const auto is_in = [&](const simt::SourceName& name, int from, int to) {
    return from <= name.line && name.line <= to;
  };
  for (const simt::SourceName& asked : source.names) {
    if (asked.line != line) continue;
    OwnVariable own{.name = asked.name};
    for (const simt::SourceAssignment& one : source.assignments) {
      if (one.name != own.name || one.is_element || !kernel->has(one.line) || one.line >= line) continue;
      if (own.declared == 0) own.declared = one.line;
      const std::vector<simt::SourceCondition> conditions = source.conditions_around(one.line);
      if (conditions.empty() || conditions.size() <= around.size() || conditions.back().is_loop) continue;
      const int guard = conditions.back().line;
      const bool is_by_thread = std::any_of(source.names.begin(), source.names.end(), [&](const auto& name) {
        return name.name == "threadIdx" && is_in(name, guard, guard);
      });
      if (is_by_thread) own.set = one.line, own.guard = guard;
    }
    const bool is_shared = std::any_of(source.names.begin(), source.names.end(), [&](const auto& name) {
      return name.name == own.name && is_in(name, kernel->first_line, kernel->last_line) &&
             std::binary_search(shared.begin(), shared.end(), name.line);
    });
    const bool is_kept = std::any_of(source.kept.begin(), source.kept.end(),
                                     [&](const simt::SourceName& name) { return name.name == own.name; });
    if (own.set != 0 && own.declared != own.set && !is_shared && !is_kept) return own;
  }
  return {};
}

/// Of a shuffle that asks for a lane of the last warp that no thread of the block is: the launch. True where it is.
bool blame_odd_block(const simt::FindingRecord& record, Finding& found) {
  using simt::Detail;
  if (record.detail != Detail::stores_undefined && record.detail != Detail::lane_not_there) return false;
  constexpr std::int64_t warp = 32;
  const simt::Index3 &block = record.launch_block, &at = record.thread;
  const std::int64_t threads = std::int64_t{block.x} * block.y * block.z;
  const std::int64_t thread = (std::int64_t{at.z} * block.y + at.y) * block.x + at.x, lane = record.numbers[1];
  if (found.launch_line == 0 || thread / warp * warp + lane < threads) return false;
  const int shuffle = std::exchange(found.line, found.launch_line);
  found.other_line = shuffle;
  found.text = fmt::format(
      "the blocks that are launched here have {} {}, so their last warp is no whole one, and the shuffle at line {} "
      "asks "
      "for lanes that do not exist. At line {}, {}",
      threads, threads == 1 ? "thread" : "threads", shuffle, shuffle, found.text);
  return true;
}

/// Of a shuffle that asks for a lane that is not there: the one return of the kernel before it. True where there is
/// one.
bool blame_return(const simt::SourceIndex& source, const simt::FindingRecord& record, Finding& found) {
  using simt::Detail;
  if (record.detail != Detail::stores_undefined && record.detail != Detail::lane_not_there) return false;
  const simt::SourceFunction* const kernel = source.function_around(found.line);
  if (kernel == nullptr || !kernel->is_kernel) return false;
  // A condition around the shuffle may be what keeps lanes from it.
  const std::vector<simt::SourceCondition> conditions = source.conditions_around(found.line);
  if (std::any_of(conditions.begin(), conditions.end(), [](const auto& one) { return !one.is_loop; })) return false;
  std::vector<int> returns;
  const auto is_of_thread = [&](int line) {
    // What has the block's number in it, or is one number for a warp, ends whole warps.
    return std::any_of(source.names.begin(), source.names.end(), [&](const simt::SourceName& name) {
      if (name.line != line) return false;
      if (name.name == "threadIdx") return true;
      return std::any_of(source.assignments.begin(), source.assignments.end(), [&](const auto& one) {
        const auto has = [&](const char* word) {
          return std::find(one.from.begin(), one.from.end(), word) != one.from.end();
        };
        return one.name == name.name && kernel->has(one.line) && has("threadIdx") && !has("blockIdx");
      });
    });
  };
  for (const int line : source.returns) {
    const std::vector<simt::SourceCondition> around = source.conditions_around(line);
    if (kernel->has(line) && line < found.line && !around.empty() && is_of_thread(around.back().line))
      returns.push_back(line);
  }
  if (returns.size() != 1) return false;
  const int shuffle = std::exchange(found.line, returns.front());
  found.other_line = shuffle;
  found.text = fmt::format(
      "lanes that return here do not come to the shuffle at line {}, which needs a value from all lanes that its mask "
      "names. At line {}, {}",
      shuffle, shuffle, found.text);
  return true;
}

}  // namespace

void explain_divergence(const simt::SourceIndex& source, const simt::FindingRecord& record, Finding& found) {
  if (blame_odd_block(record, found) || blame_return(source, record, found)) return;
  const std::vector<simt::SourceCondition> around = source.conditions_around(found.line);
  const bool is_about_lanes = record.in_one_warp || record.detail != simt::Detail::none;
  if (is_about_lanes || around.empty()) return;
  const simt::SourceCondition& inner = around.back();
  if (const OwnVariable own = own_variable(source, inner.line); own.set != 0 && !inner.is_loop) {
    const int barrier = std::exchange(found.line, own.set);
    found.other_line = barrier;
    found.text = fmt::format(
        "{} is set here, but only by threads for which the condition at line {} holds, and it is a variable of each "
        "thread (line {}): the other threads do not see it. Line {} asks for it. So at line {}, {}",
        own.name, own.guard, own.declared, inner.line, barrier, found.text);
    return;
  }
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
