// Evidence by launch: what each launch was, and its share of the counters.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "simt/devices.hpp"
#include "student_library.hpp"

namespace simt::test {
namespace {

// One statement of main_function() on each line, so that launches have lines of their own.
constexpr const char* source = R"(#include <cuda_runtime.h>
template <class T, int step>
__global__ void copy(T* to, const T* from, int n) {
  const int i = (blockIdx.x * blockDim.x + threadIdx.x) * step;
  if (i < n) to[i] = from[i];
}
__global__ void overrun(float* to) { to[1 << 20] = 0; }
extern "C" void two_sizes(float* a, float* b) {
  copy<float, 1><<<4, 64>>>(a, b, 256);                            // @first
  copy<float, 1><<<dim3(1, 2), dim3(32, 1, 1), 128>>>(a, b, 32);  // @second
}
extern "C" void in_a_loop(float* a, float* b) {
  for (int blocks = 4; blocks > 0; blocks -= 3) copy<float, 1><<<blocks, 64>>>(a, b, 256);
}
extern "C" void by_address(float* a, float* b) {
  int n = 32;
  void* arguments[] = {&a, &b, &n};
  cudaLaunchKernel(copy<float, 2>, 1, 32, arguments, 0, nullptr);
}
extern "C" void refused_and_fatal(float* a, float* b) {
  copy<float, 1><<<1, 2048>>>(a, b, 32);
  copy<float, 1><<<1, 32>>>(a, b, 32);
  overrun<<<1, 1>>>(a);
  copy<float, 1><<<1, 32>>>(a, b, 32);
}
)";

constexpr RunOptions by_launch{.count_traffic = true, .by_launch = true, .find_races = false};

class LaunchesTest : public testing::Test {
 protected:
  Evidence run_entry(const char* entry, const RunOptions& options = by_launch) {
    return run<void(float*, float*)>(library, {a.lend("a"), b.lend("b", false)}, options, entry, a.data(), b.data());
  }
  static std::int64_t requests(const std::vector<SiteTraffic>& sites) {
    return std::accumulate(sites.begin(), sites.end(), std::int64_t{0},
                           [](std::int64_t sum, const SiteTraffic& site) { return sum + site.requests; });
  }

  StudentLibrary library{source};
  Buffer<float> a{256}, b{256};
};

TEST_F(LaunchesTest, TwoSizesOfOneKernelAreTwoRowsWhoseSumIsTheTotal) {
  const Evidence evidence = run_entry("in_a_loop");
  ASSERT_EQ(evidence.launches.size(), 2u);
  const LaunchRecord &first = evidence.launches[0], &second = evidence.launches[1];
  EXPECT_EQ(requests(first.traffic), 16);  // 8 warps load and store
  EXPECT_EQ(requests(second.traffic), 4);  // 2 warps
  ASSERT_EQ(evidence.traffic.size(), 2u);
  ASSERT_EQ(first.traffic.size(), 2u);
  ASSERT_EQ(second.traffic.size(), 2u);
  for (const SiteTraffic& total : evidence.traffic) {
    const auto is_of_site = [&](const SiteTraffic& site) { return site.pc == total.pc; };
    const auto in_first = std::find_if(first.traffic.begin(), first.traffic.end(), is_of_site);
    const auto in_second = std::find_if(second.traffic.begin(), second.traffic.end(), is_of_site);
    ASSERT_TRUE(in_first != first.traffic.end() && in_second != second.traffic.end());
    EXPECT_EQ(total.requests, in_first->requests + in_second->requests);
    EXPECT_EQ(total.sectors, in_first->sectors + in_second->sectors);
    EXPECT_EQ(total.ideal_sectors, in_first->ideal_sectors + in_second->ideal_sectors);
    EXPECT_EQ(total.access, in_first->access);
    EXPECT_EQ(total.bytes, in_first->bytes);
  }
}

TEST_F(LaunchesTest, ALaunchHasItsNameAsWrittenItsShapeAndItsLine) {
  const Evidence evidence = run_entry("two_sizes");
  ASSERT_EQ(evidence.launches.size(), 2u);
  const LaunchRecord &first = evidence.launches[0], &second = evidence.launches[1];
  EXPECT_EQ(first.kernel, "copy<float, 1>");
  EXPECT_EQ(first.grid.x, 4u);
  EXPECT_EQ(first.block.x, 64u);
  EXPECT_EQ(first.dynamic_shared, 0);
  EXPECT_EQ(library.marker(first.pc), "first");
  EXPECT_EQ(second.grid.y, 2u);
  EXPECT_EQ(second.block.x, 32u);
  EXPECT_EQ(second.dynamic_shared, 128);
  EXPECT_EQ(library.marker(second.pc), "second");
}

TEST_F(LaunchesTest, ALaunchThroughAnAddressKeepsAllItsTemplateArguments) {
  const Evidence evidence = run_entry("by_address");
  ASSERT_EQ(evidence.launches.size(), 1u);
  EXPECT_EQ(evidence.launches[0].kernel, "copy<float, 2>");
}

TEST_F(LaunchesTest, OnlyLaunchesThatAreCarriedOutAreNumberedAndFindingsNameThem) {
  const Evidence evidence = run_entry("refused_and_fatal");
  ASSERT_EQ(evidence.findings.size(), 2u);
  EXPECT_EQ(evidence.findings[0].kind, FindingKind::bad_launch);
  EXPECT_EQ(evidence.findings[0].launch, 0u);
  EXPECT_EQ(evidence.findings[1].kind, FindingKind::out_of_bounds);
  EXPECT_EQ(evidence.findings[1].launch, 2u);
  EXPECT_EQ(evidence.launches.size(), 2u);
  EXPECT_EQ(evidence.launch_count, 2u);
}

TEST_F(LaunchesTest, WithoutTheOptionLaunchesAreOnlyCounted) {
  const Evidence evidence = run_entry("two_sizes", count_only);
  EXPECT_TRUE(evidence.launches.empty());
  EXPECT_EQ(evidence.launch_count, 2u);
}

// ---- what a prediction of time is made of ----

RunOptions gathering() {
  RunOptions options{.count_traffic = true, .model_caches = true, .gather_work = true, .find_races = false};
  options.device = load_device(COURSE_ROOT "/simt/devices", "h200");
  return options;
}

TEST_F(LaunchesTest, WorkIsGatheredOnRequestOnly) {
  EXPECT_TRUE(run_entry("in_a_loop").work.empty());
  const Evidence evidence = run_entry("in_a_loop", gathering());
  ASSERT_EQ(evidence.work.size(), 2U);
  EXPECT_EQ(evidence.work[0].launches, 1);
  EXPECT_EQ(evidence.work[0].requests, 16);
  EXPECT_EQ(evidence.work[1].requests, 4);
  EXPECT_GT(evidence.work[0].waits, 0);
  EXPECT_GT(memory::predict(evidence.work, gathering().device).seconds, 0);
}

TEST_F(LaunchesTest, GridsAreKnownWithoutRunningKernels) {
  RunOptions options = gathering();
  options.only_grids = true;
  std::fill_n(b.data(), 256, 7.0F);
  const Evidence evidence = run_entry("in_a_loop", options);
  const Evidence whole = run_entry("in_a_loop", gathering());
  ASSERT_EQ(evidence.work.size(), whole.work.size());
  for (std::size_t i = 0; i < whole.work.size(); ++i) {
    EXPECT_EQ(evidence.work[i].blocks, whole.work[i].blocks);
    EXPECT_EQ(evidence.work[i].launches, whole.work[i].launches);
    EXPECT_EQ(evidence.work[i].shape.threads_per_block, whole.work[i].shape.threads_per_block);
    EXPECT_EQ(evidence.work[i].requests, 0);
  }
  EXPECT_TRUE(evidence.traffic.empty());
}

}  // namespace
}  // namespace simt::test
