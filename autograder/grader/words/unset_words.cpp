#include "grader/words/unset_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "grader/words/reasons.hpp"

namespace grader {
namespace {

/// Of a kernel that reads beyond what a call of the host has written: the call, where it counts bytes in something
/// else; otherwise the launch, which says how far the kernel goes.
void blame_call(const simt::SourceIndex& source, const simt::FindingRecord& record, Finding& found) {
  if (record.other_pc == 0 || found.other_line == 0 || found.launch_line == 0) return;
  const std::string bytes = bytes_in_words(source, found.other_line);
  const int read = found.line;
  // An output is as long as it has to be.
  const bool is_output = std::string_view(record.name, strnlen(record.name, sizeof record.name)) == "the output";
  found.line = bytes.empty() && !is_output ? found.launch_line : found.other_line;
  found.other_line = read;
  found.text = fmt::format("at line {}, {}{}", read, found.text, bytes);
}

/// Of a kernel that reads memory of which nothing is written, and that it does not write itself: what it was given, or
/// what should have come before it, is to blame.
void blame_launch(const simt::SourceIndex& source, std::string_view entry, const simt::FindingRecord& record,
                  Finding& found) {
  const simt::SourceFunction* const function = source.function_around(found.line);
  if (record.detail != simt::Detail::nothing_written || found.launch_line == 0 || function == nullptr) return;
  const bool adds = std::any_of(source.names.begin(), source.names.end(), [&](const simt::SourceName& name) {
    return name.line == found.line && name.name.starts_with("atomic");
  });
  if (adds) {
    found.other_line = std::exchange(found.line, found.launch_line);
    found.text = fmt::format(
        "line {} adds to {}, and nothing has been written there before, so the sums begin with anything: what sets it "
        "to 0 in each call is missing before this launch",
        found.other_line, std::string(record.name, strnlen(record.name, sizeof record.name)));
    return;
  }
  for (const simt::SourceName& read : source.names) {
    if (read.line != found.line) continue;
    if (read.name.starts_with("atomic") || source.has_texture_fetch(found.line)) return;
    for (const simt::SourceAssignment& stored : source.assignments) {
      const bool is_here = stored.line >= function->first_line && stored.line <= function->last_line;
      const bool is_read = stored.is_combined || stored.line != found.line ||
                           std::find(stored.from.begin(), stored.from.end(), read.name) != stored.from.end();
      if (is_here && stored.is_element && stored.name == read.name && is_read) return;
    }
  }
  const std::string what(record.name, strnlen(record.name, sizeof record.name));
  const auto part = std::find_if(source.functions.begin(), source.functions.end(),
                                 [entry](const simt::SourceFunction& one) { return one.name == entry; });
  if (const auto* kernel = part == source.functions.end() ? nullptr : source.unlaunched_kernel(*part)) {
    found.name = "no-launch";
    found.text = fmt::format(
        "the kernel {} is defined here, and no line launches it; so line {} reads {}, of which "
        "nothing has been written",
        kernel->name, found.line, what);
    found.other_line = std::exchange(found.line, kernel->first_line);
    return;
  }
  found.other_line = std::exchange(found.line, found.launch_line);
  found.text = fmt::format(
      "the kernel launched here, {}, reads {} at line {}, and nothing has been written there yet: either "
      "another array is meant, or a copy or a launch that writes it is missing before",
      function->name, what, found.other_line);
}

/// Of an element that was never written: it lies behind all those that a thread each could have stored, and the kernel
/// goes on with no others.
void add_too_few_threads(const simt::SourceIndex& source, const simt::FindingRecord& record, Finding& found) {
  const simt::SourceFunction* const kernel = source.function_around(found.line);
  if (kernel == nullptr || !kernel->is_kernel || record.bytes == 0) return;
  const auto count = [](const simt::Index3& size) { return std::int64_t{size.x} * size.y * size.z; };
  const std::int64_t threads = count(record.launch_grid) * count(record.launch_block);
  const std::int64_t element = record.offset / record.bytes;
  if (threads == 0 || element < threads || !source.lines_with("gridDim", *kernel).empty()) return;
  found.text += fmt::format(
      ": element {}. The launch has {} threads, so a thread for each element stores none from {} on: each thread has "
      "to go on, in steps of gridDim.x * blockDim.x",
      element, threads, threads);
}

}  // namespace

void explain_unset(const simt::SourceIndex& source, std::string_view entry, const simt::FindingRecord& record,
                   Finding& found) {
  const int line = found.line;
  blame_launch(source, entry, record, found);
  blame_call(source, record, found);
  if (found.line == line) add_too_few_threads(source, record, found);
}

std::optional<Finding> unset_variable(const simt::CompilerWarning& warning) {
  constexpr std::string_view unset = "' is uninitialized when used here";
  const std::size_t begin = warning.text.find('\''), end = warning.text.find(unset);
  if (end == std::string::npos || begin >= end) return std::nullopt;
  Finding finding;
  finding.name = "compiler-warning";
  finding.line = warning.other_line == 0 ? warning.line : warning.other_line;
  finding.other_line = finding.line == warning.line ? 0 : warning.line;
  const std::string user = finding.line == warning.line ? "this line" : fmt::format("line {}", warning.line);
  finding.text = fmt::format("{} has no first value: what it begins with is chance, and {} uses it",
                             warning.text.substr(begin + 1, end - begin - 1), user);
  return finding;
}

}  // namespace grader
