// Blocks that wait for each other: flags, tickets, barriers across the grid, and those that wait for ever.
#include <gtest/gtest.h>

#include <chrono>

#include "student_library.hpp"

namespace simt::test {
namespace {

using Entry = void(int*, const int*, int);

class GridOfBlocks : public testing::Test {
 protected:
  static const StudentLibrary& library() {
    static const StudentLibrary loaded(R"cuda(#include <cuda_runtime.h>
__global__ void backwards(int* out, volatile int* flags) {
  __shared__ int mine[32];
  mine[threadIdx.x] = blockIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    if (blockIdx.x + 1 < gridDim.x) while (flags[blockIdx.x + 1] == 0) {}
    __threadfence();
    flags[blockIdx.x] = 1;
  }
  __syncthreads();
  out[blockIdx.x * 32 + threadIdx.x] = mine[31 - threadIdx.x];
}
__device__ void grid_barrier(unsigned* arrived, unsigned goal) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(arrived, 1u);
    while (atomicAdd(arrived, 0u) < goal)
      ;
    __threadfence();
  }
  __syncthreads();
}
__global__ void relay(int* out, int* buffer, unsigned* arrived, int rounds) {
  extern __shared__ int tile[];
  const int n = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i;
  buffer[i] = 0;
  grid_barrier(arrived, gridDim.x);
  for (int round = 1; round <= rounds; ++round) {
    const int next = buffer[(i + blockDim.x) % n];
    grid_barrier(arrived, (2 * round) * gridDim.x);
    buffer[i] = next + 1;
    grid_barrier(arrived, (2 * round + 1) * gridDim.x);
  }
  out[i] = buffer[i] + (tile[threadIdx.x] == i ? 0 : 1000);
}
__global__ void last_block_sums(int* out, int* partial, unsigned* ticket) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = blockIdx.x;
    __threadfence();
    is_last = atomicInc(ticket, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last && threadIdx.x == 0) {
    int sum = 0;
    for (int i = 0; i < gridDim.x; ++i) sum += partial[i];
    out[0] = sum;
  }
}
__global__ void waits_for_nobody(volatile int* flag) {
  if (threadIdx.x == 3) while (*flag == 0) {}   // line 54
}
__global__ void reads_volatile_again_and_again(int* out, volatile int* n) {
  int sum = 0;
  for (int i = 0; i < *n; ++i) {
    out[blockIdx.x * 32 + threadIdx.x] = i;
    sum += i & 1;
  }
  out[blockIdx.x * 32 + threadIdx.x] = sum;
}
extern "C" {
void run_backwards(int* out, const int*, int blocks) {
  int* flags;
  cudaMalloc(&flags, blocks * sizeof(int));
  cudaMemset(flags, 0, blocks * sizeof(int));
  backwards<<<blocks, 32>>>(out, flags);
  cudaFree(flags);
}
void run_relay(int* out, const int*, int blocks) {
  int* buffer;
  unsigned* arrived;
  cudaMalloc(&buffer, blocks * 64 * sizeof(int));
  cudaMalloc(&arrived, sizeof(unsigned));
  cudaMemset(arrived, 0, sizeof(unsigned));
  relay<<<blocks, 64, 64 * sizeof(int)>>>(out, buffer, arrived, 5);
  cudaFree(buffer);
  cudaFree(arrived);
}
void run_large_relay(int* out, const int*, int) {
  int* buffer;
  unsigned* arrived;
  cudaMalloc(&buffer, 1000 * 64 * sizeof(int));
  cudaMalloc(&arrived, sizeof(unsigned));
  cudaMemset(arrived, 0, sizeof(unsigned));
  cudaFuncSetAttribute(relay, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 * 1024);
  relay<<<133, 64, 200 * 1024>>>(out, buffer, arrived, 1);   // one block on each of 132 multiprocessors
}
void run_last_block(int* out, const int*, int blocks) {
  int* partial;
  unsigned* ticket;
  cudaMalloc(&partial, blocks * sizeof(int));
  cudaMalloc(&ticket, sizeof(unsigned));
  cudaMemset(ticket, 0, sizeof(unsigned));
  last_block_sums<<<blocks, 32>>>(out, partial, ticket);
  cudaFree(partial);
  cudaFree(ticket);
}
void run_waits_for_nobody(int* out, const int*, int) {
  cudaMemset(out, 0, 4);
  waits_for_nobody<<<2, 32>>>(out);
}
void run_volatile_bound(int* out, const int*, int n) {
  int* bound;
  cudaMalloc(&bound, sizeof(int));
  cudaMemcpy(bound, &n, sizeof(int), cudaMemcpyHostToDevice);
  reads_volatile_again_and_again<<<2, 32>>>(out, bound);
  cudaFree(bound);
}
}
)cuda");
    return loaded;
  }

  Evidence run_on(const char* entry, int n) {
    out = Buffer<int>(64 * 1024, -1);
    return run<Entry>(library(), {out.lend("output 0")}, everything, entry, out.data(), nullptr, n);
  }
  void run_without_findings(const char* entry, int n) {
    const Evidence evidence = run_on(entry, n);
    EXPECT_TRUE(evidence.findings.empty()) << entry << ": kind " << static_cast<int>(evidence.findings[0].kind)
                                           << " line " << library().line(evidence.findings[0].pc);
  }
  FindingRecord find(const char* entry) {
    const Evidence evidence = run_on(entry, 0);
    EXPECT_EQ(evidence.findings.size(), 1u) << entry;
    return evidence.findings.empty() ? FindingRecord{} : evidence.findings.front();
  }

  Buffer<int> out{0};
};

TEST_F(GridOfBlocks, EarlierBlocksMayWaitForLaterOnes) {
  run_without_findings("run_backwards", 100);
  for (int i = 0; i < 100 * 32; ++i) ASSERT_EQ(out.elements[i], i / 32) << "shared memory is each block's own";
}

TEST_F(GridOfBlocks, ABarrierAcrossTheGrid) {
  run_without_findings("run_relay", 132);
  for (int i = 0; i < 132 * 64; ++i) ASSERT_EQ(out.elements[i], 5) << i;
}

TEST_F(GridOfBlocks, TheLastBlockSeesWhatAllWrote) {
  run_without_findings("run_last_block", 50);
  EXPECT_EQ(out.elements[0], 49 * 25);
}

TEST_F(GridOfBlocks, ABarrierOfMoreBlocksThanFitIsADeadlock) {
  const FindingRecord finding = find("run_large_relay");
  EXPECT_EQ(finding.kind, FindingKind::deadlock);
  EXPECT_EQ(library().line(finding.pc), 19);
  EXPECT_EQ(std::string(finding.object), "the grid has 133 blocks, of which only 132 can be resident at a time");
  EXPECT_EQ(std::string(finding.kernel), "relay");
  EXPECT_STREQ(last_error_name(), "cudaErrorLaunchTimeout");
}

TEST_F(GridOfBlocks, AFlagThatNobodyWritesIsADeadlock) {
  const FindingRecord finding = find("run_waits_for_nobody");
  EXPECT_EQ(finding.kind, FindingKind::deadlock);
  EXPECT_EQ(library().line(finding.pc), 54);
  EXPECT_EQ(finding.thread.x, 3u);
  EXPECT_EQ(std::string(finding.object), "no thread is left that would write what it waits for");
}

TEST_F(GridOfBlocks, ALongLoopThatLooksAtVolatileMemoryIsNone) {
  run_without_findings("run_volatile_bound", 20000);
  EXPECT_EQ(out.elements[0], 10000);
}

}  // namespace
}  // namespace simt::test
