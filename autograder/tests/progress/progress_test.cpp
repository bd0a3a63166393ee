// What is kept of gradings, and what comes next.
#include "progress/progress.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <thread>

#include "support/files/whole_file.hpp"
#include "tests/loaded_course.hpp"

namespace progress {
namespace {

class Progress : public testing::Test {
 protected:
  void SetUp() override {
    folder = std::filesystem::path(testing::TempDir()) / ("progress" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder);
    std::filesystem::remove(file());
  }
  void TearDown() override { std::filesystem::remove_all(folder); }

  std::filesystem::path file() const { return folder / "progress.tsv"; }

  static grader::GradeResult result(const std::string& part, grader::Verdict verdict, double points,
                                    const std::string& device = "emulated h200", double gbps = 0) {
    grader::GradeResult result;
    result.device.name = device;
    result.started = "2026-11-22T14:39:34Z";
    grader::PartResult& one = result.parts.emplace_back();
    one.id = part;
    one.verdict = verdict;
    one.points = points;
    one.max_points = 20;
    if (gbps > 0) one.performance.emplace().gbps = {gbps};
    return result;
  }

  std::filesystem::path folder;
};

using grader::Verdict;

TEST_F(Progress, StartsWithNothing) {
  EXPECT_TRUE(load(file()).empty());
  EXPECT_EQ(next_part(tests::loaded_course(), {})->id, "0.1");
}

TEST_F(Progress, KeepsTheBestOfEachPartAndDevice) {
  record(file(), result("3.2", Verdict::partial, 12));
  record(file(), result("3.2", Verdict::passed, 20));
  record(file(), result("3.2", Verdict::failed, 0));
  record(file(), result("3.2", Verdict::passed, 20, "NVIDIA H200", 3310.24));
  record(file(), result("3.2", Verdict::passed, 20, "NVIDIA H200", 3300));
  const std::vector<Best> kept = load(file());
  ASSERT_EQ(kept.size(), 2U);
  EXPECT_EQ(kept[0].device, "NVIDIA H200");
  EXPECT_EQ(kept[0].gbps, 3310.2);
  EXPECT_EQ(kept[1].device, "emulated h200");
  EXPECT_EQ(kept[1].points, 20);
  EXPECT_TRUE(kept[1].passed);
  EXPECT_EQ(kept[1].date, "2026-11-22T14:39:34Z");
}

TEST_F(Progress, WhatWasNotTriedOrNotGradedIsNoAttempt) {
  record(file(), result("3.2", Verdict::not_attempted, 0));
  record(file(), result("3.2", Verdict::could_not_be_graded, 0));
  EXPECT_FALSE(std::filesystem::exists(file()));
}

TEST_F(Progress, TheNextPartIsTheFirstThatHasNotPassedAnywhere) {
  record(file(), result("0.1", Verdict::passed, 15));
  record(file(), result("0.2", Verdict::partial, 15));
  record(file(), result("0.3", Verdict::passed, 15, "NVIDIA H200"));
  EXPECT_EQ(next_part(tests::loaded_course(), load(file()))->id, "0.2");
  std::vector<Best> all;
  for (const course::Lab& lab : tests::loaded_course().labs) {
    for (const course::Part& part : lab.parts) all.push_back({part.id, true, 20, 20, "emulated h200", 0, ""});
  }
  EXPECT_EQ(next_part(tests::loaded_course(), all), nullptr);
}

// Two machines' files, one behind the other, as `cat` or git's union merge makes them; and a line that was cut.
TEST_F(Progress, FilesOfTwoMachinesCanBeJoinedAndDamagedLinesCostNoOther) {
  record(file(), result("3.1", Verdict::passed, 15));
  record(file(), result("3.2", Verdict::partial, 5));
  const std::string here = files::read_file(file());
  std::filesystem::remove(file());
  record(file(), result("3.2", Verdict::passed, 20));
  const std::string there = files::read_file(file());
  std::ofstream(file()) << here << there << "3.3\tyes\t20";
  const std::vector<Best> kept = load(file());
  ASSERT_EQ(kept.size(), 2U);
  EXPECT_TRUE(kept[1].passed);
}

TEST_F(Progress, GradingsAtTheSameTimeLoseNothing) {
  std::vector<std::jthread> gradings;
  for (int part = 1; part <= 5; ++part) {
    gradings.emplace_back([&, part] { record(file(), result("3." + std::to_string(part), Verdict::passed, 20)); });
  }
  gradings.clear();
  EXPECT_EQ(load(file()).size(), 5U);
}

}  // namespace
}  // namespace progress
