// An experiment on a GPU, end to end.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backends/backend.hpp"
#include "experiments/run.hpp"

namespace experiments {
namespace {

Outcome run(const char* name) {
  Settings settings;
  settings.root = COURSE_ROOT;
  settings.entry = find(name);
  settings.backend = "cuda";
  return experiments::run(settings);
}

TEST(RunCuda, TimesEveryCaseAtLeastTwentyTimes) {
  Outcome outcome;
  try {
    outcome = run("S1.2");
  } catch (const backends::CannotGrade& reason) {
    GTEST_SKIP() << reason.what();
  }
  ASSERT_EQ(outcome.cases.size(), 2U);
  for (const experiment::Result& result : outcome.cases) {
    EXPECT_GE(result.seconds.size(), 20U);
    for (const double seconds : result.seconds) EXPECT_GT(seconds, 0);
  }
  EXPECT_FALSE(outcome.provenance.device.sm.empty());
  EXPECT_EQ(outcome.claims.size(), 1U);
}

}  // namespace
}  // namespace experiments
