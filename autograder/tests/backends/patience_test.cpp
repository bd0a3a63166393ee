// Why waiting for a process ends: not because the machine is busy with others.
#include "backends/patience.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "support/process/child.hpp"

namespace backends {
namespace {

/// A shell that runs `script`, and its limits: a hundredth of a second of sleep, as much again of processor time.
class PatienceTest : public ::testing::Test {
 protected:
  static process::ChildOptions shell(const char* script) {
    process::ChildOptions options;
    options.command = {"/bin/sh", "-c", script};
    return options;
  }
  static course::Limits limits() {
    course::Limits limits;
    limits.run = limits.cpu = units::Seconds{0.01};
    return limits;
  }
  /// After so long, a process without its share is starved: 30 × run + cpu.
  static constexpr std::chrono::milliseconds last{310};

  static Patience::End ended_after(Patience& patience, std::chrono::milliseconds time) {
    const auto until = std::chrono::steady_clock::now() + time;
    Patience::End end = Patience::End::none;
    while (end == Patience::End::none && std::chrono::steady_clock::now() < until) {
      std::this_thread::sleep_for(std::chrono::milliseconds{20});
      end = patience.end();
    }
    return end;
  }
};

// A student's endless loop is ended by its processor time, however long that takes; it is no fault of the machine. Only
// where this machine gives it less than its share, the other answer is right.
TEST_F(PatienceTest, AProcessThatHasItsShareIsNotStarved) {
  const process::Child child(shell("while :; do :; done"));
  const auto start = std::chrono::steady_clock::now();
  process::OwnTime own_time(child.pid());
  Patience patience(own_time, limits(), Patience::Limit::work, /*is_timed=*/false);
  if (ended_after(patience, 4 * last) == Patience::End::none) return;
  const double passed = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  EXPECT_LT(patience.own_time().value * process::most_patience, passed);
}

// A runner answers many requests: what it computed for one is not counted for the next. (The shell stops itself when it
// has computed.)
TEST_F(PatienceTest, EachRequestBeginsAnew) {
  const process::Child child(shell("i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done; kill -STOP $$"));
  process::OwnTime own_time(child.pid());
  for (std::optional<process::Usage> now; !now || !now->is_stopped; now = process::usage(child.pid())) {
  }
  own_time.look();
  ASSERT_GT(own_time.total().value, 0);
  Patience patience(own_time, limits(), Patience::Limit::work, /*is_timed=*/false);
  own_time.look();
  EXPECT_EQ(own_time.cpu().value, 0);
}

TEST_F(PatienceTest, LoadingHasATimeHoweverBusyTheMachineIs) {
  const process::Child child(shell("while :; do :; done"));
  process::OwnTime own_time(child.pid());
  Patience patience(own_time, limits(), Patience::Limit::work_and_time, /*is_timed=*/false);
  EXPECT_EQ(ended_after(patience, 1000 * last), Patience::End::timed_out);
}

TEST_F(PatienceTest, AProcessThatSleepsByItsOwnChoiceSlept) {
  const process::Child child(shell("sleep 100"));
  process::OwnTime own_time(child.pid());
  Patience patience(own_time, limits(), Patience::Limit::work, /*is_timed=*/false);
  EXPECT_EQ(ended_after(patience, 1000 * last), Patience::End::slept);
}

}  // namespace
}  // namespace backends
