// The scripts that complete words, run by the shell that they are for.
#include "cli/completion.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/options.hpp"
#include "support/process/child.hpp"
#include "tests/loaded_course.hpp"

namespace cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string script_for(const std::string& shell) {
  const std::vector<std::string> arguments{"--root", COURSE_ROOT, "completion", shell};
  return std::get<Answer>(parse(arguments, {}, tests::loaded_course())).text;
}

/// What bash offers for the last of `words`, one a line.
std::string offered(const std::string& words) {
  process::ChildOptions options;
  options.command = {"bash", "-c",
                     script_for("bash") + "COMP_WORDS=(./grade " + words +
                         "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _grade_words; printf '%s\\n' \"${COMPREPLY[@]}\""};
  options.environment = process::minimal_environment();
  const process::Completed completed = process::run(options, units::Seconds{60}, units::Bytes{1 << 20});
  EXPECT_EQ(completed.ending.code, 0) << completed.output;
  return "\n" + completed.output;
}

TEST(Completion, OffersCommandsLabsAndPartsFirst) {
  EXPECT_THAT(offered("''"),
              AllOf(HasSubstr("\nexplain\n"), HasSubstr("\nlab3\n"), HasSubstr("\n3.2\n"), Not(HasSubstr("--device"))));
  EXPECT_EQ(offered("se"), "\n\n") << "what batches alone call is not offered";
  EXPECT_EQ(offered("exp"), "\nexplain\nexperiment\nexport\n");
}

TEST(Completion, OffersWhatACommandTakes) {
  EXPECT_THAT(offered("hint 3."), AllOf(HasSubstr("\n3.1\n"), HasSubstr("\n3.5\n"), Not(HasSubstr("4.1"))));
  EXPECT_EQ(offered("lab3 --dev"), "\n--device\n");
  EXPECT_EQ(offered("reset lab1"), "\nlab1\n");
  EXPECT_EQ(offered("similarity --kn"), "\n--known\n");
  EXPECT_EQ(offered("pages --cl"), "\n--class\n");
  EXPECT_EQ(offered("leaderboard --na"), "\n--names\n");
  EXPECT_EQ(offered("explain 3.2 --sub"), "\n--submission\n");
}

TEST(Completion, OfOtherShellsIsInTheirWords) {
  EXPECT_THAT(script_for("zsh"), HasSubstr("bashcompinit"));
  EXPECT_THAT(script_for("fish"),
              HasSubstr("complete -c grade -n '__fish_seen_subcommand_from explain' -l submission"));
  const std::vector<std::string> unknown{"--root", COURSE_ROOT, "completion", "tcsh"};
  EXPECT_THROW(parse(unknown, {}, tests::loaded_course()), CallError);
}

}  // namespace
}  // namespace cli
