// The course's own files load, course.toml overrides the labs' files, and whatever an instructor may get wrong in
// them is named by file, line and key.
#include "course/course.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "support/config/table.hpp"
#include "tests/loaded_course.hpp"

namespace course {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

// Complete files whose lines the tests replace; they must not change when an instructor edits the course's own.
const std::vector<std::string> good_course{
    "[limits]",                // 1
    "compile_seconds = 60",    // 2
    "compile_memory_mib = 9",  // 3
    "all_seconds = 70",        // 4
    "work_millions = 7",       // 5
    "run_seconds = 0.5",       // 6
    "cpu_seconds = 120",       // 7
    "memory_mib = 3",          // 8
    "output_kib = 5",          // 9
    "[measure]",               // 10
    "min_samples = 20",        // 11
    "max_samples = 60",        // 12
    "ci_half_width = 0.005",   // 13
    "tolerance_us = 60",       // 14
    "tolerance_share = 0.01",  // 15
    "max_launches = 12",       // 16
    "memory_share = 0.4",      // 17
    "clear_samples = 8",       // 18
    "[traffic]",               // 19
    "at_least = 0.8",          // 20
    "[emulator]",              // 21
    "device = \"t4\"",         // 22
};

std::string other_part(const std::string& id, const std::string& rules) {
  return "[[parts]]\nid = \"" + id + "\"\ntitle = \"t\"\nentry = \"e\"\nhint = \"h\"\nslow_cause = \"s\"\n" +
         "points_right = 1\npoints_fast = 2\n" + rules;
}

const std::vector<std::string> good_lab{
    "title = \"Transpose\"",                    // 1
    "source = \"transpose.cu\"",                // 2
    "extents = [\"width\", \"height\"]",        // 3
    "check_sizes = [[1, 1], [33, 31]]",         // 4
    "performance_size.gpu = [16384, 8192]",     // 5
    "performance_size.emulator = [512, 256]",   // 6
    "[[parts]]",                                // 7
    "id = \"3.1\"",                             // 8
    "title = \"naive\"",                        // 9
    "entry = \"transpose_naive\"",              // 10
    "hint = \"\"\"\nOne step\nfurther.\"\"\"",  // 11 to 13
    "slow_cause = \"rows\"",                    // 14
    "points_right = 10",                        // 15
    "points_fast = 5.5",                        // 16
    "zero_at = 0.5",                            // 17
    "full_at = 0.9",                            // 18
    "traffic_vs_minimum = 4.6",                 // 19
    other_part("3.2", "zero_at = 0.9\nfull_at = 0.9"),
    other_part("3.3", "zero_at = 0.4\nfull_at = 0.9\nconflict_share = 0"),
    other_part("3.4", "zero_at = 0.4\nfull_at = 0.9\npartition_camping = 2"),
    other_part("3.5", "zero_at = 0.4\nfull_at = 0.9\nbaseline = \"copy\""),
};

/// `good` with what stands at line `line` (which no text above it moves) replaced.
std::string with(const std::vector<std::string>& good, int line, const std::string& text) {
  std::string result;
  int at = 1;
  for (const std::string& piece : good) {
    const std::string& chosen = at == line ? text : piece;
    result += chosen + "\n";
    at += 1 + static_cast<int>(std::count(piece.begin(), piece.end(), '\n'));
  }
  return result;
}

Course parse_both(const std::string& course_toml, const std::string& lab_toml) {
  const LabFile lab{"lab3_transpose", lab_toml};
  return parse(course_toml, {&lab, 1});
}

/// Of lab 3 with a line of its file replaced.
Course with_lab(int line, const std::string& text) {
  return parse_both(with(good_course, 0, ""), with(good_lab, line, text));
}

/// Of lab 3 with this at the end of course.toml.
Course overridden(const std::string& text) {
  return parse_both(with(good_course, 0, "") + text, with(good_lab, 0, ""));
}

const LabRules& lab3(const Course& course) { return course.rules.labs.at("lab3"); }

template <class Read>
std::string error_of(Read read) {
  try {
    read();
  } catch (const config::Error& error) {
    return error.what();
  }
  return "no error";
}

std::string error_with_lab(int line, const std::string& text) {
  return error_of([&] { with_lab(line, text); });
}
std::string error_with_course(int line, const std::string& text) {
  return error_of([&] { parse_both(with(good_course, line, text), with(good_lab, 0, "")); });
}
std::string error_overridden(const std::string& text) {
  return error_of([&] { overridden(text); });
}

TEST(Rules, TheEmulatorsDeviceIsTheCourses) {
  EXPECT_EQ(overridden("").rules.emulator.device, "t4");
  EXPECT_THAT(error_with_course(22, ""), HasSubstr("emulator.device: is missing"));
  EXPECT_THAT(error_with_course(22, "device = 4"), HasSubstr(":22: emulator.device: is a"));
  EXPECT_THAT(error_with_course(21, "[emulators]"), HasSubstr("emulator: is missing"));
}

TEST(Rules, TheEmulatorIsAskedAboutWhatIsGradedAloneUnlessCourseTomlSaysOtherwise) {
  EXPECT_EQ(overridden("").rules.emulator.asked, Asked::alone);
  EXPECT_FALSE(overridden("").rules.emulator.mistakes_cost_points);
  const std::string device = "device = \"t4\"\n";
  EXPECT_EQ(overridden("asked = \"always\"\n").rules.emulator.asked, Asked::always);
  EXPECT_TRUE(overridden("mistakes_cost_points = true\n").rules.emulator.mistakes_cost_points);
  EXPECT_THAT(error_with_course(22, device + "asked = \"often\""), HasSubstr("must be \"alone\" or \"never\""));
}

TEST(Rules, SizesFollowTheDeviceWhereTheLabSaysSo) {
  const std::string sizes = good_lab[5] + "\n";
  const Lab lab = with_lab(6, sizes + "scales_with.gpu = [\"multiprocessors\", \"nothing\"]").labs.front();
  EXPECT_EQ(lab.gpu_scales, (Scales{ScaledBy::multiprocessors, ScaledBy::nothing, ScaledBy::nothing}));
  EXPECT_EQ(lab.emulator_scales, Scales{});
  EXPECT_EQ(scaled({{264, 7, 5}}, lab.gpu_scales, listed_for, {40, 0}), (Size{{80, 7, 5}}));
  EXPECT_EQ(scaled({{2, 7, 5}}, lab.gpu_scales, listed_for, {40, 0}), (Size{{1, 7, 5}})) << "at least 1";
  EXPECT_THAT(error_with_lab(6, sizes + "scales_with.gpu = [\"nothing\"]"),
              HasSubstr(":7: scales_with.gpu: has 1 names; a size of this lab has 2 extents"));
  EXPECT_THAT(error_with_lab(6, sizes + "scales_with.gpu = [\"nothing\", \"bandwidth\"]"),
              HasSubstr("names \"bandwidth\"; must be \"nothing\", \"multiprocessors\" or \"persisting\""));
  EXPECT_THAT(error_with_lab(6, sizes + "scales_with.cuda = [\"nothing\", \"nothing\"]"), HasSubstr("is not known"));
}

TEST(Rules, TheCoursesOwnFilesLoad) {
  const Course& course = tests::loaded_course();
  EXPECT_FALSE(course.labs.empty());
  for (const Lab& lab : course.labs) EXPECT_EQ(course.rules.labs.at(lab.name).parts.size(), lab.parts.size());
}

TEST(Rules, ValuesComeInTheirUnits) {
  const Course course = with_lab(0, "");
  EXPECT_EQ(course.rules.limits.run.value, 0.5);
  EXPECT_EQ(course.rules.limits.compile_memory.value, 9 * 1024 * 1024);
  EXPECT_EQ(course.rules.limits.all.value, 70);
  EXPECT_EQ(course.rules.limits.memory.value, 3 * 1024 * 1024);
  EXPECT_EQ(course.rules.limits.output.value, 5 * 1024);
  EXPECT_DOUBLE_EQ(course.rules.measuring.tolerance.value, 60e-6);
  EXPECT_EQ(course.rules.measuring.max_launches, 12);
  EXPECT_EQ(lab3(course).gpu_performance_size, (Size{{16384, 8192, 1}}));
  EXPECT_THAT(lab3(course).check_sizes, testing::ElementsAre(Size{{1, 1, 1}}, Size{{33, 31, 1}}));
  EXPECT_EQ(lab3(course).parts.at("3.1").points_fast, 5.5);
}

TEST(Rules, ALabIsDescribedByItsFile) {
  const Course course = with_lab(
      14,
      "slow_cause = \"rows\"\nclock = \"host\"\nbounds = [\"a\", \"b\"]\nalternatives = [\"f\", \"g\"]\nneeds_sm = 80\n"
      "leaves_no_trace = true\nowns_memory = true\nread_on = \"a book\"");
  const Lab& lab = course.labs.at(0);
  EXPECT_EQ(lab.name, "lab3");
  EXPECT_THAT(lab.extents, testing::ElementsAre("width", "height"));
  ASSERT_EQ(lab.parts.size(), 5U);
  const Part& first = lab.parts[0];
  EXPECT_EQ(first.hints, std::vector<std::string>{"One step further."}) << "lines of the file are joined";
  EXPECT_EQ(first.clock, Clock::host);
  EXPECT_THAT(first.bounds, testing::ElementsAre("a", "b"));
  EXPECT_THAT(first.alternatives, testing::ElementsAre("f", "g"));
  EXPECT_EQ(first.needs_sm, 80);
  EXPECT_TRUE(first.leaves_no_trace);
  EXPECT_TRUE(first.owns_memory);
  EXPECT_FALSE(lab.parts[1].owns_memory);
  EXPECT_EQ(first.read_on, "a book");
  EXPECT_EQ(lab.parts[1].read_on, "labs/lab3_transpose/README.md, part 3.2");
  EXPECT_EQ(lab.parts[1].clock, Clock::device);
}

TEST(Rules, SolutionsAreShownOnlyWhereTheCourseSaysSo) {
  EXPECT_FALSE(with_lab(0, "").rules.shows_solutions);
  std::string text;
  for (const std::string& line : good_course) text += line + "\n";
  std::string lab;
  for (const std::string& line : good_lab) lab += line + "\n";
  EXPECT_TRUE(parse_both(text + "[self_study]\nsolutions = true\n", lab).rules.shows_solutions);
  EXPECT_FALSE(parse_both(text + "[self_study]\nsolutions = false\n", lab).rules.shows_solutions);
  EXPECT_THROW(parse_both(text + "[self_study]\nsolution = true\n", lab), config::Error);
}

TEST(Rules, PointsAreGivenByPredictionOnlyWhereTheCourseSaysSo) {
  EXPECT_FALSE(with_lab(0, "").rules.prediction.points);
  std::string text;
  for (const std::string& line : good_course) text += line + "\n";
  std::string lab;
  for (const std::string& line : good_lab) lab += line + "\n";
  EXPECT_TRUE(parse_both(text + "[prediction]\npoints = true\n", lab).rules.prediction.points);
  EXPECT_FALSE(parse_both(text + "[prediction]\npoints = false\n", lab).rules.prediction.points);
  EXPECT_THROW(parse_both(text + "[prediction]\npoint = true\n", lab), config::Error);
  EXPECT_FALSE(tests::loaded_course().rules.prediction.points) << "off by default";
}

TEST(Rules, WhatIsNotJudgedIsAbsent) {
  const Course course = with_lab(0, "");
  const auto& parts = lab3(course).parts;
  EXPECT_EQ(parts.at("3.1").traffic.at_most["traffic_vs_minimum"], 4.6);
  EXPECT_EQ(parts.at("3.1").traffic.at_most["conflict_share"], std::nullopt);
  EXPECT_EQ(parts.at("3.3").traffic.at_most["conflict_share"], 0.0);
  EXPECT_EQ(parts.at("3.4").traffic.at_most["partition_camping"], 2.0);
  EXPECT_EQ(parts.at("3.1").baseline, Baseline::reference);
  EXPECT_EQ(parts.at("3.5").baseline, Baseline::copy);
}

TEST(Rules, SizesForAGpuAloneAreAddedWhereThereAreAny) {
  EXPECT_TRUE(lab3(with_lab(0, "")).gpu_check_sizes.empty());
  const Course course = with_lab(6, good_lab[5] + "\ncheck_sizes_gpu = [[7, 9]]");
  EXPECT_THAT(lab3(course).gpu_check_sizes, testing::ElementsAre(Size{{7, 9, 1}}));
}

TEST(Rules, PartsShareAMinimumOrHaveTheirOwn) {
  const Course course = with_lab(19, "traffic_vs_minimum = 4.6\nat_least = 0.25");
  EXPECT_EQ(lab3(course).parts.at("3.1").traffic.at_least, 0.25);
  EXPECT_EQ(lab3(course).parts.at("3.2").traffic.at_least, 0.8);
}

TEST(Rules, EveryMetricCanBeLimited) {
  for (const Metric& metric : metrics) {
    const auto line = [&](double limit) {
      return std::string(metric.key) + " = " + std::to_string(static_cast<int>(limit));
    };
    const Course course = with_lab(19, line(metric.highest_limit));
    EXPECT_EQ(lab3(course).parts.at("3.1").traffic.at_most[metric], metric.highest_limit);
    EXPECT_THAT(error_with_lab(19, line(metric.lowest_limit - 1)), HasSubstr(std::string(metric.key) + ": is"));
  }
  EXPECT_THAT(error_with_lab(19, "launches = 1.5"), HasSubstr("launches: is"));
}

TEST(Rules, AMinimumOfGbpsIsForTheGpuOfThatName) {
  const Course course = with_lab(19, "min_gbps.\"NVIDIA H200\" = 1500");
  const PartRules& rules = lab3(course).parts.begin()->second;
  EXPECT_EQ(rules.min_gbps, (std::map<std::string, double, std::less<>>{{"NVIDIA H200", 1500}}));
}

TEST(Rules, APartMayHaveAPerformanceSizeOfItsOwn) {
  const Course gpu = with_lab(19, "performance_size.gpu = [7, 9]");
  const Part& first = gpu.labs[0].parts[0];
  const Part& second = gpu.labs[0].parts[1];
  EXPECT_EQ(lab3(gpu).gpu_size_of(first), (Size{{7, 9, 1}}));
  EXPECT_EQ(lab3(gpu).emulator_size_of(first), (Size{{512, 256, 1}}));
  EXPECT_EQ(lab3(gpu).gpu_size_of(second), (Size{{16384, 8192, 1}}));
  EXPECT_EQ(lab3(with_lab(19, "performance_size.emulator = [5, 3]")).emulator_size_of(first), (Size{{5, 3, 1}}));
  const Course two_sizes = with_lab(19, "performance_size.emulator_second = [6, 4]");
  EXPECT_EQ(lab3(two_sizes).parts.begin()->second.emulator_second_size, (Size{{6, 4, 1}}));
}

TEST(Rules, TheCoursesFileOverridesPointsThresholdsSizesAndLimits) {
  const Course course = overridden(
      "[lab3]\ncheck_sizes = [[2, 3]]\nperformance_size.emulator = [64, 32]\n"
      "[lab3.parts.\"3.1\"]\npoints_fast = 7\nfull_at = 0.8\nconflict_share = 0.5\nperformance_size.gpu = [8, 8]\n");
  EXPECT_THAT(lab3(course).check_sizes, testing::ElementsAre(Size{{2, 3, 1}}));
  EXPECT_EQ(lab3(course).emulator_performance_size, (Size{{64, 32, 1}}));
  EXPECT_EQ(lab3(course).gpu_performance_size, (Size{{16384, 8192, 1}})) << "not overridden";
  const PartRules& first = lab3(course).parts.at("3.1");
  EXPECT_EQ(first.points_fast, 7);
  EXPECT_EQ(first.points_right, 10) << "not overridden";
  EXPECT_EQ(first.full_at, 0.8);
  EXPECT_EQ(first.traffic.at_most["conflict_share"], 0.5);
  EXPECT_EQ(first.gpu_performance_size, (Size{{8, 8, 1}}));
}

TEST(Rules, WhatIsWrongInAnOverrideIsNamedThere) {
  const std::string part = "lab3.parts.\"3.1\"";
  EXPECT_THAT(error_overridden("[" + part + "]\nfull_at = 0.3"),
              StartsWith("course.toml:24: " + part + ".full_at: is 0.3; must be at least zero_at, 0.5"));
  EXPECT_THAT(error_overridden("[" + part + "]\nzero_at = 0.95"),
              StartsWith("course.toml:24: " + part + ".zero_at: is 0.95; must be at most full_at, 0.9"));
  EXPECT_THAT(error_overridden("[" + part + "]\npoint = 3"),
              StartsWith("course.toml:24: " + part + ".point: is not known; allowed here: points_right, points_fast"));
  EXPECT_THAT(error_overridden("[" + part + "]\nhint = \"x\""),
              StartsWith("course.toml:24: " + part + ".hint: is not known"));
  EXPECT_THAT(error_overridden("[lab3.parts.\"3.6\"]"),
              StartsWith("course.toml:23: lab3.parts.\"3.6\": is not known; allowed here: 3.1, 3.2"));
  EXPECT_THAT(error_overridden("[lab3]\ncheck_sizes = [5]"),
              StartsWith("course.toml:24: lab3.check_sizes: is a whole number; a size of this lab is an array of 2"));
  EXPECT_THAT(error_overridden("[lab3]\ntitle = \"x\""), StartsWith("course.toml:24: lab3.title: is not known"));
  EXPECT_THAT(error_overridden("[lab33]"), StartsWith("course.toml:23: lab33: is not known; allowed here: limits, "
                                                      "measure, emulator, prediction, self_study, traffic"));
}

// Such a size used up the machine's memory.
TEST(Rules, ASizeWhoseBuffersDoNotFitIsRefused) {
  EXPECT_THAT(error_overridden("[lab3]\ncheck_sizes = [[1, 1], [100000, 100000]]"),
              StartsWith("course.toml:24: lab3.check_sizes: the buffers of part 3.1 need more than 1024 MiB at "
                         "100000 × 100000"));
  EXPECT_THAT(error_with_lab(4, "check_sizes = [[2147483647, 2147483647]]"), HasSubstr("need more than 1024 MiB"));
  EXPECT_THAT(error_with_lab(6, "performance_size.emulator = [20000, 20000]"),
              HasSubstr("performance_size.emulator: the buffers of part 3.1 need more than 1024 MiB"));
  EXPECT_THAT(error_with_lab(5, "performance_size.gpu = [200000, 200000]"), HasSubstr("need more than 32768 MiB"));
  EXPECT_THAT(error_with_lab(19, "performance_size.gpu = [200000, 200000]"),
              HasSubstr(":19: parts.performance_size.gpu: the buffers of part 3.1 need more"));
  EXPECT_EQ(error_with_lab(6, "performance_size.emulator = [11585, 11585]"), "no error") << "2 × 512 MiB";
}

TEST(Rules, PartsAreThoseOfTheFunctions) {
  EXPECT_THAT(error_with_lab(8, "id = \"3.7\""), StartsWith("autograder/course/lab3_transpose/lab.toml:8: parts.id: "
                                                            "functions.cpp beside this file has no part \"3.7\""));
  EXPECT_THAT(error_with_lab(8, "id = \"3.2\""), HasSubstr("parts.id: there are two parts of this name"));
  EXPECT_THAT(error_of([] {
                std::vector<std::string> fewer = good_lab;
                fewer.pop_back();
                parse_both(with(good_course, 0, ""), with(fewer, 0, ""));
              }),
              HasSubstr("parts: there is no part \"3.5\", which functions.cpp beside this file has; add a table"));
}

TEST(Rules, ZeroAtMayEqualFullAt) { EXPECT_EQ(error_with_lab(17, "zero_at = 0.9"), "no error"); }

struct Mistake {
  int line;
  std::string text;
  std::string message;  // what the error must start with
};

class CourseMistakes : public testing::TestWithParam<Mistake> {};

TEST_P(CourseMistakes, AreNamedByLineAndKey) {
  EXPECT_THAT(error_with_course(GetParam().line, GetParam().text), StartsWith("course.toml:" + GetParam().message));
}

class LabMistakes : public testing::TestWithParam<Mistake> {};

TEST_P(LabMistakes, AreNamedByLineAndKey) {
  EXPECT_THAT(error_with_lab(GetParam().line, GetParam().text),
              StartsWith("autograder/course/lab3_transpose/lab.toml:" + GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Values, LabMistakes,
    testing::Values(
        Mistake{15, "points_right = -1", "15: parts.points_right: is -1; must be from 0 to"},
        Mistake{15, "points_right = nan", "15: parts.points_right: is nan; must be from 0 to"},
        Mistake{15, "points_right = \"10\"", "15: parts.points_right: is a string; must be a number"},
        Mistake{16, "points_fast = 5\npoints_traffic = 6",
                "17: parts.points_traffic: is 6; must be at most points_fast"},
        Mistake{17, "zero_at = 0.95", "17: parts.zero_at: is 0.95; must be at most full_at, 0.9"},
        Mistake{18, "full_at = true", "18: parts.full_at: is true or false; must be a number"},
        Mistake{19, "traffic_vs_minimum = 0.5", "19: parts.traffic_vs_minimum: is 0.5; must be from 1"},
        Mistake{19, "performance_size.gpu = [1]",
                "19: parts.performance_size.gpu: is an array of 1; a size of this lab"},
        Mistake{19, "baseline = \"best\"", "19: parts.baseline: is \"best\"; must be \"reference\" or \"copy\""},
        Mistake{19, "baseline = 1", "19: parts.baseline: is a whole number; must be a string"},
        Mistake{19, "leaves_no_trace = 1", "19: parts.leaves_no_trace: is a whole number; must be true or false"},
        Mistake{2, "source = \"../../transpose.cu\"", "2: source: must be the name of a .cu file, without a folder"},
        Mistake{2, "source = \".cu\"", "2: source: must be the name of a .cu file, without a folder"},
        Mistake{2, "source = \"transpose\"", "2: source: must be the name of a .cu file, without a folder"},
        Mistake{3, "extents = \"n\"", "3: extents: is a string; must be an array of strings"},
        Mistake{3, "extents = [\"a\", \"b\", \"c\", \"d\"]", "3: extents: has 4 names; a size has from 1 to 3"},
        Mistake{4, "check_sizes = []", "4: check_sizes: is empty; must have at least one"},
        Mistake{4, "check_sizes = 5", "4: check_sizes: is a whole number; must be an array of sizes"},
        Mistake{4, "check_sizes = [5]", "4: check_sizes: is a whole number; a size of this lab is an array of 2"},
        Mistake{4, "check_sizes = [[1,\n 1], [2,\n 0]]", "6: check_sizes: every extent must be"},
        Mistake{5, "performance_size.gpu = [1]", "5: performance_size.gpu: is an array of 1; a size of this lab"},
        Mistake{5, "performance_size.gpu = [1, 2, 3]", "5: performance_size.gpu: is an array of 3;"},
        Mistake{5, "performance_size.gpu = [1, 2.5]", "5: performance_size.gpu: every extent must be"},
        Mistake{5, "performance_size.gpu = [1, 3000000000]", "5: performance_size.gpu: every extent"}));

INSTANTIATE_TEST_SUITE_P(
    Values, CourseMistakes,
    testing::Values(Mistake{8, "memory_mib = 0", "8: limits.memory_mib: is 0; must be from 1 to"},
                    Mistake{8, "memory_mib = 1.5", "8: limits.memory_mib: is a number; must be a whole number"},
                    Mistake{12, "max_samples = 10", "12: measure.max_samples: is 10; must be at least min_samples, 20"},
                    Mistake{16, "max_launches = 17", "16: measure.max_launches: is 17; must be from 1 to 16"},
                    Mistake{17, "memory_share = 1", "17: measure.memory_share: is 1; must be from"}));

INSTANTIATE_TEST_SUITE_P(
    Keys, LabMistakes,
    testing::Values(Mistake{17, "", "7: parts.zero_at: is missing"},  //
                    Mistake{4, "", "1: check_sizes: is missing"},
                    Mistake{6, "performance_size.gpuu = [1, 1]", "5: performance_size.emulator: is missing"},
                    Mistake{6, good_lab[5] + "\nperformance_size.gpuu = [1, 1]",
                            "7: performance_size.gpuu: is not known; allowed here: gpu, emulator"},
                    Mistake{19, "point = 3", "19: parts.point: is not known; allowed here: id, title"},
                    Mistake{1, "titel = \"x\"\ntitle = \"x\"", "1: titel: is not known"}));

INSTANTIATE_TEST_SUITE_P(Keys, CourseMistakes,
                         testing::Values(Mistake{8, "", "1: limits.memory_mib: is missing"},
                                         Mistake{9, "output_kib = 5\ncolour = 3", "10: limits.colour: is not known"},
                                         Mistake{1, "extra = 1\n[limits]", "1: extra: is not known"}));

INSTANTIATE_TEST_SUITE_P(Syntax, CourseMistakes,
                         testing::Values(Mistake{11, "min_samples = ", "11: this is not TOML: "},
                                         Mistake{11, "max_samples = 3", "12: this is not TOML: "}));

INSTANTIATE_TEST_SUITE_P(Syntax, LabMistakes, testing::Values(Mistake{2, "source = \"", "2: this is not TOML: "}));

TEST(Rules, AnEmptyFileLacksItsFirstTable) {
  EXPECT_EQ(error_of([] { parse_both("", ""); }), "course.toml:1: limits: is missing; add the table [limits]");
}

TEST(Rules, AFileThatCannotBeReadIsNamed) {
  EXPECT_THAT(error_of([] { load("/nonexistent"); }), HasSubstr("/nonexistent/course.toml cannot be read: "));
}

/// A course in a temporary folder with the labs of the course's own.
class Folder : public testing::Test {
 protected:
  Folder() : root_(std::filesystem::path(testing::TempDir()) / ("labs-" + std::to_string(getpid()))) {
    std::filesystem::remove_all(root_);
    std::filesystem::create_directories(root_ / "autograder/course");
    const std::filesystem::path own = COURSE_ROOT;
    std::filesystem::copy_file(own / "course.toml", root_ / "course.toml");
    for (const LabFunctions& lab : all_functions()) {
      std::filesystem::create_directory(toml(lab.folder).parent_path());
      std::filesystem::copy_file(own / "autograder/course" / lab.folder / "lab.toml", toml(lab.folder));
    }
  }
  ~Folder() override { std::filesystem::remove_all(root_); }
  std::filesystem::path toml(std::string_view folder) const {
    return root_ / "autograder/course" / folder / "lab.toml";
  }

  std::filesystem::path root_;
};

TEST_F(Folder, IsFoundByItsName) { EXPECT_EQ(load(root_).labs.size(), all_functions().size()); }

TEST_F(Folder, ThatIsNewerThanTheProgramIsNamed) {
  std::filesystem::create_directory(toml("lab99_new").parent_path());
  std::ofstream(toml("lab99_new")) << "";
  EXPECT_THAT(error_of([&] { load(root_); }),
              HasSubstr("autograder/course/lab99_new/lab.toml: this program was built before the lab was added; run"));
}

TEST_F(Folder, ThatIsGoneIsNamed) {
  std::filesystem::remove(toml("lab3_transpose"));
  EXPECT_THAT(error_of([&] { load(root_); }), HasSubstr("lab3_transpose/lab.toml cannot be read: "));
}

}  // namespace
}  // namespace course
