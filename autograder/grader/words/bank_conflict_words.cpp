#include "grader/words/bank_conflict_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "grader/words/origin_words.hpp"
#include "grader/words/traffic_rows.hpp"

namespace grader {
namespace {

/// Names on `line` of `kernel`, and those of which what is named there is made.
std::vector<std::string> names_behind(const simt::SourceIndex& source, const simt::SourceFunction& kernel, int line) {
  constexpr int most_steps = 3;
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (const simt::SourceName& one : source.names) {
    if (one.line == line) add(one.name);
  }
  for (int step = 0; step < most_steps; ++step) {
    for (const simt::SourceAssignment& one : source.assignments) {
      const bool is_known = std::find(names.begin(), names.end(), one.name) != names.end();
      if (!kernel.has(one.line) || !is_known) continue;
      for (const std::string& from : one.from) add(from);
    }
  }
  return names;
}

bool multiplies(const std::string& text, const std::string& name) {
  return text.find("*" + name) != std::string::npos || text.find(name + "*") != std::string::npos;
}

/// A number of the kernel that is set once, before `line`, and by which an index or an address is multiplied: the
/// length of a row. 0 as its line where there is none, or several.
simt::SourceName own_pitch(const simt::SourceIndex& source, const simt::SourceFunction& kernel,
                           const std::vector<std::string>& used, int line) {
  simt::SourceName found;
  for (const std::string& name : used) {
    const simt::SourceAssignment* set = nullptr;
    int times = 0;
    for (const simt::SourceAssignment& one : source.assignments) {
      if (one.name != name || one.is_element || !kernel.has(one.line)) continue;
      set = &one;
      ++times;
    }
    const bool is_of_thread = set != nullptr && std::any_of(set->from.begin(), set->from.end(), [](const auto& from) {
                                return from == "threadIdx" || from == "blockIdx";
                              });
    const bool is_number = set != nullptr && times == 1 && !is_of_thread && set->line < line && !set->is_element;
    const bool is_factor = std::any_of(source.elements.begin(), source.elements.end(), [&](const auto& element) {
      // The elements of what the kernel is given are not in shared memory.
      const bool is_given = std::any_of(kernel.named.begin(), kernel.named.end(),
                                        [&](const auto& one) { return one.is_pointer && one.name == element.name; });
      return kernel.has(element.line) && !is_given &&
             std::any_of(element.subscripts.begin(), element.subscripts.end(),
                         [&](const std::string& text) { return multiplies(text, name); });
    });
    if (!is_number || !is_factor || (set->from.empty() && set->number.empty())) continue;
    if (found.line != 0 && found.name != name) return {};
    found = {set->line, name};
  }
  return found;
}

}  // namespace

void blame_pitch(const simt::SourceIndex& source, std::string_view entry, Finding& slow) {
  const simt::SourceFunction* const kernel = source.function_around(slow.line);
  if (kernel == nullptr || !kernel->is_kernel) return;
  const std::vector<std::string> used = names_behind(source, *kernel, slow.line);
  std::string found;
  int line = 0;
  for (std::size_t place = 0; place < kernel->named.size(); ++place) {
    const simt::SourceParameter& parameter = kernel->named[place];
    if (parameter.is_pointer || std::find(used.begin(), used.end(), parameter.name) == used.end()) continue;
    const int origin = line_of_origin(source, entry, slow.line, parameter.name);
    // What the part itself is given is not chosen by it.
    const bool is_set = std::any_of(source.assignments.begin(), source.assignments.end(),
                                    [&](const auto& one) { return one.line == origin && !one.is_element; });
    if (!is_set || kernel->has(origin)) continue;
    if (line != 0) return;
    found = parameter.name;
    line = origin;
  }
  if (line == 0) {
    const simt::SourceName own = own_pitch(source, *kernel, used, slow.line);
    found = own.name;
    line = own.line;
  }
  if (line == 0) return;
  move_to(slow, line);
  slow.text = fmt::format("{} gets its value here, and line {} finds its place in shared memory by it. There {}", found,
                          slow.other_line, slow.text);
}

namespace {

/// Of an array with one subscript, whose elements have no rows: " by twisted() (line 4)", where a function of the file
/// finds the place.
std::string words_of_place(const simt::SourceIndex& source, int line) {
  for (const simt::SourceCall& call : source.own_calls) {
    if (call.line != line) continue;
    for (const simt::SourceFunction& helper : source.functions) {
      if (helper.name == call.name && !helper.is_kernel)
        return fmt::format(" by {}() (line {})", helper.name, helper.first_line);
    }
  }
  return "";
}

}  // namespace

void add_declaration(const simt::SourceIndex& source, Finding& slow) {
  const simt::SourceFunction* const kernel = source.function_around(slow.line);
  if (kernel == nullptr || slow.other_line != 0) return;
  // What is read through a pointer, `const char* row = buf[y]`, is in the array that the pointer is set to.
  std::vector<simt::SourceElement> all;
  for (const simt::SourceElement& used : source.elements) {
    if (used.line != slow.line) continue;
    all.push_back(used);
    for (const simt::SourceAssignment& set : source.assignments) {
      if (set.name != used.name || !kernel->has(set.line) || set.line >= slow.line) continue;
      std::copy_if(source.elements.begin(), source.elements.end(), std::back_inserter(all),
                   [&](const simt::SourceElement& one) { return one.line == set.line; });
    }
  }
  for (const simt::SourceElement& used : all) {
    const int declared = source.line_of_shared(used.name, slow.line);
    if (declared == 0) continue;
    slow.other_line = declared;
    const std::string place = used.subscripts.size() == 1 ? words_of_place(source, slow.line) : "";
    slow.text +=
        place.empty()
            ? fmt::format(". {} is declared at line {}: which banks its elements are in depends on the length of a row",
                          used.name, declared)
            : fmt::format(
                  ". An element of {} is found{}: which bank it is in depends on what that computes for "
                  "neighbouring threads",
                  used.name, place);
    return;
  }
}

}  // namespace grader
