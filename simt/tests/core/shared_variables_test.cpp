// Static shared variables: an access past the end of one is found, and does not reach the next. The gap between two
// variables takes no shared memory.
#include <gtest/gtest.h>

#include "student_library.hpp"

namespace simt::test {
namespace {

using Entry = void(int*, int);

class SharedVariables : public testing::Test {
 protected:
  /// Runs `entry`, whose kernel adds `offset` to the index of one access.
  Evidence run_on(const char* entry, int offset, const RunOptions& options = everything) {
    out = Buffer<int>(64, 0);
    return run<Entry>(library(), {out.lend("output 0")}, options, entry, out.data(), offset);
  }

  void expect_outside(const char* entry, int offset, const std::string& object, int distance) {
    SCOPED_TRACE(testing::Message() << entry << " " << offset);
    const Evidence evidence = run_on(entry, offset);
    ASSERT_EQ(evidence.findings.size(), 1U);
    const FindingRecord& finding = evidence.findings[0];
    EXPECT_EQ(finding.kind, FindingKind::out_of_bounds);
    EXPECT_EQ(finding.space, Space::shared);
    EXPECT_EQ(subject(finding), object);
    EXPECT_EQ(finding.distance, distance);
  }

  static const StudentLibrary& library() {
    static const StudentLibrary loaded(read_kernels("shared_variables.cu"));
    return loaded;
  }

  Buffer<int> out{0};
};

TEST_F(SharedVariables, AccessesWithinVariablesHaveNoFindings) {
  for (const char* entry : {"run_one", "run_second_of_two", "run_first_of_two", "run_generic", "run_with_a_class",
                            "run_namespace_scope", "run_c_kernel", "run_by_a_macro", "run_addresses"}) {
    const Evidence evidence = run_on(entry, 0);
    EXPECT_TRUE(evidence.findings.empty()) << entry << ": " << subject(evidence.findings.front());
    EXPECT_GT(out.elements[31], 0) << entry;
  }
}

TEST_F(SharedVariables, OneTooFarIsPastTheEnd) {
  expect_outside("run_one", 1, "shared array s", 4);
  expect_outside("run_second_of_two", 1, "shared array b", 4);
  expect_outside("run_first_of_two", 1, "shared array a", 4);
  expect_outside("run_generic", 1, "shared array pairs", 16);
  expect_outside("run_with_a_class", 1, "shared array trivial", 4);
  expect_outside("run_namespace_scope", 1, "shared array global", 4);
  expect_outside("run_c_kernel", 1, "shared array s", 4);
}

TEST_F(SharedVariables, FarPastTheEndAndBeforeTheStart) {
  expect_outside("run_one", 100, "shared array s", 4 * 69);
  expect_outside("run_first_of_two", -3, "shared array a", -12);
}

TEST_F(SharedVariables, OutOfBoundsIsFoundWithoutCountingAndWithoutRaces) {
  EXPECT_EQ(run_on("run_one", 1, RunOptions{}).findings.size(), 1U);
  EXPECT_EQ(run_on("run_one", 1, count_only).findings.size(), 1U);
}

TEST_F(SharedVariables, GapsTakeNoRoom) {
  EXPECT_TRUE(run_on("run_just_enough", 0).findings.empty());
  EXPECT_EQ(last_error(), 0);
}

TEST_F(SharedVariables, GapsLeaveVariablesInTheirBanks) {
  EXPECT_TRUE(run_on("run_banks", 0).findings.empty());
  EXPECT_EQ(out.elements[0] % 4, 0) << "33 words, aligned as arrays are";
  EXPECT_EQ(out.elements[1], 16);
}

TEST_F(SharedVariables, DynamicOutsideAKernel) {
  EXPECT_TRUE(run_on("run_file_scope", 0).findings.empty());
  EXPECT_EQ(out.elements[5], 2 + 3 + 1);
  EXPECT_TRUE(run_on("run_file_scope_rows", 0).findings.empty());
  EXPECT_EQ(out.elements[5], 3);
  EXPECT_TRUE(run_on("run_shadowed", 0).findings.empty());
  EXPECT_EQ(out.elements[5], 8);
  expect_outside("run_file_scope", 64 - 16, "dynamic shared memory", 4);
}

}  // namespace
}  // namespace simt::test
