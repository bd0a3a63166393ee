// Access-policy windows, the set-aside and streaming hints in student code, and their effect on the second-level cache.
// The kernels read `hot` eight times, while they read another array, the stream, once.
#include <gtest/gtest.h>

#include <algorithm>

#include "student_library.hpp"

namespace simt::test {
namespace {

constexpr std::size_t hot_floats = 72 * 1024;  // 288 KiB
constexpr std::size_t stream_floats = 8 * hot_floats;

class ResidencyCalls : public testing::Test {
 protected:
  static const StudentLibrary& library() {
    static const StudentLibrary loaded(read_kernels("residency.cu"));
    return loaded;
  }

  /// A second level of 512 KiB, of which up to 320 KiB may be set aside, for two multiprocessors.
  static memory::Device device() {
    memory::Device small;
    small.multiprocessors = 2;
    small.threads_per_multiprocessor = 512;
    small.l1_bytes = 0;
    small.l2_bytes = 512 << 10;
    small.most_persisting_bytes = 320 << 10;
    return small;
  }

  struct Outcome {
    double hot_reads = 0;  ///< bytes of the hot region that came from DRAM, in hot regions
    int result = 0;
    std::vector<Detail> windows;  ///< what each launch asked for, as evidence has it
  };

  static Outcome run(const char* name) {
    Buffer<float> out(stream_floats), stream(stream_floats, 1), hot(hot_floats, 2);
    const RunOptions options{.count_traffic = true, .model_caches = true, .device = device()};
    begin_run(std::vector{out.lend("out"), stream.lend("stream", false), hot.lend("hot", false)}, library().base(),
              options);
    const auto function = library().function<int(float*, const float*, const float*, int, int)>(name);
    Outcome outcome;
    outcome.result = function(out.data(), stream.data(), hot.data(), stream_floats, hot_floats);
    const Evidence evidence = finish_run();
    EXPECT_TRUE(evidence.findings.empty());
    for (const FindingRecord& window : evidence.windows) outcome.windows.push_back(window.detail);
    std::int64_t read = 0;
    for (const SiteTraffic& site : evidence.traffic) read += site.levels.dram_read;
    outcome.hot_reads = (static_cast<double>(read) - 4.0 * stream_floats) / (4.0 * hot_floats);
    EXPECT_TRUE(outcome.result != 0 || out.elements[stream_floats - 1] == 3 || std::string(name) == "limits");
    return outcome;
  }
  static double hot_reads(const char* name) { return run(name).hot_reads; }
};

TEST_F(ResidencyCalls, WithoutAWindowTheHotRegionComesFromDramEachTime) { EXPECT_EQ(hot_reads("without"), 8); }
TEST_F(ResidencyCalls, AWindowOfTheDefaultStreamKeepsTheHotRegion) { EXPECT_EQ(hot_reads("by_default_stream"), 1); }
TEST_F(ResidencyCalls, AWindowOfItsOwnStreamKeepsTheHotRegion) { EXPECT_EQ(hot_reads("by_own_stream"), 1); }
TEST_F(ResidencyCalls, AWindowOfTheLaunchKeepsTheHotRegion) { EXPECT_EQ(hot_reads("by_launch"), 1); }
TEST_F(ResidencyCalls, AWindowOfAnotherStreamKeepsNothing) { EXPECT_EQ(hot_reads("by_another_stream"), 8); }
TEST_F(ResidencyCalls, AWindowThatIsClearedKeepsNothing) { EXPECT_EQ(hot_reads("cleared_before"), 8); }
TEST_F(ResidencyCalls, AWindowWithNothingSetAsideKeepsNothing) { EXPECT_EQ(hot_reads("nothing_aside"), 8); }
TEST_F(ResidencyCalls, AWindowOfAQuarterKeepsAQuarter) { EXPECT_EQ(hot_reads("in_elements"), 1 + 7 * 0.75); }
TEST_F(ResidencyCalls, HintsLetTheStreamGoFirst) {
  EXPECT_EQ(hot_reads("hints"), 1);
  EXPECT_EQ(hot_reads("vector_hints"), 1);
}
TEST_F(ResidencyCalls, WhatALaunchAsksForIsRemembered) {
  EXPECT_EQ(run("without").windows.front(), Detail::no_window);
  EXPECT_EQ(run("by_default_stream").windows.front(), Detail::none);
  EXPECT_EQ(run("by_another_stream").windows.front(), Detail::window_elsewhere);
}
TEST_F(ResidencyCalls, LimitsAndErrorsAreThoseOfTheDevice) { EXPECT_EQ(run("limits").result, 0); }

}  // namespace
}  // namespace simt::test
