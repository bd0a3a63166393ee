// Schema 1 as programs read it: names, types, null where there is nothing.
#include "report/json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/report/samples.hpp"

namespace report {
namespace {

using Json = nlohmann::json;

Json parsed(const grader::GradeResult& result) { return Json::parse(json_report(result)); }

std::set<std::string> keys(const Json& object) {
  std::set<std::string> result;
  for (const auto& [key, value] : object.items()) result.insert(key);
  return result;
}

TEST(Json, SaysWhichWallsStoodAndHoldsNothingThatCommandsATerminal) {
  grader::GradeResult result = samples::measured();
  result.walls = {{"files", true, "bubblewrap"}, {"memory", false, "no control group"}};
  result.parts[0].reasons = {{"\x1b[2Jgone", ""}};
  const Json json = parsed(result);
  EXPECT_EQ(json["walls"][0], Json({{"name", "files"}, {"stands", true}, {"how", "bubblewrap"}}));
  EXPECT_EQ(json["walls"][1]["stands"], false);
  EXPECT_EQ(json["parts"][0]["reasons"][0]["text"], "\uFFFD[2Jgone");
}

TEST(Json, HasExactlyTheFieldsOfSchemaOne) {
  const Json json = parsed(samples::measured());
  EXPECT_EQ(json["schema"], 2);
  EXPECT_EQ(keys(json), (std::set<std::string>{"schema", "submission", "lab", "lab_title", "backend", "device",
                                               "started", "seconds", "phases", "seed", "score", "max_score", "parts",
                                               "notes", "compiler_output", "walls", "schedule", "rules"}));
  EXPECT_EQ(keys(json["device"]), (std::set<std::string>{"name", "sm", "driver", "toolkit", "copy_gbps"}));
  EXPECT_EQ(keys(json["parts"][0]),
            (std::set<std::string>{"id", "title", "verdict", "points", "max_points", "points_elsewhere", "points_by",
                                   "reasons", "correctness", "performance", "predicted_performance", "traffic",
                                   "traffic_summary", "findings", "timeline"}));
  EXPECT_EQ(
      keys(json["parts"][0]["performance"]),
      (std::set<std::string>{"gbps", "ci95", "reference_gbps", "bound_gbps", "min_gbps", "device_min_gbps",
                             "copy_fraction", "samples", "launches", "size", "reference_drift", "excess_us", "delay_us",
                             "late_us", "capped", "ended_early", "outside_clock", "step", "microseconds_per_step"}));
  EXPECT_EQ(keys(parsed(samples::emulated())["parts"][0]["traffic"][0]),
            (std::set<std::string>{"line", "space", "op", "requests", "sectors", "ideal_sectors", "wavefronts",
                                   "conflicts", "transactions", "transaction_bytes", "levels"}));
}

TEST(Json, PredictedSpeedsAreNeverWhereMeasuredOnesAre) {
  grader::GradeResult result = samples::emulated();
  result.parts[0].points_by = grader::PointsBy::prediction;
  result.parts[0].predicted = grader::PredictedPerformance{{1900}, {2000}, {1800}, {4272}, "h200"};
  const Json part = parsed(result)["parts"][0];
  EXPECT_EQ(part["points_by"], "prediction");
  EXPECT_EQ(part["performance"], nullptr);
  EXPECT_EQ(
      part["predicted_performance"],
      Json({{"device", "h200"}, {"gbps", 1900}, {"reference_gbps", 2000}, {"min_gbps", 1800}, {"copy_gbps", 4272}}));
  EXPECT_EQ(parsed(samples::measured())["parts"][0]["predicted_performance"], nullptr);
}

TEST(Json, AtomicUpdatesAreAnOperationOfTheirOwn) {
  grader::GradeResult result = samples::emulated();
  result.parts[0].traffic[0].op = grader::Access::atomic;
  result.parts[0].traffic_summary->values["atomic_requests"] = 7;
  const Json part = parsed(result)["parts"][0];
  EXPECT_EQ(part["traffic"][0]["op"], "atomic");
  EXPECT_EQ(part["traffic_summary"]["atomic_requests"], 7);
}

TEST(Json, ValuesAreThoseOfTheResult) {
  const Json json = parsed(samples::measured());
  EXPECT_EQ(json["lab"], "lab3");
  EXPECT_EQ(json["backend"], "cuda");
  EXPECT_EQ(json["device"]["copy_gbps"], 4244.0);
  EXPECT_EQ(json["seconds"], 3.5);
  EXPECT_EQ(json["seed"], "18446744073709551615");  // no JSON number holds all of 64 bits
  EXPECT_EQ(json["parts"][1]["points"], 16.69);     // exact: rounding is for people
  EXPECT_EQ(json["parts"][1]["performance"]["reference_gbps"], 1647.0);
  EXPECT_EQ(json["parts"][1]["performance"]["size"], Json({16384, 16384}));
  EXPECT_EQ(json["parts"][1]["reasons"][0]["read_on"], "labs/lab3_transpose/README.md, part 3.2");
  EXPECT_EQ(json["parts"][2]["correctness"]["sizes"], Json({{1, 1}, {33, 31}}));
  grader::GradeResult longer = samples::measured();
  longer.parts[2].extents.emplace_back("shift");
  EXPECT_EQ(parsed(longer)["parts"][2]["correctness"]["sizes"], Json({{1, 1, 1}, {33, 31, 1}}));
  const Json mismatch = json["parts"][2]["correctness"]["first_mismatch"];
  EXPECT_EQ(mismatch, Json({{"size", {33, 31}},
                            {"output", "the output"},
                            {"element", "element"},
                            {"index", 1},
                            {"expected", 0.25},
                            {"actual", 0.5},
                            {"never_written", false}}));
  EXPECT_EQ(json["parts"][2]["findings"][0]["line"], 23);
  const Json traffic = parsed(samples::emulated())["parts"][0]["traffic"][0];
  EXPECT_EQ(traffic["space"], "global");
  EXPECT_EQ(traffic["op"], "load");
  EXPECT_EQ(traffic["sectors"], 32768);
}

TEST(Json, SpeedToldInStepsSaysWhichAndHowLongOneTakes) {
  grader::GradeResult result = samples::measured();
  EXPECT_TRUE(parsed(result)["parts"][0]["performance"]["step"].is_null());
  EXPECT_TRUE(parsed(result)["parts"][0]["performance"]["microseconds_per_step"].is_null());
  EXPECT_TRUE(parsed(result)["parts"][0]["performance"]["bound_gbps"].is_null());
  grader::Performance& performance = *result.parts[0].performance;
  performance.gbps = {4};
  performance.bound = {8};
  performance.step = "barrier";
  performance.step_bytes = 8000;  // at 4 GB/s
  const Json json = parsed(result)["parts"][0]["performance"];
  EXPECT_EQ(json["step"], "barrier");
  EXPECT_DOUBLE_EQ(json["microseconds_per_step"], 2.0);
  EXPECT_EQ(json["bound_gbps"], 8.0);
}

TEST(Json, LevelsAndTheModelsSpeedAreThereWhereKnown) {
  grader::GradeResult result = samples::emulated();
  const Json unknown = parsed(result)["parts"][0]["traffic_summary"];
  EXPECT_EQ(keys(unknown), (std::set<std::string>{"traffic_vs_minimum",
                                                  "conflict_share",
                                                  "partition_camping",
                                                  "levels",
                                                  "launches",
                                                  "copies",
                                                  "constant_wavefronts",
                                                  "time_vs_bound",
                                                  "dram_vs_minimum",
                                                  "estimate",
                                                  "atomic_requests",
                                                  "shared_wavefronts",
                                                  "busiest_block",
                                                  "kept_by_blocks",
                                                  "local_vs_minimum",
                                                  "local_wavefronts",
                                                  "requests_vs_minimum",
                                                  "updates_vs_minimum",
                                                  "waits",
                                                  "divergence",
                                                  "around_launches",
                                                  "past_textures",
                                                  "written_by_host"}));
  for (const char* key : {"levels", "dram_vs_minimum", "estimate", "time_vs_bound"}) {
    EXPECT_TRUE(unknown[key].is_null()) << key;
  }
  auto& part = result.parts[0];
  part.traffic_summary->levels = {1, 2, 3, 4};
  part.traffic_summary->values["dram_vs_minimum"] = 1.5;
  part.traffic_summary->estimate = grader::EstimatedSpeed{{0.5}, {2}};
  part.traffic[0].levels = {5, 6, 7, 8};
  const Json known = parsed(result)["parts"][0];
  EXPECT_EQ(known["traffic_summary"]["levels"],
            Json({{"l1_read_bytes", 1}, {"l2_read_bytes", 2}, {"dram_read_bytes", 3}, {"dram_written_bytes", 4}}));
  EXPECT_EQ(known["traffic_summary"]["dram_vs_minimum"], 1.5);
  EXPECT_EQ(known["traffic_summary"]["estimate"], Json({{"seconds", 0.5}, {"gbps", 2.0}}));
  EXPECT_EQ(known["traffic"][0]["levels"]["dram_read_bytes"], 7);
}

TEST(Json, TheTimelineIsInMicroseconds) {
  grader::GradeResult result = samples::emulated();
  grader::TimelineOperation operation{
      grader::OperationKind::copy_to_device, 2, "cudaMemcpyAsync", 12, 4096, true, 1e-6, 3e-6};
  operation.wait = grader::Wait::default_stream;
  operation.wait_line = 11;
  result.parts[0].timeline = {operation};
  const Json parts = parsed(result)["parts"];
  EXPECT_EQ(parts[1]["timeline"], Json::array());
  Json entry = parts[0]["timeline"][0];
  EXPECT_DOUBLE_EQ(entry["start_us"].get<double>(), 1);
  EXPECT_DOUBLE_EQ(entry["end_us"].get<double>(), 3);
  entry.erase("start_us");
  entry.erase("end_us");
  EXPECT_EQ(entry, Json({{"stream", 2},
                         {"kind", "copy_to_device"},
                         {"label", "cudaMemcpyAsync"},
                         {"line", 12},
                         {"bytes", 4096},
                         {"pageable", true},
                         {"waited_for", "default_stream"},
                         {"waited_for_line", 11}}));
}

TEST(Json, VerdictsAreWordsForPrograms) {
  const Json parts = parsed(samples::measured())["parts"];
  const char* expected[] = {"passed", "partial", "failed", "could_not_be_graded", "not_attempted"};
  for (int i = 0; i < 5; ++i) EXPECT_EQ(parts[i]["verdict"], expected[i]);
}

TEST(Json, APartThatADeviceLacksHasAVerdictOfItsOwn) {
  grader::GradeResult result = samples::measured();
  result.parts[0].verdict = grader::Verdict::not_on_this_device;
  EXPECT_EQ(parsed(result)["parts"][0]["verdict"], "not_on_this_device");
}

TEST(Json, WhatIsAbsentIsNull) {
  const Json json = parsed(samples::emulated());
  for (const char* key : {"sm", "driver", "copy_gbps"}) EXPECT_TRUE(json["device"][key].is_null()) << key;
  EXPECT_TRUE(json["compiler_output"].is_null());
  EXPECT_TRUE(json["parts"][0]["performance"].is_null());
  EXPECT_TRUE(json["parts"][0]["correctness"]["first_mismatch"].is_null());
  EXPECT_TRUE(parsed(samples::measured())["parts"][0]["traffic_summary"].is_null());
  EXPECT_TRUE(parsed(samples::measured())["parts"][0]["traffic"].is_array());
}

TEST(Json, NumbersThatAreNotFiniteAreNull) {
  grader::GradeResult result = samples::measured();
  result.parts[0].performance->ci95 = std::numeric_limits<double>::quiet_NaN();
  result.parts[2].correctness.first_mismatch->actual = std::numeric_limits<double>::infinity();
  const Json json = parsed(result);
  EXPECT_TRUE(json["parts"][0]["performance"]["ci95"].is_null());
  EXPECT_TRUE(json["parts"][2]["correctness"]["first_mismatch"]["actual"].is_null());
}

TEST(Json, AnyBytesOfAStudentGiveValidJson) {
  grader::GradeResult result = samples::measured();
  result.compiler_output = std::string("\xff\xfe \"quoted\" \n\x01\0 end", 19);
  result.parts[0].reasons = {{"\xc3", ""}};
  const Json json = parsed(result);
  EXPECT_EQ(json["parts"][0]["reasons"][0]["text"], "\uFFFD");
  EXPECT_TRUE(json["parts"][0]["reasons"][0]["read_on"].is_null());
}

}  // namespace
}  // namespace report
