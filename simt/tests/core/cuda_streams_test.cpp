// Streams as student code uses them: the records of their operations, how long these take, and what stays from one run
// to the next.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "stream_programs.hpp"

namespace simt::test {
namespace {

using testing::IsEmpty;

// ---- objects that outlive a run ----

TEST(StreamHandles, AStaticStreamServesTheNextRun) {
  const StudentLibrary library(read_kernels("streams.cu") + R"cuda(
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

TEST(StreamOperations, AreOnRecordWithTheirTimes) {
  const StudentLibrary library(stream_program(R"cuda(
cudaMemcpyAsync(f.device, f.pinned, N * 4, cudaMemcpyHostToDevice, f.a);
add_one<<<N / 256, 256, 0, f.a>>>(f.device, N);
cudaMemcpy(f.pageable, f.device, N * 4, cudaMemcpyDeviceToHost);
)cuda"));
  const Evidence evidence = evidence_of(library);
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

// Each of N threads computes 1000 multiply-adds. Each of 132 multiprocessors computes 128 per cycle.
TEST(StreamOperations, ComputeForAsLongAsTheyTell) {
  const StudentLibrary library(read_kernels("streams.cu") + R"cuda(
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
  const Evidence evidence = evidence_of(library);
  EXPECT_THAT(evidence.findings, IsEmpty());
  ASSERT_EQ(evidence.operations.size(), 4u);
  for (const int kernel : {2, 3}) {
    const OperationRecord& record = evidence.operations[kernel];
    EXPECT_NEAR(record.end - record.start, (1 << 16) * 1000.0 / (132 * 128 * 1.98e9), 1e-12);
    EXPECT_NEAR(record.work, record.end - record.start, 1e-15);
  }
}

TEST(StreamOperations, DeviceFunctionsAreNotForTheHost) {
  const StudentLibrary library(read_kernels("streams.cu") + R"cuda(
static float process(float x) {
  simt_multiply_adds(1000, "process()");  // @call
  return x;
}
extern "C" void run() {
  process(1);
}
)cuda");
  const Evidence evidence = run<void()>(library, {}, everything, "run");
  ASSERT_EQ(evidence.findings.size(), 1u);
  EXPECT_EQ(evidence.findings[0].kind, FindingKind::device_function);
  EXPECT_EQ(subject(evidence.findings[0]), "process()");
  EXPECT_EQ(library.marker(evidence.findings[0].pc), "call");
}

// Pinned memory that a kernel reads or writes crosses the link, and is not in the device's memory.
TEST(StreamOperations, OverMappedMemoryTakeTheLinksTime) {
  const StudentLibrary library(read_kernels("streams.cu") + R"cuda(
extern "C" void run() {
  Fixture f;
  copy<<<N / 256, 256, 0, f.a>>>(f.device, f.pinned, N);
  copy<<<N / 256, 256, 0, f.a>>>(f.pinned, f.device, N);
  copy<<<N / 256, 256, 0, f.a>>>(f.other, f.device, N);
}
)cuda");
  const Evidence evidence = evidence_of(library);
  EXPECT_THAT(evidence.findings, IsEmpty());
  ASSERT_EQ(evidence.operations.size(), 5u);
  const memory::Device device;
  const double over_link = (1 << 18) / device.pinned_bytes_per_second;
  const double in_device = (2 << 18) / device.copy_bytes_per_second;
  for (const int kernel : {2, 3, 4}) {
    const OperationRecord& record = evidence.operations[kernel];
    EXPECT_EQ(record.bytes, 2 << 18);
    EXPECT_NEAR(record.end - record.start, kernel == 4 ? in_device : over_link, 1e-12);
    EXPECT_NEAR(record.work, kernel == 4 ? in_device : in_device / 2, 1e-12);
  }
}

// Two pieces of host memory may be next to each other.
TEST(Pinning, IsUndoneWhereOtherMemoryEnds) {
  const StudentLibrary library(read_kernels("streams.cu") + R"cuda(
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

// Pinning takes time. It pays for many copies, not for one.
TEST(Pinning, TakesTheHostsTime) {
  const StudentLibrary library(read_kernels("streams.cu") + R"cuda(
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
  constexpr double reading_a_variable = 1e-9;
  EXPECT_NEAR(start_of_copy(1 << 20), pinning + device.launch_seconds, reading_a_variable);
  EXPECT_NEAR(start_of_copy(0), device.launch_seconds, reading_a_variable) << "still pinned in the next run";
  const Evidence last = run<void(int)>(library, {}, everything, "run", -1);
  EXPECT_EQ(last_error(), 0) << "cudaFreeHost knows memory of an earlier run";
  EXPECT_THAT(without_leaks(last).findings, IsEmpty());
}

TEST(Pinning, BeforeTimeBeginsTakesNone) {
  const StudentLibrary library(read_kernels("streams.cu") + R"cuda(
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
  begin_time();  // too late: an operation has been issued
  const Evidence evidence = finish_run();
  EXPECT_NEAR(evidence.operations.at(0).start, memory::Device{}.launch_seconds, 1e-12);
}

// A wait counts when the host asks for more behind it, and only where something was left to wait for.
TEST(HostWaits, AreThoseBetweenOperations) {
  const StudentLibrary library(read_kernels("streams.cu") + R"cuda(
__global__ void nothing() {}
__device__ float kept;
__global__ void busy() {
  for (int i = 0; i < 1000; ++i) *(volatile float*)&kept = i;
}
extern "C" void between() {
  cudaDeviceSynchronize();
  nothing<<<1, 1>>>();
  cudaDeviceSynchronize();
  cudaDeviceSynchronize();
  nothing<<<1, 1>>>();
  cudaStreamSynchronize(0);
  nothing<<<1, 1>>>();
}
extern "C" void at_the_end() {
  nothing<<<1, 1>>>();
  nothing<<<1, 1>>>();
  cudaDeviceSynchronize();
}
extern "C" void asked_until_over() {
  cudaEvent_t event;
  cudaEventCreate(&event);
  busy<<<1, 1>>>();
  while (cudaStreamQuery(0) == cudaErrorNotReady) {
  }
  busy<<<1, 1>>>();
  cudaEventRecord(event);
  while (cudaEventQuery(event) != cudaSuccess) {
  }
  busy<<<1, 1>>>();
  cudaEventDestroy(event);
}
extern "C" void asked_once() {
  busy<<<1, 1>>>();
  cudaStreamQuery(0);
  busy<<<1, 1>>>();
  cudaStreamQuery(0);
  busy<<<1, 1>>>();
}
)cuda");
  EXPECT_EQ((run<void()>(library, {}, everything, "between").host_waits), 2U);
  EXPECT_EQ((run<void()>(library, {}, everything, "at_the_end").host_waits), 0U);
  EXPECT_EQ((run<void()>(library, {}, everything, "asked_until_over").host_waits), 2U) << "a loop that asks is a wait";
  EXPECT_EQ((run<void()>(library, {}, everything, "asked_once").host_waits), 0U)
      << "host code that asks and goes on has not waited";
}

TEST(DeviceReset, WouldFreeTheCallersMemory) {
  const StudentLibrary library(read_kernels("streams.cu") + R"cuda(
extern "C" void run() { cudaDeviceReset(); }
)cuda");
  Buffer<float> lent(64);
  const Evidence evidence = run<void()>(library, {lent.lend("input")}, everything, "run");
  ASSERT_EQ(evidence.findings.size(), 1u);
  EXPECT_EQ(evidence.findings[0].kind, FindingKind::unsupported);
  EXPECT_FALSE(evidence.findings[0].is_missing_feature()) << "a GPU does not have it either";
}

TEST(DeviceReset, FreesAllMemoryAndEndsAllHandles) {
  const StudentLibrary library(read_kernels("streams.cu") + R"cuda(
extern "C" int run() {
  float *device, *pinned, *managed;
  cudaStream_t stream;
  cudaEvent_t event;
  cudaMalloc(&device, 64);
  cudaMallocHost(&pinned, 64);
  cudaMallocManaged(&managed, 64);
  cudaStreamCreate(&stream);
  cudaEventCreate(&event);
  if (cudaDeviceReset() != cudaSuccess) return 1;
  if (cudaFree(device) != cudaErrorInvalidValue || cudaFreeHost(pinned) != cudaErrorInvalidValue) return 2;
  if (cudaStreamSynchronize(stream) != cudaErrorInvalidResourceHandle) return 3;
  if (cudaEventRecord(event) != cudaErrorInvalidResourceHandle) return 4;
  cudaGetLastError();
  if (cudaMalloc(&device, 64) != cudaSuccess || cudaMemset(device, 0, 64) != cudaSuccess) return 5;
  return cudaDeviceReset() == cudaSuccess ? 0 : 6;
}
)cuda");
  begin_run({}, library.base(), everything);
  EXPECT_EQ(library.function<int()>("run")(), 0);
  EXPECT_TRUE(finish_run().findings.empty()) << "no leak: all is freed";
}

// The same work with and without overlap, by the events' time.
TEST(StreamTime, OverlapSavesIt) {
  const StudentLibrary library(read_kernels("streams.cu") + R"cuda(
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
  // The copies from pageable memory kept the host waiting: both events are over.
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
