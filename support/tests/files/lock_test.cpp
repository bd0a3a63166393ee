// One at a time.
#include "support/files/lock.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <future>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace files {
namespace {

namespace fs = std::filesystem;

class LockTest : public testing::Test {
 protected:
  ~LockTest() override { fs::remove(path_); }
  fs::path path_ = fs::path(testing::TempDir()) / ("lock_" + std::to_string(::getpid()));
};

TEST_F(LockTest, TheSecondGetsItWhenTheFirstHasEnded) {
  std::vector<std::string> order;
  std::promise<void> waits;
  std::once_flag notified;
  auto first = std::make_unique<Lock>(path_);
  std::thread other([&] {
    const Lock second(path_, [&] { std::call_once(notified, [&] { waits.set_value(); }); });
    order.emplace_back("second");
  });
  waits.get_future().wait();
  order.emplace_back("first");
  first.reset();
  other.join();
  EXPECT_EQ(order, (std::vector<std::string>{"first", "second"}));
}

TEST_F(LockTest, WhoeverWaitsMayGiveUp) {
  const Lock first(path_);
  EXPECT_THROW(Lock(path_, [] { throw std::runtime_error("enough"); }), std::runtime_error);
}

TEST_F(LockTest, WhatNobodyHoldsIsNotWaitedFor) {
  { const Lock before(path_); }
  bool has_waited = false;
  const Lock lock(path_, [&] { has_waited = true; });
  EXPECT_FALSE(has_waited);
}

TEST_F(LockTest, AProcessThatWasEndedHoldsNothing) {
  int held[2];
  ASSERT_EQ(pipe(held), 0);
  const pid_t child = fork();
  if (child == 0) {
    const Lock lock(path_);
    if (write(held[1], "x", 1) != 1) _exit(1);
    pause();
    _exit(0);
  }
  char byte = 0;
  ASSERT_EQ(read(held[0], &byte, 1), 1);
  bool has_waited = false;
  const Lock lock(path_, [&] {
    has_waited = true;
    kill(child, SIGKILL);
  });
  EXPECT_TRUE(has_waited);
  waitpid(child, nullptr, 0);
  close(held[0]);
  close(held[1]);
}

TEST_F(LockTest, WhereNothingCanBeOpenedThereIsNothingToWaitFor) { const Lock lock("/nowhere/at/all"); }

}  // namespace
}  // namespace files
