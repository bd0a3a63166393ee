// Races in global memory: within a block, between blocks, and what orders two blocks. Every broken kernel has a correct
// twin, which must have no finding.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "student_library.hpp"

namespace simt::test {
namespace {

using testing::UnorderedElementsAre;

using Entry = void(int*, const int*, int);

class RacesInGlobalMemory : public testing::Test {
 protected:
  static const StudentLibrary& library() {
    static const StudentLibrary loaded(read_kernels("global_races.cu"));
    return loaded;
  }

  Evidence run_on(const char* entry, const RunOptions& options = races_only) {
    out = Buffer<int>(4096, 0);
    return run<Entry>(library(), {out.lend("output 0")}, options, entry, out.data(), nullptr, 0);
  }
  void expect_none(const char* entry) {
    const Evidence evidence = run_on(entry);
    for (const FindingRecord& finding : evidence.findings) {
      ADD_FAILURE() << entry << ": kind " << static_cast<int>(finding.kind) << " in lines "
                    << library().marker(finding.pc) << " and " << library().marker(finding.other_pc);
    }
  }
  FindingRecord expect_race(const char* entry, Missing missing, const std::string& line,
                            const std::string& other_line) {
    const Evidence evidence = run_on(entry);
    EXPECT_EQ(evidence.findings.size(), 1u) << entry;
    if (evidence.findings.empty()) return {};
    const FindingRecord& finding = evidence.findings.front();
    EXPECT_EQ(finding.kind, FindingKind::global_race) << entry;
    EXPECT_EQ(finding.missing, missing) << entry;
    EXPECT_EQ(library().marker(finding.pc), line) << entry;
    EXPECT_EQ(library().marker(finding.other_pc), other_line) << entry;
    EXPECT_EQ(last_error(), 0) << "a race is not fatal";
    return finding;
  }

  Buffer<int> out{0};
};

TEST_F(RacesInGlobalMemory, BarriersOrderABlock) {
  expect_none("barrier_in_block");
  expect_none("barrier_in_warp");
  expect_race("no_barrier_in_block", Missing::barrier, "reversed_store", "reversed_load");
  expect_race("no_barrier_in_warp", Missing::barrier, "pairs_store", "pairs_load");
}

TEST_F(RacesInGlobalMemory, BlocksOfOneLaunchAreNotOrdered) {
  expect_none("own_words");
  const FindingRecord finding = expect_race("all_one_word", Missing::order, "one_word", "one_word");
  EXPECT_EQ(finding.block.x, 1u);
  EXPECT_EQ(finding.other_block.x, 0u);
  EXPECT_EQ(subject(finding), "output 0");
}

TEST_F(RacesInGlobalMemory, LaunchesAreOrdered) { expect_none("launch_after_launch"); }

TEST_F(RacesInGlobalMemory, ALoadBeforeTheStoreOfAnotherBlock) {
  const FindingRecord finding = expect_race("in_place", Missing::order, "halo_store", "halo_load");
  EXPECT_EQ(finding.access, Access::store);
  EXPECT_EQ(finding.thread.x, 0u);
  EXPECT_EQ(finding.other_thread.x, 31u);
}

TEST_F(RacesInGlobalMemory, NeighbouringBytesAreNotTheSame) {
  expect_none("own_bytes");
  expect_race("shared_bytes", Missing::order, "same_bytes", "same_bytes");
  EXPECT_EQ(expect_race("wide", Missing::order, "float4s", "float4s").count, 32) << "one for each access";
}

TEST_F(RacesInGlobalMemory, FencesAroundAFlagOrder) {
  for (const char* entry : {"flag_right", "all_fence", "chained", "packed_messages", "warp_by_warp"})
    expect_none(entry);
}

TEST_F(RacesInGlobalMemory, AMissingFenceIsNamed) {
  const FindingRecord finding = expect_race("flag_without_release", Missing::release_fence, "data_load", "data_store");
  EXPECT_EQ(finding.block.x, 1u);
  EXPECT_EQ(finding.other_block.x, 0u);
  expect_race("flag_with_block_release", Missing::release_fence, "data_load", "data_store");
  expect_race("flag_without_acquire", Missing::acquire_fence, "data_load", "data_store");
}

TEST_F(RacesInGlobalMemory, AFlagMustBeStrongOnBothSides) {
  const Evidence evidence = run_on("flag_that_is_plain");
  ASSERT_FALSE(evidence.findings.empty());
  EXPECT_THAT(library().markers(evidence.findings[0]), UnorderedElementsAre("plain_flag_store", "flag_load"));
}

TEST_F(RacesInGlobalMemory, AFenceOrdersItsOwnThreadOnly) {
  expect_race("flag_without_barrier_before", Missing::block_barrier, "data_load", "data_store");
  EXPECT_FALSE(run_on("flag_without_barrier_after").findings.empty());
}

TEST_F(RacesInGlobalMemory, TheLastBlockNeedsAFence) {
  expect_none("last_right");
  expect_race("last_without_fence", Missing::release_fence, "partial_load", "partial_store");
}

TEST_F(RacesInGlobalMemory, AGridBarrierNeedsAFence) {
  expect_none("grid_barrier");
  const Evidence evidence = run_on("grid_barrier_without_fence");
  ASSERT_FALSE(evidence.findings.empty());
  EXPECT_EQ(evidence.findings[0].missing, Missing::release_fence);
}

TEST_F(RacesInGlobalMemory, ALockNeedsAFence) {
  expect_none("lock");
  const Evidence evidence = run_on("lock_without_fence");
  ASSERT_EQ(evidence.findings.size(), 2u) << "the sum is loaded, and stored";
  for (const FindingRecord& finding : evidence.findings) {
    EXPECT_EQ(finding.missing, Missing::release_fence);
    EXPECT_EQ(library().marker(finding.pc), "locked_update");
  }
}

TEST_F(RacesInGlobalMemory, AtomicsRaceWithPlainAccessesOnly) {
  expect_none("only_atomics");
  expect_race("mixed_atomics", Missing::order, "atomic_update", "plain_load");
}

TEST_F(RacesInGlobalMemory, AllKindsOfGlobalMemoryAreWatched) {
  expect_race("variable", Missing::order, "device_variable", "device_variable");
  EXPECT_EQ(run_on("pinned").findings.front().kind, FindingKind::global_race);
}

TEST_F(RacesInGlobalMemory, RacesAndNoOthersAreFoundInEverySchedule) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    RunOptions options = races_only;
    options.schedule = seed;
    for (const char* entry : {"barrier_in_block", "barrier_in_warp", "own_words", "own_bytes", "flag_right",
                              "all_fence", "chained", "warp_by_warp", "last_right", "grid_barrier", "lock"}) {
      EXPECT_TRUE(run_on(entry, options).findings.empty()) << entry << ", seed " << seed;
    }
    for (const char* entry :
         {"no_barrier_in_block", "no_barrier_in_warp", "all_one_word", "in_place", "shared_bytes", "wide",
          "flag_without_release", "flag_with_block_release", "flag_without_acquire", "flag_that_is_plain",
          "flag_without_barrier_before", "flag_without_barrier_after", "last_without_fence",
          "grid_barrier_without_fence", "lock_without_fence", "mixed_atomics"}) {
      EXPECT_FALSE(run_on(entry, options).findings.empty()) << entry << ", seed " << seed;
    }
  }
}

TEST_F(RacesInGlobalMemory, RacesAreNotSearchedForWhenTheOptionIsOff) {
  EXPECT_TRUE(run_on("all_one_word", count_only).findings.empty());
}

}  // namespace
}  // namespace simt::test
