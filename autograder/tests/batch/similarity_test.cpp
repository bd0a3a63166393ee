// ./grade similarity: copies are found in spite of new names, and what all were given is no copy.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <regex>

#include "support/process/child.hpp"
#include "tests/batch/classroom.hpp"

namespace batch {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string content(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

class Similarity : public testing::Test {
 protected:
  static std::string renamed(const std::string& code) {
    std::string other = std::regex_replace(code, std::regex("//[^\n]*"), "");
    other = std::regex_replace(other, std::regex("\\btile\\b"), "kachel");
    return std::regex_replace(other, std::regex("\n +"), "\n\t");
  }
  process::Completed similarity(std::vector<std::string> arguments) const {
    process::ChildOptions options;
    options.command = {COURSE_ROOT "/grade", "similarity"};
    options.command.insert(options.command.end(), arguments.begin(), arguments.end());
    options.directory = classroom_.folder();
    options.environment = process::minimal_environment();
    return process::run(options, units::Seconds{120}, units::Bytes{1 << 20});
  }
  bool has_tester() const {
    process::ChildOptions options;
    options.command = {"sh", "-c", "command -v sim_c++"};
    options.environment = process::minimal_environment();
    return process::run(options, units::Seconds{10}, units::Bytes{1 << 16}).succeeded();
  }
  std::string page() const { return content(classroom_.folder() / "similarity.html"); }
  static std::string row(const std::string& one, const std::string& other, const std::string& shares) {
    return "<tr><td>" + one + "</td><td>" + other + "</td>" + shares;
  }

  testing_support::Classroom classroom_;
  const fs::path root_ = COURSE_ROOT;
  const std::string stub_ = content(root_ / "labs/lab3_transpose/transpose.cu");
  const std::string slow_ = content(root_ / "autograder/tests/submissions/lab3_transpose/slow.cu");
  const std::string other_ = content(root_ / "autograder/tests/submissions/lab3_transpose/refused_launch.cu");
};

TEST_F(Similarity, ACopyWithNewNamesIsHundredPerCentAndComesFirst) {
  if (!has_tester()) GTEST_SKIP() << "no similarity-tester";
  classroom_.hand_in("ada", slow_);
  classroom_.hand_in("<bob>", renamed(slow_));
  classroom_.hand_in("carl", other_);
  classroom_.hand_in("dora", stub_);
  classroom_.hand_in("emil", stub_);
  fs::create_directories(classroom_.submissions() / "nothing");
  const process::Completed done = similarity({"submissions", "--lab", "lab3"});
  ASSERT_TRUE(done.succeeded()) << done.output;
  EXPECT_THAT(done.output, HasSubstr("1 not compared, such as nothing"));
  const std::string html = page();
  static const std::regex first(
      "<tbody><tr><td>(ada|&lt;bob&gt;)</td><td>(ada|&lt;bob&gt;)</td><td class=\"number\">100 %</td>"
      "<td class=\"number\">100 %</td>");
  EXPECT_TRUE(std::regex_search(html, first)) << html.substr(0, 4000);
  EXPECT_THAT(html, HasSubstr("Hardly more than the stub, and not compared: dora, emil.")) << "the stub is no copy";
  EXPECT_THAT(html,
              AllOf(HasSubstr("which file is meant"), HasSubstr("nothing"), HasSubstr("the course&#x27;s reference")));
  EXPECT_THAT(html, AllOf(HasSubstr("__shared__"), Not(HasSubstr("<bob>")))) << "the code is shown";
}

TEST_F(Similarity, WhatIsNoSourceIsSaidAndHoldsUpNothing) {
  if (!has_tester()) GTEST_SKIP() << "no similarity-tester";
  classroom_.hand_in("ada", slow_);
  classroom_.hand_in("no text \xff", renamed(slow_));
  const fs::path submissions = classroom_.submissions();
  ASSERT_EQ(mkfifo((submissions / "pipe.cu").c_str(), 0600), 0);
  fs::create_symlink("/dev/zero", submissions / "zero.cu");
  fs::create_directory_symlink("ada", submissions / "folder_of_ada");
  std::ofstream(submissions / "large.cu").close();
  fs::resize_file(submissions / "large.cu", std::uintmax_t{64} << 30);
  std::string comments;
  for (int i = 0; i < 300'000; ++i) comments += "/* ";
  classroom_.hand_in("comments", comments);
  const process::Completed done = similarity({"submissions", "--lab", "lab3"});
  ASSERT_TRUE(done.succeeded()) << done.output;
  EXPECT_THAT(page(), AllOf(HasSubstr("folder_of_ada, large.cu, pipe.cu, zero.cu"), HasSubstr("no text \uFFFD</td>")));
  EXPECT_THAT(page(), HasSubstr("not compared: comments"));
}

TEST_F(Similarity, TwoNamesThatArePrintedAsOneAreTwo) {
  if (!has_tester()) GTEST_SKIP() << "no similarity-tester";
  classroom_.hand_in("ada\xff", slow_);
  classroom_.hand_in("ada\xfe", renamed(slow_));
  const process::Completed done = similarity({"submissions", "--lab", "lab3"});
  ASSERT_TRUE(done.succeeded()) << done.output;
  EXPECT_THAT(page(), AllOf(HasSubstr("ada\uFFFD</td>"), HasSubstr("ada\uFFFD (&#x27;ada\\udcf"), HasSubstr("100 %")));
}

TEST_F(Similarity, SolutionsOfEarlierYearsAreASetOfTheirOwn) {
  if (!has_tester()) GTEST_SKIP() << "no similarity-tester";
  classroom_.hand_in("ada", other_);
  fs::create_directories(classroom_.folder() / "old");
  classroom_.write("old/x2025.cu", renamed(other_));
  classroom_.write("old/y2025.cu", other_);
  ASSERT_TRUE(similarity({"submissions", "--lab", "lab3", "--known", "old"}).succeeded());
  EXPECT_THAT(page(), HasSubstr("<td>ada</td><td>x2025 (known)</td><td class=\"number\">100 %</td>"));
  EXPECT_THAT(page(), Not(HasSubstr("<tr><td>x2025")));
}

TEST_F(Similarity, WrongCallsSayWhatToDo) {
  if (!testing_support::has_python()) GTEST_SKIP() << "no python3";
  EXPECT_THAT(similarity({"nowhere", "--lab", "lab3"}).output, HasSubstr("nowhere is no folder"));
  const process::Completed done = similarity({"submissions", "--lab", "lab33"});
  EXPECT_EQ(done.ending.code, 2);
  EXPECT_THAT(done.output, HasSubstr("there is no lab 'lab33'; labs: lab0"));
}

}  // namespace
}  // namespace batch
