// Lanes that leave out rounds of a loop are in the requests of the rounds that they execute, and in no others.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "student_library.hpp"

namespace simt::test {
namespace {

using Entry = void(float*, const float*, const int*);

/// What one lane reads: `see(round, element)` for each of its reads, where equal rounds make one request.
using See = std::function<void(std::vector<int> round, int element)>;
using Lane = std::function<void(int lane, int trips, const See& see)>;

struct Counts {
  std::int64_t requests = 0, sectors = 0;
  bool operator==(const Counts&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Counts& counts) {
  return out << counts.requests << " requests, " << counts.sectors << " sectors";
}

int trips_of(int lane) { return (lane * 37 + 11) % 100; }

Counts expected(const Lane& lane) {
  std::map<std::vector<int>, std::set<int>> sectors;
  for (int i = 0; i < 32; ++i) {
    lane(i, trips_of(i), [&](const std::vector<int>& round, int element) { sectors[round].insert(element / 8); });
  }
  Counts counts;
  for (const auto& [round, of_round] : sectors) {
    ++counts.requests;
    counts.sectors += static_cast<std::int64_t>(of_round.size());
  }
  return counts;
}

Counts counted(const char* entry, const std::string& marker) {
  static const StudentLibrary library(read_kernels("rounds.cu"));
  Buffer<float> in(32 * 1024, 1), out(32);
  Buffer<int> trips(32);
  for (int i = 0; i < 32; ++i) trips.elements[i] = trips_of(i);
  const Evidence evidence = run<Entry>(library, {in.lend("in", false), out.lend("out"), trips.lend("trips", false)},
                                       count_only, entry, out.data(), in.data(), trips.data());
  EXPECT_TRUE(evidence.findings.empty());
  Counts counts;
  for (const SiteTraffic& site : evidence.traffic) {
    if (site.access != Access::load || library.marker(site.pc) != marker) continue;
    counts.requests += site.requests;
    counts.sectors += site.sectors;
  }
  return counts;
}

TEST(Rounds, LanesWithFewerRoundsAreMissingInTheLastOnes) {
  EXPECT_EQ(counted("run_ragged", "ragged"), expected([](int lane, int trips, const See& see) {
              for (int k = 0; k < trips; ++k) see({k}, k * 32 + lane);
            }));
}

TEST(Rounds, LanesThatLeaveOutRoundsAreInThoseThatTheyExecute) {
  EXPECT_EQ(counted("run_skips", "skips"), expected([](int lane, int trips, const See& see) {
              for (int k = 0; k < 300; k += trips + 1) see({k}, k * 32 + lane);
            }));
}

TEST(Rounds, OfAnInnerLoopBelongToOneRoundOfTheOuterLoop) {
  EXPECT_EQ(counted("run_nested", "inner"), expected([](int lane, int trips, const See& see) {
              for (int i = 0; i < trips; ++i) {
                for (int k = 0; k < (trips * (i + 1)) % 7; ++k) see({i, k}, (i * 7 + k) * 32 + lane);
              }
            }));
  EXPECT_EQ(counted("run_nested", "outer"), expected([](int lane, int trips, const See& see) {
              for (int i = 0; i < trips; ++i) see({i}, i * 32 + lane);
            }));
}

TEST(Rounds, OneSlowLaneDoesNotSeparateTheOthersFromIt) {
  EXPECT_EQ(counted("run_straggler", "straggler"), expected([](int lane, int trips, const See& see) {
              for (int i = 0; i < 200; ++i) {
                const int n = i == 0 && lane == 5 ? 500 : 1 + trips % 2;
                for (int k = 0; k < n; ++k) see({i, k}, (i + k) * 32 + lane);
              }
            }));
}

TEST(Rounds, TheWayOutOfALoopIsInTheRoundThatItLeaves) {
  EXPECT_EQ(counted("run_leaves", "leaves"),
            expected([](int lane, int trips, const See& see) { see({trips}, trips * 32 + lane); }));
}

TEST(Rounds, EachCallOfAFunctionHasItsOwn) {
  EXPECT_EQ(counted("run_calls", "callee"), expected([](int lane, int trips, const See& see) {
              for (int k = 0; trips % 2 == 0 && k < 3; ++k) see({0, k}, k * 32 + lane);
              for (int k = 0; k < 2; ++k) see({1, k}, 1024 + k * 32 + lane);
            }));
}

TEST(Rounds, ABarrierInALoopChangesNothing) {
  EXPECT_EQ(counted("run_barrier_inside", "barrier_inside"), expected([](int lane, int trips, const See& see) {
              for (int k = 0; k < 150; ++k) {
                if ((k + trips) % 3 == 0) see({k}, k * 32 + lane);
              }
            }));
}

TEST(Rounds, AreCountedByEachLaneForItself) {
  EXPECT_EQ(counted("run_goes_on", "goes_on"), expected([](int lane, int trips, const See& see) {
              for (int k = 0, round = 0; k < 250; k += 1 + trips % 3) see({round++}, k * 32 + lane);
            }));
}

TEST(Rounds, ALoopWithContinueIsOneLoop) {
  EXPECT_EQ(counted("run_counts_down", "counts_down"), expected([](int lane, int trips, const See& see) {
              for (int round = 0, left = trips % 40; left-- > 0; ++round) {
                if (left != 7) see({round}, left * 32 + lane);
              }
            }));
}

TEST(Rounds, BehindALoopLanesMeetAgainThoughTheFunctionEndsThere) {
  EXPECT_EQ(counted("run_writes_behind", "writes_behind"),
            expected([](int lane, int trips, const See& see) { see({}, (trips + 2) / 3 * 32 + lane); }));
}

}  // namespace
}  // namespace simt::test
