// Every kind of finding once: its line, its thread, and its consequences for the run.
#include <gtest/gtest.h>

#include "student_library.hpp"

namespace simt::test {
namespace {

using Entry = void(float*, const float*, int);

class Findings : public testing::Test {
 protected:
  static const StudentLibrary& library() {
    static const StudentLibrary loaded(read_kernels("findings.cu"));
    return loaded;
  }

  Evidence run_on(const char* entry, int n, const RunOptions& options = everything) {
    in = Buffer<float>(n, 1);
    out = Buffer<float>(n, -1);
    return run<Entry>(library(), {in.lend("input 0", false), out.lend("output 0")}, options, entry, out.data(),
                      in.data(), n);
  }

  /// The only finding.
  FindingRecord find(const char* entry, int n, const RunOptions& options = everything) {
    const Evidence evidence = run_on(entry, n, options);
    EXPECT_EQ(evidence.findings.size(), 1u) << entry;
    return evidence.findings.empty() ? FindingRecord{} : evidence.findings.front();
  }

  void expect_refused(const char* entry, const std::string& words,
                      const char* error = "cudaErrorInvalidConfiguration") {
    const FindingRecord finding = find(entry, 32);
    EXPECT_EQ(finding.kind, FindingKind::bad_launch) << entry;
    EXPECT_NE(subject(finding).find(words), std::string::npos) << subject(finding);
    EXPECT_EQ(std::string(finding.kernel), "fine");
    EXPECT_STREQ(last_error_name(), error);
    EXPECT_EQ(out.elements[0], -1) << "the kernel must not run";
  }

  Buffer<float> in{0}, out{0};
};

TEST_F(Findings, OutOfBoundsLoad) {
  const FindingRecord finding = find("run_no_guard", 40);
  EXPECT_EQ(finding.kind, FindingKind::out_of_bounds);
  EXPECT_EQ(finding.access, Access::load);
  EXPECT_EQ(finding.space, Space::global);
  EXPECT_EQ(finding.bytes, 4);
  EXPECT_EQ(library().marker(finding.pc), "past_the_end");
  EXPECT_EQ(finding.block.x, 1u);
  EXPECT_EQ(finding.thread.x, 8u);
  EXPECT_EQ(finding.distance, 4);
  EXPECT_EQ(subject(finding), "input 0");
  EXPECT_EQ(std::string(finding.kernel), "no_guard");
  EXPECT_STREQ(last_error_name(), "cudaErrorIllegalAddress");
  EXPECT_EQ(out.elements[39], 1) << "threads with smaller indices have run";
}

TEST_F(Findings, OutOfBoundsBeforeTheStart) {
  const FindingRecord finding = find("run_before", 32);
  EXPECT_EQ(finding.kind, FindingKind::out_of_bounds);
  EXPECT_EQ(finding.access, Access::store);
  EXPECT_EQ(finding.distance, -8);
  EXPECT_EQ(subject(finding), "output 0");
}

TEST_F(Findings, OutOfBoundsOfConstants) {
  for (const auto& [entry, variable] : {std::pair{"run_looks_up", "the variable constants"},
                                        std::pair{"run_looks_up_in_global", "the variable device_constants"}}) {
    const FindingRecord finding = find(entry, 5);
    EXPECT_EQ(finding.kind, FindingKind::out_of_bounds) << entry;
    EXPECT_EQ(subject(finding), variable);
    EXPECT_EQ(finding.distance, 4) << entry;
    EXPECT_EQ(run_on(entry, 4, everything).findings.size(), 0u) << entry;
  }
}

TEST_F(Findings, ReadsOfConstantsAreCounted) {
  const auto requests = [&](const char* entry, Space space) {
    std::int64_t sum = 0;
    for (const SiteTraffic& site : run_on(entry, 4, count_only).traffic) {
      if (site.space == space && site.access == Access::load) sum += site.requests;
    }
    return sum;
  };
  EXPECT_EQ(requests("run_looks_up", Space::constant), 1);
  EXPECT_EQ(requests("run_looks_up_in_global", Space::global), 1);
}

TEST_F(Findings, OutOfBoundsIsFoundWithoutCounting) {
  EXPECT_EQ(find("run_no_guard", 40, RunOptions{}).kind, FindingKind::out_of_bounds);
}

TEST_F(Findings, OutOfBoundsWithNullOrHostMemory) {
  const FindingRecord null = find("run_null", 1);
  EXPECT_EQ(null.kind, FindingKind::out_of_bounds);
  EXPECT_EQ(subject(null), "the null pointer");
  EXPECT_EQ(find("run_stack", 1).kind, FindingKind::out_of_bounds);
}

TEST_F(Findings, OutOfBoundsOfDynamicSharedMemory) {
  const FindingRecord finding = find("run_past_shared", 32);
  EXPECT_EQ(finding.kind, FindingKind::out_of_bounds);
  EXPECT_EQ(finding.space, Space::shared);
  EXPECT_EQ(finding.thread.x, 31u);
  EXPECT_EQ(finding.distance, 4);
}

TEST_F(Findings, NothingRunsAfterAFatalFinding) {
  EXPECT_EQ(run_on("run_after_death", 40).findings.size(), 1u);
  EXPECT_NE(out.elements[0], 5);
  EXPECT_STREQ(last_error_name(), "cudaErrorIllegalAddress");
}

TEST_F(Findings, TheNextRunStartsAfresh) {
  run_on("run_no_guard", 40);
  EXPECT_TRUE(run_on("run_no_guard", 64).findings.empty());
  EXPECT_EQ(last_error(), 0);
}

TEST_F(Findings, WriteToInput) {
  const FindingRecord finding = find("run_to_input", 32);
  EXPECT_EQ(finding.kind, FindingKind::write_to_input);
  EXPECT_EQ(subject(finding), "input 0");
  EXPECT_EQ(in.elements[0], 1) << "the store happened";
}

TEST_F(Findings, WriteToInputByCopy) {
  EXPECT_EQ(find("run_copy_to_input", 32).kind, FindingKind::write_to_input);
  EXPECT_STREQ(last_error_name(), "cudaErrorInvalidValue");
}

TEST_F(Findings, Misaligned) {
  const FindingRecord finding = find("run_to_float4", 32);
  EXPECT_EQ(finding.kind, FindingKind::misaligned);
  EXPECT_EQ(finding.bytes, 16);
  EXPECT_STREQ(last_error_name(), "cudaErrorMisalignedAddress");
}

TEST_F(Findings, RaceBetweenStoreAndLoad) {
  const FindingRecord finding = find("run_racy", 64);
  EXPECT_EQ(finding.kind, FindingKind::shared_race);
  EXPECT_EQ(library().marker(finding.pc), "racy_store");
  EXPECT_EQ(library().marker(finding.other_pc), "racy_load");
  EXPECT_EQ(finding.space, Space::shared);
  EXPECT_EQ(finding.thread.x + finding.other_thread.x, 63u);
  EXPECT_EQ(finding.count, 2 * 64) << "each word of two blocks";
  EXPECT_EQ(last_error(), 0) << "a race is not fatal";
}

TEST_F(Findings, RaceOfAStoreWithAnEarlierLoad) {
  const FindingRecord finding = find("run_racy_after", 64);
  EXPECT_EQ(finding.kind, FindingKind::shared_race);
  EXPECT_EQ(finding.access, Access::store);
  EXPECT_EQ(library().marker(finding.pc), "store_after_load");
}

TEST_F(Findings, RacesAreNotSearchedForWhenTheOptionIsOff) {
  EXPECT_TRUE(run_on("run_racy", 64, count_only).findings.empty());
}

TEST_F(Findings, UninitializedShared) {
  const FindingRecord finding = find("run_unwritten", 32);
  EXPECT_EQ(finding.kind, FindingKind::uninitialized_shared);
  EXPECT_EQ(finding.thread.x, 7u);
  EXPECT_EQ(library().marker(finding.pc), "unwritten_load");
  EXPECT_EQ(finding.numbers[0], 7) << "no barrier: the threads before it have ended";
  EXPECT_NE(out.elements[7], out.elements[7]) << "unwritten shared memory is NaN";
}

TEST_F(Findings, UninitializedGlobal) {
  const FindingRecord finding = find("run_sum_into_unwritten", 32);
  EXPECT_EQ(finding.kind, FindingKind::uninitialized_global);
  EXPECT_EQ(finding.count, 32);
  EXPECT_EQ(finding.access, Access::load);
  EXPECT_EQ(subject(finding), "output 0");
  EXPECT_TRUE(run_on("run_sum_into_unwritten", 32, count_only).findings.empty());
}

TEST_F(Findings, WrittenMemoryIsInitializedAndPaddingIsNotChecked) {
  EXPECT_TRUE(run_on("run_sum_into_zeroed", 32).findings.empty());
  EXPECT_TRUE(run_on("run_padded", 32).findings.empty());
}

TEST_F(Findings, Leak) {
  const FindingRecord finding = find("run_leaks", 32, count_only);
  EXPECT_EQ(finding.kind, FindingKind::leak);
  EXPECT_EQ(finding.distance, 3 * 32 * 4) << "bytes in all";
  EXPECT_EQ(finding.count, 3);
  EXPECT_NE(finding.pc, 0U);
  EXPECT_EQ(last_error(), 0);
  EXPECT_TRUE(run_on("run_no_guard", 32).findings.empty()) << "a leak belongs to the run that allocated";
}

TEST_F(Findings, WhatIsKeptForTheNextRunIsThere) {
  EXPECT_EQ(find("run_with_kept", 32).kind, FindingKind::leak);
  EXPECT_TRUE(run_on("run_with_kept", 32).findings.empty());
  EXPECT_EQ(out.elements[5], 2 * in.elements[5]);
  EXPECT_TRUE(run_on("run_frees_kept", 32).findings.empty());
  EXPECT_EQ(last_error(), 0);
}

TEST_F(Findings, UseAfterFree) {
  const FindingRecord finding = find("run_after_free", 32);
  EXPECT_EQ(finding.kind, FindingKind::use_after_free);
  EXPECT_EQ(finding.access, Access::store);
  EXPECT_STREQ(last_error_name(), "cudaErrorIllegalAddress");
}

TEST_F(Findings, DivergenceAtTwoBarriers) {
  const FindingRecord finding = find("run_two_barriers", 64);
  EXPECT_EQ(finding.kind, FindingKind::barrier_divergence);
  EXPECT_EQ(library().marker(finding.pc), "first_barrier");
  EXPECT_EQ(library().marker(finding.other_pc), "second_barrier");
  EXPECT_EQ(finding.thread.x, 0u);
  EXPECT_EQ(finding.other_thread.x, 32u);
  EXPECT_STREQ(last_error_name(), "cudaErrorLaunchFailure");
}

TEST_F(Findings, DivergenceOfWarpAndBlockBarrier) {
  const FindingRecord finding = find("run_crosswise", 32);
  EXPECT_EQ(finding.kind, FindingKind::barrier_divergence);
  EXPECT_EQ(library().marker(finding.pc), "warp_barrier");
  EXPECT_EQ(library().marker(finding.other_pc), "block_barrier");
}

TEST_F(Findings, BadLaunches) {
  expect_refused("run_empty_block", "empty");
  expect_refused("run_huge_block", "1056 threads");
  expect_refused("run_deep_block", "1 x 1 x 65");
  expect_refused("run_empty_grid", "grid");
  expect_refused("run_tall_grid", "65536");
  expect_refused("run_much_shared", "50176 bytes", "cudaErrorInvalidValue");
}

TEST_F(Findings, ABlockLargerThanItsKernelsLaunchBounds) {
  EXPECT_TRUE(run_on("run_bounded", 16).findings.empty());
  EXPECT_EQ(out.elements[0], 1);
  out.elements[0] = -1;
  const FindingRecord finding = find("run_bounded", 17);
  EXPECT_EQ(finding.kind, FindingKind::bad_launch);
  EXPECT_EQ(subject(finding), "17 threads per block; the kernel's __launch_bounds__ promise at most 16");
  EXPECT_STREQ(last_error_name(), "cudaErrorInvalidValue");
  EXPECT_EQ(out.elements[0], -1) << "the kernel must not run";
}

// More static shared memory than every device has does not compile: simt/tests/language/programs/limits.cu.
TEST_F(Findings, MoreStaticAndDynamicSharedMemoryThanABlockMayHave) {
  EXPECT_TRUE(run_on("run_static", 32).findings.empty()) << "32 KiB";
  const FindingRecord together = find("run_much_together", 32);
  EXPECT_EQ(together.kind, FindingKind::bad_launch);
  EXPECT_EQ(subject(together), "237568 bytes of shared memory, static and dynamic; a block may have 232448");
}

TEST_F(Findings, LaunchByAKernel) {
  const FindingRecord finding = find("run_launches", 32);
  EXPECT_EQ(finding.kind, FindingKind::unsupported);
  EXPECT_EQ(subject(finding), "launch of fine by a kernel");
  EXPECT_EQ(out.elements[0], -1);
}

TEST_F(Findings, MoreSharedMemoryMayBeGranted) {
  EXPECT_TRUE(run_on("run_granted_shared", 32).findings.empty());
  EXPECT_EQ(out.elements[0], 5);
}

TEST_F(Findings, HostDereference) {
  const Evidence evidence = run_on("run_host", 32);
  ASSERT_EQ(evidence.findings.size(), 2u);
  EXPECT_EQ(evidence.findings[0].kind, FindingKind::host_dereference);
  EXPECT_EQ(evidence.findings[0].access, Access::load);
  EXPECT_EQ(evidence.findings[1].access, Access::store);
}

TEST_F(Findings, LocalArraysAreNeitherCountedNorChecked) {
  const Evidence evidence = run_on("run_with_local", 32);
  EXPECT_TRUE(evidence.findings.empty());
  EXPECT_EQ(evidence.traffic.size(), 1u);
  EXPECT_EQ(out.elements[3], 3);
}

}  // namespace
}  // namespace simt::test
