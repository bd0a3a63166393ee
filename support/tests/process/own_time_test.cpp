#include "support/process/own_time.hpp"

#include <gtest/gtest.h>
#include <sched.h>

#include <chrono>
#include <memory>
#include <thread>
#include <vector>

#include "support/process/child.hpp"

namespace process {
namespace {

using std::chrono::milliseconds;

ChildOptions shell(const std::string& script) {
  ChildOptions options;
  options.command = {"sh", "-c", script};
  options.environment = minimal_environment();
  return options;
}

/// Looks at `time` until `is_enough`. False when that does not happen in a minute of a machine that does nothing else.
template <class Condition>
bool look_until(OwnTime& time, Condition is_enough) {
  for (int i = 0; i < 6000; ++i) {
    time.look();
    if (is_enough()) return true;
    std::this_thread::sleep_for(milliseconds(10));
  }
  return false;
}

constexpr const char* busy = "while :; do :; done";

TEST(OwnTime, OfASleeperIsTheTimeThatItSleeps) {
  const Child child(shell("exec sleep 1000"));
  OwnTime time(child.pid());
  EXPECT_TRUE(look_until(time, [&] { return time.asleep().value > 0.3; }));
  EXPECT_TRUE(time.is_asleep());
  EXPECT_LT(time.cpu().value, time.asleep().value);
}

TEST(OwnTime, OfABusyProcessIsItsCpuTime) {
  const Child child(shell(busy));
  OwnTime time(child.pid());
  EXPECT_TRUE(look_until(time, [&] { return time.cpu().value > 0.3; }));
  EXPECT_FALSE(time.is_asleep());
  EXPECT_EQ(time.asleep().value, 0);
}

TEST(OwnTime, OfADescendantCountsToo) {
  // The shell sleeps while its child is busy.
  const Child child(shell(std::string("sh -c '") + busy + "'; true"));
  OwnTime time(child.pid());
  EXPECT_TRUE(look_until(time, [&] { return time.cpu().value > 0.3; }));
  EXPECT_LT(time.asleep().value, 0.2) << "what a shell does before it has a child";
}

/// All processes that are started while it exists share one processor.
class OneProcessor {
 public:
  OneProcessor() {
    sched_getaffinity(0, sizeof all_, &all_);
    int first = 0;
    while (!CPU_ISSET(first, &all_)) ++first;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    sched_setaffinity(0, sizeof one, &one);
  }
  ~OneProcessor() { sched_setaffinity(0, sizeof all_, &all_); }
  OneProcessor(const OneProcessor&) = delete;
  OneProcessor& operator=(const OneProcessor&) = delete;

 private:
  cpu_set_t all_{};
};

// The clock runs sixteen times as fast as any of sixteen processes.
TEST(OwnTime, DoesNotCountWaitingForAProcessor) {
  std::vector<std::unique_ptr<Child>> children;
  {
    const OneProcessor shared;
    for (int i = 0; i < 16; ++i) children.push_back(std::make_unique<Child>(shell(busy)));
  }
  OwnTime time(children.front()->pid());
  const auto start = Clock::now();
  EXPECT_TRUE(look_until(time, [&] { return time.cpu().value > 0.2; }));
  const double passed = std::chrono::duration<double>(Clock::now() - start).count();
  EXPECT_LT(time.total().value, passed / 2);
  EXPECT_EQ(time.asleep().value, 0);
}

TEST(OwnTime, OfAStoppedProcessGoesOn) {
  const Child child(shell("kill -STOP $$"));
  OwnTime time(child.pid());
  EXPECT_TRUE(look_until(time, [&] { return time.asleep().value > 0.1; }));
}

// Between two entries of its folder in /proc a process may be gone.
TEST(OwnTime, ProcessesMayEndWhileTheyAreLookedAt) {
  const Child child(shell("for i in $(seq 500); do /bin/true; done; kill -STOP $$"));
  for (std::optional<Usage> now = usage(child.pid()); now && !now->is_stopped;)
    EXPECT_NO_THROW(now = usage(child.pid()));
}

TEST(OwnTime, OfAProcessThatIsGoneStays) {
  EXPECT_FALSE(usage(1 << 30));
  OwnTime time(1 << 30);
  time.look();
  EXPECT_EQ(time.total().value, 0);
}

}  // namespace
}  // namespace process
