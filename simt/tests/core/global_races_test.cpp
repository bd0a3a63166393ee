// Races in global memory: within a block, between blocks, and what orders two blocks. Of every broken kernel there is
// a correct twin, which must have no finding.
#include <gtest/gtest.h>

#include "student_library.hpp"

namespace simt::test {
namespace {

using Entry = void(int*, const int*, int);

class RacesInGlobalMemory : public testing::Test {
 protected:
  static const StudentLibrary& library() {
    static const StudentLibrary loaded(R"cuda(#include <cuda_runtime.h>
__device__ int thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

// ---- within a block ----
template <bool is_right> __global__ void reversed(int* out, int* stage) {
  stage[threadIdx.x] = threadIdx.x;               // line 6
  if (is_right) __syncthreads();
  out[threadIdx.x] = stage[blockDim.x - 1 - threadIdx.x];  // line 8
}
template <bool is_right> __global__ void pairs(int* out, int* stage) {
  stage[threadIdx.x] = threadIdx.x;
  if (is_right) __syncwarp();
  out[threadIdx.x] = stage[threadIdx.x ^ 1];      // line 13
}

// ---- between blocks ----
__global__ void own_elements(int* out, int* stage) {
  stage[thread()] = thread();
  stage[thread()] += 1;
  out[thread()] = stage[thread()];
}
__global__ void one_word(int* out, int*) { out[0] = blockIdx.x; }  // line 22
__global__ void halo_in_place(int* out, int* stage) {
  const int next = stage[thread() + 1];           // line 24
  __syncthreads();
  stage[thread()] = next;                         // line 26
}
__global__ void bytes(int* out, int*) {
  const int n = blockDim.x;
  reinterpret_cast<char*>(out)[threadIdx.x * gridDim.x + blockIdx.x] = 1;
  reinterpret_cast<short*>(out + n)[threadIdx.x * gridDim.x + blockIdx.x] = 1;
}
__global__ void same_bytes(int* out, int*) {
  reinterpret_cast<char*>(out)[threadIdx.x] = blockIdx.x;  // line 34
}
__global__ void float4s(int* out, int*) {
  reinterpret_cast<int4*>(out)[threadIdx.x] = make_int4(0, 0, 0, blockIdx.x);  // line 37
}

// ---- ordered by a flag ----
enum Handshake { right, no_release, no_acquire, block_release, plain_flag, no_barrier_before, no_barrier_after };
template <Handshake how> __global__ void hand_over(int* out, int* stage) {
  volatile int* flag = stage + 1000;
  if (blockIdx.x == 0) {
    stage[threadIdx.x] = threadIdx.x;             // line 45
    if (how != no_barrier_before) __syncthreads();
    if (threadIdx.x == 0) {
      if (how == block_release) __threadfence_block(); else if (how != no_release) __threadfence();
      if (how == plain_flag) stage[1000] = 1; else *flag = 1;  // line 49
    }
  } else {
    if (threadIdx.x == 0) {
      while (*flag == 0) {}                       // line 53
      if (how != no_acquire) __threadfence();
    }
    if (how != no_barrier_after) __syncthreads();
    out[threadIdx.x] = stage[(threadIdx.x + 7) % blockDim.x];  // line 57
  }
}
__global__ void fences_of_all(int* out, int* stage) {
  if (blockIdx.x == 0) {
    stage[threadIdx.x] = threadIdx.x;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) atomicExch(stage + 1000, 1);
  } else {
    if (threadIdx.x == 0) while (atomicAdd(stage + 1000, 0) == 0) {}
    __syncthreads();
    __threadfence();
    out[threadIdx.x] = stage[blockDim.x - 1 - threadIdx.x];
  }
}
__global__ void chain(int* out, int* stage) {   // each block adds to what the one before has left
  volatile int* flags = stage + 512;
  if (blockIdx.x > 0) {
    while (flags[blockIdx.x - 1] == 0) {}
    __threadfence();
  }
  stage[threadIdx.x] += 1;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    flags[blockIdx.x] = 1;
  }
  if (blockIdx.x == gridDim.x - 1) out[threadIdx.x] = stage[threadIdx.x];
}
__global__ void warps_hand_over(int* out, int* stage) {
  volatile int* flags = stage + 512;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (blockIdx.x == 0) {
    stage[threadIdx.x] = threadIdx.x;
    __syncwarp();
    if (lane == 0) { __threadfence(); flags[warp] = 1; }
  } else {
    if (lane == 0) { while (flags[warp] == 0) {} __threadfence(); }
    __syncwarp();
    out[threadIdx.x] = stage[threadIdx.x ^ 5];
  }
}

// ---- ordered by a counter ----
template <bool is_right> __global__ void last_block(int* out, int* partial) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = blockIdx.x;             // line 105
    if (is_right) __threadfence();
    is_last = atomicAdd(partial + 1000, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!is_last) return;
  int sum = 0;
  for (int i = 0; i < gridDim.x; ++i) sum += partial[i];  // line 112
  if (threadIdx.x == 0) out[0] = sum;
}
template <bool is_right> __device__ void barrier(int* arrived, int goal) {
  __syncthreads();
  if (threadIdx.x == 0) {
    if (is_right) __threadfence();
    atomicAdd(arrived, 1);
    while (*(volatile int*)arrived < goal) {}
    __threadfence();
  }
  __syncthreads();
}
template <bool is_right> __global__ void rounds(int* out, int* stage) {
  const int n = gridDim.x * blockDim.x;
  stage[thread()] = 0;                            // line 127
  for (int round = 0; round < 4; ++round) {
    barrier<is_right>(stage + 1000, (2 * round + 1) * gridDim.x);
    const int next = stage[(thread() + blockDim.x) % n];  // line 130
    barrier<is_right>(stage + 1000, (2 * round + 2) * gridDim.x);
    stage[thread()] = next + 1;                   // line 132
  }
  out[thread()] = stage[thread()];
}
template <bool is_right> __global__ void locked(int* out, int* stage) {
  if (threadIdx.x == 0) {
    while (atomicCAS(stage + 1000, 0, 1) != 0) {}
    __threadfence();
    stage[0] += blockIdx.x;                       // line 140
    if (is_right) __threadfence();
    atomicExch(stage + 1000, 0);
  }
}

// ---- atomics ----
__global__ void atomics(int*, int* stage) { atomicAdd(stage, 1); }
__global__ void atomics_and_plain(int* out, int* stage) {
  atomicAdd(stage, 1);                            // line 149
  out[thread()] = stage[0];                       // line 150
}
__device__ int found;
__global__ void device_variable(int*, int*) { if (threadIdx.x == 0) found = blockIdx.x; }  // line 153

template <class Kernel> void run(Kernel kernel, int blocks, int threads, int* out) {
  int* stage;
  cudaMalloc(&stage, 4096 * sizeof(int));
  cudaMemset(stage, 0, 4096 * sizeof(int));
  kernel<<<blocks, threads>>>(out, stage);
  cudaFree(stage);
}
extern "C" {
#define CASE(name, kernel, blocks, threads) \
  void name(int* out, const int*, int) { run(kernel, blocks, threads, out); }
CASE(barrier_in_block, reversed<true>, 1, 64)
CASE(no_barrier_in_block, reversed<false>, 1, 64)
CASE(barrier_in_warp, pairs<true>, 1, 64)
CASE(no_barrier_in_warp, pairs<false>, 1, 64)
CASE(own_words, own_elements, 8, 64)
CASE(all_one_word, one_word, 2, 1)
CASE(in_place, halo_in_place, 4, 32)
CASE(own_bytes, bytes, 4, 32)
CASE(shared_bytes, same_bytes, 2, 32)
CASE(wide, float4s, 2, 32)
CASE(flag_right, hand_over<right>, 2, 64)
CASE(flag_without_release, hand_over<no_release>, 2, 64)
CASE(flag_without_acquire, hand_over<no_acquire>, 2, 64)
CASE(flag_with_block_release, hand_over<block_release>, 2, 64)
CASE(flag_that_is_plain, hand_over<plain_flag>, 2, 64)
CASE(flag_without_barrier_before, hand_over<no_barrier_before>, 2, 64)
CASE(flag_without_barrier_after, hand_over<no_barrier_after>, 2, 64)
CASE(all_fence, fences_of_all, 2, 64)
CASE(chained, chain, 20, 64)
CASE(warp_by_warp, warps_hand_over, 2, 128)
CASE(last_right, last_block<true>, 40, 64)
CASE(last_without_fence, last_block<false>, 40, 64)
CASE(grid_barrier, rounds<true>, 8, 64)
CASE(grid_barrier_without_fence, rounds<false>, 8, 64)
CASE(lock, locked<true>, 8, 32)
CASE(lock_without_fence, locked<false>, 8, 32)
CASE(only_atomics, atomics, 4, 32)
CASE(mixed_atomics, atomics_and_plain, 2, 1)
CASE(variable, device_variable, 2, 32)
void pinned(int*, const int*, int) {
  int* host;
  cudaMallocHost(&host, 64);
  host[0] = 0;
  one_word<<<2, 1>>>(host, host);
  cudaFreeHost(host);
}
void launch_after_launch(int* out, const int*, int) {
  for (int i = 0; i < 3; ++i) one_word<<<1, 1>>>(out, out);
}
}
)cuda");
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
                    << library().line(finding.pc) << " and " << library().line(finding.other_pc);
    }
  }
  FindingRecord expect_race(const char* entry, Missing missing, int line, int other_line) {
    const Evidence evidence = run_on(entry);
    EXPECT_EQ(evidence.findings.size(), 1u) << entry;
    if (evidence.findings.empty()) return {};
    const FindingRecord& finding = evidence.findings.front();
    EXPECT_EQ(finding.kind, FindingKind::global_race) << entry;
    EXPECT_EQ(finding.missing, missing) << entry;
    EXPECT_EQ(library().line(finding.pc), line) << entry;
    EXPECT_EQ(library().line(finding.other_pc), other_line) << entry;
    EXPECT_EQ(last_error(), 0) << "a race is not fatal";
    return finding;
  }

  Buffer<int> out{0};
};

TEST_F(RacesInGlobalMemory, BarriersOrderABlock) {
  expect_none("barrier_in_block");
  expect_none("barrier_in_warp");
  expect_race("no_barrier_in_block", Missing::barrier, 6, 8);
  expect_race("no_barrier_in_warp", Missing::barrier, 11, 13);
}

TEST_F(RacesInGlobalMemory, BlocksOfOneLaunchAreNotOrdered) {
  expect_none("own_words");
  const FindingRecord finding = expect_race("all_one_word", Missing::order, 22, 22);
  EXPECT_EQ(finding.block.x, 1u);
  EXPECT_EQ(finding.other_block.x, 0u);
  EXPECT_EQ(std::string(finding.object), "output 0");
}

TEST_F(RacesInGlobalMemory, LaunchesAreOrdered) { expect_none("launch_after_launch"); }

TEST_F(RacesInGlobalMemory, ALoadBeforeTheStoreOfAnotherBlock) {
  const FindingRecord finding = expect_race("in_place", Missing::order, 26, 24);
  EXPECT_EQ(finding.access, Access::store);
  EXPECT_EQ(finding.thread.x, 0u);
  EXPECT_EQ(finding.other_thread.x, 31u);
}

TEST_F(RacesInGlobalMemory, NeighbouringBytesAreNotTheSame) {
  expect_none("own_bytes");
  expect_race("shared_bytes", Missing::order, 34, 34);
  EXPECT_EQ(expect_race("wide", Missing::order, 37, 37).count, 32) << "one for each access";
}

TEST_F(RacesInGlobalMemory, FencesAroundAFlagOrder) {
  for (const char* entry : {"flag_right", "all_fence", "chained", "warp_by_warp"}) expect_none(entry);
}

TEST_F(RacesInGlobalMemory, AFenceThatLacksIsNamed) {
  const FindingRecord finding = expect_race("flag_without_release", Missing::release_fence, 57, 45);
  EXPECT_EQ(finding.block.x, 1u);
  EXPECT_EQ(finding.other_block.x, 0u);
  expect_race("flag_with_block_release", Missing::release_fence, 57, 45);
  expect_race("flag_without_acquire", Missing::acquire_fence, 57, 45);
}

TEST_F(RacesInGlobalMemory, AFlagMustBeStrongOnBothSides) {
  const Evidence evidence = run_on("flag_that_is_plain");
  ASSERT_FALSE(evidence.findings.empty());
  EXPECT_EQ(library().line(evidence.findings[0].pc) + library().line(evidence.findings[0].other_pc), 49 + 53);
}

TEST_F(RacesInGlobalMemory, AFenceIsOneThreadsOnly) {
  expect_race("flag_without_barrier_before", Missing::told_too_early, 57, 45);
  EXPECT_FALSE(run_on("flag_without_barrier_after").findings.empty());
}

TEST_F(RacesInGlobalMemory, TheLastBlockNeedsAFence) {
  expect_none("last_right");
  expect_race("last_without_fence", Missing::release_fence, 112, 105);
}

TEST_F(RacesInGlobalMemory, SoDoesABarrierOfTheGrid) {
  expect_none("grid_barrier");
  const Evidence evidence = run_on("grid_barrier_without_fence");
  ASSERT_FALSE(evidence.findings.empty());
  EXPECT_EQ(evidence.findings[0].missing, Missing::release_fence);
}

TEST_F(RacesInGlobalMemory, AndALock) {
  expect_none("lock");
  const Evidence evidence = run_on("lock_without_fence");
  ASSERT_EQ(evidence.findings.size(), 2u) << "the sum is loaded, and stored";
  for (const FindingRecord& finding : evidence.findings) {
    EXPECT_EQ(finding.missing, Missing::release_fence);
    EXPECT_EQ(library().line(finding.pc), 140);
  }
}

TEST_F(RacesInGlobalMemory, AtomicsRaceWithPlainAccessesOnly) {
  expect_none("only_atomics");
  expect_race("mixed_atomics", Missing::order, 149, 150);
}

TEST_F(RacesInGlobalMemory, AllKindsOfGlobalMemoryAreWatched) {
  expect_race("variable", Missing::order, 153, 153);
  EXPECT_EQ(run_on("pinned").findings.front().kind, FindingKind::global_race);
}

TEST_F(RacesInGlobalMemory, AreFoundInAnySchedule) {
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

TEST_F(RacesInGlobalMemory, AreNotSoughtUnasked) { EXPECT_TRUE(run_on("all_one_word", count_only).findings.empty()); }

}  // namespace
}  // namespace simt::test
