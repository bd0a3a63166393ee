#include "support/process/child.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <stop_token>
#include <system_error>
#include <thread>

#include "support/process/own_time.hpp"

namespace process {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;
using units::Bytes;
using units::Seconds;

ChildOptions shell(const std::string& script) {
  ChildOptions options;
  options.command = {"sh", "-c", script};
  options.environment = minimal_environment();
  return options;
}

/// A zombie (ended, but not waited for) does not run any more.
bool is_running(pid_t pid) {
  std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
  std::string id, name, state;
  return stat >> id >> name >> state && state != "Z";
}

/// Waits for a script to have written a process id into `file`.
pid_t read_pid(const std::string& file) {
  constexpr int most_tries = 6000;  // a minute: a busy machine starts a program late
  for (int i = 0; i < most_tries; ++i) {
    pid_t pid = 0;
    if (std::ifstream(file) >> pid) return pid;
    std::this_thread::sleep_for(milliseconds(10));
  }
  return 0;
}

TEST(Run, GivesExitCodeAndOutputOfBothStreams) {
  const Completed completed = run(shell("echo out; echo err >&2; exit 7"), Seconds{10}, Bytes{1000});
  EXPECT_FALSE(completed.succeeded());
  EXPECT_FALSE(completed.ending.by_signal);
  EXPECT_EQ(completed.ending.code, 7);
  EXPECT_THAT(completed.output, HasSubstr("out\n"));
  EXPECT_THAT(completed.output, HasSubstr("err\n"));
}

TEST(Run, SaysWhichSignalEndedIt) {
  const Completed completed = run(shell("kill -SEGV $$"), Seconds{10}, Bytes{1000});
  EXPECT_TRUE(completed.ending.by_signal);
  EXPECT_EQ(completed.ending.code, SIGSEGV);
}

TEST(Run, EndsAtTheDeadline) {
  const auto start = Clock::now();
  EXPECT_TRUE(run(shell("sleep 60"), Seconds{0.2}, Bytes{1000}).timed_out);
  EXPECT_LT(Clock::now() - start, std::chrono::seconds(30));
}

TEST(Run, SaysHowMuchOfItsTimeItUsed) {
  const Completed ended = run(shell("i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done"), Seconds{60}, Bytes{1000});
  EXPECT_TRUE(ended.succeeded());
  EXPECT_GT(ended.own_time.value, 0);
  EXPECT_GT(run(shell("while :; do :; done"), Seconds{0.3}, Bytes{1000}).own_time.value, 0.3);
}

TEST(Run, EndsWhenItPrintsTooMuch) {
  EXPECT_TRUE(run(shell("while :; do echo flood; done"), Seconds{60}, Bytes{10000}).flooded);
}

TEST(Run, MissingProgramIsAnErrorThatNamesIt) {
  ChildOptions options;
  options.command = {"no-such-program"};
  try {
    run(options, Seconds{10}, Bytes{1000});
    FAIL() << "it started";
  } catch (const std::system_error& error) {
    EXPECT_THAT(error.what(), HasSubstr("no-such-program"));
  }
}

TEST(Run, HasNothingOfOurEnvironmentButWhatIsGiven) {
  setenv("COURSE_TEST_SECRET", "answer", 1);
  EXPECT_EQ(run(shell("echo \"[$COURSE_TEST_SECRET]\""), Seconds{10}, Bytes{1000}).output, "[]\n");
}

TEST(Child, InheritsNoDescriptorButTheChannel) {
  const int leaked = fcntl(1, F_DUPFD, 10);  // not close-on-exec
  ASSERT_GE(leaked, 10);
  const Completed completed = run(shell("ls /proc/self/fd | tr '\\n' ' '"), Seconds{10}, Bytes{1000});
  close(leaked);
  // ls itself opens one for the folder.
  EXPECT_EQ(completed.output, "0 1 2 3 ");
}

TEST(Child, CpuLimitEndsIt) {
  ChildOptions options = shell("while :; do :; done");
  options.cpu = Seconds{1};
  const Completed completed = run(options, Seconds{60}, Bytes{1000});
  ASSERT_TRUE(completed.ending.by_signal);
  EXPECT_TRUE(completed.ending.code == SIGXCPU || completed.ending.code == SIGKILL);
}

TEST(CpuTime, OfOneThatHasEndedIsKnownUntilItIsWaitedFor) {
  ChildOptions options = shell("i=0; while [ $i -lt 300000 ]; do i=$((i + 1)); done");
  const Child child(options);
  ASSERT_TRUE(child.wait(std::chrono::seconds(30)));
  const auto used = cpu_time(child.pid());
  ASSERT_TRUE(used);
  EXPECT_GT(used->value, 0.02);
  EXPECT_LT(used->value, 30);
  EXPECT_FALSE(cpu_time(-1));
}

TEST(Child, FileSizeLimitHoldsItBack) {
  const std::string file = testing::TempDir() + "/large";
  ChildOptions options = shell("head -c 100000 /dev/zero > " + file);
  options.file_size = Bytes{1000};
  EXPECT_FALSE(run(options, Seconds{10}, Bytes{10000}).succeeded());
  EXPECT_LE(std::ifstream(file, std::ios::ate).tellg(), 1000);
  unlink(file.c_str());
}

TEST(Child, DestructorEndsItsChildrenToo) {
  const std::string file = testing::TempDir() + "/grandchild";
  // A process with much memory takes long to end. It outlives the shell, or it does not.
  const std::string large = "python3 -c 'import os, time; b = bytearray(1 << 29); open(\"" + file +
                            "\", \"w\").write(str(os.getpid()) + \"\\n\"); time.sleep(100)' & ";
  for (const std::string then : {"wait", "exit"}) {
    unlink(file.c_str());
    pid_t grandchild = 0;
    {
      const Child child(shell(large + then));
      grandchild = read_pid(file);
      ASSERT_GT(grandchild, 0);
      EXPECT_TRUE(is_running(grandchild));
    }
    EXPECT_FALSE(is_running(grandchild)) << then;
  }
  unlink(file.c_str());
}

TEST(Child, StopsWithItsChildrenUntilItIsResumed) {
  const std::string file = testing::TempDir() + "child_test_stopped";
  std::remove(file.c_str());
  Child child(shell("(while :; do :; done) & echo $! >" + file + "; while :; do :; done"));
  const pid_t grandchild = read_pid(file);
  ASSERT_TRUE(child.stop(milliseconds(60000)));
  EXPECT_TRUE(usage(child.pid())->is_stopped);
  const auto used = [&] { return cpu_time(child.pid())->value + cpu_time(grandchild)->value; };
  const double before = used();
  std::this_thread::sleep_for(milliseconds(50));
  EXPECT_EQ(used(), before);
  child.resume();
  while (used() == before) std::this_thread::sleep_for(milliseconds(10));
  EXPECT_FALSE(usage(child.pid())->is_stopped);
}

TEST(StopTree, StopsDescendantsInSessionsOfTheirOwnUntilTheyAreResumed) {
  const std::string file = testing::TempDir() + "child_test_stopped_tree";
  std::remove(file.c_str());
  const Child child(shell("setsid sh -c 'echo $$ >" + file + "; while :; do :; done' & wait"));
  const pid_t grandchild = read_pid(file);
  ASSERT_TRUE(stop_tree(child.pid(), milliseconds(60000)));
  EXPECT_TRUE(usage(grandchild)->is_stopped);
  const double before = cpu_time(grandchild)->value;
  std::this_thread::sleep_for(milliseconds(50));
  EXPECT_EQ(cpu_time(grandchild)->value, before);
  resume_tree(child.pid());
  while (cpu_time(grandchild)->value == before) std::this_thread::sleep_for(milliseconds(10));
  kill(grandchild, SIGKILL);
}

TEST(Child, ThatHasEndedCountsAsStopped) {
  Child child(shell("exit 0"));
  ASSERT_TRUE(child.wait(milliseconds(60000)));
  EXPECT_TRUE(child.stop(milliseconds(0)));
}

TEST(Child, EndingIsKnownOnceAndStays) {
  const Child child(shell("exit 3"));
  ASSERT_TRUE(child.wait(milliseconds(10000)));
  EXPECT_EQ(child.ending()->code, 3);
  EXPECT_EQ(child.ending()->code, 3);
}

TEST(Holdings, GrowsWithUseAndIsAbsentForNobody) {
  const auto before = holdings(getpid());
  std::vector<char> block(64 << 20, 1);
  const auto after = holdings(getpid());
  ASSERT_TRUE(before && after);
  EXPECT_GT(after->own.value - before->own.value, 50 << 20);
  EXPECT_FALSE(holdings(1 << 30));
  EXPECT_EQ(block.back(), 1);
}

TEST(Holdings, AreNotWhatAProcessIsCalled) {
  const auto before = holdings(getpid());
  std::array<char, 16> name{};
  prctl(PR_GET_NAME, name.data());
  for (const char* const other : {"Threads: 1", "RssAnon: 999999", "a\nThreads: 1"}) {
    prctl(PR_SET_NAME, other);
    const auto renamed = holdings(getpid());
    EXPECT_EQ(renamed->threads, before->threads) << other;
    EXPECT_NEAR(static_cast<double>(renamed->own.value), static_cast<double>(before->own.value), 4 << 20) << other;
  }
  prctl(PR_SET_NAME, name.data());
}

TEST(Interrupt, UnwindsARunAndEndsTheChild) {
  // In a process of its own, because the flag stays set.
  EXPECT_EXIT(
      {
        catch_interrupts();
        std::thread later([] {
          std::this_thread::sleep_for(milliseconds(200));
          ::kill(getpid(), SIGINT);
        });
        later.detach();
        try {
          run(shell("sleep 100"), Seconds{60}, Bytes{1000});
        } catch (const Interrupted&) {
          _exit(130);
        }
        _exit(0);
      },
      testing::ExitedWithCode(130), "");
}

TEST(Memory, WhatIsAvailableIsAPartOfTheMachines) {
  const auto available = available_memory();
  ASSERT_TRUE(available);
  EXPECT_GT(available->value, 0);
  EXPECT_LE(available->value, sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE));
}

TEST(Interrupt, OfOneThreadEndsItsChildAlone) {
  std::stop_source source;
  std::thread stopped([token = source.get_token()] {
    const StopsWith stops(token);
    EXPECT_THROW(run(shell("sleep 100"), Seconds{60}, Bytes{1000}), Interrupted);
  });
  std::thread other([] { EXPECT_TRUE(run(shell("sleep 0.5"), Seconds{60}, Bytes{1000}).succeeded()); });
  source.request_stop();
  stopped.join();
  other.join();
  EXPECT_NO_THROW(throw_if_interrupted());
}

}  // namespace
}  // namespace process
