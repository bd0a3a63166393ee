// Atomic functions and volatile accesses: values, counts, what they order and what they do not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <string>

#include "student_library.hpp"

namespace simt::test {
namespace {

using testing::Pair;
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

  /// Of atomic updates in global memory with a marker, rounded down.
  std::map<std::string, std::int64_t> update_sectors_by_request(const char* entry, int n) {
    std::map<std::string, std::int64_t> sectors;
    for (const SiteTraffic& site : run_on(entry, n).traffic) {
      if (site.space != Space::global || site.access != Access::atomic) continue;
      const std::string marker = library().marker(site.pc);
      if (!marker.starts_with("line ")) sectors[marker] = site.update_sectors / site.requests;
    }
    return sectors;
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

TEST_F(Atomics, AnUpdateIsOneAtomicRequestOfItsWarp) {
  const Evidence evidence = run_without_findings("run_histogram", 1024);
  for (int i = 0; i < 32; ++i) EXPECT_EQ(out.elements[i], 32);
  std::int64_t requests = 0, sectors = 0;
  for (const SiteTraffic& site : evidence.traffic) {
    EXPECT_FALSE(site.space == Space::global && site.access == Access::store) << "line " << library().line(site.pc);
    if (site.space != Space::global || site.access != Access::atomic) continue;
    requests += site.requests;
    sectors += site.sectors;
  }
  EXPECT_EQ(requests, 4) << "one for each block's first warp";
  EXPECT_EQ(sectors, 16);
}

// All lanes of a warp update one word of a bank, or words of one bank.
TEST_F(Atomics, UpdatesOfSharedMemoryAreNoBankConflictsOfStores) {
  std::int64_t updates = 0;
  for (const SiteTraffic& site : run_without_findings("run_histogram", 1024).traffic) {
    if (site.space != Space::shared) continue;
    EXPECT_EQ(site.conflicts, 0) << "line " << library().line(site.pc);
    if (site.access == Access::atomic) updates += site.requests;
  }
  EXPECT_EQ(updates, 1024 / 32);
}

// As measurements/data/emulator_patterns_h200.json has it. All lanes of a warp are at one word, or each is at its own.
TEST_F(Atomics, PassesOfSharedUpdatesAreThoseOfTheirInstruction) {
  std::map<std::string, std::int64_t> passes, conflicts;
  for (const SiteTraffic& site : run_without_findings("run_passes", 32).traffic) {
    if (site.space != Space::shared || site.access != Access::atomic) continue;
    passes[library().marker(site.pc)] = site.wavefronts;
    conflicts[library().marker(site.pc)] = site.conflicts;
  }
  EXPECT_THAT(passes,
              UnorderedElementsAre(Pair("count", 1), Pair("count_used", 32), Pair("add", 32), Pair("swap", 1),
                                   Pair("compare", 64), Pair("swap_8", 2), Pair("of_float", 0), Pair("combined", 0)));
  EXPECT_EQ(conflicts["count_used"], 31);
  EXPECT_EQ(conflicts["compare"], 31);
  EXPECT_EQ(conflicts["swap_8"], 0);
}

// What nvcc 13.0 makes of these updates for sm_90: one lane updates for all, or each for itself.
TEST_F(Atomics, LanesOfOneAddressByConstructionAreOneUpdateOfASector) {
  for (const char* entry : {"run_combined", "run_combined_by_address"}) {
    const std::map<std::string, std::int64_t> sectors = update_sectors_by_request(entry, 3);
    EXPECT_EQ(sectors.size(), 15) << entry;
    for (const auto& [marker, count] : sectors) EXPECT_EQ(count, 1) << entry << ", " << marker;
  }
}

TEST_F(Atomics, LanesOfOneAddressByChanceAreAnUpdateEach) {
  EXPECT_THAT(
      update_sectors_by_request("run_apart", 0),
      UnorderedElementsAre(Pair("of_thread", 32), Pair("loaded_by_lane", 32), Pair("of_result", 32), Pair("choice", 16),
                           Pair("divergent_loop", 16), Pair("float_sum", 32), Pair("increment", 32), Pair("wide", 32),
                           Pair("used", 32), Pair("exchange", 32), Pair("compared", 32)));
}

TEST_F(Atomics, LanesThatLeaveUpdatesOutStayInStepWithTheOthers) {
  std::map<std::string, std::int64_t> requests;
  for (const SiteTraffic& site : run_without_findings("run_rounds_without_update", 25).traffic) {
    requests[library().marker(site.pc)] = site.requests;
  }
  EXPECT_EQ(requests["load_of_round"], 25);
  EXPECT_EQ(requests["update_of_round"], 25);
  EXPECT_EQ(requests["update_behind"], 1);
}

// More rounds than are kept while the lane in front of them is not through its loop.
TEST_F(Atomics, ALaneThatWaitsLongInFrontKeepsNoOtherFromBeingCounted) {
  std::int64_t updates = 0;
  for (const SiteTraffic& site : run_without_findings("run_waits_for_updates", 5000).traffic) {
    if (site.access == Access::atomic) updates += site.requests;
  }
  EXPECT_EQ(out.elements[0], 5000);
  EXPECT_EQ(updates, 5000);
}

// A compare-and-swap that fails, and an update whose result is not used, are atomic all the same; volatile accesses,
// and loads and stores of an atomic object, are not.
TEST_F(Atomics, OnlyUpdatesAreOfTheClassOfAtomics) {
  std::map<std::string, Access> classes;
  for (const SiteTraffic& site : run_without_findings("run_classes", 64).traffic) {
    const std::string marker = library().marker(site.pc);
    if (marker.starts_with("line ")) continue;
    classes[marker] = site.access;
    EXPECT_EQ(site.requests, 2) << marker;
  }
  EXPECT_THAT(classes, UnorderedElementsAre(Pair("failed", Access::atomic), Pair("exchanged", Access::atomic),
                                            Pair("swapped", Access::atomic), Pair("builtin", Access::atomic),
                                            Pair("member", Access::atomic), Pair("store", Access::store),
                                            Pair("load", Access::load), Pair("volatile_store", Access::store),
                                            Pair("volatile_load", Access::load)));
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

TEST_F(Atomics, LanesThatRelyOnRunningInStepAreFoundAndRunInStep) {
  const Evidence evidence = run_on("run_volatile_warp_sum", 64);
  ASSERT_FALSE(evidence.findings.empty());
  EXPECT_EQ(evidence.findings[0].kind, FindingKind::shared_race);
  EXPECT_TRUE(evidence.findings[0].in_one_warp);
  EXPECT_EQ(out.elements[0], 63 * 32);
}

TEST_F(Atomics, CompilerBuiltinsAreAtomicsToo) {
  run_without_findings("run_builtin", 64);
  EXPECT_EQ(out.elements[0], 128);
}

}  // namespace
}  // namespace simt::test
