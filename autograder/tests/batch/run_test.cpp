// Many submissions: always one row each, whatever one of them does and whenever the batch is ended.
#include "batch/run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <random>
#include <sstream>
#include <thread>

#include "batch/grades.hpp"
#include "batch/server.hpp"
#include "batch/show.hpp"
#include "grader/errors.hpp"
#include "support/files/lock.hpp"
#include "support/process/child.hpp"
#include "tests/batch/classroom.hpp"

namespace batch {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::Classroom;

std::string content(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

class Batch : public testing::Test {
 protected:
  Summary grade() const { return grade_folder(classroom_.settings(), classroom_.submissions(), {}); }
  Grading last(const std::string& student) const {
    const auto all = Gradebook(classroom_.folder() / "gradebook", true).gradings("lab3", student);
    EXPECT_FALSE(all.empty()) << student;
    return all.empty() ? Grading() : all.back();
  }
  template <class Call>
  static std::string refusal(Call call) {
    try {
      call();
    } catch (const std::exception& error) {
      return error.what();
    }
    return "no error";
  }

  Classroom classroom_;
};

TEST_F(Batch, OnAGpuOneProcessGradesAllUntilItCannot) {
  if (!testing_support::has_python()) GTEST_SKIP() << "needs python3";
  classroom_.use_gpu();
  for (const char* student : {"ada", "bea", "cem"}) classroom_.hand_in(student, std::string("RIGHT ") + student);
  classroom_.hand_in("dan", "WRONG, NO_CUDA");
  EXPECT_EQ(grade().gradings.size(), 4U);
  for (const char* student : {"ada", "bea", "cem"}) EXPECT_EQ(last(student).parts[2].points, 7.5);
  EXPECT_EQ(last("dan").status, Status::graded);
  EXPECT_EQ(content(classroom_.folder() / "servers"), "started\n");

  classroom_.hand_in("eve", "CRASH");
  classroom_.hand_in("flo", "FAULT_ONCE");
  classroom_.hand_in("gus", "RIGHT gus");
  EXPECT_EQ(grade().gradings.size(), 3U);
  EXPECT_EQ(last("eve").status, Status::not_graded);
  EXPECT_THAT(last("eve").note, AllOf(HasSubstr("twice in a row"), HasSubstr("signal 9")));
  EXPECT_EQ(last("flo").status, Status::graded);
  EXPECT_EQ(last("flo").tries, 2);
  EXPECT_EQ(last("gus").status, Status::graded);
}

TEST_F(Batch, CompilersStopWhileAGradingTimes) {
  if (!testing_support::has_python()) GTEST_SKIP() << "needs python3";
  classroom_.use_gpu();
  classroom_.hand_in("ada", "RIGHT, TIMED");
  classroom_.hand_in("bea", "RIGHT, COMPILES_LONG");
  EXPECT_EQ(grade().gradings.size(), 2U);
  EXPECT_EQ(content(classroom_.folder() / "while_timing"), "T");
  for (const char* student : {"ada", "bea"}) EXPECT_EQ(last(student).status, Status::graded) << student;
}

TEST_F(Batch, WhatDoesNotCompileIsCompiledOnce) {
  if (!testing_support::has_python()) GTEST_SKIP() << "needs python3";
  classroom_.use_gpu();
  classroom_.hand_in("dan", "WRONG, NO_CUDA");
  EXPECT_EQ(grade().gradings.size(), 1U);
  EXPECT_EQ(last("dan").status, Status::graded);
  EXPECT_EQ(content(classroom_.folder() / "compiled"), "WRONG, NO_CUDA");
}

TEST_F(Batch, WhatWasAtWorkWhenABatchWasStoppedIsBegunFirst) {
  for (const char* student : {"ada", "bea", "cem"}) classroom_.hand_in(student, std::string("RIGHT ") + student);
  {
    Gradebook stopped(classroom_.folder() / "gradebook");
    batch::Run run;
    run.kind = "batch";
    run.lab = "lab3";
    stopped.add_running(stopped.begin_run(run).id, "cem");
  }
  Settings settings = classroom_.settings();
  settings.jobs = 1;
  const Summary summary = grade_folder(settings, classroom_.submissions(), {});
  ASSERT_EQ(summary.gradings.size(), 3U);
  EXPECT_EQ(summary.gradings.front().student, "cem");
}

TEST_F(Batch, GpusGradeBesideEachOther) {
  if (!testing_support::has_python()) GTEST_SKIP() << "needs python3";
  classroom_.use_gpu();
  for (const char* student : {"ada", "bea"}) classroom_.hand_in(student, "RIGHT, BESIDE");
  ASSERT_EQ(setenv("CUDA_VISIBLE_DEVICES", "GPU-7,GPU-9", 1), 0);
  EXPECT_EQ(grade().gradings.size(), 2U);
  unsetenv("CUDA_VISIBLE_DEVICES");
  for (const char* student : {"ada", "bea"}) EXPECT_EQ(last(student).status, Status::graded) << student;
  for (const char* gpu : {"GPU-7", "GPU-9"}) {
    EXPECT_TRUE(fs::exists(classroom_.folder() / (std::string("gpu-") + gpu))) << gpu;
  }
}

TEST_F(Batch, AProcessThatDoesNotEndIsGivenUpOnAGpuToo) {
  if (!testing_support::has_python()) GTEST_SKIP() << "needs python3";
  classroom_.use_gpu();
  Call call;
  call.program = classroom_.folder() / "grade";
  call.root = classroom_.folder();
  call.lab = "lab3";
  call.folder = classroom_.submissions();
  call.source = call.folder / "transpose.cu";
  std::ofstream(call.source) << "HANG";
  call.seed = "7";
  Server server(call);
  EXPECT_TRUE(server.is_free());
  server.give(call);
  EXPECT_FALSE(server.is_free());
  EXPECT_FALSE(server.outcome(1e9));
  const auto given_up = server.outcome(0);
  ASSERT_TRUE(given_up);
  EXPECT_EQ(given_up->status, -1);
  EXPECT_THAT(given_up->text, HasSubstr("had not ended"));
  EXPECT_FALSE(server.is_alive());
}

TEST_F(Batch, EverySubmissionHasOneRowWhateverItDoes) {
  classroom_.hand_in("ada", "RIGHT");
  classroom_.hand_in("bob", "WRONG");
  classroom_.hand_in("cyd", "CRASH");
  classroom_.hand_in("dan", "FAULT_");
  classroom_.hand_in("eve", "FAULT_ONCE");
  classroom_.hand_in("flo", "UNREADABLE");
  fs::create_directories(classroom_.submissions() / "gus");
  const Summary summary = grade();
  EXPECT_EQ(summary.planned, 7);
  EXPECT_EQ(summary.gradings.size(), 7U);

  EXPECT_EQ(last("ada").status, Status::graded);
  EXPECT_EQ(last("ada").parts.size(), 5U);
  EXPECT_EQ(last("ada").parts[2].points, 7.5);
  EXPECT_EQ(last("bob").status, Status::graded);
  EXPECT_EQ(last("bob").parts[0].points, 0);
  EXPECT_EQ(last("cyd").status, Status::not_graded);
  EXPECT_THAT(last("cyd").note, AllOf(HasSubstr("twice in a row"), HasSubstr("ended by signal 9")));
  EXPECT_EQ(last("dan").status, Status::not_graded);
  EXPECT_THAT(last("dan").note, HasSubstr("the disk is full"));
  EXPECT_EQ(last("dan").parts.size(), 5U);
  EXPECT_EQ(last("dan").parts[0].points, std::nullopt) << "never a zero";
  EXPECT_EQ(last("dan").tries, 2);
  EXPECT_EQ(last("dan").device, "emulated h200") << "where it could not be graded";
  EXPECT_EQ(classroom_.calls("FAULT_"), 2 + 2);
  EXPECT_EQ(last("eve").status, Status::graded);
  EXPECT_EQ(last("eve").tries, 2);
  EXPECT_EQ(last("flo").status, Status::unreadable);
  EXPECT_EQ(last("flo").note, "this cannot be graded");
  EXPECT_EQ(last("flo").parts[0].points, 0);
  EXPECT_EQ(last("gus").status, Status::missing);
  EXPECT_THAT(last("gus").note, HasSubstr("no transpose.cu"));
  EXPECT_THAT(summary_text(summary), AllOf(HasSubstr("7 submissions, 3 graded, 1 missing, 1 unreadable, 2 could not"),
                                           HasSubstr("dan: could not be graded: "), HasSubstr("--not-graded")));
}

// No process can be started when the system has no memory left; here its program is gone.
TEST_F(Batch, AGradingThatCannotBeStartedIsARow) {
  for (const char* student : {"ada", "bob"}) classroom_.hand_in(student, "RIGHT");
  std::string program = content(classroom_.folder() / "grade");
  program.insert(program.find('\n') + 1, "trap 'rm -f \"$0\"' EXIT\n");
  classroom_.write("grade", program);  // the reference is its last
  const Summary summary = grade();
  ASSERT_EQ(summary.gradings.size(), 2U);
  EXPECT_EQ(last("ada").status, Status::not_graded);
  EXPECT_THAT(last("ada").note, HasSubstr("twice in a row"));
}

TEST_F(Batch, WhatDefendsPointsIsInTheRow) {
  classroom_.hand_in("ada", "RIGHT");
  grade();
  const Grading row = last("ada");
  EXPECT_EQ(row.source_hash, "c4ce3c7ad82c8235da21fae8ea48e071a10e7b1c6df6a9e5b4603852d8b3001c");
  EXPECT_EQ(row.device, "emulated h200");
  EXPECT_EQ(row.compiler, "clang 14.0.6");
  EXPECT_THAT(row.parts[0].thresholds, HasSubstr("\"points_right\""));
  EXPECT_THAT(row.rules, HasSubstr("\"check_sizes\""));
  EXPECT_EQ(row.origin, "ada/transpose.cu");
  EXPECT_EQ(row.submitted_by, "file");
  EXPECT_FALSE(row.seed.empty());
  EXPECT_THAT(row.parts[2].reasons, HasSubstr("bank conflicts"));
  EXPECT_EQ(Gradebook(classroom_.folder() / "gradebook", true).source(row.source_hash).text, "RIGHT");
}

TEST_F(Batch, StudentsGetTheirReports) {
  classroom_.hand_in("ada", "RIGHT");
  fs::create_directories(classroom_.submissions() / "bob");
  grade();
  const fs::path reports = classroom_.folder() / "gradebook/reports/lab3";
  EXPECT_EQ(content(reports / "ada.txt"), "a right one\n");
  EXPECT_THAT(content(reports / "ada.json"),
              AllOf(HasSubstr("\"student\": \"ada\""), HasSubstr("\"submission\": \"ada/transpose.cu\"")));
  EXPECT_THAT(content(reports / "bob.txt"), HasSubstr("no transpose.cu was handed in"));
}

TEST_F(Batch, EachStudentHasAReportWhateverTheName) {
  classroom_.write("roster.csv",
                   "student\na/b\na%2Fb\n..\n" + std::string(300, 'x') + "\n" + std::string(301, 'x') + "\n");
  for (const char* const name : {"ada", "Ren\xe9", "two\nlines"}) classroom_.hand_in(name, "RIGHT");
  grade_folder(classroom_.settings(), classroom_.submissions(), classroom_.folder() / "roster.csv");
  std::size_t reports = 0;
  for (const auto& entry : fs::directory_iterator(classroom_.folder() / "gradebook/reports/lab3")) {
    if (entry.path().extension() == ".txt") ++reports;
  }
  EXPECT_EQ(reports, 8U);
}

TEST_F(Batch, AStudentsNameIsNotThatOfAnothersPart) {
  for (const char* const name : {"ada.3.2", "ada.2", "ada.3.2.3.1", "ada"}) classroom_.hand_in(name, "RIGHT");
  grade();
  const fs::path reports = classroom_.folder() / "gradebook/reports/lab3";
  EXPECT_FALSE(fs::exists(reports / "ada.3.2.txt"));
  EXPECT_FALSE(fs::exists(reports / "ada.3.2.3.1.txt"));
  for (const char* const name : {"ada.3%2E2.txt", "ada.3.2.3%2E1.txt", "ada.2.txt", "ada.txt"}) {
    EXPECT_TRUE(fs::exists(reports / name)) << name;
  }
}

TEST_F(Batch, ASecondCallGradesOnlyWhatIsNew) {
  classroom_.hand_in("ada", "RIGHT");
  classroom_.hand_in("bob", "FAULT");
  fs::create_directories(classroom_.submissions() / "cyd");
  grade();
  const Summary second = grade();
  EXPECT_TRUE(second.gradings.empty());
  EXPECT_EQ(second.already, 3);
  classroom_.hand_in("bob", "RIGHT, too");
  const Summary third = grade();
  ASSERT_EQ(third.gradings.size(), 1U);
  EXPECT_EQ(third.gradings[0].student, "bob");
  EXPECT_EQ(third.gradings[0].attempt, 2);
  EXPECT_EQ(last("bob").status, Status::graded);
}

// A folder with late submissions only does not take points from the others.
TEST_F(Batch, WhatIsMissingNowDoesNotReplaceAGrade) {
  classroom_.hand_in("ada", "RIGHT");
  grade();
  fs::remove(classroom_.submissions() / "ada/transpose.cu");
  EXPECT_TRUE(grade().gradings.empty());
  EXPECT_EQ(last("ada").status, Status::graded);
}

TEST_F(Batch, AMachineThatCannotGradeTheReferenceGradesNothing) {
  classroom_.hand_in("ada", "RIGHT");
  classroom_.write("solutions/lab3_transpose/transpose.cu", "FAULT");
  EXPECT_THAT(refusal([&] { grade(); }), AllOf(HasSubstr("reference solution cannot be"), HasSubstr("disk is full")));
  classroom_.write("solutions/lab3_transpose/transpose.cu", "WRONG");
  EXPECT_THAT(refusal([&] { grade(); }), HasSubstr("not right"));
  EXPECT_TRUE(Gradebook(classroom_.folder() / "gradebook").gradings().empty());
}

TEST_F(Batch, AMissingWallIsRefusedUnlessAllowedAndThenRecorded) {
  std::string report = content(classroom_.folder() / "right.json");
  const std::string walls = "\"walls\": []";
  report.replace(report.find(walls), walls.size(),
                 R"("walls": [{"name": "files", "stands": false, "how": "no bubblewrap"},)"
                 R"( {"name": "memory", "stands": true, "how": "a control group"}])");
  classroom_.write("right.json", report);
  classroom_.hand_in("ada", "RIGHT");
  EXPECT_THAT(refusal([&] { grade(); }), AllOf(HasSubstr("files: no bubblewrap"), HasSubstr("--no-sandbox")));
  Settings settings = classroom_.settings();
  settings.no_sandbox = true;
  grade_folder(settings, classroom_.submissions(), {});
  EXPECT_TRUE(last("ada").no_sandbox);
  EXPECT_EQ(last("ada").walls_down, "files: no bubblewrap");
  EXPECT_EQ(last("ada").walls, "memory: a control group");
}

TEST_F(Batch, OnlyOneIsAtWorkOnAGradebook) {
  classroom_.hand_in("ada", "RIGHT");
  grade();
  const files::Lock another(classroom_.folder() / "gradebook/lock");
  EXPECT_THAT(refusal([&] { grade(); }), HasSubstr("another batch"));
  EXPECT_THAT(status_text(classroom_.folder() / "gradebook"), HasSubstr("1 of 1 submissions"));
}

TEST_F(Batch, SeedsDependOnTheGradebooksSecretUnlessOneIsGiven) {
  classroom_.hand_in("ada", "RIGHT");
  classroom_.hand_in("bob", "RIGHT");
  grade();
  const std::string seed = last("ada").seed;
  EXPECT_NE(seed, last("bob").seed);
  const auto seed_in = [&](const std::string& gradebook, std::optional<std::uint64_t> base) {
    Settings settings = classroom_.settings(gradebook);
    settings.seed = base;
    grade_folder(settings, classroom_.submissions(), {});
    return Gradebook(classroom_.folder() / gradebook).gradings("lab3", "ada").back().seed;
  };
  EXPECT_EQ(seed_in("again", 1), seed);
  EXPECT_NE(seed_in("other", 2), seed);
  EXPECT_NE(seed_in("third", std::nullopt), seed_in("fourth", std::nullopt));
}

TEST_F(Batch, NothingToGradeIsAWrongCall) {
  EXPECT_THAT(refusal([&] { grade(); }), HasSubstr("no submissions"));
  EXPECT_THAT(refusal([&] { grade_folder(classroom_.settings(), "/nowhere", {}); }), HasSubstr("/nowhere"));
}

/// Grades in a process of its own, which is killed a moment after the program was called so many times more.
void grade_and_kill(const Classroom& classroom, const std::string& gradebook, int calls,
                    std::chrono::milliseconds moment) {
  const int calls_before = classroom.calls("\n");
  const pid_t child = fork();
  if (child == 0) {
    try {
      grade_folder(classroom.settings(gradebook), classroom.submissions(), {});
    } catch (...) {
      _exit(1);
    }
    _exit(0);
  }
  int status = 0;
  bool has_ended = false;
  while (!has_ended && classroom.calls("\n") < calls_before + calls) {
    has_ended = waitpid(child, &status, WNOHANG) == child;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  if (!has_ended) {
    std::this_thread::sleep_for(moment);
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
  }
  EXPECT_FALSE(WIFEXITED(status) && WEXITSTATUS(status) != 0) << "it refused to go on";
}

TEST_F(Batch, KilledAtTwentyMomentsItEndsWithTheSameGradebook) {
  for (int i = 0; i < 50; ++i) {
    const char* const texts[] = {"RIGHT", "WRONG", "RIGHT as well", "FAULT", "UNREADABLE"};
    classroom_.hand_in("student" + std::to_string(i), texts[i % 5] + std::to_string(i) + "\n");
  }
  fs::create_directories(classroom_.submissions() / "empty");
  grade_folder(classroom_.settings("undisturbed"), classroom_.submissions(), {});

  const unsigned seed = 15;  // a fixed sample of moments
  SCOPED_TRACE("kills by seed " + std::to_string(seed));
  std::mt19937 random(seed);
  for (int kills = 0; kills < 20; ++kills) {
    const int calls = std::uniform_int_distribution<int>(0, 6)(random);
    grade_and_kill(classroom_, "killed", calls,
                   std::chrono::milliseconds(std::uniform_int_distribution<int>(0, 80)(random)));
  }
  const Summary rest = grade_folder(classroom_.settings("killed"), classroom_.submissions(), {});
  EXPECT_GT(rest.already, 0) << "no kill came after a row";
  EXPECT_EQ(rest.already + static_cast<int>(rest.gradings.size()), 51);
  classroom_.expect_same_rows("killed", "undisturbed");
  for (const char* name : {"student0.txt", "student1.json", "empty.txt"}) {
    EXPECT_FALSE(content(classroom_.folder() / "killed/reports/lab3" / name).empty()) << name;
  }
  for (const auto& entry : fs::directory_iterator(classroom_.folder() / "killed")) {
    EXPECT_FALSE(entry.path().filename().string().starts_with(".")) << entry.path() << " was left behind";
  }
}

TEST_F(Batch, RegradingKeepsTheHistoryAndTheSeed) {
  classroom_.hand_in("ada", "RIGHT");
  classroom_.hand_in("bob", "RIGHT");
  grade();
  const std::string seed = last("ada").seed;
  fs::remove_all(classroom_.submissions());  // it has the sources
  const Summary summary = regrade(classroom_.settings(), {{"ada"}, {}, false, false});
  ASSERT_EQ(summary.gradings.size(), 1U);
  EXPECT_EQ(summary.gradings[0].attempt, 2);
  EXPECT_EQ(last("ada").seed, seed);
  EXPECT_EQ(last("bob").attempt, 1);
  EXPECT_THAT(refusal([&] { regrade(classroom_.settings(), {{"zoe"}, {}, false, false}); }), HasSubstr("'zoe'"));
}

TEST_F(Batch, RegradesWhatCouldNotBeGraded) {
  classroom_.hand_in("ada", "RIGHT");
  classroom_.hand_in("bob", "FAULT_ONCE");
  Settings settings = classroom_.settings();
  grade_folder(settings, classroom_.submissions(), {});
  ASSERT_EQ(last("bob").status, Status::graded);
  classroom_.hand_in("bob", "FAULT");
  grade();
  ASSERT_EQ(last("bob").status, Status::not_graded);
  const Summary summary = regrade(settings, {{}, {}, false, true});
  ASSERT_EQ(summary.gradings.size(), 1U);
  EXPECT_EQ(summary.gradings[0].student, "bob");
  EXPECT_EQ(last("bob").attempt, 3);
}

TEST_F(Batch, RegradesWhatWasGradedByOtherRules) {
  for (const char* student : {"ada", "bob", "cyd"}) classroom_.hand_in(student, "RIGHT");
  grade();
  const Selection changed{{}, {}, true, false};
  EXPECT_TRUE(regrade(classroom_.settings(), changed).gradings.empty()) << "nothing has changed";

  std::string report = content(classroom_.folder() / "right.json");
  report.replace(report.find("\"points\": 10.0"), 14, "\"points\": 4.0");
  classroom_.write("right.json", report);
  course::Course course = course::load(COURSE_ROOT);
  course.rules.labs.find("lab3")->second.parts.find("3.1")->second.full_at = 5;
  Settings settings = classroom_.settings();
  settings.course = &course;
  EXPECT_EQ(grade_folder(settings, classroom_.submissions(), {}).other_rules, 3);
  const Summary first = regrade(settings, changed);
  EXPECT_EQ(first.gradings.size(), 3U);
  const auto all = Gradebook(settings.gradebook).gradings();
  const auto changes = changes_since(first.run, all);
  ASSERT_EQ(changes.size(), 3U);
  EXPECT_EQ(changes[0].before.points, 10);
  EXPECT_EQ(changes[0].after.points, 4);
}

TEST_F(Batch, ARegradingThatWasStoppedGoesOnWithTheRest) {
  for (const char* student : {"ada", "bob", "cyd"}) classroom_.hand_in(student, "RIGHT");
  grade();
  classroom_.write("calls", "");
  // The program stops its batch at the second submission.
  std::string program = content(classroom_.folder() / "grade");
  const std::string stopping = program + "n=$(grep -o RIGHT \"$here/calls\" | wc -l); [ $n -ne 2 ] || exit 130\n";
  classroom_.write("grade", stopping);
  Settings settings = classroom_.settings();
  settings.jobs = 1;
  EXPECT_THROW(regrade(settings, {}), process::Interrupted);
  classroom_.write("grade", program);
  const Summary rest = regrade(settings, {});
  EXPECT_EQ(rest.already, 1);
  EXPECT_EQ(rest.gradings.size(), 2U);
  EXPECT_EQ(last("ada").attempt, 2);
  EXPECT_EQ(last("cyd").attempt, 2);
}

}  // namespace
}  // namespace batch
