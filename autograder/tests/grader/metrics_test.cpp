#include "grader/metrics.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "course/operations.hpp"

namespace grader {
namespace {

const simt::memory::Device h200;

simt::SiteTraffic site(simt::Space space, std::int64_t sectors, std::int64_t wavefronts, std::int64_t conflicts) {
  simt::SiteTraffic traffic;
  traffic.space = space;
  traffic.sectors = sectors;
  traffic.wavefronts = wavefronts;
  traffic.conflicts = conflicts;
  return traffic;
}

TEST(Summarize, AddsAllSites) {
  simt::Evidence evidence;
  evidence.traffic = {site(simt::Space::global, 100, 0, 0), site(simt::Space::global, 300, 0, 0),
                      site(simt::Space::shared, 0, 10, 5), site(simt::Space::shared, 0, 10, 0)};
  evidence.partition_camping = 3;
  evidence.busiest_block = 0.5;
  evidence.kept_by_blocks = 0.75;
  evidence.around_launches = 0.375;
  evidence.past_textures = 0.625;
  evidence.host_written = 360;
  evidence.local_bytes = 3200;
  evidence.local_wavefronts = 100;
  evidence.traffic[0].ideal_sectors = 60;
  evidence.traffic[1].ideal_sectors = 100;
  const TrafficSummary summary = summarize(evidence, units::Bytes{6400}, h200);
  EXPECT_DOUBLE_EQ(summary.values["traffic_vs_minimum"].value(), 2.0);  // 400 sectors × 32 B for 6400 B
  EXPECT_DOUBLE_EQ(summary.values["conflict_share"].value(), 0.25);
  EXPECT_DOUBLE_EQ(summary.values["partition_camping"].value(), 3);
  EXPECT_DOUBLE_EQ(summary.values["busiest_block"].value(), 0.5);
  EXPECT_DOUBLE_EQ(summary.values["kept_by_blocks"].value(), 0.75);
  EXPECT_DOUBLE_EQ(summary.values["around_launches"].value(), 0.375);
  EXPECT_DOUBLE_EQ(summary.values["past_textures"].value(), 0.625);
  EXPECT_DOUBLE_EQ(summary.values["written_by_host"].value(), 360);
  EXPECT_DOUBLE_EQ(summary.values["local_vs_minimum"].value(), 0.5);
  EXPECT_DOUBLE_EQ(summary.values["local_wavefronts"].value(), 2);  // × 128 B
  EXPECT_DOUBLE_EQ(summary.sectors_vs_ideal, 2.5);                  // 400 where 160 would do
}

TEST(Divergence, IsWhatWarpsCarryOutForWhatIsDue) {
  simt::Evidence evidence;
  evidence.issued_multiply_adds = 300;
  const auto two_kinds = course::operation<course::lab0_copy::TwoKinds>();
  EXPECT_DOUBLE_EQ(divergence(evidence, two_kinds, {{50, 3}}).value(), 2);
  evidence.issued_multiply_adds = 0;
  EXPECT_DOUBLE_EQ(divergence(evidence, two_kinds, {{50, 3}}).value(), 0) << "nothing was reported: too little";
  EXPECT_FALSE(divergence(evidence, course::operation<course::lab0_copy::Copy>(), {{50, 1}}));
}

TEST(Summarize, LevelsAreThereWhereCachesWereModelled) {
  simt::Evidence evidence;
  evidence.traffic = {site(simt::Space::global, 2, 0, 0), site(simt::Space::global, 2, 0, 0)};
  EXPECT_FALSE(summarize(evidence, units::Bytes{64}, h200).levels);
  evidence.traffic[0].levels = {.l1_read = 32, .dram_read = 32};
  evidence.traffic[1].levels = {.dram_written = 64};
  const TrafficSummary summary = summarize(evidence, units::Bytes{64}, h200);
  EXPECT_EQ(summary.levels, (simt::memory::LevelBytes{32, 0, 32, 64}));
  EXPECT_DOUBLE_EQ(summary.values["dram_vs_minimum"].value(), 1.5);
}

TEST(Summarize, AnEstimateIsOfTheBytesThatMustMove) {
  simt::Evidence evidence;
  EXPECT_FALSE(summarize(evidence, units::Bytes{2000}, h200).estimate);
  evidence.estimated_seconds = 1e-6;
  EXPECT_DOUBLE_EQ(summarize(evidence, units::Bytes{2000}, h200).estimate->gbps.value, 2);
  // It comes from a process that may send anything.
  for (const double nonsense : {-1.0, std::numeric_limits<double>::quiet_NaN()}) {
    evidence.estimated_seconds = nonsense;
    EXPECT_FALSE(summarize(evidence, units::Bytes{2000}, h200).estimate);
  }
}

TEST(Summarize, PassesOfConstantMemoryAreNoConflicts) {
  simt::Evidence evidence;
  evidence.traffic = {site(simt::Space::constant, 0, 64, 60), site(simt::Space::shared, 0, 10, 0)};
  evidence.traffic[0].requests = 4;
  const TrafficSummary summary = summarize(evidence, units::Bytes{64}, h200);
  EXPECT_DOUBLE_EQ(summary.values["constant_wavefronts"].value(), 16);
  EXPECT_DOUBLE_EQ(summary.values["conflict_share"].value(), 0);
  EXPECT_DOUBLE_EQ(summary.values["traffic_vs_minimum"].value(), 0);
  EXPECT_FALSE(summarize({}, units::Bytes{64}, h200).values["constant_wavefronts"]);
}

TEST(Summarize, LoadsOfOneConstantDoNotHideThoseOfMany) {
  simt::Evidence evidence;
  evidence.traffic = {site(simt::Space::constant, 0, 1000, 0), site(simt::Space::constant, 0, 320, 310)};
  evidence.traffic[0].requests = 1000;
  evidence.traffic[1].requests = 10;
  evidence.traffic[1].narrow_wavefronts = 320;
  evidence.traffic[1].narrow_lanes = 320;
  EXPECT_DOUBLE_EQ(summarize(evidence, units::Bytes{128}, h200).values["constant_wavefronts"].value(), 32);
  // Beside what the part must move they are few.
  EXPECT_DOUBLE_EQ(summarize(evidence, units::Bytes{128 * 310}, h200).values["constant_wavefronts"].value(),
                   1320.0 / 1010);
}

// Four lanes at a time never take more than four wavefronts, and all lanes together take eight times as many.
TEST(Summarize, LoadsOfConstantsByFewLanesCountAsOfAllLanes) {
  simt::Evidence evidence;
  evidence.traffic = {site(simt::Space::constant, 0, 320, 240)};
  evidence.traffic[0].requests = 80;
  evidence.traffic[0].narrow_wavefronts = 320;
  evidence.traffic[0].narrow_lanes = 320;
  EXPECT_DOUBLE_EQ(summarize(evidence, units::Bytes{128}, h200).values["constant_wavefronts"].value(), 32);
}

TEST(Summarize, AtomicUpdatesMoveSectorsAndAreNoBankConflicts) {
  simt::Evidence evidence;
  evidence.traffic = {site(simt::Space::shared, 0, 10, 5), site(simt::Space::shared, 0, 32, 31),
                      site(simt::Space::global, 4, 0, 0)};
  for (auto& traffic : evidence.traffic) traffic.requests = 3;
  EXPECT_FALSE(summarize(evidence, units::Bytes{64}, h200).values["atomic_requests"]);
  evidence.traffic[1].access = evidence.traffic[2].access = simt::Access::atomic;
  const TrafficSummary summary = summarize(evidence, units::Bytes{64}, h200);
  EXPECT_DOUBLE_EQ(summary.values["atomic_requests"].value(), 6);
  EXPECT_DOUBLE_EQ(summary.values["conflict_share"].value(), 0.5);
  EXPECT_DOUBLE_EQ(summary.values["traffic_vs_minimum"].value(), 2);
}

// A lane that moves one character of four makes four requests of one.
TEST(Summarize, RequestsAreComparedWithThoseOfWholeWords) {
  simt::Evidence evidence;
  evidence.traffic = {site(simt::Space::global, 8, 0, 0), site(simt::Space::shared, 0, 10, 0)};
  for (auto& traffic : evidence.traffic) traffic.requests = 8;
  EXPECT_DOUBLE_EQ(summarize(evidence, units::Bytes{256}, h200).values["requests_vs_minimum"].value(), 4);
}

// Lanes that update one word take its sector one after the other.
TEST(Summarize, UpdatesOfGlobalMemoryAreComparedWithTheBytesThatMustMove) {
  simt::Evidence evidence;
  evidence.traffic = {site(simt::Space::global, 8, 0, 0)};
  EXPECT_FALSE(summarize(evidence, units::Bytes{256}, h200).values["updates_vs_minimum"]);
  evidence.traffic[0].update_sectors = 32;
  EXPECT_DOUBLE_EQ(summarize(evidence, units::Bytes{256}, h200).values["updates_vs_minimum"].value(), 4);
}

TEST(Summarize, WaitsOfTheHostAreCounted) {
  simt::Evidence evidence;
  evidence.host_waits = 3;
  EXPECT_DOUBLE_EQ(summarize(evidence, units::Bytes{256}, h200).values["waits"].value(), 3);
}

// Accesses that nothing needs, or one lane at a time, make the share of conflicts small, and cost wavefronts all the
// same.
TEST(Summarize, WavefrontsOfSharedMemoryAreComparedWithTheBytesThatMustMove) {
  simt::Evidence evidence;
  EXPECT_FALSE(summarize(evidence, units::Bytes{1280}, h200).values["shared_wavefronts"]);
  evidence.traffic = {site(simt::Space::shared, 0, 10, 5), site(simt::Space::shared, 0, 32, 31)};
  evidence.traffic[1].access = simt::Access::atomic;
  EXPECT_DOUBLE_EQ(summarize(evidence, units::Bytes{1280}, h200).values["shared_wavefronts"].value(), 3.7);
}

TEST(Summarize, WhatKernelsMoveToAndFromTheHostCountsAsDram) {
  simt::Evidence evidence;
  evidence.traffic = {site(simt::Space::global, 2, 0, 0)};
  evidence.traffic[0].host_sectors = 1;
  evidence.traffic[0].levels = {.dram_read = 32};
  EXPECT_DOUBLE_EQ(summarize(evidence, units::Bytes{64}, h200).values["dram_vs_minimum"].value(), 1);
}

TEST(Summarize, CopiesAndFillsAreCountedApartFromLaunches) {
  using Kind = simt::OperationKind;
  simt::Evidence evidence;
  for (const Kind kind : {Kind::kernel, Kind::copy_to_device, Kind::copy_to_host, Kind::copy_on_device, Kind::fill,
                          Kind::host_function}) {
    evidence.operations.emplace_back().kind = kind;
  }
  EXPECT_EQ(summarize(evidence, units::Bytes{64}, h200).values["copies"], 4);
  EXPECT_EQ(summarize(evidence, units::Bytes{64}, h200).values["launches"], 1);
}

TEST(Summarize, WithoutSharedMemoryThereIsNoShareOfConflicts) {
  EXPECT_FALSE(summarize({}, units::Bytes{64}, h200).values["conflict_share"]);
}

TEST(Summarize, WorkThatIsLeftToTheHostMovesTooLittleOfDram) {
  EXPECT_EQ(summarize({}, units::Bytes{64}, h200).values["dram_vs_minimum"], 0.0);
}

TEST(Summarize, BytesAreThoseOfTheDevicesSectors) {
  simt::Evidence evidence;
  evidence.traffic = {site(simt::Space::global, 2, 0, 0)};
  simt::memory::Device wide = h200;
  wide.sector_bytes = 64;
  EXPECT_EQ(summarize(evidence, units::Bytes{64}, wide).values["traffic_vs_minimum"], 2.0);
}

TrafficSummary counted_summary() {
  return {.values = {{"partition_camping", 3.0},
                     {"time_vs_bound", 3.0},
                     {"launches", 3.0},
                     {"busiest_block", 0.5},
                     {"kept_by_blocks", 0.5}}};
}

TEST(RelevantMetrics, SharesOfBlocksAreOfUseOnlyInAPartThatLimitsThem) {
  course::LabRules lab;
  for (const char* const key : {"busiest_block", "kept_by_blocks"}) {
    course::PartRules limited;
    for (const course::Metric& metric : course::metrics) {
      if (metric.key == key) limited.traffic.at_most[metric] = 0.5;
    }
    const TrafficSummary summary = with_relevant_metrics(counted_summary(), lab, limited, h200);
    for (const course::Metric& metric : course::metrics) {
      if (metric.key == "busiest_block" || metric.key == "kept_by_blocks") {
        EXPECT_EQ(summary.values[metric].has_value(), metric.key == key) << metric.key;
      }
    }
  }
}

// A stage in several launches hands over less from launch to launch: that there are too many says enough.
TEST(RelevantMetrics, WhatLaunchesHandOverIsOfUseWhereThereAreNotTooMany) {
  course::LabRules lab;
  course::PartRules limited;
  limited.traffic.at_most["around_launches"] = 0.25;
  TrafficSummary summary = counted_summary();
  summary.values["around_launches"] = 0.5;
  EXPECT_TRUE(with_relevant_metrics(summary, lab, limited, h200).values["around_launches"]);
  limited.traffic.at_most["launches"] = 2;
  EXPECT_FALSE(with_relevant_metrics(summary, lab, limited, h200).values["around_launches"]);
  EXPECT_FALSE(with_relevant_metrics(summary, lab, lab.parts["4.1"], h200).values["around_launches"]);
}

TEST(RelevantMetrics, CampingOfHashedPartitionsIsOfUseOnlyInALabThatLimitsIt) {
  simt::memory::Device hashed, interleaved;
  hashed.has_hashed_partitions = true;
  interleaved.has_hashed_partitions = false;
  course::LabRules lab;
  const course::PartRules& part = lab.parts["3.1"];
  EXPECT_FALSE(with_relevant_metrics(counted_summary(), lab, part, hashed).values["partition_camping"]);
  EXPECT_TRUE(with_relevant_metrics(counted_summary(), lab, part, interleaved).values["partition_camping"]);
  lab.parts["3.4"].traffic.at_most["partition_camping"] = 2;
  EXPECT_TRUE(with_relevant_metrics(counted_summary(), lab, part, hashed).values["partition_camping"])
      << "another part of the lab limits it";
}

TEST(RelevantMetrics, VirtualTimeIsOfUseOnlyInAPartThatLimitsIt) {
  course::LabRules lab;
  lab.parts["7.1"].traffic.at_most["time_vs_bound"] = 2;
  const course::PartRules& other = lab.parts["7.2"];
  EXPECT_FALSE(with_relevant_metrics(counted_summary(), lab, other, h200).values["time_vs_bound"]);
  EXPECT_TRUE(with_relevant_metrics(counted_summary(), lab, other, h200).values["launches"]);
  EXPECT_TRUE(with_relevant_metrics(counted_summary(), lab, lab.parts["7.1"], h200).values["time_vs_bound"]);
}

}  // namespace
}  // namespace grader
