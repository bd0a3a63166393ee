// The first launches of each kernel are tried in other orders of blocks, warps and lanes: in which ones, of which
// launches, and what the report says of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "emulated.hpp"

namespace simt::emulate::test {
namespace {

using testing::HasSubstr;
using testing::Not;

/// The orders in which something was found; 0 is the usual one.
std::vector<int> orders_with_findings(const Emulated& run) {
  std::vector<int> orders;
  for (const nlohmann::json& finding : run.json.at("findings")) orders.push_back(finding.at("schedule"));
  return orders;
}

// Argument 1: of what two are compared. Each is wrong where the one with number b comes before the one with number a.
constexpr const char* needs_a_before_b = R"cuda(#include <cstdio>
#include <cstdlib>
__global__ void blocks(int* out, int* seen, int a, int b) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == b) atomicExch(seen, 1);
  if (blockIdx.x == a && atomicAdd(seen, 0) == 1) out[-100] = 1;
}
__global__ void warps(int* out, int a, int b) {
  __shared__ int seen;
  if (threadIdx.x == 0) seen = 0;
  __syncthreads();
  if (threadIdx.x == 32 * b) atomicExch(&seen, 1);
  if (threadIdx.x == 32 * a && atomicAdd(&seen, 0) == 1) out[-100] = 1;
}
__global__ void lanes(int* out, int a, int b) {
  __shared__ int next;
  if (threadIdx.x == 0) next = 0;
  __syncwarp();
  int place = 0;
  if (threadIdx.x == a || threadIdx.x == b) place = atomicAdd(&next, 1);
  if (threadIdx.x == a && place == 1) out[-100] = 1;
}
int main(int, char** argv) {
  const int count = atoi(argv[2]), a = atoi(argv[3]), b = atoi(argv[4]);
  int *out, *seen;
  cudaMalloc(&out, 64);
  cudaMalloc(&seen, 64);
  cudaMemset(seen, 0, 64);
  switch (argv[1][0]) {
    case 'b': blocks<<<count, 32>>>(out, seen, a, b); break;
    case 'w': warps<<<1, 32 * count>>>(out, a, b); break;
    case 'l': lanes<<<1, count>>>(out, a, b); break;
  }
  cudaFree(out);
  cudaFree(seen);
})cuda";

TEST(EmulateOrders, AnyTwoBlocksWarpsAndLanesAreTriedInBothOrders) {
  for (const std::string what : {"blocks", "warps", "lanes"}) {
    for (int a = 0; a < 3; ++a) {
      for (int b = 0; b < 3; ++b) {
        if (a == b) continue;
        const Emulated run = emulate_source(needs_a_before_b, {}, {what, "3", std::to_string(a), std::to_string(b)});
        EXPECT_EQ(run.status, 1) << what << " " << a << " before " << b << "\n" << run.report;
      }
    }
  }
}

// As far apart as blocks can be that the device holds together.
TEST(EmulateOrders, TheFirstAndTheLastResidentBlockAreTriedInBothOrders) {
  EXPECT_EQ(emulate_source(needs_a_before_b, {}, {"blocks", "500", "0", "499"}).status, 1);
  EXPECT_EQ(emulate_source(needs_a_before_b, {}, {"blocks", "500", "499", "0"}).status, 1);
}

/// What ends the process in the other order is no less a mistake than what a check finds.
TEST(EmulateOrders, AFaultInAnotherOrderIsFound) {
  const Emulated run = emulate_source(R"cuda(
__global__ void divide(int* out, int* count) {
  if (blockIdx.x == 0) atomicExch(count, 1);
  if (blockIdx.x == 1) *out = 100 / atomicAdd(count, 0);
}
int main() {
  int* out;
  cudaMalloc(&out, 64);
  cudaMemset(out, 0, 64);
  divide<<<2, 1>>>(out, out + 1);
  cudaFree(out);
})cuda");
  EXPECT_EQ(run.status, 1) << run.report;
  EXPECT_THAT(run.report, HasSubstr("program.cu:4: division-by-zero: block (1, 0, 0), thread (0, 0, 0) divides"));
  EXPECT_THAT(run.report, HasSubstr("--schedule 1"));
}

/// Each block waits for the one with the number before its own, and more blocks than are resident do. How many are is
/// known when a block has used its shared memory: before it waits, or after that.
TEST(EmulateOrders, ABlockMayWaitForABlockWithALowerNumberInEachOrder) {
  const std::string start = R"cuda(#include <cstdio>
__global__ void chain(unsigned* sums) {
  __shared__ unsigned most[12000];
)cuda";
  const std::string use = "  most[threadIdx.x] = threadIdx.x;\n  __syncthreads();\n";
  const std::string wait = R"cuda(
  unsigned before = 0;
  if (threadIdx.x == 0 && blockIdx.x > 0)
    while ((before = atomicAdd(&sums[blockIdx.x - 1], 0)) == 0) {}
)cuda";
  const std::string end = R"cuda(
  if (threadIdx.x == 0) atomicExch(&sums[blockIdx.x], before + most[1]);
}
int main() {
  unsigned *sums, last = 0;
  cudaMalloc(&sums, 4 * 2000);
  cudaMemset(sums, 0, 4 * 2000);
  chain<<<2000, 64>>>(sums);
  cudaMemcpy(&last, sums + 1999, 4, cudaMemcpyDeviceToHost);
  printf("%u\n", last);
  cudaFree(sums);
})cuda";
  for (const std::string& source : {start + use + wait + end, start + wait + use + end}) {
    for (const std::string order : {"0", "1", "2"}) {
      const Emulated run = emulate_source(source, {"--schedule", order});
      EXPECT_EQ(run.output, "2000\n") << order;
      EXPECT_EQ(run.status, 0) << run.report;
    }
    EXPECT_EQ(emulate_source(source).status, 0);
  }
}

TEST(EmulateOrders, AnAssertionThatHoldsInTheUsualOrderOnlyIsFound) {
  const std::string start = R"cuda(#include <cassert>
#include <cstdio>
__device__ int next;
__global__ void k() {
  if (threadIdx.x != 0) return;
  const int place = atomicAdd(&next, 1);
)cuda";
  const std::string end = R"cuda(
}
int main() {
  k<<<8, 32>>>();
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
})cuda";
  const Emulated run = emulate_source(start + "  assert(place == blockIdx.x);" + end);
  EXPECT_EQ(run.output, "cudaSuccess\n");
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.report, HasSubstr("program.cu:7: assertion: block (7, 0, 0), thread (0, 0, 0) finds that its "
                                    "assertion does not hold, place == blockIdx.x: the kernel ends here"));
  EXPECT_THAT(run.report, HasSubstr("--schedule 1 runs the program in it"));
  EXPECT_EQ(emulate_source(start + "  assert(place == blockIdx.x);" + end, {"--schedule", "1"}).output,
            "cudaErrorAssert\n");

  const Emulated trapped = emulate_source(start + "  if (place != blockIdx.x) __trap();" + end);
  EXPECT_EQ(trapped.status, 1);
  EXPECT_THAT(trapped.report, HasSubstr("program.cu:7: trap: block (7, 0, 0), thread (0, 0, 0) calls __trap()"));
}

// What a GPU does not survive, or what has no result there, is found at its line; the program goes on behind the
// kernel.
TEST(EmulateOrders, AKernelsOwnFaultIsFoundAtItsLine) {
  const std::string start = R"cuda(#include <climits>
#include <cstdio>
__device__ int zero;
__device__ void (*never_set)(int);
__device__ int down(int n, int* p) { int a[16]; a[n % 16] = *p; return n < 0 ? 0 : down(n + 1, a) + a[n % 16]; }
__global__ void k(int* out, int least) {
)cuda";
  const std::string end = R"cuda(
}
int main() {
  int* out;
  cudaMalloc(&out, 4);
  k<<<1, 1>>>(out, INT_MIN);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
})cuda";
  const auto expect = [&](const std::string& statement, const std::string& said) {
    for (const char* order : {"0", "1"}) {
      const Emulated run = emulate_source(start + statement + end, {"--schedule", order});
      EXPECT_EQ(run.status, 1) << statement;
      EXPECT_EQ(run.output, "cudaErrorLaunchFailure\n") << statement << run.report;
      EXPECT_THAT(run.report, HasSubstr(said)) << statement;
    }
  };
  const std::string thread = "block (0, 0, 0), thread (0, 0, 0)";
  expect("  *out = least / zero;", "program.cu:7: division-by-zero: " + thread + " divides whole numbers");
  expect("  *out = (unsigned)least % (unsigned)zero;", "program.cu:7: division-by-zero: " + thread);
  expect("  *out = (long long)least / zero;", "program.cu:7: division-by-zero: " + thread);
  expect("  *out = least / (zero - 1);", "program.cu:7: division-by-zero: " + thread);
  expect("  never_set(3);", "program.cu:7: no-function: " + thread + " calls a function by an address at which no");
  expect("  int a = 0; *out = down(1, &a);", "program.cu:5: stack-overflow: the stack of " + thread);
}

TEST(EmulateOrders, AKernelMayAskWhetherNewGaveAPointer) {
  const Emulated run = emulate_source(R"cuda(#include <cstdio>
__global__ void k(int* out) {
  int* const many = new int[1 << 28];
  if (many == nullptr) {
    *out = 7;
    return;
  }
  many[threadIdx.x] = 1;
  *out = many[0];
}
int main() {
  int *out, had;
  cudaMalloc(&out, 4);
  k<<<1, 1>>>(out);
  cudaMemcpy(&had, out, 4, cudaMemcpyDeviceToHost);
  cudaFree(out);
  printf("%d\n", had);
})cuda");
  EXPECT_EQ(run.output, "7\n") << run.report;
  EXPECT_EQ(run.status, 0) << run.report;
}

constexpr const char* kernels_by_pointer = R"cuda(#include <cstdio>
__device__ int next;
__global__ void fine(int* out) { out[threadIdx.x] = threadIdx.x; }
__global__ void also_fine(int* out) { out[threadIdx.x] = 1; }
__global__ void first_place_is_block_zeros(int* out) {
  if (threadIdx.x != 0) return;
  out[2 * blockIdx.x - atomicAdd(&next, 1)] = 1;
}
int main() {
  int* out;
  cudaMalloc(&out, 128);
  void (*kernels[])(int*) = {fine, fine, also_fine, fine, first_place_is_block_zeros};
  const int blocks[] = {1, 1, 1, 1, 16};
  for (int i = 0; i < 5; ++i) LAUNCH
  cudaFree(out);
})cuda";

TEST(EmulateOrders, KernelsThatOnePlaceLaunchesByPointersAreEachTried) {
  for (const std::string launch :
       {"kernels[i]<<<blocks[i], 32>>>(out);", "{ auto kernel = kernels[i]; kernel<<<blocks[i], 32>>>(out); }",
        "{ void* arguments[] = {&out}; cudaLaunchKernel(kernels[i], dim3(blocks[i]), dim3(32), arguments); }"}) {
    std::string source = kernels_by_pointer;
    source.replace(source.find("LAUNCH"), 6, launch);
    const Emulated run = emulate_source(source);
    EXPECT_THAT(orders_with_findings(run), testing::ElementsAre(1)) << launch << "\n" << run.report;
  }
}

TEST(EmulateOrders, ALaunchWhileTheHostHasOtherThreadsIsNotTriedAndTheReportSaysSo) {
  const std::string source = R"cuda(#include <pthread.h>
#include <semaphore.h>
#include <thread>
__device__ int next;
__global__ void k(int* out) {
  if (threadIdx.x == 0) out[2 * blockIdx.x - atomicAdd(&next, 1)] = 1;
}
int main() {
  int* out;
  cudaMalloc(&out, 64);
  WITH_THREAD
  k<<<8, 32>>>(out);
  cudaFree(out);
  END_THREAD
})cuda";
  const auto with = [&source](const std::string& begin, const std::string& end) {
    std::string text = source;
    text.replace(text.find("WITH_THREAD"), 11, begin);
    return text.replace(text.find("END_THREAD"), 10, end);
  };
  // The thread runs no code of the program: the emulator knows one host thread.
  const std::string start =
      "sem_t gate; sem_init(&gate, 0, 0); pthread_t other;"
      "pthread_create(&other, nullptr, reinterpret_cast<void* (*)(void*)>(&sem_wait), &gate);";
  const Emulated beside = emulate_source(with(start, "sem_post(&gate); pthread_join(other, nullptr);"));
  EXPECT_EQ(beside.status, 0) << beside.report;
  EXPECT_THAT(beside.report, HasSubstr("1 launch was not tried in other orders of threads: the host program had more "
                                       "than one thread at that time."));
  EXPECT_EQ(beside.json.at("untried_launches").at("with_threads"), 1);
  // Threads that have ended are no obstacle.
  const Emulated after = emulate_source(with("std::thread([] {}).join();", ""));
  EXPECT_EQ(after.status, 1) << after.report;
  EXPECT_THAT(after.report, Not(HasSubstr("not tried")));
}

// Pipes of the program's own may have the numbers then.
TEST(EmulateOrders, AProgramMayCloseAllItsDescriptorsAndOpenOthers) {
  const std::string source = R"cuda(#include <unistd.h>
__device__ int next;
__global__ void fine(int* out) { atomicAdd(out, 1); }
__global__ void k(int* out) {
  if (threadIdx.x == 0) out[2 * blockIdx.x - atomicAdd(&next, 1)] = 1;
}
int main() {
  int* out;
  cudaMalloc(&out, 64);
  k<<<8, 32>>>(out);
  for (int i = 3; i < 64; ++i) close(i);
  int ends[2];
  for (int i = 0; i < 8; ++i)
    if (pipe(ends) != 0) return 2;
  fine<<<8, 32>>>(out);
  cudaFree(out);
})cuda";
  const Emulated run = emulate_source(source);
  EXPECT_EQ(run.json.at("exit_status"), 0);
  EXPECT_THAT(orders_with_findings(run), testing::Contains(1)) << run.report;
}

// A process that the program forks ends like any other: the original's copies go on.
TEST(EmulateOrders, AProcessThatTheProgramForksLeavesTheCopiesAlone) {
  const std::string source = R"cuda(#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>
__device__ int next;
__global__ void k(int* out) {
  if (threadIdx.x == 0) out[2 * blockIdx.x - atomicAdd(&next, 1)] = 1;
  for (int i = 0; i < 20000; ++i) atomicAdd(&out[32 + threadIdx.x], 1);
}
int main() {
  int* out;
  cudaMalloc(&out, 512);
  cudaMemset(out, 0, 512);
  k<<<8, 32>>>(out);
  if (fork() == 0) exit(0);
  wait(nullptr);
  cudaFree(out);
})cuda";
  EXPECT_THAT(orders_with_findings(emulate_source(source)), testing::Contains(1));
}

}  // namespace
}  // namespace simt::emulate::test
