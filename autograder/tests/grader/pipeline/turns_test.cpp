// What a grading does on a device, and when, with a device that only writes down what is asked of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grader/errors.hpp"
#include "grader/pipeline/grade.hpp"
#include "support/files/whole_file.hpp"
#include "tests/loaded_course.hpp"

namespace grader {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using Log = std::vector<std::string>;

class LoggedDevice : public backends::Backend {
 public:
  LoggedDevice(Log& log, bool compiles) : log_(log), compiles_(compiles) {}

  std::string_view name() const override { return "written-down"; }
  backends::Abilities abilities() const override { return {.times = true, .is_trusted = true}; }
  backends::DeviceInfo device() const override { return {"device", "9.0", "1", "1", std::nullopt}; }
  std::string build_key() const override { return compiles_ ? "right" : "wrong"; }
  backends::Build build(const std::filesystem::path& /*source*/, const std::filesystem::path& /*interface_folder*/,
                        const std::filesystem::path& folder, const course::Limits& /*limits*/) const override {
    if (!compiles_) return {std::nullopt, "error"};
    files::write_atomically(folder / "library.so", "");
    return {folder / "library.so", ""};
  }
  course::Size performance_size(const course::Lab& /*lab*/, const course::LabRules& rules,
                                const course::Part& part) const override {
    return rules.gpu_size_of(part);
  }

  backends::Runner runner() const override {
    log_.emplace_back("start a process");
    return {"/bin/true"};
  }
  std::unique_ptr<files::Lock> take_turn(const std::function<void()>& waiting) const override {
    waiting();
    log_.emplace_back("turn");
    return nullptr;
  }
  void leave() const override { log_.emplace_back("leave"); }
  std::unique_ptr<backends::Workspace> lend(const backends::Problem& /*problem*/) const override {
    log_.emplace_back("lend");
    throw CannotGrade("there is no memory");
  }

 private:
  Log& log_;
  bool compiles_;
};

/// What a grading asks of the device until there is no memory.
Log asked(Serves serves, bool compiles = true) {
  Log log;
  const course::Rules& rules = tests::loaded_course().rules;
  GradeRequest request;
  request.root = COURSE_ROOT;
  request.lab = &tests::lab("lab3");
  request.submission = request.root / "solutions/lab3_transpose";
  request.progress = [&](std::string_view line) {
    if (line.starts_with("waiting")) log.emplace_back("wait");
  };
  Bench bench({&backends::all().front(), std::make_unique<LoggedDevice>(log, compiles), ""}, rules.limits, serves);
  try {
    grade(rules, request, bench);
  } catch (const CannotGrade& reason) {
    EXPECT_STREQ(reason.what(), "there is no memory");
  }
  return log;
}

TEST(Turns, AGradingThatWaitsForTheDeviceDoesNothingThere) {
  EXPECT_THAT(asked(Serves::many), ElementsAre("wait", "turn", "start a process", "start a process", "start a process",
                                               "start a process", "lend"));
}

TEST(Turns, TheOnlyGradingOfABenchLeavesTheDeviceInItsTurn) {
  EXPECT_THAT(asked(Serves::one), ElementsAre("wait", "turn", "start a process", "lend", "leave"));
}

TEST(Turns, WhatDoesNotCompileNeedsNoDevice) { EXPECT_THAT(asked(Serves::many, /*compiles=*/false), IsEmpty()); }

}  // namespace
}  // namespace grader
