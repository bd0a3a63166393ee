// ./emulate: how programs start and end, what the report says, wrong calls.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include "emulated.hpp"

namespace simt::emulate::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* clean_kernel = R"(#include <cstdio>
#include <cstdlib>
__global__ void set(int* out, int value) { out[threadIdx.x] = value; }
int run(int value) {
  int *out, first;
  cudaMalloc(&out, 128);
  set<<<1, 32>>>(out, value);
  cudaMemcpy(&first, out, 4, cudaMemcpyDeviceToHost);
  cudaFree(out);
  return first;
}
)";

std::string with_main(const std::string& main) { return clean_kernel + main; }

// ---- how programs start and end ----

TEST(EmulatedProgram, GetsItsArgumentsAndItsExitStatusIsReported) {
  const Emulated run =
      emulate_source(with_main("int main(int c, char** v) { printf(\"%d %s %s\\n\", c, v[1], v[2]); return run(7); }"),
                     {}, {"--help", "two words"});
  EXPECT_EQ(run.output, "3 --help two words\n");
  EXPECT_EQ(run.json.at("exit_status"), 7);
  EXPECT_EQ(run.json.at("findings").size(), 0u);
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.report, HasSubstr("Exit status 7"));
}

TEST(EmulatedProgram, AllIsWellWhenItEndsWithZeroAndNothingIsFound) {
  const Emulated run = emulate_source(with_main("int main() { run(1); }"));
  EXPECT_EQ(run.status, 0) << run.report;
  EXPECT_THAT(run.report, HasSubstr("No findings."));
}

TEST(EmulatedProgram, ExitWithinTheProgramKeepsTheReport) {
  for (const char* end : {"exit(3)", "_exit(3)", "quick_exit(3)"}) {
    const Emulated run =
        emulate_source("#include <unistd.h>\n" + with_main("int main() { run(1); " + std::string(end) + "; }"));
    EXPECT_EQ(run.json.at("exit_status"), 3) << end;
    EXPECT_EQ(run.json.at("launch_count"), 1) << end;
  }
}

TEST(EmulatedProgram, ACrashKeepsTheReport) {
  const Emulated run =
      emulate_source(with_main("int main() { run(1); printf(\"now\\n\"); fflush(stdout); *(volatile int*)16 = 1; }"));
  EXPECT_EQ(run.output, "now\n");
  EXPECT_EQ(run.json.at("signal"), 11);
  EXPECT_EQ(run.json.at("launch_count"), 1);
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.report, HasSubstr("Ended by signal 11"));
}

TEST(EmulatedProgram, AnUncaughtExceptionKeepsTheReport) {
  const Emulated run = emulate_source(with_main("int main() { run(1); throw 1; }"));
  EXPECT_EQ(run.json.at("signal"), 6);
  EXPECT_EQ(run.json.at("launch_count"), 1);
}

TEST(EmulatedProgram, AnEndWithoutAReportIsSaid) {
  const Emulated run = emulate_source("#include <csignal>\n" + with_main("int main() { raise(SIGKILL); }"));
  EXPECT_FALSE(run.json.at("complete").get<bool>());
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.report, HasSubstr("without a report"));
}

// Ends by a signal only. Signals to the program and to emulate are what Ctrl-C sends.
Emulated interrupt(const std::string& signals) {
  std::signal(SIGINT, SIG_DFL);  // a shell has its background jobs ignore it
  return emulate_source("#include <csignal>\n#include <unistd.h>\n" +
                        with_main("int main() { run(1); " + signals + " for (;;) pause(); }"));
}

TEST(EmulatedProgram, AnInterruptedOneIsReported) {
  for (const char* signals : {"kill(getppid(), SIGINT); raise(SIGINT);", "kill(getppid(), SIGTERM);"}) {
    const Emulated run = interrupt(signals);
    EXPECT_EQ(run.status, 130) << signals;
    ASSERT_FALSE(run.json.is_null()) << run.report;
    EXPECT_EQ(run.json.at("launch_count"), 1) << signals;
    EXPECT_THAT(run.report, HasSubstr("set<<<1, 32>>>")) << signals;
  }
}

TEST(EmulatedProgram, ALaunchThatDidNotEndIsInTheSums) {
  const Emulated run = emulate_source(R"(#include <csignal>
#include <cstdlib>
__device__ int zero;
__global__ void leave(volatile int* p) {
  for (int i = 0; i < 1000; ++i) *p = i;
  *p = *p / zero;
}
int main() {
  signal(SIGFPE, [](int) { exit(3); });  // the program's own handler comes first
  int* p;
  cudaMalloc(&p, 4);
  leave<<<1, 1>>>(p);
}
)");
  EXPECT_THAT(run.report, HasSubstr("1 launch is counted only in the sums below"));
  EXPECT_EQ(run.json.at("traffic").at(0).at("line"), 5) << run.report;
}

TEST(EmulatedProgram, KernelsThatAccessNoMemoryHaveNoTable) {
  const Emulated run = emulate_source("__global__ void k() {}\nint main() { k<<<1, 1>>>(); }\n");
  EXPECT_THAT(run.report, AllOf(HasSubstr("k<<<1, 1>>> at line 2"), HasSubstr("No kernel accessed memory.")));
}

TEST(EmulatedProgram, GlobalConstructorsAndExitHandlersMayUseTheDevice) {
  const Emulated run = emulate_source(with_main(R"(
struct Buffer {
  int* memory;
  Buffer() { cudaMalloc(&memory, 64); set<<<1, 1>>>(memory, 5); }
  ~Buffer() { cudaFree(memory); }
} buffer;
void at_end() { printf("at the end: %d\n", run(9)); }
int main() { atexit(at_end); printf("main\n"); return 0; }
)"));
  EXPECT_EQ(run.output, "main\nat the end: 9\n");
  EXPECT_EQ(run.json.at("launch_count"), 2);
  EXPECT_EQ(run.status, 0) << run.report;  // the destructor has freed the memory
}

TEST(EmulatedProgram, ReadsStandardInput) {
  const Emulated run = emulate({path_of("programs/device_printf.cu")}, "true |");
  EXPECT_EQ(run.status, 0);
}

TEST(EmulatedProgram, IncludesFilesOfItsFolderAndOfOthersAndSeesDefinitions) {
  const Emulated run = emulate_source("#include \"check.hpp\"\nint main() { CHECK(cudaSuccess); return VALUE - 2; }",
                                      {"-I", path_of("programs"), "-DVALUE=2"});
  EXPECT_EQ(run.status, 0) << run.report;
}

// ---- evidence by launch ----

TEST(EmulateByLaunch, TwoLaunchesOfOneKernelHaveRowsOfTheirOwnWhoseSumIsTheTotal) {
  const Emulated run = emulate_source(R"(
template <class T, int step>
__global__ void fill(T* out, int n) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) * step;
  if (i < n) out[i] = 1;
}
int main() {
  float* out;
  cudaMalloc(&out, 4096);
  for (int blocks = 4; blocks > 0; blocks -= 3) fill<float, 1><<<blocks, dim3(64, 1, 1), 16>>>(out, 1024);
  cudaFree(out);
}
)");
  const auto& launches = run.json.at("launches");
  ASSERT_EQ(launches.size(), 2u);
  EXPECT_EQ(launches[0].at("kernel"), "fill<float, 1>");
  EXPECT_EQ(launches[0].at("grid"), nlohmann::json({4, 1, 1}));
  EXPECT_EQ(launches[1].at("grid"), nlohmann::json({1, 1, 1}));
  EXPECT_EQ(launches[1].at("block"), nlohmann::json({64, 1, 1}));
  EXPECT_EQ(launches[1].at("dynamic_shared"), 16);
  EXPECT_EQ(launches[1].at("line"), 10);
  ASSERT_EQ(launches[0].at("traffic").size(), 1u);
  EXPECT_EQ(launches[0].at("traffic")[0].at("line"), 5);
  EXPECT_EQ(launches[0].at("traffic")[0].at("requests"), 8);
  EXPECT_EQ(launches[1].at("traffic")[0].at("requests"), 2);
  EXPECT_EQ(run.json.at("traffic")[0].at("requests"), 10);
  EXPECT_EQ(run.json.at("traffic")[0].at("sectors"), 40);
  EXPECT_THAT(run.report, HasSubstr("fill<float, 1><<<4, 64, 16 bytes>>> at line 10"));
}

TEST(EmulateByLaunch, ALoopOfEqualLaunchesIsOneRowOfTheText) {
  const Emulated run = emulate_source(with_main(R"(
int main() {
  int* out;
  cudaMalloc(&out, 128);
  for (int i = 0; i < 50; ++i) set<<<1, 32>>>(out, i);
  cudaFree(out);
})"));
  EXPECT_EQ(run.json.at("launches").size(), 50u);
  EXPECT_THAT(run.report, HasSubstr("50 such launches"));
}

TEST(EmulateByLaunch, AFindingNamesItsLaunch) {
  const Emulated run = emulate_source(with_main(R"(
int main() {
  int* out;
  cudaMalloc(&out, 128);
  set<<<1, 32>>>(out, 1);
  set<<<1, 33>>>(out, 1);
  cudaFree(out);
})"));
  ASSERT_EQ(run.json.at("findings").size(), 1u) << run.report;
  EXPECT_EQ(run.json.at("findings")[0].at("launch"), 2);
  EXPECT_EQ(run.json.at("findings")[0].at("kind"), "out-of-bounds");
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.report, HasSubstr("program.cu:3: out-of-bounds: block (0, 0, 0), thread (32, 0, 0) writes"));
}

TEST(EmulateByLine, AtomicUpdatesHaveRowsOfTheirOwn) {
  const Emulated run = emulate_source(R"(
__global__ void histogram(unsigned* bins) {
  __shared__ unsigned mine[32];
  mine[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&mine[threadIdx.x % 4], 1);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}
int main() {
  unsigned* bins;
  cudaMalloc(&bins, 128);
  cudaMemset(bins, 0, 128);
  histogram<<<1, 32>>>(bins);
  cudaFree(bins);
}
)");
  std::vector<std::string> rows;
  for (const auto& row : run.json.at("traffic")) {
    rows.push_back(row.at("line").dump() + " " + row.at("memory").get<std::string>() + " " +
                   row.at("op").get<std::string>());
    EXPECT_EQ(row.at("requests"), 1) << rows.back();
    EXPECT_EQ(row.value("conflicts", 0), 0) << rows.back();
  }
  EXPECT_THAT(rows, testing::ElementsAre("4 shared store", "6 shared atomic", "8 global atomic", "8 shared load"));
  EXPECT_THAT(run.report, HasSubstr("shared    atomic"));
}

// ---- devices, schedules, JSON ----

TEST(EmulateOptions, TheDeviceDecidesTheRules) {
  const std::string source = with_main("int main() { run(1); }");
  EXPECT_EQ(emulate_source(source).json.at("traffic")[0].at("transactions"), 0);
  const Emulated run = emulate_source(source, {"--device", "gtx280"});
  EXPECT_EQ(run.json.at("device"), "gtx280");
  EXPECT_EQ(run.json.at("traffic")[0].at("transactions"), 2);
}

TEST(EmulateOptions, ASchedulePutsThreadsInAnotherOrder) {
  const std::string source = R"(#include <cstdio>
__global__ void k(int* order, int* next) { order[atomicAdd(next, 1)] = threadIdx.x; }
int main() {
  int *order, *next, host[64];
  cudaMalloc(&order, 256);
  cudaMalloc(&next, 4);
  cudaMemset(next, 0, 4);
  k<<<1, 64>>>(order, next);
  cudaMemcpy(host, order, 256, cudaMemcpyDeviceToHost);
  for (int i : host) printf("%d ", i);
  cudaFree(order);
  cudaFree(next);
})";
  const std::string first = emulate_source(source, {"--schedule", "1"}).output;
  EXPECT_NE(first, emulate_source(source).output);
  EXPECT_EQ(first, emulate_source(source, {"--schedule", "1"}).output);
}

/// Right only where block 0 comes first.
constexpr const char* needs_block_zero_first = R"(#include <cstdio>
__global__ void k(int* out, int* next) {
  if (threadIdx.x != 0) return;
  const int place = atomicAdd(next, 1);
  if (place == 0 && blockIdx.x != 0) out[-1] = 1;
  if (blockIdx.x == 0) printf("block 0\n");
}
int main() {
  int *out, *next;
  cudaMalloc(&out, 64);
  cudaMalloc(&next, 4);
  for (int i = 0; i < 9; ++i) {
    cudaMemset(next, 0, 4);
    k<<<8, 32>>>(out, next);
  }
  cudaFree(out);
  cudaFree(next);
})";

TEST(EmulateOptions, OtherOrdersAreTriedAndTheProgramGoesOnAsIfTheyWereNot) {
  const Emulated run = emulate_source(needs_block_zero_first);
  EXPECT_EQ(run.status, 1);
  std::string expected;
  for (int i = 0; i < 9; ++i) expected += "block 0\n";
  EXPECT_EQ(run.output, expected);
  EXPECT_EQ(run.json.at("launch_count"), 9);
  EXPECT_EQ(run.json.at("exit_status"), 0);
  ASSERT_EQ(run.json.at("findings").size(), 1u);
  const nlohmann::json& finding = run.json.at("findings")[0];
  EXPECT_EQ(finding.at("kind"), "out-of-bounds");
  EXPECT_EQ(finding.at("line"), 5);
  EXPECT_NE(finding.at("schedule"), 0);
  EXPECT_THAT(run.report, HasSubstr("in another order of threads: --schedule 1 runs the program in it"));
  // That order shows it, too, as the report says; the usual order alone does not.
  EXPECT_EQ(emulate_source(needs_block_zero_first, {"--schedule", "1"}).json.at("findings").size(), 1u);
  EXPECT_EQ(emulate_source(needs_block_zero_first, {"--schedule", "0"}).json.at("findings").size(), 0u);
}

/// What the other order finds in the second launch, the program shows when all of it runs in that order.
TEST(EmulateOptions, TheOrderOfALaunchDoesNotDependOnThoseBeforeIt) {
  const std::string source = R"(
__global__ void before(int* next) { atomicAdd(next, 1); }
__global__ void k(int* out, int* next) {
  if (threadIdx.x == 0 && atomicAdd(next + 1, 1) == 0 && blockIdx.x != 0) out[-1] = 1;
}
int main() {
  int *out, *next;
  cudaMalloc(&out, 64);
  cudaMalloc(&next, 8);
  cudaMemset(next, 0, 8);
  before<<<8, 32>>>(next);
  k<<<8, 32>>>(out, next);
  cudaFree(out);
  cudaFree(next);
})";
  const Emulated run = emulate_source(source);
  ASSERT_EQ(run.json.at("findings").size(), 1u) << run.report;
  const auto schedule = run.json.at("findings")[0].at("schedule").get<int>();
  EXPECT_NE(schedule, 0);
  EXPECT_EQ(emulate_source(source, {"--schedule", std::to_string(schedule)}).json.at("findings").size(), 1u);
}

/// A copy of the process would write to it, too.
TEST(EmulateOptions, MemoryThatIsSharedWithOtherProcessesIsWrittenOnce) {
  const std::string source = R"(#include <cstdio>
#include <sys/mman.h>
__global__ void k(int* sum) { atomicAdd(sum, 1); }
int main() {
  void* shared = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  cudaHostRegister(shared, 4096, cudaHostRegisterMapped);
  k<<<2, 32>>>((int*)shared);
  cudaDeviceSynchronize();
  printf("%d\n", *(int*)shared);
  cudaHostUnregister(shared);
})";
  EXPECT_EQ(emulate_source(source).output, "64\n");
}

/// A copy that waits until another thread writes, in an order in which that thread has ended, is stopped.
TEST(EmulateOptions, AnOrderThatTakesFarMoreWorkIsGivenUp) {
  const std::string source = R"(
__global__ void k(int* next) {
  if (threadIdx.x != 0) return;
  if (atomicAdd(next, 1) == 0 && blockIdx.x != 0)
    for (long i = 0; i < 1000000000000; ++i) atomicAdd(next + 1, 1);
}
int main() {
  int* next;
  cudaMalloc(&next, 8);
  cudaMemset(next, 0, 8);
  k<<<8, 32>>>(next);
  cudaFree(next);
})";
  const Emulated run = emulate_source(source);
  EXPECT_EQ(run.status, 0);
  EXPECT_THAT(run.report, HasSubstr("Launch 1 was given up in another order of threads, at program.cu:5: it took far "
                                    "more work than in the usual order."));
}

TEST(EmulateOptions, JsonOnStandardOutputIsAloneThere) {
  const Emulated run = emulate_source(with_main("int main() { printf(\"hello\\n\"); run(1); }"), {"--json", "-"});
  const auto json = nlohmann::json::parse(run.output);
  EXPECT_EQ(json.at("launch_count"), 1);
  EXPECT_THAT(run.report, HasSubstr("hello\n"));
}

TEST(EmulateOptions, HelpNamesTheExitStatuses) {
  const Emulated run = emulate({"--help"});
  EXPECT_EQ(run.status, 0);
  EXPECT_THAT(run.output, HasSubstr("Exit status: 0"));
}

// ---- the device's part of the C library ----

TEST(EmulateDevice, TheArchitectureIsThatOfTheEmulatedDevice) {
  const std::string source = R"cuda(#include <cstdio>
__global__ void k() {
#ifdef __CUDA_ARCH__
  printf("%d\n", __CUDA_ARCH__);
#endif
}
int main() {
  k<<<1, 1>>>();
  return cudaDeviceSynchronize();
})cuda";
  EXPECT_EQ(emulate_source(source).output, "900\n");
  EXPECT_EQ(emulate_source(source, {"--device", "gtx280"}).output, "130\n");
  EXPECT_EQ(emulate_source(source, {"--device", "rtx3080"}).output, "860\n");
}

TEST(EmulateDevice, ATrapEndsTheKernelAndTheDeviceIsLost) {
  const Emulated run = emulate_source(R"cuda(#include <cstdio>
__global__ void k(int n) { if (n > 3) __trap(); }
int main() {
  k<<<1, 32>>>(4);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
})cuda");
  EXPECT_EQ(run.output, "cudaErrorLaunchFailure\n");
}

// Without any #include, as nvcc offers clock(); assert() names the thread, and the host goes on.
TEST(EmulateDevice, AnAssertionThatDoesNotHoldEndsTheKernelAndTheDeviceIsLost) {
  const Emulated run = emulate_source(R"cuda(__global__ void first(long* out) { *out = clock() > 0; }
#include <cassert>
#include <cstdio>
__global__ void k(int n) { assert(threadIdx.x < n); }
int main() {
  k<<<2, 32>>>(32);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
  k<<<2, 32>>>(31);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
  puts(cudaGetErrorName(cudaGetLastError()));
  first<<<1, 1>>>(nullptr);
  puts(cudaGetErrorName(cudaGetLastError()));
})cuda");
  EXPECT_EQ(run.output, "cudaSuccess\ncudaErrorAssert\ncudaErrorAssert\ncudaErrorAssert\n");
  EXPECT_THAT(run.report, HasSubstr("block: [0,0,0], thread: [31,0,0] Assertion `threadIdx.x < n` failed."));
}

TEST(EmulateDevice, AGridSaysWhetherItsBlocksCanMeet) {
  const Emulated run = emulate_source(R"cuda(#include <cooperative_groups.h>
#include <cstdio>
__global__ void k() { printf("%d\n", cooperative_groups::this_grid().is_valid()); }
int main() {
  k<<<1, 1>>>();
  cudaLaunchCooperativeKernel(k, 1, 1, nullptr);
  unsigned flags = 0;
  int* host;
  cudaHostAlloc(&host, 8192, cudaHostAllocWriteCombined);
  cudaHostGetFlags(&flags, host + 1100);
  printf("%u\n", flags);
  cudaFreeHost(host);
})cuda");
  EXPECT_EQ(run.output, "0\n1\n6\n");
}

TEST(EmulateDevice, MistakesWithTheHeapOfKernelsAreFound) {
  const std::string main = "\nint main() { k<<<1, 1>>>(); return cudaDeviceSynchronize() == cudaSuccess; }\n";
  const Emulated twice = emulate_source("__global__ void k() { int* p = (int*)malloc(8); free(p); free(p); }" + main);
  EXPECT_THAT(twice.findings(), Contains("use-after-free 1"));
  const Emulated beyond = emulate_source("__global__ void k() { int* p = (int*)malloc(8); p[2] = 1; free(p); }" + main);
  EXPECT_THAT(beyond.findings(), Contains("out-of-bounds 1"));
  const Emulated after = emulate_source("__global__ void k() { int* p = new int(3); delete p; *p = 4; }" + main);
  EXPECT_THAT(after.findings(), Contains("use-after-free 1"));
  const Emulated kept = emulate_source("__global__ void k() { *(int*)malloc(4) = 3; }" + main);
  EXPECT_THAT(kept.findings(), ElementsAre("leak 1"));
}

// Behind the array there would be the next variable of the same memory.
TEST(EmulateDevice, AnIndexOneTooLargeIsFoundInVariablesToo) {
  const auto findings_with = [](const std::string& words) {
    return emulate_source(words + " int counts[4];\n" + words + R"cuda( int total = 2;
__global__ void k(int* out, int n) {
  for (int i = 0; i < n; ++i) out[i] = counts[i] * total;
}
int main() {
  int* out;
  cudaMalloc(&out, 64);
  k<<<1, 1>>>(out, 4);
  k<<<1, 1>>>(out, 5);
  cudaDeviceSynchronize();
  cudaFree(out);
})cuda")
        .findings();
  };
  for (const char* words : {"__constant__", "__device__", "__managed__"}) {
    EXPECT_THAT(findings_with(words), ElementsAre("out-of-bounds 4")) << words;
  }
}

// A data race by the rules of the language, which no order of the threads can make a wrong result of.
TEST(EmulateDevice, ARemarkLeavesTheExitStatusAndNamesThreadsOfOneBlock) {
  const Emulated run = emulate_source(R"cuda(
__global__ void k(int* out) {
  __shared__ int found;
  if (threadIdx.x == 0) found = 0;
  __syncthreads();
  if (threadIdx.x > 3) found = 1;
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = found;
}
int main() {
  int* out;
  cudaMalloc(&out, 64);
  k<<<2, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
})cuda");
  EXPECT_THAT(run.findings(), ElementsAre("same-value 6 6"));
  EXPECT_EQ(run.status, 0);
}

// The host's clock would give other numbers in every run.
TEST(EmulateDevice, ClockInAKernelCountsSteps) {
  const std::string source = R"cuda(#include <cstdio>
#include <ctime>
__global__ void k() {
  const clock_t start = clock();
  while (clock() - start < 5) {}
  printf("%d\n", (int)(clock() - start));
}
int main() {
  k<<<1, 1>>>();
  return cudaDeviceSynchronize() != cudaSuccess || clock() == (clock_t)-1;
})cuda";
  EXPECT_EQ(emulate_source(source).output, "6\n");
}

// ---- what cannot be run ----

void expect_refusal(const Emulated& run, int status, const std::string& sentence) {
  EXPECT_EQ(run.status, status);
  EXPECT_THAT(run.report, HasSubstr(sentence));
  EXPECT_TRUE(run.json.is_null());
}

TEST(EmulateRefuses, AMissingFile) {
  expect_refusal(emulate({"/nowhere/a.cu"}), 2, "emulate: there is no file /nowhere/a.cu\n");
}

TEST(EmulateRefuses, AFolder) { expect_refusal(emulate({"/tmp"}), 2, "emulate: /tmp is not a file\n"); }

TEST(EmulateRefuses, ACallWithoutAProgram) { expect_refusal(emulate({}), 2, "PROGRAM is required"); }

TEST(EmulateRefuses, ArgumentsWithoutDashes) {
  expect_refusal(emulate({path_of("cases/oc2.cu"), "b"}), 2, "arguments of the program come after --");
}

TEST(EmulateRefuses, AnUnknownDevice) {
  const Emulated run = emulate_source("int main() {}", {"--device", "h2000"});
  expect_refusal(run, 2, "emulate: there is no device \"h2000\"");
  EXPECT_THAT(run.report, HasSubstr("gtx280"));
}

TEST(EmulateRefuses, AReportThatCannotBeWrittenBeforeTheProgramRuns) {
  const Emulated run =
      emulate_source("#include <cstdio>\nint main() { puts(\"runs\"); }", {"--json", "/nowhere/a.json"});
  expect_refusal(run, 2, "emulate: --json /nowhere/a.json cannot be written: its folder does not exist; make it first");
  EXPECT_EQ(run.output, "");
}

TEST(EmulateRefuses, AProgramThatDoesNotCompileWithMessagesAtItsLines) {
  const Emulated run = emulate_source("int main() {\n  return undeclared;\n}\n");
  expect_refusal(run, 2, "does not compile: see the messages above\n");
  EXPECT_THAT(run.report, HasSubstr("program.cu:2: error: identifier \"undeclared\" is undefined"));
}

TEST(EmulateRefuses, WhatTheEmulatorDoesNotSupportAtItsLine) {
  const Emulated run = emulate_source("\n#include <cub/cub.cuh>\nint main() {}\n");
  expect_refusal(run, 3, "cannot run here: line 2: the emulator has no CUB (cub/cub.cuh); write the kernel yourself\n");
}

TEST(EmulateRefuses, HeadersInAPartThatIsNotCompiledAreNotUsed) {
  const Emulated run = emulate_source("#ifdef WITH_CUB\n#include <cub/cub.cuh>\n#endif\nint main() {}\n");
  EXPECT_EQ(run.status, 0) << run.report;
}

TEST(EmulateRefuses, NamesThatCudaHasButNotThoseThatItHasNot) {
  expect_refusal(emulate_source("int main() {\n  cudaGraph_t graph;\n  cudaGraphCreate(&graph, 0);\n}\n"), 3,
                 "line 2: the emulator has no cudaGraph_t (CUDA graphs)");
  expect_refusal(emulate_source("int main() {\n  return cudaMemcpy3DPeer(nullptr);\n}\n"), 3,
                 "line 2: the emulator has no cudaMemcpy3DPeer\n");
  expect_refusal(emulate_source("int main() {\n  return cudaMemcopy(0, 0, 0);\n}\n"), 2, "does not compile");
}

TEST(EmulateRefuses, ToJudgeAProgramThatUsesAMissingFeatureAtRunTime) {
  const Emulated run = emulate_source(R"cuda(int main() {
  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  return cudaMallocArray(&array, &format, 8, 8, cudaArrayLayered) == cudaSuccess;
})cuda");
  EXPECT_EQ(run.status, 3);
  EXPECT_THAT(run.report, HasSubstr("program.cu:4: unsupported: the emulator has no layered"));
}

// A folder like /usr/include, where packages put CUDA's headers.
TEST(EmulateRefuses, HeadersOfAnotherCudaFolderBehindTheProgramsOwn) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("cuda_folder_" + std::to_string(getpid()));
  std::filesystem::create_directories(folder / "cuda/cub");
  std::filesystem::create_directories(folder / "own");
  std::ofstream(folder / "cuda/cuda_runtime_api.h") << "\n";
  std::ofstream(folder / "cuda/cub/cub.cuh") << "namespace cub {}\n";
  std::ofstream(folder / "own/sort.cuh") << "#pragma once\n#include <cub/cub.cuh>\n";
  std::ofstream(folder / "own/arch.cuh") << "#pragma once\n\n#if __CUDA_ARCH__ >= 700\n#endif\n";
  const std::vector<std::string> options{"-I", folder / "own", "-I", folder / "cuda"};
  expect_refusal(emulate_source("#include \"sort.cuh\"\nint main() {}\n", options), 3,
                 "sort.cuh, line 2: the emulator has no CUB (cub/cub.cuh)");
  expect_refusal(emulate_source("#include \"arch.cuh\"\nint main() {}\n", options), 3,
                 "arch.cuh, line 3: the emulator has no __CUDA_ARCH__ in included files");
  std::filesystem::remove_all(folder);
}

TEST(EmulateRefuses, AProgramWithoutMain) {
  expect_refusal(emulate_source("__global__ void k() {}\n"), 2, "has no main(): emulate runs whole programs\n");
}

TEST(EmulateRefuses, AFunctionThatIsNowhereDefined) {
  expect_refusal(emulate_source("int elsewhere();\nint main() { return elsewhere(); }\n"), 2,
                 "cannot be linked: undefined symbol");
}

TEST(EmulateRefuses, ToRunWithoutClang) {
  expect_refusal(emulate({path_of("cases/pad.cu")}, "PATH=/nowhere"), 3, "install clang (14 or newer)");
}

}  // namespace
}  // namespace simt::emulate::test
