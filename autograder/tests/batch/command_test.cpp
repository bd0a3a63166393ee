// The built commands with the real grader, in the emulator: from a folder to a CSV file, and in spite of kills.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>
#include <thread>

#include "support/process/child.hpp"
#include "tests/batch/classroom.hpp"
#include "tests/batch/course_copy.hpp"

namespace batch {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

std::string content(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

class BatchCommand : public testing::Test {
 protected:
  BatchCommand() {
    testing_support::copy_course(root());
    classroom_.hand_in("ada", content(fs::path(COURSE_ROOT) / "solutions/lab3_transpose/transpose.cu"));
    for (const char* name : {"compile_error", "wrong_index", "host_segfault"}) {
      classroom_.hand_in(name, content(fs::path(COURSE_ROOT) / "autograder/tests/submissions/lab3_transpose" /
                                       (std::string(name) + ".cu")));
    }
  }

  fs::path root() const { return classroom_.folder() / "course"; }
  process::ChildOptions command(std::vector<std::string> arguments) const {
    process::ChildOptions options;
    options.command = {COURSE_BUILD "/bin/grade-batch", "--root", root().string()};
    options.command.insert(options.command.end(), arguments.begin(), arguments.end());
    options.directory = classroom_.folder();
    options.environment = process::minimal_environment();
    return options;
  }
  process::ChildOptions batch(const std::string& gradebook) const {
    return command({"batch", "submissions", "--lab", "lab3", "--backend", "simt", "--gradebook", gradebook, "--seed",
                    "7", "--no-sandbox"});
  }
  static process::Completed finished(const process::ChildOptions& options) {
    return process::run(options, units::Seconds{600}, units::Bytes{1 << 20});
  }
  void expect(std::vector<std::string> arguments, int status, const testing::Matcher<std::string>& output) const {
    const process::Completed done = finished(command(std::move(arguments)));
    EXPECT_EQ(done.ending.code, status) << done.output;
    EXPECT_THAT(done.output, output);
  }

  std::size_t rows() const { return Gradebook(classroom_.folder() / "killed").gradings().size(); }

  testing_support::Classroom classroom_;
};

TEST_F(BatchCommand, WrongCallsSayWhatToDo) {
  expect({"batch", "submissions"}, 2, HasSubstr("--lab lab3"));
  expect({"batch", "--lab", "lab3"}, 2, HasSubstr("grade batch DIR"));
  expect({"batch", "nowhere", "--lab", "3"}, 2, HasSubstr("nowhere is no folder"));
  expect({"regrade", "--lab", "lab3"}, 3, HasSubstr("there is no gradebook in"));
  expect({"export", "pdf"}, 2, AllOf(HasSubstr("'pdf'"), HasSubstr("csv-parts")));
  expect({"regrade", "--lab", "lab3", "--part", "9.9"}, 2, HasSubstr("lab3 has no part '9.9'"));
}

TEST_F(BatchCommand, FromAFolderToGrades) {
  const process::Completed done = finished(batch("gradebook"));
  EXPECT_EQ(done.ending.code, 0) << done.output;
  EXPECT_THAT(done.output, AllOf(HasSubstr("4 submissions, 4 graded"), HasSubstr("gradebook/reports/lab3")));
  expect({"batch", "--status"}, 0, AllOf(HasSubstr("4 of 4 submissions"), HasSubstr("ended")));
  expect({"export", "csv-labs", "--lab", "3", "--output", "grades.csv"}, 0, "");
  EXPECT_THAT(content(classroom_.folder() / "grades.csv"),
              AllOf(HasSubstr("ada,,,lab3,graded,85,85,0,0,85,"), HasSubstr("compile_error,,,lab3,graded,0,85,")));
  expect({"export", "csv-attempts"}, 0, HasSubstr("emulated h200"));
  expect({"export", "gradescope", "--lab", "3", "--student", "adda"}, 2, HasSubstr("no submission of 'adda' for lab3"));
  EXPECT_THAT(content(classroom_.folder() / "gradebook/reports/lab3/compile_error.txt"),
              AllOf(HasSubstr("no_such_kernel"), HasSubstr("submission  compile_error/transpose.cu")));

  std::ofstream(root() / "course.toml", std::ios::app) << "[lab3.parts.\"3.1\"]\npoints_right = 5\n";
  expect({"regrade", "--lab", "lab3", "--changed", "--student", "ada", "--no-sandbox", "--backend", "simt"}, 0,
         AllOf(HasSubstr("1 part has changed"), HasSubstr("ada  3.1  15 of 15, passed -> 10 of 10, passed")));
}

TEST_F(BatchCommand, AWorkFolderLeavesTheCourseAsItIs) {
  process::ChildOptions call = batch("gradebook");
  call.command.insert(call.command.end(), {"--work-dir", "work"});
  const process::Completed done = finished(call);
  EXPECT_EQ(done.ending.code, 0) << done.output;
  EXPECT_FALSE(fs::exists(root() / "build"));
  EXPECT_FALSE(fs::is_empty(classroom_.folder() / "work/submissions"));
}

/// The scripts that Gradescope and PrairieLearn call, with folders as these systems make them.
class ReadyScripts : public BatchCommand {
 protected:
  /// What a system is given for a submission; `grade` is a program in the classroom's folder.
  nlohmann::json results(const std::string& system, const fs::path& submission, const std::string& grade = "grade") {
    const fs::path base = classroom_.folder() / (system + std::to_string(++count_));
    fs::create_directories(base);
    fs::copy(submission, base / (system == "gradescope" ? "submission" : "student"), fs::copy_options::recursive);
    const fs::path ready = fs::path(COURSE_ROOT) / "autograder/batch/ready";
    process::ChildOptions script = command({});
    if (system == "gradescope") {
      // As setup/gradescope.sh would, where Gradescope would put it.
      fs::create_directories(base / "source");
      fs::create_directory_symlink(COURSE_ROOT, base / "source/course");
      std::string text = content(ready / "gradescope/run_autograder");
      const std::string place = " gradescope LAB ";
      text.replace(text.find(place), place.size(), " gradescope lab3 ");
      std::ofstream(base / "run_autograder") << text;
      script.command = {"sh", (base / "run_autograder").string()};
    } else {
      script.command = {(ready / "prairielearn/run.sh").string(), "lab3"};
    }
    classroom_.write("grade", "#!/bin/sh\nCUDA_VISIBLE_DEVICES= exec " COURSE_BUILD "/bin/grade-batch --root " +
                                  root().string() + " \"$@\"\n");
    process::set_variable(script.environment, "COURSE_GRADE", (classroom_.folder() / grade).string());
    process::set_variable(script.environment, "AUTOGRADER", base.string());
    process::set_variable(script.environment, "PRAIRIELEARN", base.string());
    const process::Completed done = finished(script);
    EXPECT_EQ(done.ending.code, 0) << done.output;
    return nlohmann::json::parse(content(base / "results/results.json"));
  }

 private:
  int count_ = 0;
};

TEST_F(ReadyScripts, WriteResultsForWhatIsRightWhatCrashesAndWhatIsMissing) {
  const nlohmann::json right = results("gradescope", classroom_.submissions() / "ada");
  EXPECT_EQ(right.at("score"), 85);
  EXPECT_EQ(right.at("tests").size(), 5U);
  const nlohmann::json crash = results("prairielearn", classroom_.submissions() / "host_segfault");
  EXPECT_LT(crash.at("score"), 1);
  EXPECT_THAT(crash.dump(), HasSubstr("Segmentation fault"));
  fs::create_directories(classroom_.folder() / "empty");
  const nlohmann::json missing = results("gradescope", classroom_.folder() / "empty");
  EXPECT_EQ(missing.at("score"), 0);
  EXPECT_THAT(missing.dump(), HasSubstr("transpose.cu"));
}

TEST_F(ReadyScripts, WriteResultsWithoutAGrader) {
  for (const char* system : {"gradescope", "prairielearn"}) {
    const nlohmann::json broken = results(system, classroom_.submissions() / "ada", "no_such_program");
    EXPECT_THAT(broken.dump(), HasSubstr("not your fault")) << system;
  }
}

TEST_F(ReadyScripts, WriteResultsWhereTheMachineCannotGrade) {
  fs::remove(root() / "solutions");  // so that the reference cannot be graded
  EXPECT_THAT(results("gradescope", classroom_.submissions() / "ada").dump(), HasSubstr("not your fault"));
  EXPECT_EQ(results("prairielearn", classroom_.submissions() / "ada").at("gradable"), false);
}

/// A compiler of the batch that was killed may still write files for some seconds.
void remove_folder(const fs::path& folder) {
  std::error_code changed;
  for (int tries = 0; tries < 3000 && fs::exists(folder); ++tries) {
    if (tries > 0) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    fs::remove_all(folder, changed);
  }
  ASSERT_FALSE(fs::exists(folder)) << changed.message();
}

TEST_F(BatchCommand, KilledAtTwentyMomentsItEndsWithTheSameGradebook) {
  const process::Completed undisturbed = finished(batch("undisturbed"));
  ASSERT_EQ(undisturbed.ending.code, 0) << undisturbed.output;
  const unsigned seed = 15;  // a fixed sample of moments
  SCOPED_TRACE("kills by seed " + std::to_string(seed));
  std::mt19937 random(seed);
  for (int kills = 0; kills < 20; ++kills) {
    if (kills % 4 == 0) remove_folder(root() / "build");  // what was compiled is compiled again
    const std::size_t wanted = rows() + (kills % 4 == 3 ? 1 : 0);
    process::Child child(batch("killed"));
    while (!child.ending() && rows() < wanted) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    child.wait(std::chrono::milliseconds(std::uniform_int_distribution<int>(0, 2000)(random)));
    ::kill(child.pid(), SIGKILL);
    child.wait(std::chrono::milliseconds(60'000));
  }
  EXPECT_GT(rows(), 0U);
  const process::Completed rest = finished(batch("killed"));
  EXPECT_EQ(rest.ending.code, 0) << rest.output;
  classroom_.expect_same_rows("killed", "undisturbed");
}

}  // namespace
}  // namespace batch
