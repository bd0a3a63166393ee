#include "grader/words/edge_lane_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <set>

namespace grader {
namespace {

using simt::HistoryRecord;

constexpr std::int64_t lanes = 32;
/// So many lanes at the end of a warp, at most, are told apart from all others.
constexpr std::int64_t most_at_edge = 4;

/// The number of the thread that stored `word` in its block; -1 where its launch is not known.
std::int64_t number_in_block(const RunHistory& history, const HistoryRecord& word) {
  for (const HistoryRecord& one : history.run().history) {
    if (one.kind != simt::HistoryKind::launch || one.launch != word.launch) continue;
    const simt::Index3 &size = one.block_size, &at = word.thread;
    return (std::int64_t{at.z} * size.y + at.y) * size.x + at.x;
  }
  return -1;
}

/// The first shuffle of the functions that `kernel` uses whose name has `direction` in it; 0: there is none.
int line_of_shuffle(const simt::SourceIndex& source, const simt::SourceFunction& kernel, std::string_view direction) {
  const std::vector<const simt::SourceFunction*> used = source.used_by(kernel.name);
  for (const simt::SourceName& one : source.names) {
    const bool is_shuffle =
        one.name.find("shfl_") != std::string::npos && one.name.find(direction) != std::string::npos;
    if (is_shuffle && std::any_of(used.begin(), used.end(), [&](const auto* by) { return by->has(one.line); }))
      return one.line;
  }
  return 0;
}

/// All wrong words that were watched, in warps that differ.
struct AtEdges {
  bool is_last = true, is_first = true;
  std::set<std::int64_t> warps = {};
  std::int64_t lowest = lanes, highest = 0;
  int store = 0;
  const simt::SourceFunction* kernel = nullptr;
};

AtEdges lanes_of_wrong_words(const RunHistory& history) {
  const WrongRun& run = history.run();
  AtEdges found;
  for (const HistoryRecord& word : run.history) {
    if (word.kind != simt::HistoryKind::word || word.watched >= run.watched.size()) continue;
    const auto element = static_cast<std::size_t>(run.watched[word.watched]);
    if (run.output.states[element] != backends::ElementState::wrong) continue;
    const std::int64_t number = word.count == 0 ? -1 : number_in_block(history, word);
    if (number < 0) return {.is_last = false, .is_first = false};
    const std::int64_t lane = number % lanes;
    found.is_last &= lane >= lanes - most_at_edge;
    found.is_first &= lane < most_at_edge;
    found.lowest = std::min(found.lowest, lane);
    found.highest = std::max(found.highest, lane);
    const std::int64_t block = (std::int64_t{word.block.z} << 40) + (std::int64_t{word.block.y} << 20) + word.block.x;
    found.warps.insert(block * lanes + number / lanes);
    if (found.store == 0) {
      found.store = history.line_of(word.pc);
      found.kernel = run.source.function_around(found.store);
    }
  }
  return found;
}

}  // namespace

bool explain_edge_lanes(const RunHistory& history, std::vector<Finding>& findings) {
  const AtEdges found = lanes_of_wrong_words(history);
  if (found.is_last == found.is_first || found.warps.size() < 2 || found.kernel == nullptr) return false;
  const int line = line_of_shuffle(history.run().source, *found.kernel, found.is_last ? "down" : "up");
  if (line == 0) return false;
  const std::string which = found.lowest == found.highest ? fmt::format("lane {}", found.lowest)
                                                          : fmt::format("lanes {} … {}", found.lowest, found.highest);
  add_finding(findings, "edge-lane", line,
              fmt::format("at {}, only what the {} of each warp stores is wrong ({}, line {}): this shuffle takes a "
                          "value from a {} lane, and there is none in the warp, so that the lane gets its own value. "
                          "It needs this value from elsewhere",
                          history.size_words(), found.is_last ? "end" : "beginning", which, found.store,
                          found.is_last ? "later" : "earlier"),
              found.store);
  return true;
}

}  // namespace grader
