// Everything here is pure, so that it can be tested without a compiler or a GPU.
#include "cli/answers.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/text.hpp"

namespace cli {
namespace {

std::string in_style(std::string text, const report::TerminalStyle& style) {
  return style.unicode ? text : report::in_ascii(text);
}

}  // namespace

ExitStatus exit_status(const grader::GradeResult& result) {
  const auto any = [&](auto holds) { return std::any_of(result.parts.begin(), result.parts.end(), holds); };
  if (any([](const auto& part) { return part.verdict == grader::Verdict::could_not_be_graded; })) {
    return could_not_be_graded;
  }
  if (!result.compiler_output.empty()) return something_did_not_pass;
  // A result without parts and without a reason is no student's fault.
  if (result.parts.empty()) return could_not_be_graded;
  const bool failed = any([](const auto& part) { return part.verdict != grader::Verdict::passed; });
  return failed ? something_did_not_pass : everything_passed;
}

std::string list_text(const course::Course& course, const report::TerminalStyle& style) {
  std::string text;
  for (const course::Lab& lab : course.labs) {
    const auto& parts = course.rules.labs.find(lab.name)->second.parts;
    double sum = 0;
    for (const auto& [id, part] : parts) sum += part.points_right + part.points_fast;
    text += fmt::format("{}  {}, {} points\n", lab.name, lab.title, sum);
    int widest = 0;
    for (const course::Part& part : lab.parts) widest = std::max(widest, report::display_width(part.title));
    for (const course::Part& part : lab.parts) {
      const course::PartRules& rule = parts.find(part.id)->second;
      const std::string padding(static_cast<std::size_t>(widest - report::display_width(part.title)), ' ');
      text += fmt::format("  {}  {}{}  {:>3} points: {:>2} for a right answer, {:>2} for speed\n", part.id, part.title,
                          padding, rule.points_right + rule.points_fast, rule.points_right, rule.points_fast);
    }
  }
  return in_style(std::move(text), style);
}

std::string hint_text(const course::Part& part, const report::TerminalStyle& style) {
  std::string text = fmt::format("{}  {}\n\n", part.id, part.title);
  for (const std::string& line : report::wrapped(part.hint, style.width - 2)) text += "  " + line + "\n";
  text += fmt::format("\n  Read on: {}\n", part.read_on);
  return in_style(std::move(text), style);
}

}  // namespace cli
