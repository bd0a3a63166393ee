// nvcc makes selections of short branches, and copies the bodies of loops with two conditions only where they may have
// many rounds. The expected requests are those of its instructions (nvdisasm, CUDA 13.0, sm_90).
#include <gtest/gtest.h>

#include "student_library.hpp"

namespace simt::test {
namespace {

using Entry = void(float*, const float*, const int*);

std::int64_t load_requests(const char* entry) {
  static const StudentLibrary library(read_kernels("selections.cu"));
  Buffer<float> in(1024, 1), out(64);
  const Evidence evidence =
      run<Entry>(library, {in.lend("in", false), out.lend("out")}, count_only, entry, out.data(), in.data(), nullptr);
  std::int64_t requests = 0;
  for (const SiteTraffic& site : evidence.traffic) {
    if (site.access == Access::load && site.space == Space::global) requests += site.requests;
  }
  return requests;
}

TEST(Selections, WhatAShortBranchNeedsIsLoadedByAllWarps) {
  EXPECT_EQ(load_requests("run_assigned"), 2);
  EXPECT_EQ(load_requests("run_scaled"), 2);
}

TEST(Selections, WhatASecondConditionNeedsIsLoadedByAllWarps) {
  EXPECT_EQ(load_requests("run_both"), 2);
  EXPECT_EQ(load_requests("run_either_or_both"), 2);
}

TEST(Selections, WhatALongBranchOrAStoreNeedsIsLoadedThere) {
  EXPECT_EQ(load_requests("run_divided"), 1);
  EXPECT_EQ(load_requests("run_stored"), 1);
  EXPECT_EQ(load_requests("run_read_there"), 1);
}

// One lane has 5 rounds of 8, or 3 of 21. Without copies of the body its rounds are in the others' requests;
// of four copies and what is left, its last rounds are behind the others'.
TEST(Selections, ALoopWithTwoConditionsIsCopiedIfItMayHaveManyRounds) {
  EXPECT_EQ(load_requests("run_eight_each"), 8);
  EXPECT_EQ(load_requests("run_twenty_one_each"), 23);
}

}  // namespace
}  // namespace simt::test
