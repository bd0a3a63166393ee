#include "simt/findings/source_lines.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

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

FindingRecord constant(std::uint64_t pc, std::int64_t value, const char* array = "shared table") {
  FindingRecord store = found(FindingKind::shared_race, pc, pc);
  store.access = Access::store;
  store.other_stores = true;
  store.detail = Detail::same_value;
  store.numbers[0] = value;
  std::strcpy(store.name, array);
  return store;
}

// Two rounds of a loop that was unrolled, each with a store of its own.
TEST(WithoutRepetitions, RoundsThatStoreDifferentConstantsAreNoRemark) {
  const Lines lines{{1, 10}, {2, 10}};
  const std::vector<FindingRecord> differ = without_repetitions({constant(1, 3), constant(2, 6)}, lines);
  ASSERT_EQ(differ.size(), 1u);
  EXPECT_EQ(differ[0].detail, Detail::none);
  EXPECT_EQ(differ[0].count, 2);
  const std::vector<FindingRecord> equal = without_repetitions({constant(1, 3), constant(2, 3)}, lines);
  ASSERT_EQ(equal.size(), 1u);
  EXPECT_EQ(equal[0].detail, Detail::same_value);
}

TEST(WithoutRepetitions, ConstantsOfTwoArraysOrTwoLinesStayRemarks) {
  const std::vector<FindingRecord> stores{constant(1, 3), constant(2, 6, "shared other"), constant(3, 9)};
  for (const FindingRecord& left : without_repetitions(stores, {{1, 10}, {2, 10}, {3, 11}})) {
    EXPECT_EQ(left.detail, Detail::same_value);
  }
}

TEST(WithoutRepetitions, FindingsWithoutALineStay) {
  EXPECT_EQ(without_repetitions({found(FindingKind::leak, 0), found(FindingKind::leak, 0)}, {}).size(), 2u);
}

}  // namespace
}  // namespace simt
