// `grade batch`, `regrade` and `export`, a program of their own: what only gradebooks need is built when they are first
// asked for.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>

#include "batch/class_rules.hpp"
#include "batch/database.hpp"
#include "batch/exporters.hpp"
#include "batch/graded.hpp"
#include "batch/grades.hpp"
#include "batch/run.hpp"
#include "batch/show.hpp"
#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "grader/errors.hpp"
#include "support/files/whole_file.hpp"
#include "support/process/child.hpp"

namespace cli {
namespace {

namespace fs = std::filesystem;

/// A bar that moves on a terminal; a line every ten seconds elsewhere, for logs.
class BatchProgress {
 public:
  explicit BatchProgress(const Environment& environment)
      : line_(environment), is_terminal_(environment.stderr_is_terminal && environment.term != "dumb") {}

  void say(const std::string& text) {
    if (is_terminal_) {
      line_.show(text);
    } else {
      fmt::print(stderr, "{}\n", text);
    }
  }

  void show(const batch::Progress& progress) {
    constexpr int bar = 20;
    const auto now = std::chrono::steady_clock::now();
    if (now < next_) return;
    next_ = now + (is_terminal_ ? std::chrono::milliseconds(200) : std::chrono::milliseconds(10'000));
    say(batch::progress_line(progress, is_terminal_ ? bar : 0));
  }

 private:
  Progress line_;
  bool is_terminal_;
  std::chrono::steady_clock::time_point next_{};
};

template <class Work>
ExitStatus run(const Options& options, const Environment& environment, const course::Course& course, Work work) {
  batch::Settings settings;
  settings.root = fs::absolute(find_root(options, environment)).lexically_normal();
  settings.course = &course;
  settings.lab = options.lab;
  settings.gradebook = fs::absolute(options.gradebook).lexically_normal();
  settings.program = fs::read_symlink("/proc/self/exe").parent_path() / "grade";
  settings.backend = options.backend;
  settings.device = options.device;
  settings.jobs = options.jobs;
  settings.seed = options.seed;
  settings.no_sandbox = options.no_sandbox;
  process::catch_interrupts();
  if (!options.work.empty()) {
    const fs::path work = fs::absolute(options.work).lexically_normal();
    std::error_code error;
    fs::create_directories(work, error);
    if (error) throw CallError(fmt::format("--work-dir {} cannot be made: {}", work.string(), error.message()));
    ::setenv("COURSE_WORK_DIR", work.c_str(), 1);  // for the gradings, which are processes of their own
  }
  batch::Summary summary;
  {
    BatchProgress progress(environment);
    settings.show = [&](const batch::Progress& now) { progress.show(now); };
    settings.say = [&](const std::string& text) { progress.say(text); };
    summary = work(settings);
  }
  print(report::printable(batch::summary_text(summary)));
  if (options.action == Action::regrade) {
    const auto all = batch::Gradebook(options.gradebook, /*must_exist=*/true).gradings(options.lab->name);
    print(report::printable(batch::changes_text(batch::changes_since(summary.run, all))));
  }
  print(fmt::format("The gradebook is {}, reports for students are in {}.\n",
                    batch::gradebook_file(options.gradebook).string(),
                    (options.gradebook / "reports" / options.lab->name).string()));
  const bool any_not_graded = std::any_of(summary.gradings.begin(), summary.gradings.end(), [](const auto& grading) {
    return grading.status == batch::Status::not_graded;
  });
  return any_not_graded ? could_not_be_graded : everything_passed;
}

std::string of_lab(const Options& options) {
  return options.lab == nullptr ? "" : " for " + std::string(options.lab->name);
}

ExitStatus export_grades(const Options& options, const Environment& environment, const course::Course& course) {
  const batch::Exporter* const exporter = batch::find_exporter(options.format);
  if (exporter == nullptr) {
    throw CallError(fmt::format("there is no format '{}'; formats: {}", options.format, batch::exporter_names()));
  }
  check_can_hold("--output", options.output);
  const batch::ClassRules rules = batch::read_class_rules(options.class_rules, find_root(options, environment), course);
  batch::ExportInput input;
  std::vector<batch::Student> roster;
  if (options.report.empty()) {
    const batch::Gradebook gradebook(options.gradebook, /*must_exist=*/true);
    input.gradings = gradebook.gradings(options.lab == nullptr ? "" : options.lab->name);
    roster = gradebook.roster();
  } else {
    const std::string student = options.students.empty() ? "student" : options.students.front();
    input.gradings = {batch::grading_of_file(options.report, student)};
  }
  for (const std::string& doubt : batch::doubts_about(rules, batch::grades_of(input.gradings, roster, rules), roster)) {
    fmt::print(stderr, "grade: {}\n", report::printable_line(doubt));
  }
  for (const std::string& student : options.students) {
    const bool is_there = std::any_of(input.gradings.begin(), input.gradings.end(),
                                      [&](const batch::Grading& grading) { return grading.student == student; });
    if (!is_there) throw CallError(fmt::format("the gradebook has no submission of '{}'{}", student, of_lab(options)));
  }
  if (!options.students.empty()) {
    std::erase_if(input.gradings, [&](const batch::Grading& grading) {
      return std::find(options.students.begin(), options.students.end(), grading.student) == options.students.end();
    });
  }
  input.grades = batch::grades_of(input.gradings, roster, rules);
  input.assignment = options.assignment;
  if (!options.worksheet.empty()) input.worksheet = files::read_file(options.worksheet);
  const batch::Exported exported = batch::write_export(*exporter, input);
  for (const std::string& note : exported.notes) fmt::print(stderr, "grade: {}\n", report::printable_line(note));
  if (options.output.empty()) {
    print(exported.text);
  } else {
    files::write_atomically(options.output, exported.text);
  }
  return everything_passed;
}

}  // namespace

ExitStatus carry_out(const Options& options, const Environment& environment, const course::Course& course) {
  try {
    if (options.action == Action::batch && options.status) {
      print(report::printable(batch::status_text(options.gradebook)));
      return everything_passed;
    }
    if (options.action == Action::batch && options.only_gradebook) {
      batch::Gradebook made(options.gradebook);
      return everything_passed;
    }
    if (options.action == Action::batch) {
      return run(options, environment, course, [&](const batch::Settings& settings) {
        return batch::grade_folder(settings, options.submissions, options.roster);
      });
    }
    if (options.action == Action::regrade) {
      const batch::Selection selection{options.students, options.only, options.changed, options.not_graded};
      return run(options, environment, course,
                 [&](const batch::Settings& settings) { return batch::regrade(settings, selection); });
    }
    if (options.action == Action::export_grades) return export_grades(options, environment, course);
  } catch (const batch::DatabaseError& error) {
    throw grader::CannotGrade(error.what());
  }
  throw CallError("this program only grades many submissions; ./grade has the other commands");
}

}  // namespace cli
