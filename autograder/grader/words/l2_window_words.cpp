#include "grader/words/l2_window_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string>
#include <utility>

#include "grader/words/call_words.hpp"
#include "grader/words/origin_words.hpp"
#include "grader/words/reasons.hpp"

namespace grader {
namespace {

constexpr std::int64_t smallest_share = 4;  // a quarter: floats were counted where bytes are meant

bool is_small(const simt::FindingRecord& window) {
  return window.detail == simt::Detail::none && window.numbers[0] * smallest_share <= window.segment_bytes;
}

/// More lines are to persist than fit.
bool is_crowded(const simt::FindingRecord& window) {
  const auto& [bytes, thousandths, aside] = window.numbers;
  return window.detail == simt::Detail::none && bytes / 1000 * thousandths > aside / 50 * 51;
}

/// What is set aside is a quarter of what is to persist: its floats were counted.
bool is_quarter_aside(const simt::FindingRecord& window) {
  const auto& [bytes, thousandths, aside] = window.numbers;
  const std::int64_t persisting = bytes / 1000 * thousandths, quarter = aside * 4;
  return window.detail == simt::Detail::none && aside > 0 && std::abs(quarter - persisting) * 100 <= persisting;
}

/// The member of the window that is at fault; empty where none is.
std::string_view member_at_fault(const simt::FindingRecord& window, const std::vector<std::int64_t>& inputs) {
  const auto is_length = [&](std::int64_t bytes) { return bytes == window.numbers[0]; };
  const std::int64_t thousandths = window.numbers[1], aside = window.numbers[2];
  if (window.detail == simt::Detail::window_does_not_persist) return "hitProp";
  if (window.detail != simt::Detail::none || aside == 0) return "";
  if (is_quarter_aside(window)) return "";
  if (thousandths == 0 || is_crowded(window)) return "hitRatio";
  const bool is_of_other =
      window.numbers[0] != window.segment_bytes && std::any_of(inputs.begin(), inputs.end(), is_length);
  return is_small(window) && !is_of_other ? "num_bytes" : "base_ptr";
}

/// Of a launch without a window: the call before it that has taken the window away.
void blame_early_end(const simt::SourceIndex& source, std::string_view entry, Finding& found) {
  const simt::SourceFunction* const function = source.function_around(found.line);
  for (const simt::SourceName& object : source.nameless) {
    if (source.function_around(object.line) != function || object.line > found.line) continue;
    found.other_line = std::exchange(found.line, object.line);
    found.text = fmt::format(
        "this {} has no name, so it ends with this statement, and its destructor takes back what it has set: the "
        "kernel at line {} is launched without an access-policy window",
        object.name, found.other_line);
    return;
  }
  const std::vector<int> lines = lines_of_calls(source, entry, "cudaStreamSetAttribute");
  const auto before = std::count_if(lines.begin(), lines.end(), [&](int line) { return line < found.line; });
  if (before < 2) return;
  found.other_line = std::exchange(found.line, lines[static_cast<std::size_t>(before) - 1]);
  found.text = fmt::format(
      "this call takes the access-policy window away before the kernel is launched at line {}: a launch takes along "
      "the window that is set at that moment",
      found.other_line);
}

/// The only variable that an assignment passes on, as `share` of `share < 1 ? share : 1` and of `min(share, 1)`; empty
/// where it computes something from several.
std::string name_passed_on(const simt::SourceAssignment& set) {
  std::set<std::string> names(set.from.begin(), set.from.end());
  for (const char* const limiting : {"std", "min", "fmin", "fminf", "max", "fmaxf", "clamp"}) names.erase(limiting);
  return names.size() == 1 ? *names.begin() : "";
}

/// Moves `found`, at the line that sets `member`, to where the variable that is only passed on there was computed.
void blame_computed_value(const simt::SourceIndex& source, std::string_view entry, std::string_view member,
                          Finding& found) {
  const int line = found.line;
  const auto set = std::find_if(source.assignments.begin(), source.assignments.end(),
                                [&](const simt::SourceAssignment& one) { return one.line == line; });
  if (set == source.assignments.end() || set->is_product) return;
  const std::string from = name_passed_on(*set);
  if (from.empty()) return;
  // Bytes may be right there, and wrong here.
  const bool counts_bytes = from.find("yte") != std::string::npos || from.find("ize") != std::string::npos;
  if (member == "num_bytes" && !counts_bytes) return;
  const int computed = line_of_origin(source, entry, line, from);
  if (computed == line) return;
  found.other_line = std::exchange(found.line, computed);
  found.text = fmt::format("{} of line {} gets its value here: {}", member, line, found.text);
}

/// Moves `found`, about `window`, to the line of `entry` that sets the member at fault, if there is exactly one.
void name_member(const simt::FindingRecord& window, const simt::SourceIndex& source, std::string_view entry,
                 const std::vector<std::int64_t>& inputs, Finding& found) {
  if (window.detail == simt::Detail::no_window) blame_early_end(source, entry, found);
  const std::string_view member = member_at_fault(window, inputs);
  const std::vector<int> limits = lines_of_calls(source, entry, "cudaDeviceSetLimit");
  if (is_quarter_aside(window) && !limits.empty()) {
    found.other_line = std::exchange(found.line, limits.front());
    found.text =
        fmt::format("cudaDeviceSetLimit counts bytes, and sets aside a quarter of what is to persist: {}", found.text);
  }
  const auto later = std::find_if(limits.begin(), limits.end(), [&](int line) { return line > found.line; });
  const bool is_late = later != limits.end() && limits.front() > found.line;
  if (window.detail == simt::Detail::none && window.numbers[2] == 0 && is_late) {
    found.other_line = std::exchange(found.line, *later);
    found.text =
        fmt::format("this comes too late, behind the launch at line {}: there {}", found.other_line, found.text);
  }
  if (member.empty()) return;
  if (member == "hitRatio" && is_crowded(window)) {
    found.text += ". More is to persist than fits there, so its lines drive out each other";
  }
  // The same member is set once more where the window is taken away.
  std::vector<int> lines;
  for (const simt::SourceName& name : source.names) {
    const simt::SourceFunction* const around = source.function_around(name.line);
    const bool is_before = name.line <= found.line;
    if (name.name == member && around != nullptr && around->name == entry && is_before) lines.push_back(name.line);
  }
  const int elsewhere = lines.empty() ? line_of_member(source, entry, std::string(member)) : 0;
  if (elsewhere != 0 && elsewhere != found.line) {
    found.other_line = std::exchange(found.line, elsewhere);
    const std::string text = found.text;
    blame_computed_value(source, entry, member, found);
    if (found.line == elsewhere) found.text = fmt::format("{} gets its value here: {}", member, text);
  }
  if (lines.size() != 1) return;
  found.other_line = std::exchange(found.line, lines.front());
  blame_computed_value(source, entry, member, found);
}

}  // namespace

std::optional<Finding> window_of(const std::vector<Finding>& windows, const course::MetricValues& values,
                                 const course::TrafficLimits& limits) {
  const bool is_slow = course::judge("dram_vs_minimum", values, limits) == course::Judgement::too_much;
  return is_slow && !windows.empty() ? std::optional(windows.front()) : std::nullopt;
}

void name_members(const std::vector<simt::FindingRecord>& windows, const simt::SourceIndex& source,
                  std::string_view entry, const std::vector<std::int64_t>& inputs, std::vector<Finding>& in_words) {
  for (std::size_t i = 0; i < windows.size() && i < in_words.size(); ++i) {
    name_member(windows[i], source, entry, inputs, in_words[i]);
  }
}

void name_refused_call(const simt::Evidence& evidence, const simt::SourceIndex& source, std::string_view entry,
                       const std::vector<Finding>& refused, std::vector<Finding>& windows) {
  using simt::Detail;
  for (std::size_t k = 0; k < evidence.refused.size() && k < refused.size(); ++k) {
    const Detail why = evidence.refused[k].detail;
    const bool is_limit = why == Detail::limit_too_large;
    if (!is_limit && why != Detail::window_too_large && why != Detail::window_ratio && why != Detail::window_property)
      continue;
    Finding call = refused[k];
    name_failed_call(source, entry, evidence.refused[k], call);
    for (std::size_t i = 0; i < evidence.windows.size() && i < windows.size(); ++i) {
      const simt::FindingRecord& window = evidence.windows[i];
      // A second call may have done it.
      const bool is_consequence = is_limit
                                      ? window.numbers[2] == 0
                                      : window.detail == Detail::no_window || window.detail == Detail::window_elsewhere;
      if (!is_consequence) continue;
      windows[i].line = call.line;
      windows[i].other_line = call.other_line;
      windows[i].text = call.text;
    }
  }
}

std::optional<Finding> useless_window(const std::vector<simt::FindingRecord>& windows,
                                      const std::vector<Finding>& in_words, bool sets_window) {
  for (std::size_t i = 0; i < windows.size() && i < in_words.size() && sets_window; ++i) {
    const std::int64_t thousandths = windows[i].numbers[1], aside = windows[i].numbers[2];
    const bool is_useful = !windows[i].is_of_host() && !is_small(windows[i]) && thousandths != 0 && aside != 0;
    if (windows[i].detail == simt::Detail::none && is_useful) continue;
    Finding finding = in_words[i];
    finding.is_remark = true;
    if (is_small(windows[i]) && aside != 0) {
      finding.text += ": num_bytes is in bytes, and the rest of that memory does not persist";
    }
    finding.text += ". So the window helps little here, and on a GPU its time shows it";
    return finding;
  }
  return std::nullopt;
}

}  // namespace grader
