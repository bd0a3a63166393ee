// Atomic functions and volatile accesses: values, counts, what they order and what they do not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "student_library.hpp"

namespace simt::test {
namespace {

using testing::UnorderedElementsAre;

using Entry = void(int*, const int*, int);

class Atomics : public testing::Test {
 protected:
  static const StudentLibrary& library() {
    static const StudentLibrary loaded(read_kernels("atomics.cu"));
    return loaded;
  }

  Evidence run_on(const char* entry, int n) {
    in = Buffer<int>(1024);
    std::iota(in.elements.begin(), in.elements.end(), 0);
    out = Buffer<int>(1024, -1);
    return run<Entry>(library(), {in.lend("input 0", false), out.lend("output 0")}, everything, entry, out.data(),
                      in.data(), n);
  }
  Evidence run_without_findings(const char* entry, int n) {
    const Evidence evidence = run_on(entry, n);
    EXPECT_TRUE(evidence.findings.empty()) << entry << ": kind " << static_cast<int>(evidence.findings[0].kind)
                                           << " line " << library().line(evidence.findings[0].pc);
    return evidence;
  }
  template <class T>
  void expect_each() {
    const T* const words = reinterpret_cast<const T*>(out.data());
    const T expected[] = {33 + 63 * 32, 0, 63, 32, 63, 33, words[6], 33 + 128};
    for (int i = 0; i < 8; ++i) EXPECT_EQ(words[i], expected[i]) << i;
    EXPECT_LT(words[6], T{64});
  }

  Buffer<int> in{0}, out{0};
};

TEST_F(Atomics, OperationsOnEveryIntegerType) {
  run_without_findings("run_int", 64);
  expect_each<int>();
  run_without_findings("run_unsigned", 64);
  expect_each<unsigned>();
  run_without_findings("run_long", 64);
  expect_each<unsigned long long>();
}

TEST_F(Atomics, OperationsOnFloatsAndTheOtherFunctions) {
  run_without_findings("run_rest", 64);
  const int expected[] = {32, 64, 4, 6, 36};
  for (int i = 0; i < 5; ++i) EXPECT_EQ(out.elements[i], expected[i]) << i;
}

TEST_F(Atomics, AnUpdateIsOneStoreOfItsWarp) {
  const Evidence evidence = run_without_findings("run_histogram", 1024);
  for (int i = 0; i < 32; ++i) EXPECT_EQ(out.elements[i], 32);
  std::int64_t requests = 0, sectors = 0;
  for (const SiteTraffic& site : evidence.traffic) {
    if (site.space != Space::global || site.access != Access::store) continue;
    requests += site.requests;
    sectors += site.sectors;
  }
  EXPECT_EQ(requests, 4) << "one for each block's first warp";
  EXPECT_EQ(sectors, 16);
}

// At an atomic update other threads may run first. The loads of the warp after it are one request all the same.
TEST_F(Atomics, LanesThatUpdatedAreStillInStepWithTheOthers) {
  const Evidence evidence = run_without_findings("run_some_update", 96);
  for (const SiteTraffic& site : evidence.traffic) {
    const bool is_before_or_after = site.access == Access::store && site.sectors == 4;
    EXPECT_EQ(site.requests, is_before_or_after ? 1U : 3U) << "line " << library().line(site.pc);
  }
}

TEST_F(Atomics, AnAtomicAndAPlainAccessRace) {
  const Evidence evidence = run_on("run_histogram_unsynchronised", 128);
  ASSERT_EQ(evidence.findings.size(), 1u);
  EXPECT_EQ(evidence.findings[0].kind, FindingKind::shared_race);
  EXPECT_THAT(library().markers(evidence.findings[0]), UnorderedElementsAre("update", "plain_load"));
}

TEST_F(Atomics, ASpinningThreadLetsOthersRun) {
  run_without_findings("run_consumer", 64);
  EXPECT_EQ(out.elements[0], 42);
  run_without_findings("run_locked", 128);
  EXPECT_EQ(out.elements[0], 127 * 64);
  run_without_findings("run_polled", 64);
  EXPECT_EQ(out.elements[0], 7);
}

TEST_F(Atomics, LanesRunInStepThroughVolatileAccesses) {
  run_without_findings("run_volatile_warp_sum", 64);
  EXPECT_EQ(out.elements[0], 63 * 32);
}

TEST_F(Atomics, CompilerBuiltinsAreAtomicsToo) {
  run_without_findings("run_builtin", 64);
  EXPECT_EQ(out.elements[0], 128);
}

}  // namespace
}  // namespace simt::test
