// A library's process that is stopped between its calls, with a real process.
#include "grader/pipeline/build_cache.hpp"
#include "grader/pipeline/session.hpp"
#include "grader/pipeline/toolchain.hpp"
#include "grading.hpp"

namespace grader {
namespace {

using namespace testing_support;

class PausedSession : public ::testing::Test {
 protected:
  PausedSession()
      : built_(build_cached(
            {*toolchain_.backend, lab_, root(), root() / "solutions/lab3_transpose/transpose.cu", rules_.limits})),
        session_(*toolchain_.backend, *built_.library, rules_.limits, 0),
        workspace_(toolchain_.backend->lend({part_.operation, {{33, 31}}, 2})) {}

  bool runs_right(std::uint64_t seed, int slot) {
    backends::PartRunOptions options;
    options.first = slot;
    options.is_timed = slot == 1;
    workspace_->refill(seed, slot, 1);
    return session_.run(lab_, part_, *workspace_, options).is_ok() && workspace_->check(seed, slot, 1).is_right();
  }

  const course::Lab& lab_ = tests::lab("lab3");
  const course::Part& part_ = tests::part("3.2");
  course::Rules rules_ = rules();
  Toolchain toolchain_ = choose_toolchain(root(), {.name = "simt"});
  backends::Build built_;
  Session session_;
  std::unique_ptr<backends::Workspace> workspace_;
};

TEST_F(PausedSession, GoesOnWithTheNextRun) {
  EXPECT_TRUE(runs_right(1, 0));
  EXPECT_TRUE(session_.pause());
  EXPECT_TRUE(session_.pause()) << "again";
  EXPECT_TRUE(runs_right(2, 1));
  EXPECT_TRUE(session_.pause());
  session_.take_back();
  EXPECT_TRUE(runs_right(3, 0));
}

TEST_F(PausedSession, CannotBePausedWithoutAProcess) {
  EXPECT_FALSE(session_.pause());
  EXPECT_TRUE(runs_right(1, 0));
  session_.end();
  EXPECT_FALSE(session_.pause());
  EXPECT_TRUE(runs_right(2, 0)) << "in a new process";
}

TEST_F(PausedSession, IsWornOutOnlyByEarlierCalls) {
  const auto outcome = [](backends::RunStatus status, const std::string& detail = "") {
    backends::RunOutcome failed;
    failed.status = status;
    failed.detail = detail;
    return failed;
  };
  const auto out_of_memory = outcome(backends::RunStatus::memory_limit);
  const auto out_of_device_memory =
      outcome(backends::RunStatus::device_error, "the launch: cudaErrorMemoryAllocation: out of memory");
  for (int call = 1; call <= 3; ++call) {
    EXPECT_TRUE(runs_right(1, 0));
    EXPECT_EQ(session_.is_worn_out(out_of_memory), call == 3);
    EXPECT_EQ(session_.is_worn_out(out_of_device_memory), call == 3);
    EXPECT_FALSE(session_.is_worn_out(outcome(backends::RunStatus::device_error, "the kernel: misaligned address")));
    EXPECT_FALSE(session_.is_worn_out(outcome(backends::RunStatus::crashed)));
    EXPECT_FALSE(session_.is_worn_out({}));
  }
  session_.end();
  EXPECT_TRUE(runs_right(1, 0));
  EXPECT_FALSE(session_.is_worn_out(out_of_memory)) << "a new process has made one call";
}

}  // namespace
}  // namespace grader
