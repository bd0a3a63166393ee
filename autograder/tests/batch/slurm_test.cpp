// Batches on a Slurm cluster of three nodes on this machine: the same gradebook as without one, also when a node is
// lost.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <fstream>
#include <thread>

#include "support/process/child.hpp"
#include "tests/batch/classroom.hpp"
#include "tests/batch/course_copy.hpp"

namespace batch {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class BatchSlurm : public testing::Test {
 protected:
  void SetUp() override {
    const process::Completed started =
        finished({COURSE_ROOT "/autograder/tests/batch/slurm_cluster.sh", "start", cluster()});
    if (started.ending.code == 77) GTEST_SKIP() << "no Slurm that can be started here (Debian: slurm-wlm, as root)";
    ASSERT_TRUE(started.succeeded()) << started.output;
    testing_support::copy_course(root());
    const fs::path wrong = fs::path(COURSE_ROOT) / "autograder/tests/submissions/lab3_transpose";
    for (const auto& [student, file] :
         std::map<std::string, fs::path>{{"ada", fs::path(COURSE_ROOT) / "solutions/lab3_transpose/transpose.cu"},
                                         {"bob", wrong / "compile_error.cu"},
                                         {"carl", wrong / "wrong_index.cu"},
                                         {"dora", wrong / "host_segfault.cu"},
                                         {"emil", wrong / "slow.cu"}}) {
      fs::create_directories(classroom_.submissions() / student);
      fs::copy_file(file, classroom_.submissions() / student / "transpose.cu");
    }
    fs::create_directories(classroom_.submissions() / "fred");
    classroom_.write("roster.csv",
                     "student,name\nada,Ada\nbob,Bob\ncarl,Carl\ndora,Dora\nemil,Emil\nfred,Fred\ngerd,Gerd\n");
    classroom_.write("grader", "#!/bin/sh\nCUDA_VISIBLE_DEVICES= exec " COURSE_BUILD "/bin/grade-batch --root " +
                                   root().string() + " \"$@\"\n");
    fs::permissions(classroom_.folder() / "grader", fs::perms(0755));
  }
  void TearDown() override { finished({COURSE_ROOT "/autograder/tests/batch/slurm_cluster.sh", "stop", cluster()}); }

  fs::path root() const { return classroom_.folder() / "course"; }
  std::string cluster() const { return (classroom_.folder() / "cluster").string(); }

  process::ChildOptions options(std::vector<std::string> command) const {
    process::ChildOptions result;
    result.command = std::move(command);
    result.directory = classroom_.folder();
    result.environment = process::minimal_environment();
    process::set_variable(result.environment, "SLURM_CONF", cluster() + "/slurm.conf");
    return result;
  }
  process::Completed finished(std::vector<std::string> command) const {
    return process::run(options(std::move(command)), units::Seconds{900}, units::Bytes{1 << 20});
  }
  std::vector<std::string> words(const std::string& gradebook) const {
    return {"submissions", "--lab", "lab3",     "--backend",  "simt",        "--no-sandbox",
            "--seed",      "7",     "--roster", "roster.csv", "--gradebook", gradebook};
  }
  std::vector<std::string> on_cluster(const std::string& gradebook) const {
    std::vector<std::string> command{COURSE_ROOT "/grade", "batch"};
    for (const std::string& word : words(gradebook)) command.push_back(word);
    command.insert(command.end(), {"--executor", "slurm", "--work-dir", "work", "--chunk", "1", "--grade",
                                   (classroom_.folder() / "grader").string()});
    return command;
  }
  void grade_here(const std::string& gradebook) const {
    std::vector<std::string> command{(classroom_.folder() / "grader").string(), "batch"};
    for (const std::string& word : words(gradebook)) command.push_back(word);
    const process::Completed done = finished(command);
    ASSERT_TRUE(done.succeeded()) << done.output;
  }
  std::string log() const {
    return finished({"sh", "-c", "squeue --array; sinfo; tail -n 5 work/*/log/* cluster/log/*"}).output;
  }
  int shards() const {
    return std::stoi("0" + finished({"sh", "-c", "ls -d work/*/shards/* 2>/dev/null | wc -l"}).output);
  }

  testing_support::Classroom classroom_;
};

TEST_F(BatchSlurm, EndsWithTheGradebookOfALocalBatchThoughANodeIsLostAndTheDriverIsKilled) {
  grade_here("here");
  {
    process::Child driver(options(on_cluster("there")));
    const auto works_on_it = [&] {
      return !finished({"squeue", "--noheader", "--nodelist=n2", "--states=R"}).output.empty();
    };
    while (!driver.ending() && (shards() < 1 || !works_on_it())) {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    ASSERT_FALSE(driver.ending()) << "the node is lost in the middle\n" << log();
    EXPECT_TRUE(
        finished({COURSE_ROOT "/autograder/tests/batch/slurm_cluster.sh", "lose", cluster(), "n2"}).succeeded());
    driver.wait(std::chrono::milliseconds(2000));
    ::kill(driver.pid(), SIGKILL);
    driver.wait(std::chrono::milliseconds(60'000));
  }
  const process::Completed rest = finished(on_cluster("there"));
  EXPECT_TRUE(rest.succeeded()) << rest.output << log();
  classroom_.expect_same_rows("here", "there");
  const process::Completed again = finished(on_cluster("there"));
  EXPECT_THAT(again.output, HasSubstr("nothing new")) << "nothing is added twice";
  classroom_.expect_same_rows("here", "there");
}

TEST(BatchSlurmCalls, WithoutAClusterTheySayWhatToDo) {
  if (!fs::exists("/usr/bin/python3")) GTEST_SKIP() << "no python3";
  const testing_support::Classroom room;
  process::ChildOptions options;
  options.command = {"/usr/bin/env",
                     "PATH=/nonexistent",
                     "/usr/bin/python3",
                     COURSE_ROOT "/autograder/batch/slurm.py",
                     room.submissions().string(),
                     "--lab",
                     "lab3",
                     "--work-dir",
                     "work"};
  options.directory = room.folder();
  options.environment = process::minimal_environment();
  const process::Completed done = process::run(options, units::Seconds{60}, units::Bytes{1 << 16});
  EXPECT_EQ(done.ending.code, 3);
  EXPECT_THAT(done.output, HasSubstr("there is no sbatch here"));
}

}  // namespace
}  // namespace batch
