#include "cli/serve.hpp"

#include <charconv>

#include "cli/complaints.hpp"
#include "grader/pipeline/grade.hpp"
#include "grader/tasks.hpp"
#include "report/json.hpp"
#include "report/terminal.hpp"
#include "report/text.hpp"
#include "support/files/whole_file.hpp"
#include "support/process/child.hpp"

namespace cli {
namespace {

std::uint64_t number(const std::string& text) {
  std::uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// Writes its files. The exit status that `grade` would have had.
int carry_out(const grader::Task& task, const course::Rules& rules, grader::GradeRequest request, grader::Bench& bench,
              const report::TerminalStyle& style) {
  request.submission = task.source;
  request.only = task.only;
  request.seed = number(task.seed);
  try {
    const grader::GradeResult result = grader::grade(rules, request, bench);
    files::write_atomically(task.json, report::json_report(result));
    files::write_atomically(task.text, report::terminal_report(result, style));
    return exit_status(result);
  } catch (const std::exception&) {
    const Complaint complaint = complaint_of(std::current_exception());
    files::write_atomically(task.text, "grade: " + report::printable(complaint.text) + "\n");
    return complaint.status;
  }
}

}  // namespace

ExitStatus serve(const Options& options, const Environment& environment, const course::Course& course) {
  process::catch_interrupts();
  grader::GradeRequest request;
  request.root = find_root(options, environment);
  request.lab = options.lab;
  request.backend = options.backend;
  request.device = options.device;
  request.must_be_valid_cuda = true;
  request.quiet = [](bool begins) {
    begins ? grader::ask_for_quiet(grader::tasks_fd) : grader::end_quiet(grader::tasks_fd);
  };
  grader::Bench bench(std::filesystem::absolute(request.root).lexically_normal(),
                      grader::backend_choice(course.rules, request), course.rules.limits, grader::Serves::many);
  const report::TerminalStyle style = terminal_style(options, environment);
  while (const auto task = grader::receive_task(grader::tasks_fd)) {
    const int status = carry_out(*task, course.rules, request, bench, style);
    if (!grader::send_status(grader::tasks_fd, status)) break;
    if (status != everything_passed && status != something_did_not_pass) break;
  }
  return everything_passed;
}

}  // namespace cli
