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
  const auto is_missing = [](const auto& part) { return part.verdict == grader::Verdict::not_on_this_device; };
  // A result without parts and without a reason is no student's fault, and a device may lack what all of them need.
  if (std::ranges::all_of(result.parts, is_missing)) return could_not_be_graded;
  const bool failed =
      any([&](const auto& part) { return part.verdict != grader::Verdict::passed && !is_missing(part); });
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

namespace {

const course::Lab& lab_with(const course::Course& course, const course::Part& part) {
  return *std::find_if(course.labs.begin(), course.labs.end(),
                       [&](const course::Lab& lab) { return course::find_part(lab, part.id) == &part; });
}

struct Sum {
  int passed = 0, parts = 0;
  double points = 0;
};

/// Each part with the most points that it got on any device.
Sum sum_of(const course::Lab& lab, const std::vector<progress::Best>& reached) {
  Sum sum;
  for (const course::Part& part : lab.parts) {
    ++sum.parts;
    double most = 0;
    bool passed = false;
    for (const progress::Best& one : reached) {
      if (one.part != part.id) continue;
      most = std::max(most, one.points);
      passed |= one.passed;
    }
    sum.points += most;
    sum.passed += passed ? 1 : 0;
  }
  return sum;
}

}  // namespace

std::string next_text(const course::Course& course, const std::vector<progress::Best>& reached,
                      const report::TerminalStyle& style) {
  const course::Part* const next = progress::next_part(course, reached);
  if (next == nullptr) return "Every part of every lab has passed. Well done!\n";
  const course::Lab& lab = lab_with(course, *next);
  return in_style(
      fmt::format("Next: {} {}, in labs/{}/{}: ./grade {}\n", next->id, next->title, lab.folder, lab.source, next->id),
      style);
}

std::string progress_text(const course::Course& course, const std::vector<progress::Best>& reached,
                          const report::TerminalStyle& style) {
  std::string text;
  for (const course::Lab& lab : course.labs) {
    const Sum sum = sum_of(lab, reached);
    text += fmt::format("{}  {}: {} of {} parts passed, {} points\n", lab.name, lab.title, sum.passed, sum.parts,
                        sum.points);
    for (const course::Part& part : lab.parts) {
      for (const progress::Best& one : reached) {
        if (one.part != part.id) continue;
        const std::string speed = one.gbps > 0 ? fmt::format("  {:.0f} GB/s", one.gbps) : "";
        text += fmt::format("  {} {}  {:>3} / {:<3} {}{}  {}\n", one.passed ? "✓" : "–", one.part, one.points,
                            one.max_points, report::printable(one.device), speed, one.date.substr(0, 10));
      }
    }
  }
  return in_style(std::move(text), style) + "\n" + next_text(course, reached, style);
}

std::string welcome_text(const course::Course& course, const std::vector<progress::Best>& reached,
                         const std::vector<std::string>& abilities, const report::TerminalStyle& style) {
  std::string text = "CUDA memory course\n\n  This machine:\n";
  for (const std::string& ability : abilities) text += "  " + ability + "\n";
  Sum all;
  for (const course::Lab& lab : course.labs) {
    const Sum sum = sum_of(lab, reached);
    all.passed += sum.passed;
    all.parts += sum.parts;
    all.points += sum.points;
  }
  text += fmt::format("\n  You: {} of {} parts passed, {} points.\n", all.passed, all.parts, all.points);
  const course::Part* const next = progress::next_part(course, reached);
  if (next == nullptr) return in_style(std::move(text), style) + "  " + next_text(course, reached, style);
  const course::Lab& lab = lab_with(course, *next);
  text += fmt::format("  Next: part {}, {}. Read labs/{}/README.md, then change labs/{}/{}.\n\n", next->id, next->title,
                      lab.folder, lab.folder, lab.source);
  const std::string grade_next = "./grade " + next->id, hint_next = "./grade hint " + next->id;
  const std::pair<std::string, std::string> commands[] = {
      {grade_next, "grades that part"},
      {hint_next, "a hint for it"},
      {"./grade watch", "grades on every save"},
      {"./grade " + lab.name, "its whole lab"},
      {"./grade progress", "what you have reached"},
      {"./grade list", "all labs and parts"},
      {"./grade --help", "everything else"},
  };
  for (const auto& [command, what] : commands) text += fmt::format("  {:<18}  {}\n", command, what);
  return in_style(std::move(text), style);
}

std::string devices_text(const std::vector<std::string>& devices, const std::string& usual,
                         const report::TerminalStyle& style) {
  std::string text = "\nThe emulator can count for these devices (--device NAME):\n";
  for (const std::string& line : report::wrapped(fmt::format("{}", fmt::join(devices, ", ")), style.width - 2)) {
    text += "  " + line + "\n";
  }
  return in_style(text + fmt::format("Without --device it counts for the {}, which course.toml names.\n", usual),
                  style);
}

std::string hint_text(const course::Part& part, int number, const report::TerminalStyle& style) {
  const int hints = static_cast<int>(part.hints.size());
  std::string text = fmt::format("{}  {}    hint {} of {}\n\n", part.id, part.title, number, hints);
  const std::string& hint = part.hints.at(static_cast<std::size_t>(number) - 1);
  for (const std::string& line : report::wrapped(hint, style.width - 2)) text += "  " + line + "\n";
  if (number < hints) text += fmt::format("\n  Say more: ./grade hint {} {}\n", part.id, number + 1);
  text += fmt::format("\n  Read on: {}\n", part.read_on);
  return in_style(std::move(text), style);
}

}  // namespace cli
