// The messages between a batch and a `grade serve`.
#include "grader/tasks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>

namespace grader {
namespace {

class Tasks : public testing::Test {
 protected:
  Tasks() { EXPECT_EQ(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()), 0); }
  ~Tasks() override {
    for (const int end : ends) close(end);
  }
  std::array<int, 2> ends{};
};

TEST_F(Tasks, ArriveAsTheyWereSent) {
  ASSERT_TRUE(send_task(ends[0], {"a b/transpose.cu", "r.json", "r\n.txt", "18446744073709551615", {"3.1", "3.2"}}));
  ASSERT_TRUE(send_task(ends[0], {"x", "y", "z", "0", {}}));
  const auto first = receive_task(ends[1]);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->source, "a b/transpose.cu");
  EXPECT_EQ(first->text, "r\n.txt");
  EXPECT_EQ(first->seed, "18446744073709551615");
  EXPECT_THAT(first->only, testing::ElementsAre("3.1", "3.2"));
  EXPECT_TRUE(receive_task(ends[1])->only.empty());
}

TEST_F(Tasks, EndWithTheSocket) {
  shutdown(ends[0], SHUT_WR);
  EXPECT_FALSE(receive_task(ends[1]));
}

TEST_F(Tasks, WhatIsNoTaskIsNone) {
  ASSERT_EQ(send(ends[0], "a", 1, 0), 1);
  EXPECT_FALSE(receive_task(ends[1]));
}

TEST_F(Tasks, AStatusIsNotWaitedFor) {
  EXPECT_FALSE(receive_said(ends[0]));
  ASSERT_TRUE(send_status(ends[1], 3));
  const auto said = receive_said(ends[0]);
  ASSERT_TRUE(said);
  EXPECT_EQ(said->kind, Said::Kind::status);
  EXPECT_EQ(said->status, 3);
}

TEST_F(Tasks, QuietIsWaitedForAndItsEndIsNot) {
  answer_quiet(ends[0]);
  ask_for_quiet(ends[1]);
  end_quiet(ends[1]);
  EXPECT_EQ(receive_said(ends[0])->kind, Said::Kind::asks_for_quiet);
  EXPECT_EQ(receive_said(ends[0])->kind, Said::Kind::ends_quiet);
  shutdown(ends[0], SHUT_RDWR);
  ask_for_quiet(ends[1]);  // returns: no process answers any more
}

}  // namespace
}  // namespace grader
