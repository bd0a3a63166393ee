// Every kind of finding is seen once, at its line, by the thread that did it; and what follows from it.
#include <gtest/gtest.h>

#include "student_library.hpp"

namespace simt::test {
namespace {

using Entry = void(float*, const float*, int);

class Findings : public testing::Test {
 protected:
  static const StudentLibrary& library() {
    static const StudentLibrary loaded(R"cuda(#include <cuda_runtime.h>
__global__ void no_guard(float* out, const float* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] =           // line 4
      in[i];         // line 5
}
__global__ void before(float* out) { *(out - 2 + threadIdx.x) = 0; }
__global__ void to_input(float* in) { in[threadIdx.x] = 0; }
__global__ void through_null(float* out) { *out = 1; }
__global__ void racy(float* out, const float* in, int n) {
  __shared__ float s[64];
  s[threadIdx.x] = in[threadIdx.x];          // line 12
  out[threadIdx.x] = s[n - 1 - threadIdx.x]; // line 13
}
__global__ void racy_after(float* out, int n) {
  __shared__ float s[64];
  s[threadIdx.x] = 1;
  __syncthreads();
  float neighbour = s[(threadIdx.x + 1) % n];
  s[threadIdx.x] = neighbour + 1;            // line 20
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
__global__ void unwritten(float* out) {
  __shared__ float s[32];
  if (threadIdx.x != 7) s[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];         // line 28
}
__global__ void two_barriers(float* out, int n) {
  if (threadIdx.x < n / 2) {
    out[threadIdx.x] = 1;
    __syncthreads();                         // line 33
  } else {
    out[threadIdx.x] = 2;
    __syncthreads();                         // line 36
  }
}
__global__ void crosswise(float* out) {
  if (threadIdx.x == 0) {
    __syncwarp();                            // line 41
    out[0] = 1;
  } else {
    __syncthreads();                         // line 44
    out[threadIdx.x] = 2;
  }
}
__global__ void fine(float* out) { out[threadIdx.x] = 5; }
__global__ void to_float4(float4* out) { out[threadIdx.x] = make_float4(1, 2, 3, 4); }
__global__ void large_tile(float* out, bool both) {
  __shared__ float first[8192];
  __shared__ float second[4097];
  first[threadIdx.x] = threadIdx.x;
  if (both) second[threadIdx.x] = threadIdx.x;
  __syncthreads();
  const int other = blockDim.x - 1 - threadIdx.x;
  out[threadIdx.x] = first[other] + (both ? second[other] : 0);
}
__global__ void past_shared(float* out) {
  extern __shared__ float s[];
  s[threadIdx.x] = 1;
  out[threadIdx.x] = s[threadIdx.x];
}
__global__ void with_local(float* out, int n) {
  volatile float a[32];
  for (int i = 0; i < 32; ++i) a[i] = i;
  out[threadIdx.x] = a[(threadIdx.x + n) % 32];
}
__global__ void sum_into(float* out, const float* in) { out[threadIdx.x] += in[threadIdx.x]; }
struct Padded { char c; int i; };
__global__ void write_members(Padded* p) { p[threadIdx.x].c = 1; p[threadIdx.x].i = 2; }
__global__ void copy_padded(Padded* to, const Padded* from) { to[threadIdx.x] = from[threadIdx.x]; }
__global__ void launches(float* out) { fine<<<1, 32>>>(out); }

static float* kept = nullptr;
extern "C" {
void run_leaks(float* out, const float*, int n) {
  float* lost = nullptr;
  for (int i = 0; i < 3; ++i) cudaMalloc(&lost, n * sizeof(float));
  float* freed = nullptr;
  cudaMalloc(&freed, n);
  cudaFree(freed);
  fine<<<1, 1>>>(out);
}
void run_with_kept(float* out, const float* in, int n) {
  if (kept == nullptr) {
    cudaMalloc(&kept, n * sizeof(float));
    cudaMemcpy(kept, in, n * sizeof(float), cudaMemcpyDeviceToDevice);
  }
  cudaMemcpy(out, kept, n * sizeof(float), cudaMemcpyDeviceToDevice);
  sum_into<<<1, n>>>(out, kept);
}
void run_frees_kept(float*, const float*, int) {
  cudaFree(kept);
  kept = nullptr;
}
void run_launches(float* out, const float*, int) { launches<<<1, 1>>>(out); }
void run_no_guard(float* out, const float* in, int n) { no_guard<<<(n + 31) / 32, 32>>>(out, in); }
void run_before(float* out, const float*, int n) { before<<<1, n>>>(out); }
void run_to_input(float*, const float* in, int n) { to_input<<<1, n>>>(const_cast<float*>(in)); }
void run_null(float*, const float*, int) { float* none = nullptr; through_null<<<1, 1>>>(none); }
void run_stack(float*, const float*, int) { float local; through_null<<<1, 1>>>(&local); }
void run_racy(float* out, const float* in, int n) {
  for (int i = 0; i < 2; ++i) racy<<<1, n>>>(out, in, n);
}
void run_racy_after(float* out, const float*, int n) { racy_after<<<1, n>>>(out, n); }
void run_unwritten(float* out, const float*, int n) { unwritten<<<1, n>>>(out); }
void run_two_barriers(float* out, const float*, int n) { two_barriers<<<1, n>>>(out, n); }
void run_crosswise(float* out, const float*, int n) { crosswise<<<1, n>>>(out); }
void run_empty_block(float* out, const float*, int n) { fine<<<1, n - n>>>(out); }
void run_huge_block(float* out, const float*, int n) { fine<<<1, dim3(32, 33)>>>(out); }
void run_deep_block(float* out, const float*, int n) { fine<<<1, dim3(1, 1, 65)>>>(out); }
void run_empty_grid(float* out, const float*, int n) { fine<<<n / 1000, n>>>(out); }
void run_tall_grid(float* out, const float*, int n) { fine<<<dim3(1, 65536), n>>>(out); }
void run_static(float* out, const float*, int n) { large_tile<<<1, n>>>(out, false); }
void run_much_static(float* out, const float*, int n) { large_tile<<<1, n>>>(out, true); }
void run_much_together(float* out, const float*, int n) {
  cudaFuncSetAttribute(large_tile, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 * 1024);
  large_tile<<<1, n, 200 * 1024>>>(out, false);
}
void run_much_shared(float* out, const float*, int n) { fine<<<1, n, 49 * 1024>>>(out); }
void run_granted_shared(float* out, const float*, int n) {
  cudaFuncSetAttribute(fine, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 * 1024);
  fine<<<1, n, 64 * 1024>>>(out);
}
void run_sum_into_unwritten(float* out, const float* in, int n) { sum_into<<<1, n>>>(out, in); }
void run_sum_into_zeroed(float* out, const float* in, int n) {
  cudaMemset(out, 0, n * sizeof(float));
  sum_into<<<1, n>>>(out, in);
}
void run_padded(float* out, const float*, int n) {
  Padded* p;
  cudaMalloc(&p, n / 2 * sizeof(Padded));
  write_members<<<1, n / 2>>>(p);
  copy_padded<<<1, n / 2>>>((Padded*)out, p);
  cudaFree(p);
}
void run_after_free(float* out, const float* in, int n) {
  float *freed, *other;
  cudaMalloc(&freed, n * sizeof(float));
  cudaFree(freed);
  cudaMalloc(&other, n * sizeof(float));
  fine<<<1, n>>>(freed);
}
void run_host(float* out, const float* in, int) { out[0] = in[0]; }
void run_to_float4(float* out, const float*, int) { to_float4<<<1, 2>>>(reinterpret_cast<float4*>(out + 1)); }
void run_past_shared(float* out, const float*, int n) { past_shared<<<1, n, (n - 1) * sizeof(float)>>>(out); }
void run_with_local(float* out, const float*, int n) { with_local<<<1, n>>>(out, n); }
void run_after_death(float* out, const float* in, int n) {
  run_no_guard(out, in, n);
  cudaGetLastError();
  fine<<<1, 32>>>(out);
}
void run_copy_to_input(float* out, const float* in, int n) {
  cudaMemcpy(const_cast<float*>(in), out, n * sizeof(float), cudaMemcpyDeviceToDevice);
}
}
)cuda");
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

  void expect_refused(const char* entry, const std::string& words) {
    const FindingRecord finding = find(entry, 32);
    EXPECT_EQ(finding.kind, FindingKind::bad_launch) << entry;
    EXPECT_NE(std::string(finding.object).find(words), std::string::npos) << finding.object;
    EXPECT_EQ(std::string(finding.kernel), "fine");
    EXPECT_STREQ(last_error_name(), "cudaErrorInvalidConfiguration");
    EXPECT_EQ(out.elements[0], -1) << "the kernel ran";
  }

  Buffer<float> in{0}, out{0};
};

TEST_F(Findings, OutOfBoundsLoad) {
  const FindingRecord finding = find("run_no_guard", 40);
  EXPECT_EQ(finding.kind, FindingKind::out_of_bounds);
  EXPECT_EQ(finding.access, Access::load);
  EXPECT_EQ(finding.space, Space::global);
  EXPECT_EQ(finding.bytes, 4);
  EXPECT_EQ(library().line(finding.pc), 5);
  EXPECT_EQ(finding.block.x, 1u);
  EXPECT_EQ(finding.thread.x, 8u);
  EXPECT_EQ(finding.distance, 4);
  EXPECT_EQ(std::string(finding.object), "input 0");
  EXPECT_EQ(std::string(finding.kernel), "no_guard");
  EXPECT_STREQ(last_error_name(), "cudaErrorIllegalAddress");
  EXPECT_EQ(out.elements[39], 1) << "threads before it have run";
}

TEST_F(Findings, OutOfBoundsBeforeTheStart) {
  const FindingRecord finding = find("run_before", 32);
  EXPECT_EQ(finding.kind, FindingKind::out_of_bounds);
  EXPECT_EQ(finding.access, Access::store);
  EXPECT_EQ(finding.distance, -8);
  EXPECT_EQ(std::string(finding.object), "output 0");
}

TEST_F(Findings, OutOfBoundsIsFoundWithoutCounting) {
  EXPECT_EQ(find("run_no_guard", 40, RunOptions{}).kind, FindingKind::out_of_bounds);
}

TEST_F(Findings, OutOfBoundsWithNullOrHostMemory) {
  const FindingRecord null = find("run_null", 1);
  EXPECT_EQ(null.kind, FindingKind::out_of_bounds);
  EXPECT_EQ(std::string(null.object), "the null pointer");
  EXPECT_EQ(find("run_stack", 1).kind, FindingKind::out_of_bounds);
}

TEST_F(Findings, OutOfBoundsOfDynamicSharedMemory) {
  const FindingRecord finding = find("run_past_shared", 32);
  EXPECT_EQ(finding.kind, FindingKind::out_of_bounds);
  EXPECT_EQ(finding.space, Space::shared);
  EXPECT_EQ(finding.thread.x, 31u);
  EXPECT_EQ(finding.distance, 4);
}

TEST_F(Findings, NothingRunsAfterAFatalOne) {
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
  EXPECT_EQ(std::string(finding.object), "input 0");
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
  EXPECT_EQ(library().line(finding.pc), 12);
  EXPECT_EQ(library().line(finding.other_pc), 13);
  EXPECT_EQ(finding.space, Space::shared);
  EXPECT_EQ(finding.thread.x + finding.other_thread.x, 63u);
  EXPECT_EQ(finding.count, 2 * 64) << "each word of two blocks";
  EXPECT_EQ(last_error(), 0) << "a race is not fatal";
}

TEST_F(Findings, RaceOfAStoreWithAnEarlierLoad) {
  const FindingRecord finding = find("run_racy_after", 64);
  EXPECT_EQ(finding.kind, FindingKind::shared_race);
  EXPECT_EQ(finding.access, Access::store);
  EXPECT_EQ(library().line(finding.pc), 20);
}

TEST_F(Findings, RacesAreNotSoughtUnasked) { EXPECT_TRUE(run_on("run_racy", 64, count_only).findings.empty()); }

TEST_F(Findings, UninitializedShared) {
  const FindingRecord finding = find("run_unwritten", 32);
  EXPECT_EQ(finding.kind, FindingKind::uninitialized_shared);
  EXPECT_EQ(finding.thread.x, 7u);
  EXPECT_EQ(library().line(finding.pc), 28);
  EXPECT_NE(out.elements[7], out.elements[7]) << "unwritten shared memory is NaN";
}

TEST_F(Findings, UninitializedGlobal) {
  const FindingRecord finding = find("run_sum_into_unwritten", 32);
  EXPECT_EQ(finding.kind, FindingKind::uninitialized_global);
  EXPECT_EQ(finding.count, 32);
  EXPECT_EQ(finding.access, Access::load);
  EXPECT_EQ(std::string(finding.object), "output 0");
  EXPECT_TRUE(run_on("run_sum_into_unwritten", 32, count_only).findings.empty());
}

TEST_F(Findings, WrittenMemoryIsInitializedPaddingOrNot) {
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
  EXPECT_TRUE(run_on("run_no_guard", 32).findings.empty()) << "the next run did not lose it";
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
  EXPECT_EQ(library().line(finding.pc), 33);
  EXPECT_EQ(library().line(finding.other_pc), 36);
  EXPECT_EQ(finding.thread.x, 0u);
  EXPECT_EQ(finding.other_thread.x, 32u);
  EXPECT_STREQ(last_error_name(), "cudaErrorLaunchFailure");
}

TEST_F(Findings, DivergenceOfWarpAndBlockBarrier) {
  const FindingRecord finding = find("run_crosswise", 32);
  EXPECT_EQ(finding.kind, FindingKind::barrier_divergence);
  EXPECT_EQ(library().line(finding.pc), 41);
  EXPECT_EQ(library().line(finding.other_pc), 44);
}

TEST_F(Findings, BadLaunches) {
  expect_refused("run_empty_block", "empty");
  expect_refused("run_huge_block", "1056 threads");
  expect_refused("run_deep_block", "1 x 1 x 65");
  expect_refused("run_empty_grid", "grid");
  expect_refused("run_tall_grid", "65536");
  expect_refused("run_much_shared", "50176 bytes");
}

// nvcc knows the sizes when it compiles; here they show when a kernel comes to use the variables.
TEST_F(Findings, MoreStaticSharedMemoryThanAKernelMayHave) {
  EXPECT_TRUE(run_on("run_static", 32).findings.empty()) << "32 KiB";
  const FindingRecord much = find("run_much_static", 32);
  EXPECT_EQ(much.kind, FindingKind::bad_launch);
  EXPECT_STREQ(much.object, "49156 bytes of __shared__ variables; a kernel may have 49152, more only as dynamic ones");
  const FindingRecord together = find("run_much_together", 32);
  EXPECT_EQ(together.kind, FindingKind::bad_launch);
  EXPECT_STREQ(together.object, "237568 bytes of shared memory, static and dynamic; a block may have 232448");
}

TEST_F(Findings, LaunchByAKernel) {
  const FindingRecord finding = find("run_launches", 32);
  EXPECT_EQ(finding.kind, FindingKind::unsupported);
  EXPECT_EQ(std::string(finding.object), "launch of fine by a kernel");
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

TEST_F(Findings, LocalArraysAreNobodysBusiness) {
  const Evidence evidence = run_on("run_with_local", 32);
  EXPECT_TRUE(evidence.findings.empty());
  EXPECT_EQ(evidence.traffic.size(), 1u);
  EXPECT_EQ(out.elements[3], 3);
}

}  // namespace
}  // namespace simt::test
