// From a driver's output to a data file: nothing gets lost, nothing is read that is not there.
#include "experiments/outcome.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "experiments/results.hpp"

namespace experiments {
namespace {

using experiment::Claim;
using experiment::Experiment;
using experiment::Holds;
using experiment::Results;
using testing::HasSubstr;

std::string driver_output() {
  Results results;
  results.all.push_back({"copy \"4 GiB\"\n", "back\\slash", 2.5, 8'589'934'592, 3, {0.002, 0.0021}, {}});
  results.all.push_back({"", "counted", 0, 8, 1, {}, {1, 2, 3, 4, 5, 6}});
  Experiment described;
  described.axis = "offset, floats";
  described.notes = {"a note"};
  described.judge = [](const Results&) {
    return std::vector<Claim>{{"S2.9", "x", "y", Holds::partly}, {"S2.9", "x", "y", Holds::unknown}};
  };
  return to_json(described, results, "13.0");
}

TEST(Outcome, HasWhatTheDriverWrote) {
  Outcome outcome;
  outcome.provenance.device.toolkit = "12.0, installed since";
  read_driver_output(driver_output(), outcome);
  ASSERT_EQ(outcome.cases.size(), 2U);
  EXPECT_EQ(outcome.cases[0].group, "copy \"4 GiB\"\n");
  EXPECT_EQ(outcome.cases[0].label, "back\\slash");
  EXPECT_EQ(outcome.cases[0].bytes, 8'589'934'592);
  EXPECT_EQ(outcome.cases[0].x, 2.5);
  EXPECT_EQ(outcome.cases[0].launches, 3);
  EXPECT_EQ(outcome.cases[0].seconds, (std::vector{0.002, 0.0021}));
  EXPECT_EQ(outcome.cases[1].counts.load_sectors, 2);
  EXPECT_EQ(outcome.cases[1].counts.conflicts, 6);
  ASSERT_EQ(outcome.claims.size(), 2U);
  EXPECT_EQ(outcome.claims[0].holds, Holds::partly);
  EXPECT_EQ(outcome.claims[1].holds, Holds::unknown);
  EXPECT_EQ(outcome.axis, "offset, floats");
  EXPECT_THAT(outcome.notes, testing::ElementsAre("a note"));
  EXPECT_EQ(outcome.provenance.device.toolkit, "13.0");
}

TEST(Outcome, DataFileHasProvenanceAndEverySample) {
  Outcome outcome;
  outcome.name = "S2.9";
  outcome.backend = "cuda";
  outcome.provenance = {{"NVIDIA H200", "9.0", "13.0", "13.0", {}}, "580.1", "2026-11-21", "abc", "./grade it"};
  read_driver_output(driver_output(), outcome);
  const std::string text = data_file(outcome);
  EXPECT_TRUE(text.ends_with("}\n"));
  const auto json = nlohmann::json::parse(text);
  EXPECT_EQ(json["device"]["name"], "NVIDIA H200");
  EXPECT_EQ(json["device"]["driver_release"], "580.1");
  EXPECT_EQ(json["date"], "2026-11-21");
  EXPECT_EQ(json["commit"], "abc");
  EXPECT_EQ(json["command"], "./grade it");
  EXPECT_EQ(json["cases"][0]["seconds"], nlohmann::json({0.002, 0.0021}));
  EXPECT_NEAR(json["cases"][0]["gbps"], 8.589934592 / 0.00205, 1e-6);
  EXPECT_EQ(json["cases"][1]["counts"]["store_requests"], 3);
  EXPECT_FALSE(json["cases"][1].contains("gbps"));
  EXPECT_EQ(json["claims"][0]["holds"], "partly");
}

TEST(Outcome, StepsAreToldInMicroseconds) {
  Results results;
  results.all.push_back({"", "barriers", 132, 800, 1, {2e-3, 2e-3, 2e-3}, {}, 1000});
  Experiment described;
  described.judge = [](const Results&) { return std::vector<Claim>{}; };
  Outcome outcome;
  outcome.backend = "cuda";
  read_driver_output(to_json(described, results, ""), outcome);
  ASSERT_EQ(outcome.cases.size(), 1U);
  EXPECT_EQ(outcome.cases[0].steps, 1000);
  EXPECT_DOUBLE_EQ(outcome.cases[0].microseconds_a_step(), 2);
  const auto json = nlohmann::json::parse(data_file(outcome));
  EXPECT_EQ(json["cases"][0]["steps"], 1000);
  EXPECT_DOUBLE_EQ(json["cases"][0]["us_a_step"], 2);
}

TEST(Outcome, DataFilesCanBeReadBack) {
  Outcome outcome;
  outcome.name = "S2.9";
  outcome.title = "a title: with a colon";
  outcome.backend = "cuda";
  outcome.provenance = {{"NVIDIA H200", "9.0", "13.0", "13.0", {}}, "580.1", "2026-11-21", "abc", "./grade it"};
  read_driver_output(driver_output(), outcome);
  const std::string text = data_file(outcome);
  EXPECT_FALSE(nlohmann::json::parse(text).contains("judged_commit"));
  Outcome back = read_data_file(text);
  EXPECT_TRUE(back.is_timed);
  EXPECT_EQ(back.title, outcome.title);
  EXPECT_EQ(data_file(back), text);
  back.provenance.judged_commit = "def";
  EXPECT_EQ(nlohmann::json::parse(data_file(back))["judged_commit"], "def");
  EXPECT_EQ(read_data_file(data_file(back)).provenance.judged_commit, "def");
  EXPECT_THROW(read_data_file("{}"), std::runtime_error);
}

TEST(Outcome, WhatIsNoResultIsRefused) {
  Outcome outcome;
  EXPECT_THROW(read_driver_output("", outcome), std::runtime_error);
  EXPECT_THROW(read_driver_output("{\"axis\": 3}", outcome), std::runtime_error);
  std::string other = driver_output();
  other.replace(other.find("partly"), 6, "mostly");
  EXPECT_THROW(read_driver_output(other, outcome), std::runtime_error);
}

}  // namespace
}  // namespace experiments
