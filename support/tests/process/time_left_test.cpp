#include "support/process/time_left.hpp"

#include <gtest/gtest.h>

namespace process {
namespace {

TEST(TimeLeft, IsWhatOthersHaveLeft) {
  TimeLeft time(units::Seconds{60});
  EXPECT_EQ(time.get().value, 60);
  time.spend(units::Seconds{20});
  time.spend(units::Seconds{15});
  EXPECT_EQ(time.get().value, 25);
  EXPECT_EQ(time.spent().value, 35);
}

TEST(TimeLeft, IsEnoughToTellABusyMachine) {
  TimeLeft time(units::Seconds{60});
  time.spend(units::Seconds{70});
  EXPECT_EQ(time.get().value, 1);
  EXPECT_EQ(time.spent().value, 70);
}

}  // namespace
}  // namespace process
