#include "grader/words/arithmetic_words.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "grader/words/reasons.hpp"

namespace grader {
namespace {

/// With fewer lanes, on average, it is a condition that keeps them away; at the end of an array a few are missing.
constexpr double nearly_all_lanes = 28;

/// The last `if` before `line` of which that line is a part, behind its `else` as well; 0: there is none on another
/// line.
int condition_of_lanes(const simt::SourceIndex& source, int line) {
  const simt::SourceFunction* const function = source.function_around(line);
  int found = 0;
  for (const simt::SourceCondition& one : source.conditions) {
    const bool is_here = function != nullptr && function->has(one.line) && one.line < line;
    if (is_here && !one.is_loop && line <= std::max(one.last_line, one.last_of_else)) found = one.line;
  }
  return found;
}

/// ". Which side a lane takes is decided at lines 3 and 4": what the condition asks for, and what that is made of.
std::string words_of_choice(const simt::SourceIndex& source, int condition) {
  constexpr std::size_t most_lines = 4;
  std::vector<int> lines = source.lines_of_indices(condition, most_lines);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    for (const int line : source.lines_of_indices(lines[i], most_lines)) {
      if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
    }
  }
  if (lines.empty() || lines.size() > most_lines) return "";
  std::sort(lines.begin(), lines.end());
  return ". Which side a lane takes is decided at " + lines_in_words(lines);
}

/// Of `if (odd)`, whose condition is one variable: the one line that sets it. 0: the condition says more, or several
/// lines do.
int line_of_choice(const simt::SourceIndex& source, int condition) {
  const bool is_one_name = std::any_of(
      source.conditions.begin(), source.conditions.end(),
      [&](const simt::SourceCondition& one) { return one.line == condition && !one.is_loop && !one.name.empty(); });
  const std::vector<int> lines = source.lines_of_indices(condition, 1);
  return is_one_name && lines.size() == 1 ? lines.front() : 0;
}

/// Whether each condition around one of the two lines is around the other one as well, and stands on neither of them.
bool have_the_same_conditions(const simt::SourceIndex& source, int line, int other) {
  const std::vector<simt::SourceCondition> around = source.conditions_around(line);
  const std::vector<simt::SourceCondition> of_other = source.conditions_around(other);
  return std::equal(around.begin(), around.end(), of_other.begin(), of_other.end(),
                    [&](const simt::SourceCondition& one, const simt::SourceCondition& two) {
                      const bool is_inside = line <= one.last_line && other <= one.last_line;
                      return one.line == two.line && one.last_line == two.last_line && is_inside && one.line != line &&
                             one.line != other;
                    });
}

/// Where a kernel computes by two of the functions that a part chooses from, and the same threads call both: a compiler
/// that joins the two leaves no line to the arithmetic. Nothing where only some threads call one of them.
std::optional<Finding> both_computed(const simt::SourceIndex& source, const std::vector<std::string>& alternatives) {
  const simt::SourceName* first = nullptr;
  for (const simt::SourceName& one : source.names) {
    if (std::find(alternatives.begin(), alternatives.end(), one.name) == alternatives.end()) continue;
    const simt::SourceFunction* const kernel = source.function_around(one.line);
    if (kernel == nullptr) continue;
    if (first == nullptr || source.function_around(first->line) != kernel ||
        !have_the_same_conditions(source, first->line, one.line)) {
      first = &one;
    } else if (first->name != one.name) {
      Finding finding;
      finding.name = "slow-line";
      finding.is_remark = true;
      finding.line = one.line;
      finding.other_line = first->line;
      finding.text = fmt::format(
          "{}() here and {}() at line {} are both computed by all threads, and one of the two results is thrown away: "
          "no lane waits, but half of the arithmetic is for nothing",
          one.name, first->name, first->line);
      return finding;
    }
  }
  return std::nullopt;
}

/// Where a kernel computes by two of the functions that a part chooses from, and each is on another side of one
/// condition: the condition. Or the line that both stand on, as in `odd ? a() : b()`.
std::optional<Finding> chosen_by_lanes(const simt::SourceIndex& source, const std::vector<std::string>& alternatives,
                                       const std::string& lanes) {
  std::vector<const simt::SourceName*> calls;
  for (const simt::SourceName& one : source.names) {
    const bool is_call = std::find(alternatives.begin(), alternatives.end(), one.name) != alternatives.end();
    if (is_call && source.function_around(one.line) != nullptr) calls.push_back(&one);
  }
  Finding finding;
  finding.name = "slow-line";
  finding.is_remark = true;
  for (const simt::SourceCondition& one : source.conditions) {
    const auto stands_in = [&](int first, int last) {
      return std::find_if(calls.begin(), calls.end(),
                          [&](const auto* call) { return first <= call->line && call->line <= last; });
    };
    const auto then = stands_in(one.line, one.last_line), other = stands_in(one.last_line + 1, one.last_of_else);
    if (one.is_loop || then == calls.end() || other == calls.end() || (*then)->name == (*other)->name) continue;
    finding.line = one.line;  // of several, the innermost one
    finding.other_line = (*then)->line;
    finding.text = fmt::format(
        "lanes of one warp take different sides of the condition here, {}() at line {} and {}() at line {}: {}",
        (*then)->name, (*then)->line, (*other)->name, (*other)->line, lanes + words_of_choice(source, one.line));
  }
  if (finding.line != 0) return finding;
  for (std::size_t i = 1; i < calls.size(); ++i) {
    if (calls[i]->line != calls[i - 1]->line || calls[i]->name == calls[i - 1]->name) continue;
    finding.line = calls[i]->line;
    finding.text = fmt::format("lanes of one warp need different functions here: {}", lanes);
    return finding;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Finding> wasted_arithmetic(const simt::SourceIndex& source, const std::vector<LocatedArithmetic>& all,
                                         const course::MetricValues& values, const course::TrafficLimits& limits,
                                         const std::vector<std::string>& alternatives) {
  const bool is_too_much = course::judge("divergence", values, limits) == course::Judgement::too_much;
  // Where the compiler has lost the line of a call in a kernel, that of the launch is found.
  const auto is_of_kernel = [&](const LocatedArithmetic& one) {
    return one.line != 0 && std::none_of(source.launches.begin(), source.launches.end(),
                                         [&](const auto& launch) { return launch.line == one.line; });
  };
  const auto in_lanes = [](double count) {
    return fmt::format("on average {:.1f} of the 32 lanes of a warp compute, and the others wait", count);
  };
  const auto found = std::find_if(all.begin(), all.end(), is_of_kernel);
  if (!is_too_much) return std::nullopt;
  if (found == all.end()) {
    const bool is_by_few = !all.empty() && all.front().lanes < nearly_all_lanes;
    return is_by_few ? chosen_by_lanes(source, alternatives, in_lanes(all.front().lanes))
                     : both_computed(source, alternatives);
  }
  const LocatedArithmetic& busiest = *found;
  Finding finding;
  finding.name = "slow-line";
  finding.is_remark = true;
  finding.line = busiest.line;
  if (busiest.lanes >= nearly_all_lanes) {
    finding.text =
        "all lanes of a warp compute here, and the warps compute more than the task needs: not every result that is "
        "computed is used";
    return finding;
  }
  const int condition = condition_of_lanes(source, busiest.line);
  const std::string lanes = in_lanes(busiest.lanes);
  if (condition == 0) {
    finding.text = fmt::format("lanes of one warp need different functions here: {}", lanes);
    return finding;
  }
  if (const int choice = line_of_choice(source, condition); choice != 0) {
    finding.line = choice;
    finding.other_line = condition;
    finding.text = fmt::format(
        "what is computed here differs between lanes of one warp, so they take different sides of the condition at "
        "line {}: at line {}, {}",
        condition, busiest.line, lanes);
    return finding;
  }
  finding.line = condition;
  finding.other_line = busiest.line;
  finding.text = fmt::format("lanes of one warp take different sides of the condition here: at line {}, {}{}",
                             busiest.line, lanes, words_of_choice(source, condition));
  return finding;
}

}  // namespace grader
