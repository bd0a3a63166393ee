#include "simt/findings/source_lines.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace simt {
namespace {

TEST(ProgramCounters, AreThoseOfAllRecordsWithoutZero) {
  Evidence evidence;
  evidence.traffic.emplace_back().pc = 1;
  FindingRecord& finding = evidence.findings.emplace_back();
  finding.pc = 2;
  finding.other_pc = 3;
  OperationRecord& operation = evidence.operations.emplace_back();
  operation.pc = 4;
  operation.wait_pc = 0;
  EXPECT_THAT(program_counters(evidence), testing::ElementsAre(1, 2, 3, 4));
}

TEST(LookUpLines, LinesOfAMissingLibraryAreUnknown) {
  Lines lines = look_up_lines({0x1234}, "/nonexistent/library.so", "transpose.cu");
  EXPECT_EQ(lines[0x1234], 0);
}

FindingRecord found(FindingKind kind, std::uint64_t pc, std::uint64_t other_pc = 0) {
  FindingRecord finding;
  finding.kind = kind;
  finding.space = Space::shared;
  finding.pc = pc;
  finding.other_pc = other_pc;
  return finding;
}

TEST(WithoutRepetitions, CopiesOfALineAreOneFinding) {
  const Lines lines{{1, 10}, {2, 10}, {3, 12}, {4, 12}, {5, 14}};
  const std::vector<FindingRecord> races{found(FindingKind::shared_race, 1, 3), found(FindingKind::shared_race, 4, 2),
                                         found(FindingKind::shared_race, 5, 3)};
  const std::vector<FindingRecord> left = without_repetitions(races, lines);
  ASSERT_EQ(left.size(), 2u);
  EXPECT_EQ(left[0].pc, 1u);
  EXPECT_EQ(left[0].count, 2);
  EXPECT_EQ(left[1].pc, 5u);
}

TEST(WithoutRepetitions, ARaceExplainsWhatItsLineReadsTooEarly) {
  const Lines lines{{1, 10}, {2, 12}, {3, 12}, {4, 20}};
  const std::vector<FindingRecord> left =
      without_repetitions({found(FindingKind::uninitialized_shared, 3), found(FindingKind::uninitialized_shared, 4),
                           found(FindingKind::shared_race, 1, 2)},
                          lines);
  ASSERT_EQ(left.size(), 2u);
  EXPECT_EQ(left[0].pc, 4u);
  EXPECT_EQ(left[1].kind, FindingKind::shared_race);
}

TEST(WithoutRepetitions, FindingsWithoutALineStay) {
  EXPECT_EQ(without_repetitions({found(FindingKind::leak, 0), found(FindingKind::leak, 0)}, {}).size(), 2u);
}

}  // namespace
}  // namespace simt
