// Kernels whose function nothing calls, because each launch holds their code (instrument/uncalled.hpp).
#include <gtest/gtest.h>

#include <stdexcept>

#include "student_library.hpp"

namespace simt::test {
namespace {

constexpr const char* source = R"(
#include <cuda_runtime.h>
extern "C" {
__device__ int only_for_launched(int i) { return i + 1; }
__global__ void launched(int* out, int n) {  // without `return`: the mark for that must not keep it
  if (threadIdx.x < n) out[threadIdx.x] = only_for_launched(threadIdx.x);
}
__global__ void by_address(int* out) { *out += 10; }
void run(int* out) {
  void* arguments[] = {&out};
  launched<<<1, 32>>>(out, 2);
  cudaLaunchKernel((void*)by_address, 1, 1, arguments, 0, nullptr);
  cudaDeviceSynchronize();
}
}
)";

TEST(UncalledKernels, AreRemovedUnlessTheirAddressIsUsed) {
  const StudentLibrary library(source);
  EXPECT_THROW(library.function<void()>("launched"), std::runtime_error);
  EXPECT_NO_THROW(library.function<void()>("by_address"));
  Buffer<int> out(2);
  run<void(int*)>(library, {out.lend("out")}, everything, "run", out.data());
  EXPECT_EQ(out.elements[0], 11);
  EXPECT_EQ(out.elements[1], 2);
}

}  // namespace
}  // namespace simt::test
