// What others mistook: the handout's list, and the collection's kinds, of the part that is asked for.
#include "cli/mistakes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "support/config/table.hpp"
#include "support/process/child.hpp"
#include "tests/loaded_course.hpp"

namespace cli {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(TypicalMistakes, AreThoseOfThePart) {
  const std::string handout =
      "## Part 3.1: naive\n\n**Typical mistakes**\n\n* one\n  goes on\n* two\n\n**Read in the report** more.\n\n"
      "## Part 3.2: tiled\n\n**Write** it.\n\n**Typical mistakes**\n\n* three\n\n## How it is graded\n\n* four\n";
  EXPECT_EQ(typical_mistakes(handout, "3.1"), "* one\n  goes on\n* two\n");
  EXPECT_EQ(typical_mistakes(handout, "3.2"), "* three\n");
  EXPECT_EQ(typical_mistakes(handout, "3.3"), "");
}

TEST(Mistakes, OfEveryPartAreKnown) {
  for (const course::Lab& lab : tests::loaded_course().labs) {
    for (const course::Part& part : lab.parts) {
      const std::string text = mistakes_text(COURSE_ROOT, lab, part, {});
      EXPECT_THAT(text, HasSubstr("\n  * ")) << part.id;
      EXPECT_THAT(text, Not(HasSubstr("]("))) << part.id;
    }
  }
}

TEST(Mistakes, FitTheTerminalAndTheFrequentOnesComeFirst) {
  const report::TerminalStyle narrow{.colour = false, .unicode = false, .width = 60};
  const std::string text = mistakes_text(COURSE_ROOT, tests::lab("lab3"), tests::part("3.2"), narrow);
  EXPECT_THAT(text, HasSubstr("3.2  tiled    what others mistook"));
  EXPECT_LT(text.find("right, but too many"), text.find("no barrier between"));
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 60U) << line;
}

TEST(Mistakes, AreCountedFromTheCollection) {
  if (std::system("python3 -c 'import tomllib' >/dev/null 2>&1") != 0) GTEST_SKIP() << "no python3 of version 3.11";
  process::ChildOptions options;
  options.command = {COURSE_ROOT "/autograder/tests/submissions/count_mistakes.py", "--check"};
  options.environment = process::minimal_environment();
  process::set_variable(options.environment, "PATH", std::getenv("PATH"));
  const process::Completed checked = process::run(options, units::Seconds{60}, units::Bytes{1 << 16});
  EXPECT_EQ(checked.ending.code, 0) << checked.output;
}

}  // namespace
}  // namespace cli
