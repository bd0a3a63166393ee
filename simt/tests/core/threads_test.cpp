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
    static const StudentLibrary loaded(R"cuda(
#include <cuda_runtime.h>
__device__ float factor = 2;
__constant__ float offsets[2] = {10, 20};

__global__ void copy(float* out, const float* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = in[i];
}
__global__ void strided_copy(float* out, const float* in, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = in[i];
}
__global__ void wide_copy(float4* out, const float4* in) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void hinted_copy(float2* out, const float2* in) { __stcs(&out[threadIdx.x], __ldg(&in[threadIdx.x])); }
struct Pair { float a, b, c; };
__global__ void struct_copy(Pair* out, const Pair* in) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void add(float* out, float x) { out[threadIdx.x] += x; }
__global__ void reverse(float* out, const float* in, int n) {
  extern __shared__ float s[];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[n - 1 - threadIdx.x];
}
__global__ void sum_by_warp(float* out, const float* in) {
  __shared__ float s[64];
  s[threadIdx.x] = in[threadIdx.x];
  for (int d = 16; d > 0; d /= 2) {
    __syncwarp();
    if (threadIdx.x % 32 < d) s[threadIdx.x] += s[threadIdx.x + d];
  }
  if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = s[threadIdx.x];
}
__global__ void exit_early(float* out, const float* in, int n) {
  __shared__ float s[64];
  if (threadIdx.x >= n) return;
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[n - 1 - threadIdx.x];
}
__global__ void indices(float* out) {
  dim3 size = blockDim;
  uint3 at = threadIdx;
  int thread = (at.z * size.y + at.y) * size.x + at.x;
  int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  out[block * size.x * size.y * size.z + thread] = 100 * block + thread;
}
__global__ void with_globals(float* out) { out[threadIdx.x] = factor * threadIdx.x + offsets[threadIdx.x % 2]; }
__global__ void takes_vector(float* out, float4 v, char c, double d) { out[threadIdx.x] = v.x + v.w + c + d; }
using Kernel = void (*)(float*, const float*, int);
__attribute__((noinline)) void launch(Kernel kernel, float* out, const float* in, int n) { kernel<<<1, n>>>(out, in, n); }

__global__ void chosen(float* out, const uint2* in, int n) {
  unsigned largest = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    const uint2 v = in[i];
    largest = max(largest, (v.y & 127) == 0 ? v.x : 0);
  }
  out[threadIdx.x] = __uint_as_float(largest);
}
extern "C" {
void run_by_pointer(float* out, const float* in, int n) { launch(n > 32 ? copy : strided_copy, out, in, n); }
void run_copy(float* out, const float* in, int n) { copy<<<(n + 127) / 128, 128>>>(out, in, n); }
void run_strided_copy(float* out, const float* in, int n) { strided_copy<<<1, 64>>>(out, in, n); }
void run_wide_copy(float* out, const float* in, int n) { wide_copy<<<1, n / 4>>>((float4*)out, (const float4*)in); }
void run_chosen(float* out, const float* in, int n) { chosen<<<1, 32>>>(out, (const uint2*)in, n / 2); }
void run_hinted_copy(float* out, const float* in, int n) { hinted_copy<<<1, n / 2>>>((float2*)out, (const float2*)in); }
void run_struct_copy(float* out, const float* in, int n) { struct_copy<<<1, n / 3>>>((Pair*)out, (const Pair*)in); }
void run_add(float* out, const float*, int n) { cudaMemset(out, 0, n * sizeof(float)); add<<<1, n>>>(out, 3.0f); }
void run_reverse(float* out, const float* in, int n) { reverse<<<1, n, n * sizeof(float)>>>(out, in, n); }
void run_sum_by_warp(float* out, const float* in, int) { sum_by_warp<<<1, 64>>>(out, in); }
void run_exit_early(float* out, const float* in, int n) { exit_early<<<1, 64>>>(out, in, n); }
void run_indices(float* out, const float*, int) { indices<<<dim3(2, 3, 2), dim3(4, 2, 3)>>>(out); }
void run_with_globals(float* out, const float*, int) { with_globals<<<1, 32>>>(out); }
void run_takes_vector(float* out, const float*, int) { takes_vector<<<1, 32>>>(out, make_float4(1, 2, 3, 4), 10, 0.5); }
}
)cuda");
    return loaded;
  }

  Evidence run_on(const char* entry, int n, std::size_t out_count = 0) {
    in = Buffer<float>(n);
    out = Buffer<float>(out_count != 0 ? out_count : n, -1);
    for (int i = 0; i < n; ++i) in.elements[i] = static_cast<float>(i);
    const Evidence evidence = run<Entry>(library(), {in.lend("input 0", false), out.lend("output 0")}, everything,
                                         entry, out.data(), in.data(), n);
    EXPECT_TRUE(evidence.findings.empty()) << entry << ": " << evidence.findings.front().object;
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

// Two elements that are used one by one were still loaded together.
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
  EXPECT_EQ(library().line(evidence.traffic[0].pc), 15);
  EXPECT_EQ(library().line(evidence.traffic[1].pc), 15);
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
