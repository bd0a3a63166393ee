#include "grader/words/operation_count_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace grader {
namespace {

Finding slow_line(int line, std::string text) {
  Finding finding;
  finding.name = "slow-line";
  finding.is_remark = true;
  finding.line = line;
  finding.text = std::move(text);
  return finding;
}

/// "reset<int>" without what is behind the name.
std::string name_of_kernel(const std::string& label) { return label.substr(0, label.find('<')); }

/// Whether all elements on `line` have the same index.
bool has_one_index(const simt::SourceIndex& source, int line) {
  std::set<std::vector<std::string>> indices;
  for (const simt::SourceElement& one : source.elements) {
    if (one.line == line) indices.insert(one.subscripts);
  }
  return indices.size() == 1;
}

/// All that it stores are elements of another array, in their places.
bool only_copies(const simt::SourceIndex& source, const std::string& kernel) {
  const auto function = std::find_if(source.functions.begin(), source.functions.end(),
                                     [&](const auto& one) { return one.is_kernel && one.name == kernel; });
  if (function == source.functions.end()) return false;
  bool copies = false;
  for (const simt::SourceAssignment& one : source.assignments) {
    if (!function->has(one.line) || !one.is_element) continue;
    if (!one.is_copy || one.is_combined || !has_one_index(source, one.line)) return false;
    copies = true;
  }
  return copies;
}

/// A call in a loop that leads to a line outside of it.
struct LoopedCall {
  const simt::SourceCall* call = nullptr;  // null: there is none
  int loop = 0;                            // its line
};

/// The only loop that calls the helper, or the lambda, around `line`, or a function that calls it; without a call where
/// several do.
LoopedCall call_in_loop(const simt::SourceIndex& source, std::string_view entry, int line) {
  constexpr int most_helpers = 3;
  const std::vector<const simt::SourceFunction*> used = source.used_by(entry);
  std::vector<int> lines{line};
  LoopedCall found;
  for (int helper = 0; helper < most_helpers; ++helper) {
    std::vector<int> callers;
    for (const int one : lines) {
      const auto lambda = std::find_if(source.lambdas.begin(), source.lambdas.end(), [&](const auto& candidate) {
        return !candidate.name.empty() && candidate.line <= one && one <= candidate.last_line;
      });
      const bool is_in_lambda = lambda != source.lambdas.end();
      const simt::SourceFunction* const function = source.function_around(one);
      if (function == nullptr || (!is_in_lambda && function->name == entry)) continue;
      for (const simt::SourceCall& call : is_in_lambda ? source.object_calls : source.own_calls) {
        const simt::SourceFunction* const around = source.function_around(call.line);
        const bool is_used = std::find(used.begin(), used.end(), around) != used.end();
        const bool is_it = is_in_lambda ? call.name == lambda->name && around == function
                                        : call.name == function->name && around != function;
        if (!is_used || !is_it) continue;
        const int loop = source.loop_around(call.line).line;
        if (loop == 0) {
          callers.push_back(call.line);
        } else if (found.call != nullptr && found.loop != loop) {
          return {};
        } else {
          found = {&call, loop};
        }
      }
    }
    lines = std::move(callers);
  }
  return found;
}

}  // namespace

std::optional<Finding> too_many_operations(const simt::SourceIndex& source, std::string_view entry,
                                           const std::vector<AskedFor>& asked, const course::MetricValues& values,
                                           const course::TrafficLimits& limits) {
  for (const bool is_kernel : {false, true}) {
    const course::Judgement judgement =
        is_kernel ? course::judge("launches", values, limits) : course::judge("copies", values, limits);
    if (judgement != course::Judgement::too_much) continue;
    const AskedFor* most = nullptr;
    int all = 0;
    for (const AskedFor& one : asked) {
      if (one.is_kernel != is_kernel) continue;
      all += one.times;
      if (one.line != 0 && (most == nullptr || one.times > most->times)) most = &one;
    }
    if (most != nullptr && most->times > 1) {
      const int loop = source.loop_around(most->line).line;
      if (const LoopedCall looped = loop == 0 ? call_in_loop(source, entry, most->line) : LoopedCall{};
          looped.call != nullptr) {
        Finding finding = slow_line(
            looped.loop,
            fmt::format("each round of this loop calls {} (line {}), which asks at line {} for one more of the {} {}: "
                        "line {} asks for {} of them ({})",
                        looped.call->name, looped.call->line, most->line, all,
                        is_kernel ? "kernels" : "copies and fills", most->line, most->times, most->label));
        finding.other_line = most->line;
        return finding;
      }
      Finding finding = slow_line(
          most->line, fmt::format("of the {} {}, this line asks for {} ({}){}", all,
                                  is_kernel ? "kernels" : "copies and fills", most->times, most->label,
                                  loop == 0 ? "" : fmt::format(", one in each round of the loop at line {}", loop)));
      finding.other_line = loop;
      return finding;
    }
    for (const AskedFor& one : asked) {
      const bool is_copy =
          is_kernel && one.is_kernel && one.line != 0 && only_copies(source, name_of_kernel(one.label));
      if (is_copy && all > 1)
        return slow_line(one.line, fmt::format("the kernel {} only copies: the next kernel could read the original",
                                               name_of_kernel(one.label)));
    }
  }
  return std::nullopt;
}

}  // namespace grader
