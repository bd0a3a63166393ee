// The course's own course.toml loads, and whatever an instructor may get wrong in it is named by file, line
// and key.
#include "course/rules.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "support/config/table.hpp"

namespace course {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

const std::filesystem::path course_toml = std::filesystem::path(COURSE_ROOT) / "course.toml";

// A complete file whose lines the tests replace; it must not change when an instructor edits course.toml.
const std::vector<std::string> good{
    "[limits]",                                                                                            // 1
    "compile_seconds = 60",                                                                                // 2
    "run_seconds = 0.5",                                                                                   // 3
    "cpu_seconds = 120",                                                                                   // 4
    "memory_mib = 3",                                                                                      // 5
    "output_kib = 5",                                                                                      // 6
    "[measure]",                                                                                           // 7
    "min_samples = 20",                                                                                    // 8
    "max_samples = 60",                                                                                    // 9
    "ci_half_width = 0.005",                                                                               // 10
    "tolerance_us = 60",                                                                                   // 11
    "tolerance_share = 0.01",                                                                              // 12
    "max_launches = 12",                                                                                   // 13
    "memory_share = 0.4",                                                                                  // 14
    "[lab3]",                                                                                              // 15
    "check_sizes = [[1, 1], [33, 31]]",                                                                    // 16
    "cuda_performance_size = [16384, 8192]",                                                               // 17
    "simt_performance_size = [512, 256]",                                                                  // 18
    "[lab3.parts.\"3.1\"]",                                                                                // 19
    "points_right = 10",                                                                                   // 20
    "points_fast = 5.5",                                                                                   // 21
    "zero_at = 0.5",                                                                                       // 22
    "full_at = 0.9",                                                                                       // 23
    "traffic_vs_minimum = 4.6",                                                                            // 24
    "[lab3.parts]",                                                                                        // 25
    "\"3.2\" = {points_right = 1, points_fast = 2, zero_at = 0.9, full_at = 0.9}",                         // 26
    "\"3.3\" = {points_right = 1, points_fast = 2, zero_at = 0.4, full_at = 0.9, conflict_share = 0}",     // 27
    "\"3.4\" = {points_right = 1, points_fast = 2, zero_at = 0.4, full_at = 0.9, partition_camping = 2}",  // 28
    "\"3.5\" = {points_right = 1, points_fast = 2, zero_at = 0.4, full_at = 0.9, baseline = \"copy\"}",    // 29
    "[traffic]",                                                                                           // 30
    "at_least = 0.8",                                                                                      // 31
};

std::string with(int line, const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < good.size(); ++i) result += (static_cast<int>(i) + 1 == line ? text : good[i]) + "\n";
  return result;
}

Rules parse(const std::string& text) { return parse_rules(text, "course.toml", {find_lab("lab3"), 1}); }

std::string error_of(const std::string& text) {
  try {
    parse(text);
  } catch (const config::Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(Rules, TheCoursesOwnFileLoads) {
  const Rules rules = load_rules(course_toml);
  for (const Lab& lab : all_labs()) {
    const auto found = rules.labs.find(lab.name);
    ASSERT_NE(found, rules.labs.end()) << lab.name;
    EXPECT_EQ(found->second.parts.size(), lab.parts.size());
  }
}

TEST(Rules, ValuesComeInTheirUnits) {
  const Rules rules = parse(with(0, ""));
  EXPECT_EQ(rules.limits.run.value, 0.5);
  EXPECT_EQ(rules.limits.memory.value, 3 * 1024 * 1024);
  EXPECT_EQ(rules.limits.output.value, 5 * 1024);
  EXPECT_DOUBLE_EQ(rules.measuring.tolerance.value, 60e-6);
  EXPECT_EQ(rules.measuring.max_launches, 12);
  const LabRules& lab = rules.labs.at("lab3");
  EXPECT_EQ(lab.cuda_performance_size, (Size{{16384, 8192, 1}}));
  EXPECT_THAT(lab.check_sizes, testing::ElementsAre(Size{{1, 1, 1}}, Size{{33, 31, 1}}));
  EXPECT_EQ(lab.parts.at("3.1").points_fast, 5.5);
}

TEST(Rules, WhatIsNotJudgedIsAbsent) {
  const LabRules lab = parse(with(0, "")).labs.at("lab3");
  EXPECT_EQ(lab.parts.at("3.1").traffic.at_most["traffic_vs_minimum"], 4.6);
  EXPECT_EQ(lab.parts.at("3.1").traffic.at_most["conflict_share"], std::nullopt);
  EXPECT_EQ(lab.parts.at("3.3").traffic.at_most["conflict_share"], 0.0);
  EXPECT_EQ(lab.parts.at("3.4").traffic.at_most["partition_camping"], 2.0);
  EXPECT_EQ(lab.parts.at("3.1").baseline, Baseline::reference);
  EXPECT_EQ(lab.parts.at("3.5").baseline, Baseline::copy);
}

TEST(Rules, SizesForAGpuAloneAreAddedWhereThereAreAny) {
  EXPECT_TRUE(parse(with(0, "")).labs.at("lab3").cuda_check_sizes.empty());
  const Rules rules =
      parse(with(24, "traffic_vs_minimum = 4.6\nlaunches = 2\ndram_vs_minimum = 1.5\ntime_vs_bound = 2"));
  EXPECT_EQ(rules.labs.at("lab3").parts.at("3.1").traffic.at_most["launches"], 2);
  EXPECT_EQ(rules.labs.at("lab3").parts.at("3.1").traffic.at_most["dram_vs_minimum"], 1.5);
  EXPECT_EQ(rules.labs.at("lab3").parts.at("3.1").traffic.at_most["time_vs_bound"], 2);
  const Rules course = load_rules(course_toml);
  EXPECT_FALSE(course.labs.at("lab4").cuda_check_sizes.empty());
  EXPECT_EQ(course.labs.at("lab5").parts.at("5.4").baseline, Baseline::bound);
}

TEST(Rules, PartsShareAMinimumOrHaveTheirOwn) {
  const auto parts = parse(with(24, "traffic_vs_minimum = 4.6\nat_least = 0.25")).labs.at("lab3").parts;
  EXPECT_EQ(parts.at("3.1").traffic.at_least, 0.25);
  EXPECT_EQ(parts.at("3.2").traffic.at_least, 0.8);
}

TEST(Rules, EveryMetricCanBeLimited) {
  for (const Metric& metric : metrics) {
    const auto text = [&](double limit) {
      return with(24, std::string(metric.key) + " = " + std::to_string(static_cast<int>(limit)));
    };
    const TrafficLimits limits = parse(text(metric.highest_limit)).labs.at("lab3").parts.at("3.1").traffic;
    EXPECT_EQ(limits.at_most[metric], metric.highest_limit);
    EXPECT_THAT(error_of(text(metric.lowest_limit - 1)), HasSubstr(std::string(metric.key) + ": is"));
  }
  EXPECT_THAT(error_of(with(24, "launches = 1.5")), HasSubstr("launches: is"));
}

TEST(Rules, CopiesAndPassesOfConstantMemoryCanBeLimited) {
  const TrafficLimits limits =
      parse(with(24, "copies = 11\nconstant_passes = 1.5")).labs.at("lab3").parts.at("3.1").traffic;
  EXPECT_EQ(limits.at_most["copies"], 11);
  EXPECT_EQ(limits.at_most["constant_passes"], 1.5);
  EXPECT_THAT(error_of(with(24, "constant_passes = 0.5")), HasSubstr("constant_passes: is 0.5; must be from 1"));
}

TEST(Rules, APartMayHaveAPerformanceSizeOfItsOwn) {
  const auto lab_with = [](const std::string& text) { return parse(with(24, text)).labs.at("lab3"); };
  const Part& first = *find_part(*find_lab("lab3"), "3.1");
  const Part& second = *find_part(*find_lab("lab3"), "3.2");
  const LabRules cuda = lab_with("cuda_performance_size = [7, 9]");
  EXPECT_EQ(cuda.cuda_size_of(first), (Size{{7, 9, 1}}));
  EXPECT_EQ(cuda.simt_size_of(first), (Size{{512, 256, 1}}));
  EXPECT_EQ(cuda.cuda_size_of(second), (Size{{16384, 8192, 1}}));
  EXPECT_EQ(lab_with("simt_performance_size = [5, 3]").simt_size_of(first), (Size{{5, 3, 1}}));
}

TEST(Rules, ZeroAtMayEqualFullAt) { EXPECT_EQ(error_of(with(22, "zero_at = 0.9")), "no error"); }

struct Mistake {
  int line;
  std::string text;
  std::string message;  // what the error must start with
};

class Mistakes : public testing::TestWithParam<Mistake> {};

TEST_P(Mistakes, AreNamedByLineAndKey) {
  EXPECT_THAT(error_of(with(GetParam().line, GetParam().text)), StartsWith("course.toml:" + GetParam().message));
}

const std::string part = "lab3.parts.\"3.1\"";

INSTANTIATE_TEST_SUITE_P(
    Values, Mistakes,
    testing::Values(
        Mistake{20, "points_right = -1", "20: " + part + ".points_right: is -1; must be from 0 to"},
        Mistake{20, "points_right = nan", "20: " + part + ".points_right: is nan; must be from 0 to"},
        Mistake{20, "points_right = \"10\"", "20: " + part + ".points_right: is a string; must be a number"},
        Mistake{22, "zero_at = 0.95", "22: " + part + ".zero_at: is 0.95; must be at most full_at, 0.9"},
        Mistake{23, "full_at = true", "23: " + part + ".full_at: is true or false; must be a number"},
        Mistake{24, "traffic_vs_minimum = 0.5", "24: " + part + ".traffic_vs_minimum: is 0.5; must be from 1"},
        Mistake{24, "cuda_performance_size = [1]",
                "24: " + part + ".cuda_performance_size: is an array of 1; a size of this lab"},
        Mistake{24, "baseline = \"best\"", "24: " + part + ".baseline: is \"best\"; must be \"reference\" or \"copy\""},
        Mistake{24, "baseline = 1", "24: " + part + ".baseline: is a whole number; must be a string"},
        Mistake{5, "memory_mib = 0", "5: limits.memory_mib: is 0; must be from 1 to"},
        Mistake{5, "memory_mib = 1.5", "5: limits.memory_mib: is a number; must be a whole number"},
        Mistake{9, "max_samples = 10", "9: measure.max_samples: is 10; must be at least min_samples, 20"},
        Mistake{13, "max_launches = 17", "13: measure.max_launches: is 17; must be from 1 to 16"},
        Mistake{14, "memory_share = 1", "14: measure.memory_share: is 1; must be from"},
        Mistake{16, "check_sizes = []", "16: lab3.check_sizes: is empty; must have at least one"},
        Mistake{16, "check_sizes = 5", "16: lab3.check_sizes: is a whole number; must be an array of sizes"},
        Mistake{16, "check_sizes = [5]",
                "16: lab3.check_sizes: is a whole number; a size of this lab is an array of 2"},
        Mistake{16, "check_sizes = [[1,\n 1], [2,\n 0]]", "18: lab3.check_sizes: every extent must be"},
        Mistake{17, "cuda_performance_size = [1]",
                "17: lab3.cuda_performance_size: is an array of 1; a size of this lab"},
        Mistake{17, "cuda_performance_size = [1, 2, 3]", "17: lab3.cuda_performance_size: is an array of 3;"},
        Mistake{17, "cuda_performance_size = [1, 2.5]", "17: lab3.cuda_performance_size: every extent must be"},
        Mistake{17, "cuda_performance_size = [1, 3000000000]", "17: lab3.cuda_performance_size: every extent"}));

INSTANTIATE_TEST_SUITE_P(
    Keys, Mistakes,
    testing::Values(
        Mistake{22, "", "19: " + part + ".zero_at: is missing"},  //
        Mistake{5, "", "1: limits.memory_mib: is missing"},       //
        Mistake{16, "", "15: lab3.check_sizes: is missing"},
        Mistake{26, "", "25: lab3.parts.\"3.2\": is missing; add the table [lab3.parts.\"3.2\"]"},
        Mistake{24, "point = 3", "24: " + part + ".point: is not known; allowed here: points_right, points_fast"},
        Mistake{6, "output_kib = 5\ncolour = 3", "7: limits.colour: is not known"},
        Mistake{29, good[28] + "\n\"3.6\" = {}", "30: lab3.parts.\"3.6\": is not known; allowed here: 3.1, 3.2"},
        Mistake{29, good[28] + "\n[lab33]", "30: lab33: is not known; allowed here: limits, measure, traffic, lab3"},
        Mistake{1, "extra = 1\n[limits]", "1: extra: is not known"}));

INSTANTIATE_TEST_SUITE_P(Syntax, Mistakes,
                         testing::Values(Mistake{8, "min_samples = ", "8: this is not TOML: "},
                                         Mistake{8, "max_samples = 3", "9: this is not TOML: "},
                                         Mistake{29, good[28] + "\nx = \"", "30: this is not TOML: "}));

TEST(Rules, AnEmptyFileLacksItsFirstTable) {
  EXPECT_EQ(error_of(""), "course.toml:1: limits: is missing; add the table [limits]");
}

TEST(Rules, AFileThatCannotBeReadIsNamed) {
  for (const std::string file : {"/nonexistent/course.toml", "/tmp"}) {
    try {
      load_rules(file);
      ADD_FAILURE() << file;
    } catch (const config::Error& error) {
      EXPECT_THAT(error.what(), HasSubstr(file + " cannot be read: "));
    }
  }
}

}  // namespace
}  // namespace course
