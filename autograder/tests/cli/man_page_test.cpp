// The manual page names all that the grammar has, and groff has nothing to complain about.
#include "cli/man_page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "cli/options.hpp"
#include "support/process/child.hpp"
#include "tests/loaded_course.hpp"

namespace cli {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string page() {
  const std::vector<std::string> arguments{"--root", COURSE_ROOT, "man"};
  return std::get<Answer>(parse(arguments, {}, tests::loaded_course())).text;
}

TEST(ManPage, NamesLabsCommandsOptionsAndExitStatuses) {
  const std::string text = page();
  for (const std::string named :
       {"\\fBlab3\\fR", "\\fBhint\\fR \\fIPART\\fR [\\fINUMBER\\fR]", "\\fB\\-\\-schedule\\fR \\fISEED\\fR",
        ".SH COMMANDS FOR INSTRUCTORS", "\\fBbatch\\fR", ".TP\n\\fB3\\fR\nit could not be graded"}) {
    EXPECT_THAT(text, HasSubstr(named));
  }
  EXPECT_THAT(text, Not(HasSubstr("INT in")));
  EXPECT_THAT(text, Not(HasSubstr("compiled\\fR"))) << "an option for batches alone";
}

TEST(ManPage, IsReadByGroffWithoutAWarning) {
  if (std::system("command -v groff >/dev/null 2>&1") != 0) GTEST_SKIP() << "no groff";
  const std::string file = testing::TempDir() + "/grade.1";
  std::ofstream(file) << page();
  const auto read = [&] {
    process::ChildOptions options;
    options.command = {"sh", "-c", "groff -ww -k -man -Tutf8 -P-cbou '" + file + "'"};
    options.environment = process::minimal_environment();
    process::set_variable(options.environment, "PATH", std::getenv("PATH"));
    return process::run(options, units::Seconds{60}, units::Bytes{1 << 20}).output;
  };
  const std::string shown = read();
  EXPECT_THAT(shown, Not(HasSubstr("warning")));
  EXPECT_THAT(shown, HasSubstr("grade - grades the labs"));
  EXPECT_THAT(shown, HasSubstr("solution PART"));
  std::ofstream(file, std::ios::app) << ".no_such_request\n";
  EXPECT_THAT(read(), HasSubstr("warning")) << "are warnings seen at all?";
}

}  // namespace
}  // namespace cli
