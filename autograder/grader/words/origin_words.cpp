#include "grader/words/origin_words.hpp"

#include <algorithm>
#include <cctype>
#include <vector>

namespace grader {
namespace {

bool is_name(const std::string& text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) == 0 &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
}

/// Whether the function around `line` multiplies `name` by a size of something in a call: then it counts elements.
bool counts_elements(const simt::SourceIndex& source, int line, const std::string& name) {
  const simt::SourceFunction* const function = source.function_around(line);
  const auto multiplies = [&](const simt::SourceCall& call) {
    if (function == nullptr || !function->has(call.line)) return false;
    return std::any_of(call.arguments.begin(), call.arguments.end(), [&](const std::string& argument) {
      return argument.find(name + "*sizeof") != std::string::npos ||
             (argument.find("sizeof") != std::string::npos && argument.ends_with(")*" + name));
    });
  };
  return is_name(name) && (std::any_of(source.calls.begin(), source.calls.end(), multiplies) ||
                           std::any_of(source.own_calls.begin(), source.own_calls.end(), multiplies));
}

bool is_parameter(const simt::SourceFunction& function, const std::string& name) {
  return std::any_of(function.named.begin(), function.named.end(),
                     [&](const simt::SourceParameter& one) { return one.name == name; });
}

}  // namespace

int line_of_origin(const simt::SourceIndex& source, std::string_view entry, int line, std::string name) {
  constexpr int most_steps = 6;
  const std::vector<const simt::SourceFunction*> used = source.used_by(entry);
  for (int step = 0; step < most_steps; ++step) {
    const simt::SourceFunction* const function = source.function_around(line);
    if (function == nullptr || !is_name(name)) return line;
    const simt::SourceAssignment* set = nullptr;
    int times = 0;
    for (const simt::SourceAssignment& one : source.assignments) {
      if (one.name != name || one.is_element || one.line > line || !function->has(one.line)) continue;
      // `cudaStream_t stream = nullptr` among the parameters
      if (one.is_declaration && is_parameter(*function, name)) continue;
      set = &one;
      ++times;
    }
    if (times > 1) return line;
    if (set != nullptr) {
      const bool is_renamed = set->from.size() == 1 && !set->is_product && set->line < line;
      if (!is_renamed) return set->line;
      line = set->line;
      name = set->from.front();
      continue;
    }
    const auto parameter = std::find_if(function->named.begin(), function->named.end(),
                                        [&](const simt::SourceParameter& one) { return one.name == name; });
    const auto place = static_cast<std::size_t>(parameter - function->named.begin());
    if (parameter == function->named.end() || function->name == entry) return line;
    const simt::SourceCall* call = nullptr;
    for (const simt::SourceCall& one : source.own_calls) {
      const bool is_used = std::any_of(used.begin(), used.end(), [&](const auto* by) { return by->has(one.line); });
      if (one.name != function->name || !is_used || one.arguments.size() <= place) continue;
      if (one.arguments[place] == "0") continue;  // what takes something away again
      if (call != nullptr) return line;
      call = &one;
    }
    if (call == nullptr) return line;
    line = call->line;
    name = call->arguments[place];
    // Elements are right there, and wrong where they are handed over as bytes.
    if (counts_elements(source, line, name)) return line;
  }
  return line;
}

/// Where `line` stores a parameter of a helper: the line of the first call, which says what that is; 0: no call is
/// known. Else `line`.
static int line_of_call_with(const simt::SourceIndex& source, std::string_view entry, int line) {
  constexpr int most_helpers = 3;
  for (int helper = 0; helper < most_helpers; ++helper) {
    const simt::SourceFunction* const function = source.function_around(line);
    if (function == nullptr || function->name == entry) return line;
    const auto is_filled_in = [&](const simt::SourceParameter& one) {
      return std::any_of(source.assignments.begin(), source.assignments.end(), [&](const auto& set) {
        return set.line == line && std::find(set.from.begin(), set.from.end(), one.name) != set.from.end();
      });
    };
    // What a line computes of several parameters, or by a division, is its own.
    const auto filled_in = std::count_if(function->named.begin(), function->named.end(), is_filled_in);
    const bool divides = std::any_of(source.divisors.begin(), source.divisors.end(),
                                     [line](const simt::SourceName& one) { return one.line == line; });
    if (filled_in != 1 || divides) return line;
    const auto call = std::find_if(source.own_calls.begin(), source.own_calls.end(), [&](const simt::SourceCall& one) {
      const simt::SourceFunction* const around = source.function_around(one.line);
      const std::vector<const simt::SourceFunction*> used = source.used_by(entry);
      return one.name == function->name && around != function &&
             std::find(used.begin(), used.end(), around) != used.end();
    });
    if (call == source.own_calls.end()) return 0;
    line = call->line;
  }
  return line;
}

static bool sets_zero(const simt::SourceIndex& source, int line) {
  return std::any_of(source.assignments.begin(), source.assignments.end(), [line](const simt::SourceAssignment& one) {
    return one.line == line && !one.number.empty() && one.number.find_first_not_of("0.fFuU") == std::string::npos;
  });
}

int line_of_member(const simt::SourceIndex& source, std::string_view entry, const std::string& name) {
  int line = 0, line_of_zero = 0;
  for (const simt::SourceFunction* const function : source.used_by(entry)) {
    if (function->is_kernel) continue;
    const std::vector<int> lines = source.lines_with(name, *function);
    // The same member is set once more where something is taken away again, or a helper of its own does so.
    if (lines.empty()) continue;
    const bool is_zero = std::all_of(lines.begin(), lines.end(), [&](int one) { return sets_zero(source, one); });
    int& known = is_zero ? line_of_zero : line;
    if (known != 0) return 0;
    known = lines.front();
  }
  if (line == 0) line = line_of_zero;
  for (const simt::SourceAssignment& set : source.assignments) {
    const bool is_value = set.line == line && set.from.size() == 1 && !set.is_product;
    if (is_value) line = line_of_origin(source, entry, line, set.from.front());
    if (is_value) break;
  }
  return line_of_call_with(source, entry, line);
}

std::vector<std::string> names_of_place(const simt::SourceIndex& source, const std::string& array, int line) {
  std::vector<std::string> names;
  for (const simt::SourceElement& one : source.elements) {
    if (one.line == line && one.name == array) names.insert(names.end(), one.index.begin(), one.index.end());
  }
  const simt::SourceFunction* const around = source.function_around(line);
  constexpr std::size_t most = 64;
  for (std::size_t i = 0; i < names.size() && names.size() < most; ++i) {
    for (const simt::SourceAssignment& made : source.assignments) {
      if (made.name != names[i] || around == nullptr || !around->has(made.line)) continue;
      for (const std::string& from : made.from) {
        if (std::find(names.begin(), names.end(), from) == names.end()) names.push_back(from);
      }
    }
  }
  return names;
}

}  // namespace grader
