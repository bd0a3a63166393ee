// What students get: it holds no solution, and it is enough to build and to grade.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "support/process/child.hpp"
#include "tests/batch/classroom.hpp"

namespace batch {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class StudentArchive : public testing::Test {
 protected:
  void SetUp() override {
    if (!testing_support::has_python()) GTEST_SKIP() << "no python3";
  }
  process::Completed run(std::vector<std::string> command, const fs::path& folder, double seconds = 2400) const {
    process::ChildOptions options;
    options.command = std::move(command);
    options.directory = folder;
    options.environment = process::minimal_environment();
    process::set_variable(options.environment, "HOME", room_.folder().string());
    return process::run(options, units::Seconds{seconds}, units::Bytes{8 << 20});
  }
  process::Completed search(const fs::path& archive) const {
    return run({"python3", COURSE_ROOT "/setup/student-archive/find_solutions.py", archive.string()}, room_.folder());
  }
  bool has_history() const { return fs::exists(fs::path(COURSE_ROOT) / ".git"); }
  process::Completed pack(const std::string& build = "no-build") const {
    return run({COURSE_ROOT "/setup/student-archive.sh", archive_.string(), build, "--no-references"}, room_.folder());
  }

  const testing_support::Classroom room_;
  const fs::path archive_ = room_.folder() / "course.tar.gz";
};

TEST_F(StudentArchive, HasNoSolutionTestOrHistory) {
  if (!has_history()) GTEST_SKIP() << "what belongs to the course is asked of git, which does not know this folder";
  const process::Completed done = pack();
  ASSERT_TRUE(done.succeeded()) << done.output;
  EXPECT_THAT(done.output, AllOf(HasSubstr(" 0 found"), HasSubstr("'make site' first"), HasSubstr("emulator only")));
  const std::string names = run({"tar", "-tzf", archive_.string()}, room_.folder()).output;
  EXPECT_THAT(names, AllOf(HasSubstr("labs/lab3_transpose/original/transpose.cu\n"),
                           HasSubstr("labs/lab3_transpose/README.md\n"), HasSubstr("/grade\n")));
  for (const char* kept : {"solutions/", "/tests/", "experiments/S", "measurements/", ".git", "batch/", "truth"}) {
    EXPECT_THAT(names, Not(HasSubstr(kept)));
  }
}

TEST_F(StudentArchive, HasTheLecturesAndIsNotWrittenWhereOneTellsASolution) {
  if (!has_history()) GTEST_SKIP() << "what belongs to the course is asked of git, which does not know this folder";
  const fs::path site = room_.folder() / "build/site";
  for (const char* name : {"index.html", "lectures_00_copy.html", "experiments_claims.html", "files/experiments/S1.txt",
                           "files/simt/tests/x.txt"}) {
    fs::create_directories((site / name).parent_path());
    std::ofstream(site / name) << "words\n";
  }
  const process::Completed done = pack((room_.folder() / "build").string());
  ASSERT_TRUE(done.succeeded()) << done.output;
  const std::string names = run({"tar", "-tzf", archive_.string()}, room_.folder()).output;
  EXPECT_THAT(names, AllOf(HasSubstr("lectures/lectures_00_copy.html\n"), Not(HasSubstr("experiments_claims")),
                           Not(HasSubstr("S1.txt")), Not(HasSubstr("x.txt"))));
  fs::remove(archive_);
  fs::copy_file(fs::path(COURSE_ROOT) / "solutions/lab3_transpose/transpose.cu", site / "lectures_03_transpose.html");
  const process::Completed refused = pack((room_.folder() / "build").string());
  EXPECT_FALSE(refused.succeeded());
  EXPECT_THAT(refused.output, HasSubstr("lectures_03_transpose.html:"));
  EXPECT_FALSE(fs::exists(archive_));
}

TEST_F(StudentArchive, ThreeLinesOfASolutionAreFoundWhereverTheyHide) {
  const fs::path folder = room_.folder() / "things";
  fs::create_directories(folder);
  const auto packed = [&](const std::string& compress) {
    const process::Completed done = run({"sh", "-c", compress + " && tar -czf ../things.tar.gz ."}, folder);
    EXPECT_TRUE(done.succeeded()) << done.output;
    return search(room_.folder() / "things.tar.gz");
  };
  const std::string copy = "sed -n '/__global__/,/^}/p' " COURSE_ROOT "/solutions/lab3_transpose/transpose.cu";
  EXPECT_EQ(packed("cp -R " COURSE_ROOT "/labs/lab3_transpose .").ending.code, 0) << "the stub is no secret";
  const process::Completed plain = packed(copy + " > notes.md");
  EXPECT_EQ(plain.ending.code, 1);
  EXPECT_THAT(plain.output, AllOf(HasSubstr("notes.md:"), HasSubstr("solutions/lab3_transpose/transpose.cu:")));
  EXPECT_EQ(packed("rm notes.md; " + copy + " | sed 's/^ */\\t/; s/$/ \\/\\/ mine/' > layout.md").ending.code, 1);
  EXPECT_EQ(packed("rm layout.md; " + copy + " | gzip > figure.svgz").ending.code, 1);
  EXPECT_EQ(packed("rm figure.svgz; " + copy + " > x.txt; tar -czf inner.tgz x.txt; rm x.txt").ending.code, 1);
  EXPECT_EQ(packed("rm inner.tgz; (head -c 3000 /dev/zero; echo; " + copy + ") > library.so").ending.code, 1);
  EXPECT_EQ(packed("rm library.so; echo nothing > here").ending.code, 0);
}

// Where the archive can take the repository's place, for these commands alone, nothing of the repository is left there
// but what the build has compiled from files that are the same; what the archive lacks is missed all the same.
// Otherwise the whole grader is compiled, which takes minutes.
TEST_F(StudentArchive, BuildsGradesAndResetsInAnEmptyFolder) {
  if (!has_history()) GTEST_SKIP() << "what belongs to the course is asked of git, which does not know this folder";
  ASSERT_TRUE(pack().succeeded());
  const fs::path empty = room_.folder() / "empty";
  fs::create_directories(empty);
  ASSERT_TRUE(run({"tar", "-xzf", archive_.string()}, empty).succeeded());
  const fs::path course = empty / "cuda-memory-course";
  const std::string in_place = "exec bwrap --dev-bind / / --bind '" + course.string() +
                               "' " COURSE_ROOT " --ro-bind-try " COURSE_ROOT "/.deps " COURSE_ROOT
                               "/.deps --chdir " COURSE_ROOT " \"$@\"";
  bool takes_the_place = false;
  if (std::string_view(COURSE_BUILD) == COURSE_ROOT "/build") {
    fs::create_directories(course / "build");
    const std::string compiled =
        "bwrap --dev-bind / / true && mkdir .deps && tar -C " COURSE_BUILD
        " --exclude=tests --exclude='*_test' --exclude=./nvcc --exclude=./site -cf - . | tar -C build -xf -";
    takes_the_place = run({"sh", "-c", compiled}, course).succeeded();
  }
  const auto run = [&](std::vector<std::string> command, const fs::path& folder) {
    if (takes_the_place) command.insert(command.begin(), {"sh", "-c", in_place, "sh"});
    return StudentArchive::run(std::move(command), folder);
  };
  const process::Completed built = run({"make", "lab3"}, course);
  ASSERT_TRUE(built.succeeded()) << built.output;
  const fs::path file = course / "labs/lab3_transpose/transpose.cu";
  const fs::path solution = fs::path(COURSE_ROOT) / "solutions/lab3_transpose/transpose.cu";
  fs::copy_file(solution, file, fs::copy_options::overwrite_existing);
  const std::vector<std::string> grade{"./grade", "lab3", "--backend", "simt", "--quiet"};
  const process::Completed right = run(grade, course);
  EXPECT_EQ(right.ending.code, 0) << right.output;
  EXPECT_THAT(right.output, HasSubstr("85"));
  EXPECT_TRUE(run({"./grade", "reset", "lab3"}, course).succeeded());
  EXPECT_EQ(run(grade, course).ending.code, 1) << "the stub again";
  const process::Completed demo = run({"make", "demo"}, course);
  EXPECT_TRUE(demo.succeeded()) << demo.output;
  EXPECT_THAT(demo.output, HasSubstr("this is the report of lab 3's starter"));
}

}  // namespace
}  // namespace batch
