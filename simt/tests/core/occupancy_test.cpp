// How many blocks are resident at a time, and what the runtime API reports about the device.
#include <gtest/gtest.h>

#include "simt/devices.hpp"
#include "student_library.hpp"

namespace simt::test {
namespace {

using Entry = void(int*, int);

class Occupancy : public testing::Test {
 protected:
  static const StudentLibrary& library() {
    static const StudentLibrary loaded(R"cuda(#include <cuda_runtime.h>
__device__ void meet_all(int* arrived) {
  if (threadIdx.x == 0) {
    atomicAdd(arrived, 1);
    while (atomicAdd(arrived, 0) < gridDim.x) {}
  }
  __syncthreads();
}
__global__ void with_much_shared(int* arrived) {
  __shared__ float much[12 * 1024 - 1];
  much[threadIdx.x] = 1;
  meet_all(arrived);
  arrived[1] = much[31 - threadIdx.x];
}
__global__ void with_little_shared(int* arrived) {
  __shared__ float little[32];
  little[threadIdx.x] = 1;
  meet_all(arrived);
  arrived[1] = little[31 - threadIdx.x];
}
extern "C" {
void much(int* arrived, int blocks) { with_much_shared<<<blocks, 32>>>(arrived); }
void little(int* arrived, int blocks) { with_little_shared<<<blocks, 32>>>(arrived); }
void describe(int* out, int) {
  cudaDeviceProp device;
  cudaGetDeviceProperties(&device, 0);
  int l2 = 0, blocks = 0;
  cudaDeviceGetAttribute(&l2, cudaDevAttrL2CacheSize, 0);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, with_little_shared, 256, 4224);
  const int numbers[] = {device.multiProcessorCount, device.maxThreadsPerMultiProcessor,
                         (int)device.sharedMemPerMultiprocessor, (int)device.sharedMemPerBlock, l2, blocks,
                         (int)device.sharedMemPerBlockOptin};
  cudaMemcpy(out, numbers, sizeof numbers, cudaMemcpyHostToDevice);
}
}
)cuda");
    return loaded;
  }

  Evidence run_on(const memory::Device& device, const char* entry, int blocks) {
    out = Buffer<int>(16, 0);
    return run<Entry>(library(), {out.lend("output 0")}, {.device = device}, entry, out.data(), blocks);
  }

  Buffer<int> out{0};
};

/// Four blocks of 48 KiB on each, 32 of nearly nothing.
const memory::Device two_multiprocessors{.multiprocessors = 2};

TEST_F(Occupancy, StaticSharedMemoryTakesRoom) {
  EXPECT_TRUE(run_on(two_multiprocessors, "much", 8).findings.empty());
  const Evidence evidence = run_on(two_multiprocessors, "much", 9);
  ASSERT_EQ(evidence.findings.size(), 1U);
  EXPECT_EQ(evidence.findings[0].kind, FindingKind::deadlock);
  EXPECT_EQ(subject(evidence.findings[0]), "the grid has 9 blocks, of which only 8 can be resident at a time");
}

TEST_F(Occupancy, SharedMemoryOfOtherKernelsDoesNotCount) {
  EXPECT_TRUE(run_on(two_multiprocessors, "little", 64).findings.empty());
  EXPECT_EQ(run_on(two_multiprocessors, "little", 65).findings.size(), 1U);
}

TEST_F(Occupancy, TheRuntimeDescribesTheDeviceThatIsCountedFor) {
  const auto device = [](const char* name) { return load_device(COURSE_ROOT "/simt/devices", name); };
  const auto described = [&](const char* name) {
    run_on(device(name), "describe", 0);
    return std::vector<int>(out.elements.begin(), out.elements.begin() + 7);
  };
  // With the shared memory of all kernels of the file: which kernel uses it is known only when the kernel runs.
  EXPECT_EQ(described("gtx280"), (std::vector<int>{30, 1024, 16 << 10, 16 << 10, 0, 1, 16 << 10}));
  EXPECT_EQ(described("h200"), (std::vector<int>{132, 2048, 228 << 10, 48 << 10, 60 << 20, 4, 227 << 10}));
}

}  // namespace
}  // namespace simt::test
