// Cooperative groups, and launches whose blocks meet.
#include <gtest/gtest.h>

#include "student_library.hpp"

namespace simt::test {
namespace {

using Entry = int(float*, const float*, int);

class CooperativeGroups : public testing::Test {
 protected:
  static const StudentLibrary& library() {
    static const StudentLibrary loaded(read_kernels("cooperative_groups.cu"));
    return loaded;
  }

  Evidence run_on(const char* entry, int n) {
    in = Buffer<float>(256, 1);
    out = Buffer<float>(4096, -1);
    begin_run(std::vector{in.lend("input 0", false), out.lend("output 0")}, library().base(), everything);
    result = library().function<Entry>(entry)(out.data(), in.data(), n);
    return finish_run();
  }
  void run_without_findings(const char* entry, int n) {
    const Evidence evidence = run_on(entry, n);
    EXPECT_TRUE(evidence.findings.empty()) << entry << ": " << subject(evidence.findings.front());
    EXPECT_EQ(result, 0);
  }

  Buffer<float> in{0}, out{0};
  int result = 0;
};

TEST_F(CooperativeGroups, BlocksAndTiles) {
  run_without_findings("run_sums", 0);
  EXPECT_EQ(out.elements[0], 256);
}

TEST_F(CooperativeGroups, LanesOfTiles) {
  run_without_findings("run_lanes", 0);
  EXPECT_EQ(out.elements[7], 5);
  EXPECT_EQ(out.elements[32 + 6], 3 + 100 + 1000);
  EXPECT_EQ(out.elements[32 + 9], 3);
  EXPECT_EQ(out.elements[64 + 9], 11 + 300 + 60000);
}

TEST_F(CooperativeGroups, TheGridMeets) {
  run_without_findings("run_neighbours", 100);
  for (int i = 0; i < 3200; ++i) ASSERT_EQ(out.elements[i], (i + 99) % 3200) << i;
}

TEST_F(CooperativeGroups, MoreBlocksThanFitAreRefused) {
  const Evidence evidence = run_on("run_too_many", 0);
  ASSERT_EQ(evidence.findings.size(), 1u);
  EXPECT_EQ(evidence.findings[0].kind, FindingKind::bad_launch);
  EXPECT_EQ(result, 720);
}

TEST_F(CooperativeGroups, TheGridMeetsInCooperativeLaunchesOnly) {
  const Evidence evidence = run_on("run_uncooperative", 0);
  ASSERT_EQ(evidence.findings.size(), 1u);
  EXPECT_EQ(evidence.findings[0].kind, FindingKind::unsupported);
  EXPECT_EQ(library().marker(evidence.findings[0].pc), "grid_sync");
  EXPECT_EQ(result, 719);
}

}  // namespace
}  // namespace simt::test
