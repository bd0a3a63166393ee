#include "grader/words/place_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grader/words/traffic_rows.hpp"

namespace grader {
namespace {

using PlaceNames = std::vector<std::string>;

bool is_among(const PlaceNames& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// The names in tokens without white space: "row" and "TILE" of "row*TILE".
PlaceNames names_in(std::string_view text) {
  PlaceNames names;
  std::string name;
  char before = ' ';
  for (const char c : text) {
    const bool is_letter = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
    if (is_letter) name += c;
    if (is_letter) continue;
    if (!name.empty() && std::isdigit(static_cast<unsigned char>(name.front())) == 0 && before != '.')
      names.push_back(name);
    name.clear();
    before = c;
  }
  if (!name.empty() && std::isdigit(static_cast<unsigned char>(name.front())) == 0 && before != '.')
    names.push_back(name);
  return names;
}

/// What a call of `name` leads to.
struct Helper {
  std::string name;
  int first_line = 0, last_line = 0;
  PlaceNames parameters;
  bool is_macro = false;
};

std::optional<Helper> helper_of(const simt::SourceIndex& source, const std::string& name,
                                const simt::SourceFunction& caller) {
  const auto lambda = std::find_if(source.lambdas.begin(), source.lambdas.end(),
                                   [&](const auto& one) { return one.name == name && caller.has(one.line); });
  if (lambda != source.lambdas.end()) return Helper{name, lambda->line, lambda->last_line, {}};
  const auto macro =
      std::find_if(source.macros.begin(), source.macros.end(), [&](const auto& one) { return one.name == name; });
  if (macro != source.macros.end()) return Helper{name, macro->line, macro->line, macro->parameters, true};
  std::optional<Helper> found;
  for (const bool by_operator : {false, true}) {
    for (const simt::SourceFunction& one : source.functions) {
      if (one.is_kernel || &one == &caller || one.name != (by_operator ? "operator()" : name)) continue;
      if (found) return std::nullopt;  // of several, it is not known which
      found = Helper{name, one.first_line, one.last_line, {}};
      for (const simt::SourceParameter& parameter : one.named) found->parameters.push_back(parameter.name);
    }
    if (found) return found;
  }
  return std::nullopt;
}

/// The statement of `helper` that makes what it returns; without a line where there are several.
simt::SourceReturn statement_of(const simt::SourceIndex& source, const Helper& helper) {
  if (helper.is_macro) {
    for (const simt::SourceMacro& one : source.macros) {
      if (one.line == helper.first_line) return {one.line, one.text};
    }
  }
  const simt::SourceReturn* value = nullptr;
  for (const simt::SourceReturn& one : source.values) {
    if (one.line < helper.first_line || one.line > helper.last_line) continue;
    if (value != nullptr) return {};
    value = &one;
  }
  if (value == nullptr) return {};
  // `const int at = row * PITCH + column; return at;`
  const simt::SourceAssignment* made = nullptr;
  for (const simt::SourceAssignment& one : source.assignments) {
    if (one.name != value->text || one.line < helper.first_line || one.line > helper.last_line) continue;
    if (made != nullptr) return {};
    made = &one;
  }
  return made == nullptr ? *value : simt::SourceReturn{made->line, "", made->scaled};
}

/// Whether threads of a block have different numbers in `name`, as far as its function says that.
bool differs(const simt::SourceIndex& source, const simt::SourceFunction& function, const std::string& name) {
  constexpr std::size_t most_names = 64;
  PlaceNames behind{name};
  for (std::size_t i = 0; i < behind.size() && behind.size() < most_names; ++i) {
    if (behind[i] == "threadIdx") return true;
    for (const simt::SourceAssignment& one : source.assignments) {
      if (one.name != behind[i] || one.is_element || !function.has(one.line)) continue;
      for (const std::string& from : one.from) {
        if (!is_among(behind, from)) behind.push_back(from);
      }
    }
  }
  // What a helper is given is known to its callers.
  return !function.is_kernel && std::any_of(function.named.begin(), function.named.end(),
                                            [&](const auto& one) { return is_among(behind, one.name); });
}

/// A call that finds the place of an element.
struct PlaceCall {
  const simt::SourceCall* call = nullptr;
  Helper helper;
  simt::SourceReturn statement;
};

/// All calls on `line` of what is in `names`.
std::vector<const simt::SourceCall*> place_calls_on(const simt::SourceIndex& source, int line,
                                                    const PlaceNames& names) {
  std::vector<const simt::SourceCall*> found;
  for (const auto* const calls : {&source.own_calls, &source.object_calls}) {
    for (const simt::SourceCall& call : *calls) {
      if (call.line == line && is_among(names, call.name)) found.push_back(&call);
    }
  }
  return found;
}

/// Whether the helper itself asks for a thread's number.
bool asks_for_thread(const simt::SourceIndex& source, const Helper& helper) {
  return std::any_of(source.names.begin(), source.names.end(), [&](const simt::SourceName& one) {
    return one.name == "threadIdx" && helper.first_line <= one.line && one.line <= helper.last_line;
  });
}

/// Whether the threads' numbers by which the element is found all go through the call.
bool finds_alone(const simt::SourceIndex& source, const simt::SourceFunction& function, const simt::SourceCall& call,
                 const Helper& helper, const simt::SourceElement& element) {
  PlaceNames given;
  for (const std::string& argument : call.arguments) {
    const PlaceNames names = names_in(argument);
    given.insert(given.end(), names.begin(), names.end());
  }
  const bool is_given =
      std::any_of(given.begin(), given.end(), [&](const auto& one) { return differs(source, function, one); });
  if (!is_given && !asks_for_thread(source, helper)) return false;
  const auto is_other = [&](const std::string& name) {
    return !is_among(given, name) && name != call.name && differs(source, function, name);
  };
  if (std::any_of(element.scaled.begin(), element.scaled.end(), is_other)) return false;
  if (element.subscripts.size() < 2) return true;
  return std::none_of(element.index.begin(), element.index.end(), is_other);
}

/// The one call by which the threads find the element that `line` uses.
std::optional<PlaceCall> place_call(const simt::SourceIndex& source, int line, bool is_shared) {
  const simt::SourceFunction* const function = source.function_around(line);
  if (function == nullptr) return std::nullopt;
  std::vector<simt::SourceElement> elements;
  for (const simt::SourceElement& one : source.elements) {
    if (one.line == line) elements.push_back(one);
  }
  const auto is_in_shared = [&](const simt::SourceElement& one) { return source.line_of_shared(one.name, line) != 0; };
  if (!is_shared) std::erase_if(elements, is_in_shared);
  if (is_shared && std::any_of(elements.begin(), elements.end(), is_in_shared))
    std::erase_if(elements, [&](const auto& one) { return !is_in_shared(one); });
  // What the kernel is given is not in shared memory.
  if (is_shared && function->is_kernel) {
    std::erase_if(elements, [&](const simt::SourceElement& element) {
      return std::any_of(function->named.begin(), function->named.end(),
                         [&](const auto& one) { return one.is_pointer && one.name == element.name; });
    });
  }
  std::vector<PlaceCall> found;
  const auto add = [&](const simt::SourceCall& call, const simt::SourceElement& element, bool reads_there) {
    const std::optional<Helper> helper = helper_of(source, call.name, *function);
    if (!helper || !finds_alone(source, *function, call, *helper, element)) return;
    const simt::SourceReturn statement = statement_of(source, *helper);
    const bool has_element = (helper->is_macro && statement.text.find('[') != std::string::npos) ||
                             std::any_of(source.elements.begin(), source.elements.end(),
                                         [&](const auto& one) { return one.line == statement.line; });
    if (statement.line == 0 || statement.line == line || (reads_there && !has_element)) return;
    found.push_back({&call, *helper, statement});
  };
  for (const simt::SourceElement& element : elements) {
    for (const simt::SourceCall* const call : place_calls_on(source, line, element.index)) add(*call, element, false);
    // `const int at = slot(t, e); … samples[at + k]`, or `const float* row = row_at(y); … row[k]`
    for (const simt::SourceAssignment& set : source.assignments) {
      const bool is_index = is_among(element.index, set.name) && !is_among(element.scaled, set.name) && !set.is_element;
      const bool is_pointer = set.name == element.name && set.subscript.empty();
      if (!function->has(set.line) || set.line > line || (!is_index && !is_pointer)) continue;
      for (const simt::SourceCall* const call : place_calls_on(source, set.line, set.from)) {
        const bool is_scaled = is_among(set.scaled, call->name);
        if (!is_scaled) add(*call, element, false);
      }
    }
  }
  // `at(r, k) = 0`, or `float& cell = at(r, k); … cell = 0`
  if (elements.empty()) {
    PlaceNames names;
    for (const simt::SourceName& one : source.names) {
      if (one.line == line) names.push_back(one.name);
    }
    for (const simt::SourceCall* const call : place_calls_on(source, line, names)) add(*call, {}, true);
    for (const simt::SourceAssignment& set : source.assignments) {
      if (!function->has(set.line) || set.line >= line || set.is_element || !is_among(names, set.name)) continue;
      for (const simt::SourceCall* const call : place_calls_on(source, set.line, set.from)) add(*call, {}, true);
    }
  }
  const bool is_one = !found.empty() && std::all_of(found.begin(), found.end(), [&](const PlaceCall& one) {
    return one.statement.line == found.front().statement.line;
  });
  return is_one ? std::optional(found.front()) : std::nullopt;
}

/// The number that `name` stands for everywhere in the file; 0: it is not known.
std::int64_t constant_of(const simt::SourceIndex& source, const std::string& name) {
  std::string text = name;
  for (const simt::SourceConstant& one : source.constants) {
    if (one.name == name) text = one.number;
  }
  for (const simt::SourceAssignment& one : source.assignments) {
    const bool is_of_file = source.function_around(one.line) == nullptr && one.is_declaration;
    if (one.name == name && is_of_file && !one.number.empty()) text = one.number;
  }
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() ? number : 0;
}

/// What `text`, tokens without white space, multiplies `name` by: "COLUMNS" of "first+row*COLUMNS" or "COLUMNS*row".
std::string factor_of(const std::string& name, const std::string& text) {
  constexpr const char* operators = "+-*/%()[]&|^<>,?:";
  if (const std::size_t at = text.find(name + "*"); at != std::string::npos) {
    const std::size_t begin = at + name.size() + 1;
    return text.substr(begin, text.find_first_of(operators, begin) - begin);
  }
  const std::size_t at = text.find("*" + name);
  if (at == std::string::npos || at == 0) return "";
  const std::size_t before = text.find_last_of(operators, at - 1);
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  return text.substr(begin, at - begin);
}

/// The number of the file, no parameter, by which a macro multiplies one of its own: `cells[(r) * LENGTH + (c)]`. Null:
/// there is none, or another one.
const simt::SourceAssignment* row_length_of(const simt::SourceIndex& source, const PlaceCall& place) {
  const simt::SourceAssignment* found = nullptr;
  if (!place.helper.is_macro) return found;
  for (const std::string& parameter : place.helper.parameters) {
    const std::string times = factor_of("(" + parameter + ")", place.statement.text);
    const std::string name = times.empty() ? factor_of(parameter, place.statement.text) : times;
    for (const simt::SourceAssignment& one : source.assignments) {
      const bool is_of_file = source.function_around(one.line) == nullptr && one.is_declaration;
      if (one.name != name || !is_of_file) continue;
      if (found != nullptr) return nullptr;
      found = &one;
    }
  }
  return found;
}

}  // namespace

void blame_helper(const simt::SourceIndex& source, Finding& slow) {
  if (slow.other_line != 0) return;  // another line is named already
  const std::optional<PlaceCall> place = place_call(source, slow.line, /*is_shared=*/true);
  if (!place) return;
  if (const simt::SourceAssignment* const length = row_length_of(source, *place); length != nullptr) {
    move_to(slow, length->line);
    slow.text = fmt::format("{} gets its value here, and {} finds places in shared memory by it. At line {}, {}",
                            length->name, place->helper.name, slow.other_line, slow.text);
    return;
  }
  move_to(slow, place->statement.line);
  slow.text = fmt::format("{}() computes here where an element is, and line {} uses that. There {}", place->helper.name,
                          slow.other_line, slow.text);
}

void blame_step_of_helper(const simt::SourceIndex& source, std::int64_t apart, std::int64_t bytes, Finding& slow) {
  const std::optional<PlaceCall> place = place_call(source, slow.line, /*is_shared=*/false);
  if (!place || apart <= bytes) return;
  const auto is_by = [&](const std::string& times) { return constant_of(source, times) * bytes == apart; };
  // `return first + threadIdx.x * COLUMNS + threadIdx.y;`
  if (const std::string times = factor_of("threadIdx.x", place->statement.text); is_by(times)) {
    move_to(slow, place->statement.line);
    slow.text = fmt::format("{}() multiplies threadIdx.x by {} here, and that becomes an index. At line {}, {}",
                            place->helper.name, times, slow.other_line, slow.text);
    return;
  }
  for (std::size_t i = 0; i < place->helper.parameters.size() && i < place->call->arguments.size(); ++i) {
    const std::string& parameter = place->helper.parameters[i];
    const PlaceNames given = names_in(place->call->arguments[i]);
    const simt::SourceFunction& caller = *source.function_around(slow.line);
    const bool is_of_thread =
        std::any_of(given.begin(), given.end(), [&](const auto& one) { return differs(source, caller, one); });
    if (!is_of_thread || !is_among(place->statement.scaled, parameter)) continue;
    // "t*EACH+e": only a constant is the same for all that call it.
    const std::string times = factor_of(parameter, place->statement.text);
    if (is_by(times)) {
      move_to(slow, place->statement.line);
      slow.text =
          fmt::format("{}() multiplies the thread's number by {} here, and that becomes an index. At line {}, {}",
                      place->helper.name, times, slow.other_line, slow.text);
      return;
    }
    // A length that the helper is given is right: then it is the caller that gives it the thread's number.
    const std::vector<int> chosen = source.lines_with_member(slow.line, "threadIdx", "x");
    const auto is_made = [&](const simt::SourceAssignment& one) {
      return one.line == chosen.front() && is_among(given, one.name);
    };
    if (constant_of(source, times) != 0 || chosen.size() != 1 || chosen.front() == slow.line) continue;
    const auto made = std::find_if(source.assignments.begin(), source.assignments.end(), is_made);
    if (made == source.assignments.end()) continue;
    move_to(slow, made->line);
    slow.text = fmt::format(
        "neighbouring threads have another {0} from here on, and {1}() multiplies {0} to find a place. At line {2}, "
        "{3}",
        made->name, place->helper.name, slow.other_line, slow.text);
    return;
  }
}

}  // namespace grader
