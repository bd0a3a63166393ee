// Streams as student code uses them: the time that events tell, and operations that nothing orders.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "student_library.hpp"

namespace simt::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* head = R"cuda(#include <cuda_runtime.h>
#include <cstdlib>
#define N (1 << 16)
__global__ void add_one(float* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] += 1;
}
__global__ void copy(float* to, const float* from, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = from[i];
}
__global__ void half_columns(float* data, int first) { data[threadIdx.y * 64 + first + threadIdx.x] = 1; }
__global__ void count(int* counter) { atomicAdd(counter, 1); }
struct Fixture {
  cudaStream_t a, b;
  cudaEvent_t event;
  float *device, *other, *pinned, *pageable;
  explicit Fixture(unsigned flags = cudaStreamNonBlocking) {
    cudaStreamCreateWithFlags(&a, flags);
    cudaStreamCreateWithFlags(&b, flags);
    cudaEventCreate(&event);
    cudaMalloc(&device, N * 4);
    cudaMalloc(&other, N * 4);
    cudaMallocHost(&pinned, N * 4);
    pageable = (float*)malloc(N * 4);
    cudaMemset(device, 0, N * 4);
    cudaMemset(other, 0, N * 4);
    for (int i = 0; i < N; ++i) pinned[i] = pageable[i] = i;
    cudaDeviceSynchronize();
  }
  ~Fixture() { free(pageable); }
};
)cuda";

/// One function `run` over a fixture `f`; its first line is 1.
Evidence evidence_of(const std::string& body, std::vector<std::string>* lines = nullptr, const char* flags = "") {
  const std::string source =
      std::string(head) + "extern \"C\" void run() {\n  Fixture f" + flags + ";\n#line 1\n" + body + "\n}\n";
  const StudentLibrary library(source);
  const Evidence evidence = without_leaks(run<void()>(library, {}, everything, "run"));
  if (lines != nullptr) {
    for (const FindingRecord& finding : evidence.findings) {
      lines->push_back(std::to_string(library.line(finding.other_pc)) + " " + std::to_string(library.line(finding.pc)));
    }
  }
  return evidence;
}

/// "kind: line of the earlier, line of the later" of what was found.
std::vector<std::string> findings_of(const std::string& body, const char* flags = "") {
  std::vector<std::string> lines;
  const Evidence evidence = evidence_of(body, &lines, flags);
  static const std::map<FindingKind, std::string> names{{FindingKind::stream_race, "streams"},
                                                        {FindingKind::host_race, "host"}};
  std::vector<std::string> found;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto name = names.find(evidence.findings[i].kind);
    found.push_back((name == names.end() ? "other" : name->second) + ": " + lines[i]);
  }
  return found;
}

constexpr const char* copy_then_kernel = R"cuda(
cudaMemcpyAsync(f.device, f.pinned, N * 4, cudaMemcpyHostToDevice, f.a);
add_one<<<N / 256, 256, 0, f.b>>>(f.device, N);
)cuda";

TEST(StreamFindings, AKernelThatDoesNotWaitForItsCopy) {
  EXPECT_THAT(findings_of(copy_then_kernel), ElementsAre("streams: 2 3"));
}

TEST(StreamFindings, AnEventBetweenThem) {
  EXPECT_THAT(findings_of(R"cuda(
cudaMemcpyAsync(f.device, f.pinned, N * 4, cudaMemcpyHostToDevice, f.a);
cudaEventRecord(f.event, f.a);
cudaStreamWaitEvent(f.b, f.event);
add_one<<<N / 256, 256, 0, f.b>>>(f.device, N);
)cuda"),
              IsEmpty());
}

TEST(StreamFindings, AnEventRecordedTooEarly) {
  EXPECT_THAT(findings_of(R"cuda(
cudaEventRecord(f.event, f.a);
cudaMemcpyAsync(f.device, f.pinned, N * 4, cudaMemcpyHostToDevice, f.a);
cudaStreamWaitEvent(f.b, f.event);
add_one<<<N / 256, 256, 0, f.b>>>(f.device, N);
)cuda"),
              ElementsAre("streams: 3 5"));
}

TEST(StreamFindings, AHostThatWaitsOrdersToo) {
  for (const char* wait : {"cudaStreamSynchronize(f.a);", "cudaDeviceSynchronize();",
                           "while (cudaStreamQuery(f.a) == cudaErrorNotReady) {}",
                           "cudaEventRecord(f.event, f.a); cudaEventSynchronize(f.event);", "cudaFree(f.other);"}) {
    EXPECT_THAT(findings_of(std::string("cudaMemcpyAsync(f.device, f.pinned, N * 4, cudaMemcpyHostToDevice, f.a);\n") +
                            wait + "\nadd_one<<<N / 256, 256, 0, f.b>>>(f.device, N);"),
                IsEmpty())
        << wait;
  }
  EXPECT_THAT(findings_of("cudaMemcpyAsync(f.device, f.pinned, N * 4, cudaMemcpyHostToDevice, f.a);\n"
                          "cudaStreamSynchronize(f.b);\nadd_one<<<N / 256, 256, 0, f.b>>>(f.device, N);"),
              ElementsAre("streams: 1 3"));
}

TEST(StreamFindings, TheDefaultStreamOrdersBlockingStreamsOnly) {
  constexpr const char* body = R"cuda(
add_one<<<N / 256, 256, 0, f.a>>>(f.device, N);
cudaMemcpyAsync(f.pinned, f.device, N * 4, cudaMemcpyDeviceToHost);
)cuda";
  EXPECT_THAT(findings_of(body, "(cudaStreamDefault)"), IsEmpty());
  EXPECT_THAT(findings_of(body), ElementsAre("streams: 2 3"));
}

// The usual pipeline: chunks of one array, a stream each.
TEST(StreamFindings, ChunksDoNotOverlap) {
  EXPECT_THAT(findings_of(R"cuda(
for (int chunk = 0; chunk < 8; ++chunk) {
  const cudaStream_t stream = chunk % 2 == 0 ? f.a : f.b;
  const int n = N / 8, at = chunk * n;
  cudaMemcpyAsync(f.device + at, f.pinned + at, n * 4, cudaMemcpyHostToDevice, stream);
  add_one<<<n / 256, 256, 0, stream>>>(f.device + at, n);
  cudaMemcpyAsync(f.pinned + at, f.device + at, n * 4, cudaMemcpyDeviceToHost, stream);
}
cudaDeviceSynchronize();
if (f.pinned[0] != 1 || f.pinned[N - 1] != N) abort();
)cuda"),
              IsEmpty());
}

TEST(StreamFindings, TwoHalvesOfAMatrixsColumnsDoNotOverlap) {
  EXPECT_THAT(findings_of(R"cuda(
half_columns<<<1, dim3(32, 32), 0, f.a>>>(f.device, 0);
half_columns<<<1, dim3(32, 32), 0, f.b>>>(f.device, 32);
)cuda"),
              IsEmpty());
  EXPECT_THAT(findings_of(R"cuda(
half_columns<<<1, dim3(32, 32), 0, f.a>>>(f.device, 0);
half_columns<<<1, dim3(32, 32), 0, f.b>>>(f.device, 31);
)cuda"),
              ElementsAre("streams: 2 3"));
}

TEST(StreamFindings, ReadersAndAtomicUpdatesDoNotRace) {
  EXPECT_THAT(findings_of(R"cuda(
copy<<<N / 256, 256, 0, f.a>>>(f.other, f.device, N / 2);
copy<<<N / 256, 256, 0, f.b>>>(f.other + N / 2, f.device, N / 2);
cudaDeviceSynchronize();
count<<<4, 32, 0, f.a>>>((int*)f.device);
count<<<4, 32, 0, f.b>>>((int*)f.device);
)cuda"),
              IsEmpty());
  EXPECT_THAT(findings_of("count<<<4, 32, 0, f.a>>>((int*)f.device);\ncudaMemsetAsync(f.device, 0, 4, f.b);"),
              ElementsAre("streams: 1 2"));
}

TEST(StreamFindings, AResultUsedByACopyOfAnotherStream) {
  EXPECT_THAT(findings_of(R"cuda(
cudaMemcpyAsync(f.pinned, f.device, N * 4, cudaMemcpyDeviceToHost, f.a);
cudaMemcpyAsync(f.other, f.pinned, N * 4, cudaMemcpyHostToDevice, f.b);
)cuda"),
              ElementsAre("streams: 2 3"));
}

TEST(StreamFindings, HostCodeThatDoesNotWait) {
  EXPECT_THAT(findings_of(R"cuda(
cudaMemcpyAsync(f.pinned, f.device, N * 4, cudaMemcpyDeviceToHost, f.a);
f.pageable[0] = f.pinned[5];
cudaStreamSynchronize(f.a);
f.pageable[1] = f.pinned[6];
cudaMemcpyAsync(f.device, f.pinned, N * 4, cudaMemcpyHostToDevice, f.a);
f.pageable[2] = f.pinned[7];
f.pinned[8] = 1;
)cuda"),
              ElementsAre("host: 2 3", "host: 6 8"));
}

TEST(StreamFindings, APageableCopyIsDoneWithItsHostMemory) {
  EXPECT_THAT(findings_of(R"cuda(
cudaMemcpyAsync(f.device, f.pageable, N * 4, cudaMemcpyHostToDevice, f.a);
f.pageable[0] = 1;
cudaStreamSynchronize(f.a);
cudaMemcpyAsync(f.pageable, f.device, N * 4, cudaMemcpyDeviceToHost, f.a);
f.pageable[1] = f.pageable[2];
cudaMemcpyAsync(f.device, f.pageable, N * 4, cudaMemcpyHostToDevice, f.a);
add_one<<<N / 256, 256, 0, f.b>>>(f.device, N);
)cuda"),
              ElementsAre("streams: 7 8"));
}

TEST(StreamFindings, ManagedMemoryBelongsToOneAtATime) {
  EXPECT_THAT(findings_of(R"cuda(
float* both; cudaMallocManaged(&both, 1024);
both[3] = 1;
add_one<<<1, 256>>>(both, 256);
both[3] += 1;
cudaDeviceSynchronize();
both[3] += 1;
)cuda"),
              ElementsAre("host: 4 5", "host: 4 5"));
}

TEST(StreamFindings, MemoryFreedInAnotherStream) {
  EXPECT_THAT(findings_of(R"cuda(
float* own; cudaMallocAsync(&own, 1024, f.a);
cudaMemsetAsync(own, 0, 1024, f.a);
cudaFreeAsync(own, f.b);
)cuda"),
              ElementsAre("streams: 3 4"));
  EXPECT_THAT(findings_of(R"cuda(
float* own; cudaMallocAsync(&own, 1024, f.a);
cudaMemsetAsync(own, 0, 1024, f.a);
cudaFreeAsync(own, f.a);
)cuda"),
              IsEmpty());
}

TEST(StreamFindings, NameTheMemory) {
  const Evidence evidence = evidence_of(copy_then_kernel);
  ASSERT_EQ(evidence.findings.size(), 1u);
  EXPECT_STREQ(evidence.findings[0].object, "cudaMalloc(262144)");
  EXPECT_STREQ(evidence.findings[0].kernel, "add_one");
}

// ---- what lives longer than a run ----

TEST(StreamHandles, AStaticStreamServesTheNextRun) {
  const StudentLibrary library(std::string(head) + R"cuda(
extern "C" int run(float* out) {
  static cudaStream_t stream = [] {
    cudaStream_t made;
    cudaStreamCreate(&made);
    return made;
  }();
  static cudaEvent_t event = nullptr;
  if (event == nullptr) cudaEventCreate(&event);
  float milliseconds = -1;
  if (cudaEventElapsedTime(&milliseconds, event, event) != cudaErrorInvalidResourceHandle) return __LINE__;
  cudaGetLastError();
  add_one<<<1, 32, 0, stream>>>(out, 32);
  cudaEventRecord(event, stream);
  cudaEventSynchronize(event);
  return cudaGetLastError();
}
)cuda");
  Buffer<float> out(32);
  for (int round = 1; round <= 3; ++round) {
    begin_run(std::vector{out.lend("output")}, library.base(), count_only);
    EXPECT_EQ(library.function<int(float*)>("run")(out.data()), 0);
    const Evidence evidence = finish_run();
    ASSERT_EQ(evidence.operations.size(), 1u);
    EXPECT_EQ(evidence.operations[0].stream, 1u);
    EXPECT_EQ(out.data()[31], round);
  }
}

// ---- operations ----

TEST(StreamOperations, AreTold) {
  const Evidence evidence = evidence_of(R"cuda(
cudaMemcpyAsync(f.device, f.pinned, N * 4, cudaMemcpyHostToDevice, f.a);
add_one<<<N / 256, 256, 0, f.a>>>(f.device, N);
cudaMemcpy(f.pageable, f.device, N * 4, cudaMemcpyDeviceToHost);
)cuda");
  ASSERT_EQ(evidence.operations.size(), 5u);  // two fills by the fixture
  const OperationRecord &in = evidence.operations[2], &kernel = evidence.operations[3], &out = evidence.operations[4];
  EXPECT_EQ(in.kind, OperationKind::copy_to_device);
  EXPECT_EQ(in.stream, 1u);
  EXPECT_EQ(in.bytes, 1 << 18);
  EXPECT_FALSE(in.is_pageable);
  EXPECT_NEAR(in.end - in.start, (1 << 18) / 55.4e9, 1e-12);
  EXPECT_STREQ(in.label, "cudaMemcpyAsync");
  EXPECT_EQ(kernel.kind, OperationKind::kernel);
  EXPECT_STREQ(kernel.label, "add_one");
  EXPECT_EQ(kernel.bytes, 2 << 18);  // read and written
  EXPECT_NEAR(kernel.end - kernel.start, (2 << 18) / memory::Device{}.copy_bytes_per_second, 1e-12);
  EXPECT_EQ(kernel.wait, Wait::own_stream);
  EXPECT_EQ(kernel.wait_pc, in.pc);
  EXPECT_DOUBLE_EQ(kernel.start, in.end);
  EXPECT_TRUE(out.is_pageable);
  EXPECT_EQ(out.stream, 0u);
}

// Of N threads each computes for 1000 multiply-adds, in all 132 multiprocessors at 128 a cycle.
TEST(StreamOperations, ComputeForAsLongAsTheyTell) {
  const StudentLibrary library(std::string(head) + R"cuda(
__global__ void compute(float* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_multiply_adds(1000, "compute()");
  if (i < n) data[i] += 1;
}
extern "C" void run() {
  Fixture f;
  compute<<<N / 256, 256, 0, f.a>>>(f.device, N);
  compute<<<N / 256, 256, 0, f.a>>>(f.device, N);
}
)cuda");
  const Evidence evidence = without_leaks(run<void()>(library, {}, everything, "run"));
  EXPECT_THAT(evidence.findings, IsEmpty());
  ASSERT_EQ(evidence.operations.size(), 4u);
  for (const int kernel : {2, 3}) {
    const OperationRecord& told = evidence.operations[kernel];
    EXPECT_NEAR(told.end - told.start, (1 << 16) * 1000.0 / (132 * 128 * 1.98e9), 1e-12);
    EXPECT_NEAR(told.work, told.end - told.start, 1e-15);
  }
}

TEST(StreamOperations, DeviceFunctionsAreNotForTheHost) {
  const StudentLibrary library(std::string(head) + R"cuda(
#line 1
static float process(float x) {
  simt_multiply_adds(1000, "process()");
  return x;
}
extern "C" void run() {
  process(1);
}
)cuda");
  const Evidence evidence = run<void()>(library, {}, everything, "run");
  ASSERT_EQ(evidence.findings.size(), 1u);
  EXPECT_EQ(evidence.findings[0].kind, FindingKind::device_function);
  EXPECT_STREQ(evidence.findings[0].object, "process()");
  EXPECT_EQ(library.line(evidence.findings[0].pc), 2);
}

// Pinned memory that a kernel reads or writes crosses the link, and is not in the device's memory.
TEST(StreamOperations, OverMappedMemoryTakeTheLinksTime) {
  const StudentLibrary library(std::string(head) + R"cuda(
extern "C" void run() {
  Fixture f;
  copy<<<N / 256, 256, 0, f.a>>>(f.device, f.pinned, N);
  copy<<<N / 256, 256, 0, f.a>>>(f.pinned, f.device, N);
  copy<<<N / 256, 256, 0, f.a>>>(f.other, f.device, N);
}
)cuda");
  const Evidence evidence = without_leaks(run<void()>(library, {}, everything, "run"));
  EXPECT_THAT(evidence.findings, IsEmpty());
  ASSERT_EQ(evidence.operations.size(), 5u);
  const memory::Device device;
  const double over_link = (1 << 18) / device.pinned_bytes_per_second;
  const double in_device = (2 << 18) / device.copy_bytes_per_second;
  for (const int kernel : {2, 3, 4}) {
    const OperationRecord& told = evidence.operations[kernel];
    EXPECT_EQ(told.bytes, 2 << 18);
    EXPECT_NEAR(told.end - told.start, kernel == 4 ? in_device : over_link, 1e-12);
    EXPECT_NEAR(told.work, kernel == 4 ? in_device : in_device / 2, 1e-12);
  }
}

// Memory of the host may begin where other memory ends.
TEST(Pinning, IsUndoneWhereOtherMemoryEnds) {
  const StudentLibrary library(std::string(head) + R"cuda(
extern "C" int run() {
  char* const memory = (char*)aligned_alloc(512, 1024);
  const bool pinned = cudaHostRegister(memory, 512, cudaHostRegisterMapped) == cudaSuccess &&
                      cudaHostRegister(memory + 512, 512, cudaHostRegisterMapped) == cudaSuccess;
  const bool undone = cudaHostUnregister(memory + 512) == cudaSuccess && cudaHostUnregister(memory) == cudaSuccess;
  const bool twice = cudaHostUnregister(memory) == cudaSuccess;
  free(memory);
  return pinned && undone && !twice;
}
)cuda");
  begin_run({}, library.base(), everything);
  EXPECT_EQ(library.function<int()>("run")(), 1);
  finish_run();
}

// Pinned once it is good for many copies; pinned for one it costs more than it brings.
TEST(Pinning, TakesTheHostsTime) {
  const StudentLibrary library(std::string(head) + R"cuda(
extern "C" void run(int n) {
  static char* memory = nullptr;
  if (n > 0) cudaMallocHost(&memory, n);
  void* device = nullptr;
  cudaMalloc(&device, 1 << 20);
  cudaMemcpy(device, memory, 1 << 20, cudaMemcpyHostToDevice);
  cudaFree(device);
  if (n < 0) cudaFreeHost(memory);
}
)cuda");
  const memory::Device device;
  const auto start_of_copy = [&](int n) {
    return run<void(int)>(library, {}, everything, "run", n).operations.at(0).start;
  };
  const double pinning = (1 << 20) / device.pin_bytes_per_second;
  EXPECT_NEAR(start_of_copy(1 << 20), pinning + device.launch_seconds, 1e-12);
  EXPECT_NEAR(start_of_copy(0), device.launch_seconds, 1e-12) << "still pinned in the next run";
  const Evidence last = run<void(int)>(library, {}, everything, "run", -1);
  EXPECT_EQ(last_error(), 0) << "nor is it strange to cudaFreeHost";
  EXPECT_THAT(without_leaks(last).findings, IsEmpty());
}

TEST(Pinning, BeforeTimeBeginsTakesNone) {
  const StudentLibrary library(std::string(head) + R"cuda(
extern "C" void pin(char* memory) { cudaHostRegister(memory, 1 << 20, 0); }
extern "C" void run(char* memory) {
  void* device = nullptr;
  cudaMalloc(&device, 1 << 20);
  cudaMemcpy(device, memory, 1 << 20, cudaMemcpyHostToDevice);
  cudaFree(device);
  cudaHostUnregister(memory);
}
)cuda");
  std::vector<char> memory(1 << 20);
  begin_run({}, library.base(), everything);
  library.function<void(char*)>("pin")(memory.data());
  begin_time();
  library.function<void(char*)>("run")(memory.data());
  begin_time();  // too late: something has been asked for
  const Evidence evidence = finish_run();
  EXPECT_NEAR(evidence.operations.at(0).start, memory::Device{}.launch_seconds, 1e-12);
}

TEST(DeviceReset, WouldFreeTheCallersMemory) {
  const StudentLibrary library(std::string(head) + R"cuda(
extern "C" void run() { cudaDeviceReset(); }
)cuda");
  const Evidence evidence = run<void()>(library, {}, everything, "run");
  ASSERT_EQ(evidence.findings.size(), 1u);
  EXPECT_EQ(evidence.findings[0].kind, FindingKind::unsupported);
}

// The same work with and without overlap, by the events' time.
TEST(StreamTime, OverlapSavesIt) {
  const StudentLibrary library(std::string(head) + R"cuda(
static float pipeline(Fixture& f, cudaStream_t first, cudaStream_t second, float* host) {
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaDeviceSynchronize();
  cudaEventRecord(start);
  for (int chunk = 0; chunk < 4; ++chunk) {
    const cudaStream_t stream = chunk % 2 == 0 ? first : second;
    const int n = N / 4, at = chunk * n;
    cudaMemcpyAsync(f.device + at, host + at, n * 4, cudaMemcpyHostToDevice, stream);
    cudaMemcpyAsync(host + at, f.device + at, n * 4, cudaMemcpyDeviceToHost, stream);
  }
  cudaEventRecord(stop);
  float milliseconds = -1;
  if (cudaEventElapsedTime(&milliseconds, start, stop) != cudaErrorNotReady) return -2;
  cudaEventSynchronize(stop);
  cudaEventElapsedTime(&milliseconds, start, stop);
  return milliseconds;
}
extern "C" void run(float* out) {
  Fixture f(cudaStreamDefault);
  out[0] = pipeline(f, f.a, f.b, f.pinned);
  out[1] = pipeline(f, f.a, f.a, f.pinned);
}
extern "C" void pageable(float* out) {
  Fixture f(cudaStreamDefault);
  out[0] = 0;
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaEventRecord(start);
  cudaMemcpyAsync(f.device, f.pageable, N * 4, cudaMemcpyHostToDevice, f.a);
  cudaMemcpyAsync(f.other, f.pageable, N * 4, cudaMemcpyHostToDevice, f.b);
  cudaEventRecord(stop);
  // The host was held: there is nothing to wait for.
  if (cudaEventElapsedTime(out, start, stop) != cudaSuccess) out[0] = -1;
}
)cuda");
  Buffer<float> out(2);
  run<void(float*)>(library, {}, count_only, "run", out.data());
  const double one_way = 4.0 * (1 << 16) / 55.4e9 * 1e3;  // ms for all chunks
  EXPECT_NEAR(out.data()[1], 2 * one_way, 0.05 * one_way + 0.02);
  EXPECT_LT(out.data()[0], 1.3 * one_way + 0.02);
  EXPECT_GT(out.data()[0], one_way);
  run<void(float*)>(library, {}, count_only, "pageable", out.data());
  EXPECT_NEAR(out.data()[0], 2 * 4.0 * (1 << 16) / 16.6e9 * 1e3, 0.01);
}

}  // namespace
}  // namespace simt::test
