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

}  // namespace
}  // namespace simt
