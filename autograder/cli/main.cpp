// The grade command: reads the surroundings, turns every error into one sentence and an exit status.
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "cli/commands.hpp"
#include "cli/complaints.hpp"
#include "cli/output.hpp"
#include "course/course.hpp"

namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

cli::Environment surroundings() {
  cli::Environment environment;
  environment.course_root = variable("COURSE_ROOT");
  environment.no_color = variable("NO_COLOR");
  environment.term = variable("TERM");
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    if (environment.locale.empty()) environment.locale = variable(name);
  }
  environment.stdout_is_terminal = ::isatty(STDOUT_FILENO) == 1;
  environment.stderr_is_terminal = ::isatty(STDERR_FILENO) == 1;
  winsize size{};
  const int terminal = environment.stdout_is_terminal ? STDOUT_FILENO : STDERR_FILENO;
  if (::ioctl(terminal, TIOCGWINSZ, &size) == 0) environment.columns = size.ws_col;
  return environment;
}

int run(const std::vector<std::string>& arguments) {
  const cli::Environment environment = surroundings();
  const std::filesystem::path root = cli::given_root(arguments, environment);
  const course::Course course = cli::has_course(root) ? course::load(root) : course::Course();
  const auto parsed = cli::parse(arguments, environment, course);
  if (const auto* answer = std::get_if<cli::Answer>(&parsed)) {
    std::fputs(answer->text.c_str(), stdout);
    return cli::everything_passed;
  }
  return cli::carry_out(std::get<cli::Options>(parsed), environment, course);
}

// Student code may read our command line in /proc: a seed there would tell it its inputs beforehand.
void hide_seed(int count, char** arguments) {
  constexpr std::string_view option = "--seed";
  for (int i = 1; i < count; ++i) {
    const std::string_view argument = arguments[i];
    if (argument == option && i + 1 < count) {
      std::memset(arguments[i + 1], '*', std::strlen(arguments[i + 1]));
    } else if (argument.starts_with(option)) {
      std::memset(arguments[i] + option.size(), '*', argument.size() - option.size());
    }
  }
}

}  // namespace

int main(int count, char** arguments) {
  // Student code runs as the same user: it may not look into our memory.
  ::prctl(PR_SET_DUMPABLE, 0);
  try {
    const std::vector<std::string> kept(arguments + (count > 0 ? 1 : 0), arguments + count);
    hide_seed(count, arguments);
    const int status = run(kept);
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
      throw std::system_error(errno, std::generic_category(), "the report could not be written to standard output");
    }
    return status;
  } catch (const std::exception&) {
    const cli::Complaint complaint = cli::complaint_of(std::current_exception());
    cli::print_complaint(complaint.text);
    return complaint.status;
  }
}
