// One grading as a process.
#include "batch/worker.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdlib.h>

#include "tests/batch/classroom.hpp"

namespace batch {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

class WorkerTest : public testing::Test {
 protected:
  Call call(const std::string& source) const {
    classroom_.write("transpose.cu", source);
    Call call;
    call.program = classroom_.folder() / "grade";
    call.root = classroom_.folder();
    call.lab = "lab3";
    call.source = classroom_.folder() / "transpose.cu";
    call.seed = "7";
    call.folder = classroom_.submissions();
    return call;
  }
  static Outcome outcome(Worker& worker) {
    for (;;) {
      if (const auto outcome = worker.outcome(1e9)) return *outcome;
    }
  }

  testing_support::Classroom classroom_;
};

TEST_F(WorkerTest, GivesStatusReportAndText) {
  Worker worker(call("WRONG"));
  const Outcome result = outcome(worker);
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.text, "a wrong one\n");
  EXPECT_THAT(result.json, HasSubstr("\"seed\": \"7\""));
}

TEST_F(WorkerTest, ACrashIsNoVerdict) {
  Worker worker(call("CRASH"));
  const Outcome result = outcome(worker);
  EXPECT_EQ(result.status, -1);
  EXPECT_EQ(result.json, "");
  EXPECT_THAT(result.text, HasSubstr("signal 9"));
}

TEST_F(WorkerTest, AGraderThatDoesNotEndIsGivenUp) {
  Worker worker(call("HANG"));
  EXPECT_FALSE(worker.outcome(1e9));
  const auto result = worker.outcome(0);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->status, -1);
  EXPECT_THAT(result->text, HasSubstr("had not ended"));
}

TEST(VisibleGpus, AreThoseThatTheVariableNames) {
  setenv("CUDA_VISIBLE_DEVICES", "2,GPU-5a", 1);
  EXPECT_THAT(visible_gpus(), ElementsAre("2", "GPU-5a"));
  unsetenv("CUDA_VISIBLE_DEVICES");
}

}  // namespace
}  // namespace batch
