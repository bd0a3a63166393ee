// One function a command.
#include "cli/commands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "cli/mistakes.hpp"
#include "cli/output.hpp"
#include "cli/reset.hpp"
#include "cli/serve.hpp"
#include "cli/solution.hpp"
#include "cli/watch.hpp"
#include "grader/explain/explain.hpp"
#include "grader/explain/what_if.hpp"
#include "grader/pipeline/build.hpp"
#include "grader/pipeline/doctor.hpp"
#include "grader/pipeline/grade.hpp"
#include "progress/page.hpp"
#include "progress/progress.hpp"
#include "report/explain.hpp"
#include "report/json.hpp"
#include "report/text.hpp"
#include "report/what_if.hpp"
#include "simt/simt.hpp"
#include "support/files/whole_file.hpp"
#include "support/process/child.hpp"

namespace cli {
namespace {

namespace fs = std::filesystem;

grader::GradeResult run_grader(const Options& options, const Environment& environment, const course::Course& course) {
  grader::GradeRequest request;
  request.root = find_root(options, environment);
  request.lab = options.lab;
  request.submission = options.submission;
  request.only = options.only;
  request.backend = options.backend;
  request.device = options.device;
  request.schedule = options.schedule;
  request.predicts = options.predicts;
  request.seed = options.seed;
  request.must_be_valid_cuda = true;
  request.known_references = options.known_references;
  request.until_compiled = options.until_compiled;
  process::catch_interrupts();
  Progress progress(environment);
  request.progress = [&progress](std::string_view line) { progress.show(line); };
  return grader::grade(course.rules, request);
}

// Of what was graded in the labs' own folders, on the device that is there. False where nothing is kept, for example in
// a course that cannot be written: no verdict depends on it.
bool keep_progress(const Options& options, const fs::path& root, const grader::GradeResult& result) {
  const fs::path file = progress::file_of(root);
  if (!options.submission.empty() || !options.device.empty() || !files::why_not_writable(file).empty()) return false;
  try {
    progress::record(file, result);
    return true;
  } catch (const std::system_error& error) {
    print_complaint(error.what());
    return false;
  }
}

ExitStatus grade(const Options& options, const Environment& environment, const course::Course& course) {
  const bool is_for_programs = options.json == "-";
  const bool has_json_file = !options.json.empty() && !is_for_programs;
  if (has_json_file) check_can_hold("--json", options.json);
  const grader::GradeResult result = run_grader(options, environment, course);
  if (options.until_compiled && result.parts.empty()) return everything_passed;
  const report::TerminalStyle style = terminal_style(options, environment);
  print(is_for_programs ? report::json_report(result)
        : options.quiet ? report::score_line(result, style)
                        : report::terminal_report(result, style));
  if (has_json_file) files::write_atomically(options.json, report::json_report(result));
  const fs::path root = find_root(options, environment);
  const bool is_kept = keep_progress(options, root, result);
  const ExitStatus status = exit_status(result);
  const bool is_for_people = !is_for_programs && !options.quiet;
  if (is_for_people && status == everything_passed && is_kept) {
    print("\n  " + next_text(course, progress::load(progress::file_of(root)), style));
  }
  return status;
}

ExitStatus build(const Options& options, const Environment& environment, const course::Course& course) {
  grader::SubmissionBuildRequest request{
      find_root(options, environment), options.lab, options.submission, options.backend, {}};
  process::catch_interrupts();
  std::vector<grader::SubmissionBuild> builds;
  {
    Progress progress(environment);
    request.progress = [&progress](std::string_view line) { progress.show(line); };
    builds = grader::build_submission(course.rules.limits, request);
  }
  ExitStatus status = everything_passed;
  for (const grader::SubmissionBuild& built : builds) {
    if (built.succeeded) continue;
    print(report::printable(built.output));
    const bool is_a_mistake = !built.lacks_a_feature || status == something_did_not_pass;
    status = is_a_mistake ? something_did_not_pass : could_not_be_graded;
  }
  return status;
}

ExitStatus compare_chips(const Options& options, const Environment& environment, const course::Course& course,
                         grader::ExplainRequest request) {
  grader::WhatIf answer;
  {
    Progress progress(environment);
    request.progress = [&progress](std::string_view line) { progress.show(line); };
    answer = grader::what_if(course.rules, request, options.devices);
  }
  print(report::what_if_report(answer, terminal_style(options, environment)));
  return answer.chips.empty() ? something_did_not_pass : everything_passed;
}

ExitStatus explain(const Options& options, const Environment& environment, const course::Course& course) {
  grader::ExplainRequest request{find_root(options, environment),
                                 options.lab,
                                 options.part,
                                 options.submission,
                                 options.device,
                                 options.schedule,
                                 options.seed,
                                 {},
                                 options.predicts,
                                 /*must_be_valid_cuda=*/true,
                                 options.on_hardware};
  process::catch_interrupts();
  if (!options.devices.empty()) return compare_chips(options, environment, course, request);
  grader::Explanation explanation;
  {
    Progress progress(environment);
    request.progress = [&progress](std::string_view line) { progress.show(line); };
    explanation = grader::explain(course.rules, request);
  }
  print(report::explanation_report(explanation, terminal_style(options, environment)));
  return explanation.has_something_to_tell() ? everything_passed : something_did_not_pass;
}

ExitStatus reset(const Options& options, const Environment& environment) {
  print(reset_lab(find_root(options, environment), *options.lab) + "\n");
  return everything_passed;
}

// A machine without a GPU is a machine to learn on: only one that can do nothing is an error.
ExitStatus doctor(const Options& options, const Environment& environment) {
  const report::TerminalStyle style = terminal_style(options, environment);
  const std::vector<grader::DoctorLine> lines = grader::doctor(find_root(options, environment));
  int widest = 0;
  for (const grader::DoctorLine& line : lines) widest = std::max(widest, report::display_width(line.what));
  bool any_ok = false;
  std::string text;
  for (const grader::DoctorLine& line : lines) {
    any_ok = any_ok || (line.ok && line.grades);
    const std::string padding(static_cast<std::size_t>(widest - report::display_width(line.what)), ' ');
    const std::string detail = line.ok || line.advice.empty() ? line.detail
                               : line.detail.empty()          ? line.advice
                                                              : line.detail + "; " + line.advice;
    text += fmt::format("{} {}{}  {}\n", line.ok ? "✓" : "–", line.what, padding, report::printable(detail));
  }
  print(style.unicode ? text : report::in_ascii(text));
  return any_ok ? everything_passed : could_not_be_graded;
}

ExitStatus show_progress(const Options& options, const Environment& environment, const course::Course& course) {
  check_can_hold("--plot", options.plot);
  const auto reached = progress::load(progress::file_of(find_root(options, environment)));
  if (!options.plot.empty()) files::write_atomically(options.plot, progress::picture(course, reached));
  print(options.as_html ? progress::page(course, reached)
                        : progress_text(course, reached, terminal_style(options, environment)));
  return everything_passed;
}

ExitStatus welcome(const Options& options, const Environment& environment, const course::Course& course) {
  const fs::path root = find_root(options, environment);
  std::vector<std::string> abilities;
  for (const grader::DoctorLine& line : grader::doctor(root)) {
    if (!line.grades) continue;
    const std::string& detail = line.detail.empty() ? line.advice : line.detail;
    abilities.push_back(fmt::format("{} {}: {}", line.ok ? "✓" : "–", line.what, report::printable(detail)));
  }
  print(welcome_text(course, progress::load(progress::file_of(root)), abilities, terminal_style(options, environment)));
  return everything_passed;
}

ExitStatus list(const Options& options, const Environment& environment, const course::Course& course) {
  const report::TerminalStyle style = terminal_style(options, environment);
  const auto devices = simt::device_names(find_root(options, environment) / "simt/devices");
  print(list_text(course, style) + devices_text(devices, course.rules.emulator.device, style));
  return everything_passed;
}

ExitStatus hint(const Options& options, const Environment& environment) {
  print(hint_text(*options.part, options.hint, terminal_style(options, environment)));
  return everything_passed;
}

ExitStatus mistakes(const Options& options, const Environment& environment) {
  print(mistakes_text(find_root(options, environment), *options.lab, *options.part,
                      terminal_style(options, environment)));
  return everything_passed;
}

ExitStatus solution(const Options& options, const Environment& environment, const course::Course& course) {
  const fs::path root = find_root(options, environment);
  print(solution_text(root, course, *options.lab, *options.part, progress::load(progress::file_of(root))));
  return everything_passed;
}

}  // namespace

ExitStatus carry_out(const Options& options, const Environment& environment, const course::Course& course) {
  switch (options.action) {
    case Action::welcome:
      return welcome(options, environment, course);
    case Action::progress:
      return show_progress(options, environment, course);
    case Action::grade:
      return grade(options, environment, course);
    case Action::watch:
      return static_cast<ExitStatus>(watch(options, environment, course));
    case Action::serve:
      return serve(options, environment, course);
    case Action::build:
      return build(options, environment, course);
    case Action::list:
      return list(options, environment, course);
    case Action::doctor:
      return doctor(options, environment);
    case Action::hint:
      return hint(options, environment);
    case Action::mistakes:
      return mistakes(options, environment);
    case Action::solution:
      return solution(options, environment, course);
    case Action::explain:
      return explain(options, environment, course);
    case Action::reset:
      return reset(options, environment);
    case Action::experiment:
      throw CallError("experiments have a program of their own: ./grade experiment builds and starts it");
    case Action::similarity:
    case Action::pages:
    case Action::leaderboard:
      throw CallError("write similarity, pages or leaderboard as the first word: they have programs of their own");
    case Action::batch:
    case Action::regrade:
    case Action::export_grades:
      throw CallError("write batch, regrade or export as the first word: they have a program of their own");
  }
  return call_was_wrong;
}

}  // namespace cli
