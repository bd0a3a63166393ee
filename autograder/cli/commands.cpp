// One function a command.
#include "cli/commands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "cli/reset.hpp"
#include "course/rules.hpp"
#include "experiments/run.hpp"
#include "files/whole_file.hpp"
#include "grader/explain.hpp"
#include "grader/grade.hpp"
#include "process/child.hpp"
#include "report/experiment.hpp"
#include "report/explain.hpp"
#include "report/json.hpp"
#include "report/text.hpp"

namespace cli {
namespace {

namespace fs = std::filesystem;

void print(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

/// One line on stderr that overwrites itself and is gone at the end; silent where stderr is no terminal.
class Progress {
 public:
  explicit Progress(const Environment& environment)
      : shown_(environment.stderr_is_terminal && environment.term != "dumb"),
        width_(environment.columns > 0 ? environment.columns : 80) {}
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() { erase(); }

  void show(std::string_view text) {
    if (!shown_) return;
    // A line that wraps could not be erased.
    fmt::print(stderr, "\r\x1b[K{}", report::cut(report::printable(text), width_ - 1));
    std::fflush(stderr);
  }

 private:
  void erase() const {
    if (shown_) fmt::print(stderr, "\r\x1b[K");
  }

  bool shown_;
  int width_;
};

grader::GradeResult run_grader(const Options& options, const Environment& environment, bool build_only) {
  grader::Request request;
  request.root = find_root(options, environment);
  request.lab = options.lab;
  request.submission = options.submission;
  request.only = options.only;
  request.backend = options.backend;
  request.device = options.device;
  request.schedule = options.schedule;
  request.build_only = build_only;
  process::catch_interrupts();
  Progress progress(environment);
  request.progress = [&progress](std::string_view line) { progress.show(line); };
  return grader::grade(course::load_rules(request.root / "course.toml"), request);
}

// Before minutes of grading, not after.
void check_can_hold(std::string_view option, const fs::path& file) {
  if (file.empty()) return;
  const fs::path folder = file.has_parent_path() ? file.parent_path() : ".";
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored)) {
    throw CallError(fmt::format("the folder of {} {} does not exist; make it first", option, file.string()));
  }
  if (fs::is_directory(file, ignored)) {
    throw CallError(fmt::format("{} {} is a folder; give the name of a file", option, file.string()));
  }
}

ExitStatus grade(const Options& options, const Environment& environment) {
  check_can_hold("--json", options.json);
  const grader::GradeResult result = run_grader(options, environment, false);
  print(report::terminal_report(result, terminal_style(options, environment)));
  if (!options.json.empty()) files::write_atomically(options.json, report::json_report(result));
  return exit_status(result);
}

ExitStatus build(const Options& options, const Environment& environment) {
  const grader::GradeResult result = run_grader(options, environment, true);
  for (const std::string& note : result.notes) print(report::printable(note) + "\n");
  if (result.compiler_output.empty()) return everything_passed;
  print(report::printable(result.compiler_output));
  return something_did_not_pass;
}

ExitStatus explain(const Options& options, const Environment& environment) {
  grader::ExplainRequest request{
      find_root(options, environment), options.lab,      options.part, options.submission,
      options.device,                  options.schedule, {}};
  process::catch_interrupts();
  grader::Explanation explanation;
  {
    Progress progress(environment);
    request.progress = [&progress](std::string_view line) { progress.show(line); };
    explanation = grader::explain(course::load_rules(request.root / "course.toml"), request);
  }
  print(report::explanation_report(explanation, terminal_style(options, environment)));
  const bool is_explained = explanation.did_run && !explanation.traffic.empty();
  return is_explained ? everything_passed : something_did_not_pass;
}

// Drawing is Python's. What was measured is on the screen and in its file already.
void plot(const fs::path& root, const fs::path& data, const fs::path& picture) {
  constexpr course::Seconds patience{120};
  process::ChildOptions options;
  options.command = {"python3", (root / "lectures/show_experiment.py").string(), "--plot", picture.string(),
                     data.string()};
  options.environment = process::minimal_environment();
  // Where Python has what a user installed.
  if (const char* home = std::getenv("HOME")) process::set_variable(options.environment, "HOME", home);
  try {
    const process::Completed drawn = process::run(options, patience, course::Bytes{1 << 16});
    if (drawn.succeeded()) return;
    const std::string why = drawn.output.substr(0, drawn.output.find_last_not_of('\n') + 1);
    throw grader::CannotGrade(fmt::format("{} was not drawn: {}", picture.string(), why));
  } catch (const std::system_error&) {
    throw grader::CannotGrade(fmt::format("{} was not drawn: there is no python3 here", picture.string()));
  }
}

ExitStatus carry_out_experiment(const Options& options, const Environment& environment) {
  check_can_hold("--data", options.data);
  check_can_hold("--plot", options.plot);
  experiments::Request request;
  request.root = find_root(options, environment);
  request.entry = options.experiment;
  request.backend = options.backend;
  request.device = options.device;
  request.commit = options.commit;
  process::catch_interrupts();
  experiments::Outcome outcome;
  {
    Progress progress(environment);
    request.progress = [&progress](std::string_view line) { progress.show(line); };
    outcome = experiments::run(request);
  }
  print(report::experiment_report(outcome, terminal_style(options, environment)));
  const fs::path data =
      options.data.empty() ? experiments::default_data_file(request.root, *options.experiment) : options.data;
  files::write_atomically(data, experiments::data_file(outcome));
  print(fmt::format("  Written to {}\n", data.string()));
  if (!options.plot.empty()) plot(request.root, data, options.plot);
  return everything_passed;
}

ExitStatus experiment(const Options& options, const Environment& environment) {
  if (options.build_only) {
    const experiments::Entry* one = options.experiment;
    process::catch_interrupts();
    Progress progress(environment);
    experiments::build(find_root(options, environment), one != nullptr ? std::span(one, 1) : experiments::all(),
                       [&progress](std::string_view line) { progress.show(line); });
    return everything_passed;
  }
  if (options.experiment != nullptr) return carry_out_experiment(options, environment);
  print(report::experiment_list(terminal_style(options, environment)));
  return everything_passed;
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
    any_ok = any_ok || line.ok;
    const std::string padding(static_cast<std::size_t>(widest - report::display_width(line.what)), ' ');
    const std::string detail = line.ok || line.advice.empty() ? line.detail
                               : line.detail.empty()          ? line.advice
                                                              : line.detail + "; " + line.advice;
    text += fmt::format("{} {}{}  {}\n", line.ok ? "✓" : "–", line.what, padding, report::printable(detail));
  }
  print(style.unicode ? text : report::in_ascii(text));
  return any_ok ? everything_passed : could_not_be_graded;
}

ExitStatus list(const Options& options, const Environment& environment) {
  const course::Rules rules = course::load_rules(find_root(options, environment) / "course.toml");
  print(list_text(rules, terminal_style(options, environment)));
  return everything_passed;
}

ExitStatus hint(const Options& options, const Environment& environment) {
  print(hint_text(*options.part, terminal_style(options, environment)));
  return everything_passed;
}

}  // namespace

ExitStatus carry_out(const Options& options, const Environment& environment) {
  switch (options.action) {
    case Action::grade:
      return grade(options, environment);
    case Action::build:
      return build(options, environment);
    case Action::list:
      return list(options, environment);
    case Action::doctor:
      return doctor(options, environment);
    case Action::hint:
      return hint(options, environment);
    case Action::explain:
      return explain(options, environment);
    case Action::reset:
      return reset(options, environment);
    case Action::experiment:
      return experiment(options, environment);
  }
  return call_was_wrong;
}

}  // namespace cli
