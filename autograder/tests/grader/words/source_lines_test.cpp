#include "grader/words/source_lines.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace grader {
namespace {

simt::SiteTraffic site(simt::Space space, std::int64_t sectors, std::int64_t wavefronts, std::int64_t conflicts) {
  simt::SiteTraffic traffic;
  traffic.space = space;
  traffic.sectors = sectors;
  traffic.wavefronts = wavefronts;
  traffic.conflicts = conflicts;
  return traffic;
}

TEST(Locate, WithoutDebugInformationLinesAreUnknownButNothingIsLost) {
  simt::Evidence evidence;
  evidence.traffic = {site(simt::Space::global, 4, 0, 0)};
  evidence.traffic.front().pc = 0x1234;
  simt::FindingRecord finding;
  finding.kind = simt::FindingKind::out_of_bounds;
  finding.pc = 0x1234;
  finding.distance = 4;
  evidence.findings = {finding};
  const LocatedEvidence located = locate(evidence, "/nonexistent/library.so", "transpose.cu");
  ASSERT_EQ(located.traffic.size(), 1U);
  EXPECT_EQ(located.traffic.front().line, 0);
  ASSERT_EQ(located.findings.size(), 1U);
  EXPECT_EQ(located.findings.front().name, "out-of-bounds");
}

TEST(Locate, AFindingThatLacksDynamicSharedMemorySaysSo) {
  simt::Evidence evidence;
  evidence.findings.resize(2);
  evidence.findings[0].memory = evidence.findings[1].memory = simt::Memory::dynamic_shared;
  evidence.findings[1].segment_bytes = 64;
  const LocatedEvidence located = locate(evidence, "/nonexistent/library.so", "transpose.cu");
  EXPECT_TRUE(located.findings[0].lacks_dynamic_shared);
  EXPECT_FALSE(located.findings[1].lacks_dynamic_shared);
}

TEST(Locate, AFindingSaysWhatMemoryItIsAboutAndWhetherOneCallSharesItsPlace) {
  simt::Evidence evidence;
  evidence.findings.resize(2);
  simt::FindingRecord& race = evidence.findings[0];
  race.kind = simt::FindingKind::stream_race;
  race.access = simt::Access::store;
  race.pc = race.other_pc = 8;
  race.memory = simt::Memory::segment;
  std::string("cudaMemcpyAsync").copy(race.kernel, sizeof race.kernel - 1);
  evidence.findings[1] = race;
  evidence.findings[1].other_pc = 12;
  evidence.findings[1].detail = simt::Detail::other_place;
  const LocatedEvidence located = locate(evidence, "/nonexistent/library.so", "streams.cu");
  ASSERT_EQ(located.findings.size(), 2U);
  EXPECT_EQ(located.findings[0].memory, simt::Memory::segment);
  EXPECT_TRUE(located.findings[0].shares_place);
  EXPECT_FALSE(located.findings[1].shares_place);
  EXPECT_EQ(located.findings[1].detail, simt::Detail::other_place);
}

TEST(Locate, TheCostliestInstructionOfALineIsKept) {
  simt::Evidence evidence;
  evidence.traffic = {site(simt::Space::global, 4, 0, 0), site(simt::Space::global, 32, 0, 0),
                      site(simt::Space::global, 8, 0, 0)};
  for (auto& traffic : evidence.traffic) {
    traffic.bytes = 4;
    traffic.worst = static_cast<std::int32_t>(traffic.sectors);
    traffic.worst_lanes = 1;
    traffic.transactions = 3;
    traffic.transaction_bytes = 96;
    traffic.levels.l2_read = 32;
    traffic.worst_address[0] = static_cast<std::uint64_t>(1000 * traffic.sectors);
  }
  const LocatedEvidence located = locate(evidence, "/nonexistent/library.so", "transpose.cu");
  ASSERT_EQ(located.traffic.size(), 1U);
  EXPECT_EQ(located.traffic[0].transactions, 9);
  EXPECT_EQ(located.traffic[0].transaction_bytes, 288);
  EXPECT_EQ(located.traffic[0].levels.l2_read, 96);
  EXPECT_EQ(located.traffic[0].costliest.cost, 32);
  EXPECT_EQ(located.traffic[0].costliest.bytes, 4);
  EXPECT_EQ(located.traffic[0].costliest.lanes, 1U);
  EXPECT_EQ(located.traffic[0].costliest.address[0], 32000U);
}

TEST(Locate, RequestsThatNoHardwareCouldMakeAreDropped) {
  simt::SiteTraffic possible = site(simt::Space::global, 4, 0, 0);
  possible.bytes = 4;
  possible.worst = 4;
  possible.worst_lanes = 2;
  std::vector<simt::SiteTraffic> impossible(4, possible);
  impossible[0].bytes = 5;
  impossible[1].bytes = 128;
  impossible[2].worst_lanes = 0;
  impossible[3].worst_address[1] = ~std::uint64_t{0};
  for (const auto& traffic : impossible) {
    EXPECT_EQ(locate({{traffic}, {}, 0}, "/nonexistent", "transpose.cu").traffic.front().costliest.cost, 0);
  }
  possible.worst_address[0] = ~std::uint64_t{0};  // of a lane that took no part: anything
  EXPECT_EQ(locate({{possible}, {}, 0}, "/nonexistent", "transpose.cu").traffic.front().costliest.cost, 4);
}

}  // namespace
}  // namespace grader
