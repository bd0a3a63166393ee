// What confined processes see and may do, with whatever walls this machine has.
#include "support/process/confinement.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "support/files/cached.hpp"
#include "support/process/child.hpp"
#include "support/process/own_time.hpp"

namespace process {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

constexpr uid_t ordinary_user = 65534;

bool stands(std::string_view name) {
  const auto& all = walls();
  return std::find_if(all.begin(), all.end(), [&](const Wall& wall) { return wall.name == name; })->stands;
}

class Confined : public testing::Test {
 protected:
  Confined() : folder_("/var/tmp") {
    fs::permissions(folder_.path(), fs::perms(0755));
    fs::create_directory(folder_.path() / "shown");
    fs::create_directory(folder_.path() / "work");
    std::ofstream(folder_.path() / "shown/file") << "shown\n";
    std::ofstream(folder_.path() / "secret") << "secret\n";
    confinement_.readable = {folder_.path() / "shown"};
    confinement_.writable = {folder_.path() / "work"};
  }

  Completed run(const std::string& script) const {
    ChildOptions options;
    options.command = {"sh", "-c", script};
    options.directory = folder_.path() / "work";
    options.environment = minimal_environment();
    options.confinement = confinement_;
    return process::run(options, units::Seconds{30}, units::Bytes{1 << 20});
  }
  std::string path(const char* name) const { return (folder_.path() / name).string(); }

  files::TemporaryFolder folder_;
  Confinement confinement_;
};

TEST_F(Confined, SeesWhatItIsShown) {
  EXPECT_THAT(run("cat " + path("shown/file")).output, HasSubstr("shown"));
  EXPECT_TRUE(run("echo made > made && cat made").succeeded());
  take_back(path("work"));
  EXPECT_TRUE(fs::exists(path("work/made")));
}

TEST_F(Confined, SeesAndChangesNothingElse) {
  if (!stands("files")) GTEST_SKIP() << "no wall around files here";
  EXPECT_FALSE(run("cat " + path("secret")).succeeded());
  EXPECT_FALSE(run("echo x > " + path("secret")).succeeded());
  EXPECT_FALSE(run("echo x >> " + path("shown/file")).succeeded());
  EXPECT_FALSE(run("echo x > " + path("new")).succeeded());
  EXPECT_FALSE(run("ls " + path("")).succeeded() && run("ls " + path("")).output.find("secret") != std::string::npos);
}

TEST_F(Confined, IsNotRoot) {
  if (!stands("user")) GTEST_SKIP() << "root cannot become another user here";
  EXPECT_NE(run("id -u").output, "0\n");
}

// Of the same user it could be changed, into code that no filter of system calls holds back.
TEST_F(Confined, DoesNotReachTheProcessThatItRunsIn) {
  if (getuid() == 0) {
    for (const char* const name : {"", "work"}) ASSERT_EQ(chown(path(name).c_str(), ordinary_user, ordinary_user), 0);
    ASSERT_EQ(setgid(ordinary_user), 0);
    ASSERT_EQ(setuid(ordinary_user), 0);
  }
  if (!stands("processes")) GTEST_SKIP() << "no process namespace here";
  confinement_.has_proc = true;
  EXPECT_TRUE(run("exec 3<>/proc/self/mem").succeeded());
  EXPECT_FALSE(run("exec 3<>/proc/1/mem").succeeded());
  EXPECT_FALSE(run("cat /proc/1/status").succeeded());
}

TEST_F(Confined, HowItEndedIsTheCommandsEnd) {
  EXPECT_EQ(run("exit 3").ending.code, 3);
  const Ending killed = run("kill -11 $$").ending;
  EXPECT_TRUE(killed.by_signal);
  EXPECT_EQ(killed.code, 11);
}

TEST_F(Confined, EndsWithAllThatItStarted) {
  ChildOptions options;
  options.command = {"sh", "-c", "sleep 600 & sleep 600"};
  options.environment = minimal_environment();
  options.confinement = confinement_;
  std::vector<pid_t> all;
  {
    const Child child(options);
    for (int i = 0; i < 2000 && all.size() < 3; ++i) {
      all = process_tree(child.pid());
      usleep(5000);
    }
  }
  ASSERT_GE(all.size(), 1U);
  // Without a namespace of processes, the system may take a moment to remove those that were killed.
  for (const pid_t member : all) {
    for (int i = 0; i < 2000 && holdings(member); ++i) usleep(5000);
    EXPECT_FALSE(holdings(member)) << member;
  }
}

TEST_F(Confined, MemoryBeyondTheLimitEndsIt) {
  confinement_.memory = {std::int64_t{64} << 20};
  const Completed completed = run("head -c 300000000 /dev/zero | tail -c 250000000 | wc -c; sleep 30");
  EXPECT_TRUE(completed.too_large || completed.output.find("250000000") == std::string::npos);
}

// Two compilers beside each other: the system counts both among the processes that it ends for want of memory.
TEST_F(Confined, AnotherOnesLimitOfMemoryIsNoWantOfTheMachine) {
  if (!stands("memory")) GTEST_SKIP() << "no control groups here";
  ChildOptions options;
  options.command = {"sh", "-c", "read line; exit 1"};
  options.environment = minimal_environment();
  options.confinement = Confinement{};
  const Child beside(options);
  confinement_.memory = {std::int64_t{64} << 20};
  const Completed ended = run("head -c 300000000 /dev/zero | tail -c 250000000 | wc -c");
  EXPECT_TRUE(ended.too_large);
  EXPECT_FALSE(ended.machine_ran_out_of_memory);
  EXPECT_FALSE(beside.machine_ran_out_of_memory());
}

TEST(Walls, EachSaysByWhatItStandsOrWhyNot) {
  for (const Wall& wall : walls()) EXPECT_FALSE(wall.how.empty()) << wall.name;
  EXPECT_EQ(walls().size(), 6U);
}

}  // namespace
}  // namespace process
