// The list of the fastest: who is on it, in which order, and who is not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "batch/gradebook.hpp"
#include "support/process/child.hpp"
#include "tests/batch/classroom.hpp"

namespace batch {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class Leaderboard : public testing::Test {
 protected:
  Leaderboard() : book_(classroom_.folder() / "gradebook") {
    batch::Run first;
    first.kind = "batch";
    first.lab = "lab3";
    run_ = book_.begin_run(first).id;
  }

  void add(const std::string& student, double gbps, const std::string& device = "NVIDIA H200", int attempt = 1,
           const std::string& verdict = "passed") {
    Grading grading;
    grading.run = run_;
    grading.student = student;
    grading.lab = "lab3";
    grading.attempt = attempt;
    grading.source_hash = "hash of " + student;
    grading.device = device;
    PartGrade part;
    part.part = "3.2";
    part.title = "tiled";
    part.verdict = verdict;
    part.points = part.max_points = 20;
    part.gbps = gbps;
    part.reference_gbps = 2000;
    grading.parts.push_back(part);
    const Source source{grading.source_hash, "transpose.cu", "code"};
    book_.add(grading, &source);
  }

  process::Completed write(const std::vector<std::string>& words) const {
    process::ChildOptions options;
    options.command = {"python3", COURSE_ROOT "/autograder/batch/leaderboard.py"};
    options.command.insert(options.command.end(), words.begin(), words.end());
    options.directory = classroom_.folder();
    options.environment = process::minimal_environment();
    return process::run(options, units::Seconds{60}, units::Bytes{1 << 20});
  }
  std::string page() const {
    std::ostringstream text;
    text << std::ifstream(classroom_.folder() / "leaderboard.html").rdbuf();
    return text.str();
  }

  testing_support::Classroom classroom_;
  Gradebook book_;
  std::int64_t run_ = 0;
};

TEST_F(Leaderboard, NamesOnlyThoseWhoWantItTheFastestFirst) {
  if (!testing_support::has_python()) GTEST_SKIP() << "no python3";
  add("ada", 1500);
  add("ada", 1700, "NVIDIA H200", 2);
  add("bob", 1900);
  add("cyd", 1800);
  add("dan", 9999, "NVIDIA H200", 1, "partial");
  add("eve", 300, "Tesla T4");
  classroom_.write("names.csv", "student,name\nada,<Ada>\ncyd,The Cat\ndan,Dan\neve,Eve\n");
  const process::Completed written = write({"--names", "names.csv"});
  ASSERT_EQ(written.ending.code, 0) << written.output;
  EXPECT_THAT(written.output, HasSubstr(".html: 4 students of names.csv"));
  const std::string text = page();
  EXPECT_THAT(text, AllOf(HasSubstr("3.2 tiled, NVIDIA H200"), HasSubstr("3.2 tiled, Tesla T4"),
                          HasSubstr("&lt;Ada&gt;"), HasSubstr("1700"), HasSubstr("85 %")));
  for (const std::string hidden : {"bob", "1900", "Dan", "9999", "1500", ">cyd<"}) {
    EXPECT_THAT(text, Not(HasSubstr(hidden)));
  }
  EXPECT_LT(text.find("The Cat"), text.find("&lt;Ada&gt;"));
  EXPECT_EQ(write({"--names", "names.csv", "--lab", "lab4"}).ending.code, 0);
  EXPECT_THAT(page(), HasSubstr("No student on the list has a time"));
}

// Students choose their names.
TEST_F(Leaderboard, NamesHoldNothingThatIsNotSeen) {
  if (!testing_support::has_python()) GTEST_SKIP() << "no python3";
  add("ada", 1500);
  classroom_.write("names.csv", "student,name\nada,a\x1b[2J\u202eb\u115fc\U0001fffed\n");
  ASSERT_EQ(write({"--names", "names.csv"}).ending.code, 0);
  EXPECT_THAT(page(), HasSubstr("a\uFFFD[2J\uFFFDb\uFFFDc\uFFFDd"));
}

TEST_F(Leaderboard, WhatCannotBeReadIsSaid) {
  if (!testing_support::has_python()) GTEST_SKIP() << "no python3";
  EXPECT_EQ(write({}).ending.code, 2);
  const process::Completed no_names = write({"--names", "nothing.csv"});
  EXPECT_EQ(no_names.ending.code, 3);
  EXPECT_THAT(no_names.output, HasSubstr("nothing.csv cannot be read"));
  classroom_.write("names.csv", "who,called\nada,Ada\n");
  EXPECT_THAT(write({"--names", "names.csv"}).output, HasSubstr("has no columns student and name"));
  classroom_.write("names.csv", "student,name\nada,Ada\n");
  EXPECT_THAT(write({"--names", "names.csv", "--gradebook", "nowhere"}).output,
              HasSubstr("there is no gradebook in nowhere"));
}

}  // namespace
}  // namespace batch
