#include "grader/words/coalescing_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "grader/words/block_width.hpp"
#include "grader/words/place_words.hpp"
#include "grader/words/reasons.hpp"
#include "grader/words/traffic_rows.hpp"

namespace grader {

void add_lanes(const simt::SourceIndex& source, const std::vector<Traffic>& rows, Finding& slow) {
  constexpr std::size_t most_lines = 3;
  const auto is_far_apart = [](const Traffic& row) {
    return row.space == Space::global && row.requests > 0 && row.sectors >= 3 * row.ideal_sectors;
  };
  std::vector<int> others;
  bool is_about_sectors = false;
  std::int64_t apart = 0, bytes = 0;
  bool are_neighbours = true;  // the first two threads of a warp
  for (const Traffic& row : rows) {
    if (!is_far_apart(row) || row.line == 0) continue;
    if (row.line == slow.line) {
      is_about_sectors = true;
      apart = bytes_apart(row.costliest);
      const LaneAddresses& worst = row.costliest;
      bytes = worst.bytes;
      const bool is_pair = (worst.lanes & 3) == 3;
      are_neighbours = !is_pair || worst.address[1] - worst.address[0] <= static_cast<std::uint64_t>(worst.bytes);
    }
    if (row.line != slow.line && std::find(others.begin(), others.end(), row.line) == others.end())
      others.push_back(row.line);
  }
  if (!is_about_sectors) return;
  if (apart != 0) slow.text += fmt::format(": those of neighbouring threads are {} bytes apart", apart);
  std::sort(others.begin(), others.end());
  if (!others.empty() && others.size() <= most_lines)
    slow.text += fmt::format("; {} {} no better", lines_in_words(others), others.size() == 1 ? "is" : "are");
  constexpr int lanes = 32;
  const simt::SourceFunction* const kernel = source.function_around(slow.line);
  const BlockWidth width = kernel == nullptr ? BlockWidth{} : width_of_blocks(source, kernel->name);
  // In a block of one column, the first two threads of a warp are in different rows already.
  const bool is_by_width = are_neighbours || width.threads == 1;
  if (width.threads > 0 && width.threads < lanes && is_by_width) {
    slow.other_line = std::exchange(slow.line, width.line);
    slow.text = fmt::format("blocks are {} {} wide in x, so a warp's 32 lanes lie in {} rows. At line {}, {}",
                            width.threads, width.threads == 1 ? "thread" : "threads",
                            (lanes + width.threads - 1) / width.threads, slow.other_line, slow.text);
    return;
  }
  // Where a thread has neighbouring elements that one float4 would take, its index may be as it is.
  constexpr std::int64_t widest = 16;
  if (const int step = source.line_of_step(slow.line); step != 0 && apart > widest) {
    move_to(slow, step);
    slow.text = fmt::format("the thread's number is multiplied here, and becomes an index. So at line {}, {}",
                            slow.other_line, slow.text);
    return;
  }
  if (apart > widest) blame_step_of_helper(source, apart, bytes, slow);
  if (slow.other_line != 0) return;
  const std::vector<int> chosen = source.lines_with_member(slow.line, "threadIdx", "x");
  if (!chosen.empty() && chosen.size() <= most_lines && chosen.front() != slow.line) {
    slow.text +=
        fmt::format(". Neighbouring threads differ by threadIdx.x, which stands at {}", lines_in_words(chosen));
    slow.other_line = chosen.front();
  }
}

void add_width(const simt::SourceIndex& source, const std::vector<Traffic>& rows, Finding& slow) {
  constexpr std::int64_t widest = 16;
  const auto names_on = [&](int line) {
    std::set<std::string> names;
    for (const simt::SourceElement& one : source.elements) {
      if (one.line == line) names.insert(one.name);
    }
    return names;
  };
  for (const Traffic& row : rows) {
    if (row.line != slow.line || row.space != Space::global || !is_scattered(row)) continue;
    const std::int64_t apart = bytes_apart(row.costliest), bytes = row.costliest.bytes;
    if (bytes == 0 || apart <= bytes || apart > widest || apart % bytes != 0) continue;
    // Which of the places between two neighbouring threads each line takes.
    std::set<std::int64_t> places;
    std::vector<int> lines;
    for (const Traffic& other : rows) {
      const bool is_like = other.space == Space::global && other.op == row.op && other.costliest.bytes == bytes &&
                           bytes_apart(other.costliest) == apart && (other.costliest.lanes & 1) != 0;
      if (!is_like || other.line == 0 || names_on(other.line) != names_on(row.line)) continue;
      if (source.function_around(other.line) != source.function_around(row.line)) continue;
      places.insert(static_cast<std::int64_t>(other.costliest.address[0] % static_cast<std::uint64_t>(apart)));
      if (std::find(lines.begin(), lines.end(), other.line) == lines.end()) lines.push_back(other.line);
    }
    if (static_cast<std::int64_t>(places.size()) != apart / bytes || lines.size() < 2) continue;
    std::sort(lines.begin(), lines.end());
    slow.text += fmt::format(
        ". With {} a thread {}s {} neighbouring bytes in {} pieces of {}: one access of {} bytes ({}) would do",
        lines_in_words(lines), name_of(row.op), apart, places.size(), bytes, apart,
        apart == widest ? "float4" : "float2");
    return;
  }
}

}  // namespace grader
