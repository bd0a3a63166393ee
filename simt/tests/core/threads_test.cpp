// Threads, barriers and what makes up a request: partial warps, early exits, long loops, wide accesses.
#include <gtest/gtest.h>

#include <sstream>

#include "student_library.hpp"

namespace simt::test {
namespace {

using Entry = void(float*, const float*, int);

/// All sites of a space and direction; in these tests there is one line of each.
SiteTraffic only(const Evidence& evidence, Space space, Access access) {
  SiteTraffic sum;
  for (const SiteTraffic& site : evidence.traffic) {
    if (site.space != space || site.access != access) continue;
    sum.bytes = site.bytes;
    sum.requests += site.requests;
    sum.sectors += site.sectors;
    sum.ideal_sectors += site.ideal_sectors;
    sum.wavefronts += site.wavefronts;
    sum.conflicts += site.conflicts;
  }
  return sum;
}

class Threads : public testing::Test {
 protected:
  static const StudentLibrary& library() {
    static const StudentLibrary loaded(read_kernels("threads.cu"));
    return loaded;
  }

  Evidence run_on(const char* entry, int n, std::size_t out_count = 0) {
    in = Buffer<float>(n);
    out = Buffer<float>(out_count != 0 ? out_count : n, -1);
    for (int i = 0; i < n; ++i) in.elements[i] = static_cast<float>(i);
    const Evidence evidence = run<Entry>(library(), {in.lend("input 0", false), out.lend("output 0")}, everything,
                                         entry, out.data(), in.data(), n);
    EXPECT_TRUE(evidence.findings.empty()) << entry << ": " << subject(evidence.findings.front());
    return evidence;
  }
  void expect_copied() {
    for (std::size_t i = 0; i < out.elements.size(); ++i) ASSERT_EQ(out.elements[i], in.elements[i]) << i;
  }

  Buffer<float> in{0}, out{0};
};

TEST_F(Threads, PartialWarpsCountTheirLanes) {
  const Evidence evidence = run_on("run_copy", 1000);
  expect_copied();
  const SiteTraffic loads = only(evidence, Space::global, Access::load);
  EXPECT_EQ(loads.requests, 32);  // 31 full warps and one of 8 lanes
  EXPECT_EQ(loads.sectors, 125);
  EXPECT_EQ(loads.ideal_sectors, 125);
}

TEST_F(Threads, KernelsAreLaunchedByPointerToo) {
  const Evidence evidence = run_on("run_by_pointer", 64);
  expect_copied();
  EXPECT_EQ(evidence.traffic.size(), 2u);
}

TEST_F(Threads, ABlockOfOneThreadIsAWarp) {
  const Evidence evidence = run_on("run_copy", 1);
  EXPECT_EQ(only(evidence, Space::global, Access::store).requests, 1);
  EXPECT_EQ(only(evidence, Space::global, Access::store).sectors, 1);
}

TEST_F(Threads, LongLoopsAreMatchedInWindows) {
  const Evidence evidence = run_on("run_strided_copy", 64 * 1000);
  expect_copied();
  EXPECT_EQ(only(evidence, Space::global, Access::load).requests, 2000);
  EXPECT_EQ(only(evidence, Space::global, Access::load).sectors, 8000);
  EXPECT_EQ(only(evidence, Space::global, Access::store).sectors, 8000);
}

TEST_F(Threads, AFloat4IsOneAccess) {
  const Evidence evidence = run_on("run_wide_copy", 256);
  expect_copied();
  for (const Access access : {Access::load, Access::store}) {
    EXPECT_EQ(only(evidence, Space::global, access).bytes, 16);
    EXPECT_EQ(only(evidence, Space::global, access).requests, 2);
    EXPECT_EQ(only(evidence, Space::global, access).sectors, 32);
  }
}

// The two elements are used one after the other, but loaded together.
TEST_F(Threads, AUint2IsOneAccess) {
  const Evidence evidence = run_on("run_chosen", 64, 32);
  EXPECT_EQ(out.elements[5], 10.0F);
  EXPECT_EQ(only(evidence, Space::global, Access::load).bytes, 8);
  EXPECT_EQ(only(evidence, Space::global, Access::load).requests, 1);
}

TEST_F(Threads, HintedAccessesAreTheCallersOwn) {
  const Evidence evidence = run_on("run_hinted_copy", 128);
  expect_copied();
  EXPECT_EQ(only(evidence, Space::global, Access::load).bytes, 8);
  EXPECT_EQ(only(evidence, Space::global, Access::load).requests, 2);
  ASSERT_EQ(evidence.traffic.size(), 2u);
  EXPECT_EQ(library().marker(evidence.traffic[0].pc), "hinted_copy");
  EXPECT_EQ(library().marker(evidence.traffic[1].pc), "hinted_copy");
}

TEST_F(Threads, AStructIsCopiedInPiecesOfItsAlignment) {
  const Evidence evidence = run_on("run_struct_copy", 96);
  expect_copied();
  EXPECT_EQ(only(evidence, Space::global, Access::load).bytes, 4);
  EXPECT_EQ(only(evidence, Space::global, Access::load).requests, 3);
  EXPECT_EQ(only(evidence, Space::global, Access::load).sectors, 36);  // each of three passes over 384 bytes
}

TEST_F(Threads, AnUpdateIsALoadAndAStore) {
  const Evidence evidence = run_on("run_add", 32);
  EXPECT_EQ(out.elements[7], 3);
  EXPECT_EQ(only(evidence, Space::global, Access::load).requests, 1);
  EXPECT_EQ(only(evidence, Space::global, Access::store).requests, 1);
}

TEST_F(Threads, DynamicSharedMemory) {
  const Evidence evidence = run_on("run_reverse", 50);
  EXPECT_EQ(out.elements[0], 49);
  EXPECT_EQ(out.elements[49], 0);
  EXPECT_EQ(only(evidence, Space::shared, Access::load).requests, 2);
  EXPECT_EQ(only(evidence, Space::shared, Access::load).conflicts, 0);
}

TEST_F(Threads, WarpBarriersOrderLanes) {
  run_on("run_sum_by_warp", 64, 2);
  EXPECT_EQ(out.elements[0], 31 * 32 / 2);
  EXPECT_EQ(out.elements[1], 63 * 64 / 2 - 31 * 32 / 2);
}

TEST_F(Threads, ABarrierDoesNotWaitForThreadsThatExited) {
  run_on("run_exit_early", 40);
  EXPECT_EQ(out.elements[0], 39);
  EXPECT_EQ(out.elements[39], 0);
}

TEST_F(Threads, IndicesInThreeDimensions) {
  run_on("run_indices", 12 * 24);
  for (int i = 0; i < 12 * 24; ++i) ASSERT_EQ(out.elements[i], 100 * (i / 24) + i % 24);
}

TEST_F(Threads, DeviceVariablesAreGlobalMemoryAndConstantsAreNot) {
  const Evidence evidence = run_on("run_with_globals", 32);
  EXPECT_EQ(out.elements[3], 26);
  EXPECT_EQ(only(evidence, Space::global, Access::load).requests, 1);
}

TEST_F(Threads, ArgumentsOfAnyKindAreUnseen) {
  const Evidence evidence = run_on("run_takes_vector", 32);
  EXPECT_EQ(out.elements[31], 15.5f);
  EXPECT_EQ(evidence.traffic.size(), 1u);
}

TEST_F(Threads, CountingCanBeOff) {
  in = Buffer<float>(64);
  out = Buffer<float>(64);
  const Evidence evidence = run<Entry>(library(), {in.lend("input 0", false), out.lend("output 0")}, RunOptions{},
                                       "run_copy", out.data(), in.data(), 64);
  EXPECT_TRUE(evidence.traffic.empty());
  EXPECT_EQ(evidence.partition_camping, 0);
}

}  // namespace
}  // namespace simt::test
