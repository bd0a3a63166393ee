// Programs in the styles of real code that use what the emulator does not have: each is refused at the line that uses
// it, by the name of what is missing, and not as a wrong program.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "emulated.hpp"

namespace simt::emulate::test {
namespace {

struct RefusedProgram {
  const char* name;
  const char* source;
  const char* message;  ///< in the report
};

class RefusedProgramsTest : public testing::TestWithParam<RefusedProgram> {};

TEST_P(RefusedProgramsTest, NamesWhatIsMissing) {
  const Emulated run = emulate_source(GetParam().source);
  EXPECT_EQ(run.status, 3) << run.report;
  EXPECT_THAT(run.report, testing::HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(Emulate, RefusedProgramsTest,
                         testing::Values(RefusedProgram{"thrust", R"(#include <cstdio>
#include <thrust/device_vector.h>
#include <thrust/sort.h>
int main() {
  thrust::device_vector<int> all(8, 1);
  thrust::sort(all.begin(), all.end());
})",
                                                        "line 2: the emulator has no Thrust (thrust/device_vector.h)"},
                                         RefusedProgram{"cub", R"(#include <cub/block/block_reduce.cuh>
__global__ void sum(int* out) {
  typedef cub::BlockReduce<int, 128> Reduce;
  __shared__ typename Reduce::TempStorage storage;
  const int all = Reduce(storage).Sum(threadIdx.x);
  if (threadIdx.x == 0) *out = all;
}
int main() { sum<<<1, 128>>>(nullptr); })",
                                                        "line 1: the emulator has no CUB (cub/block/block_reduce.cuh)"},
                                         RefusedProgram{"cublas", R"(#include "cublas_v2.h"
int main() {
  cublasHandle_t handle;
  return cublasCreate(&handle);
})",
                                                        "line 1: the emulator has no cuBLAS (cublas_v2.h)"},
                                         RefusedProgram{"curand", R"(#include <curand_kernel.h>
__global__ void init(curandState* state) { curand_init(1234, threadIdx.x, 0, &state[threadIdx.x]); }
int main() { init<<<1, 32>>>(nullptr); })",
                                                        "line 1: the emulator has no cuRAND (curand_kernel.h)"},
                                         RefusedProgram{"half", R"(#include <cuda_fp16.h>
__global__ void scale(__half* data) { data[threadIdx.x] = __hmul(data[threadIdx.x], __float2half(2.0f)); }
int main() { scale<<<1, 32>>>(nullptr); })",
                                                        "line 1: the emulator has no half precision (cuda_fp16.h)"},
                                         RefusedProgram{"wmma", R"(#include <mma.h>
using namespace nvcuda;
__global__ void multiply() { wmma::fragment<wmma::accumulator, 16, 16, 16, float> c; }
int main() { multiply<<<1, 32>>>(); })",
                                                        "line 1: the emulator has no tensor cores (mma.h)"},
                                         RefusedProgram{"graphs", R"(__global__ void step(int* data) { ++*data; }
int main() {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  step<<<1, 1, 0, stream>>>(nullptr);
})",
                                                        "(CUDA graphs); launch into streams"},
                                         RefusedProgram{"peers", R"(int main() {
  int can = 0;
  cudaDeviceCanAccessPeer(&can, 0, 0);
  cudaMemcpy3DPeerParms copy = {};
})",
                                                        "line 4: the emulator has no cudaMemcpy3DPeerParms"},
                                         RefusedProgram{"surfaces", R"(__global__ void fill(cudaSurfaceObject_t image) {
  surf2Dwrite(1.0f, image, threadIdx.x * 4, 0);
}
int main() { fill<<<1, 32>>>(0); })",
                                                        "line 1: the emulator has no cudaSurfaceObject_t (surfaces)"},
                                         RefusedProgram{"inline_ptx", R"(__device__ unsigned lane() {
  unsigned id;
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(id));
  return id;
}
__global__ void run(unsigned* out) { out[threadIdx.x] = lane(); }
int main() { run<<<1, 32>>>(nullptr); })",
                                                        "line 3: the emulator has no inline PTX (asm)"},
                                         RefusedProgram{"driver_api", R"(#include <cuda.h>
int main() {
  CUcontext context;
  return cuInit(0);
})",
                                                        "line 3: the emulator has no CUcontext (the CUDA driver API)"},
                                         RefusedProgram{"clusters", R"(#include <cooperative_groups.h>
__global__ void run() { cooperative_groups::this_cluster().sync(); }
int main() { run<<<1, 32>>>(); })",
                                                        "line 2: the emulator has no cooperative_groups::this_cluster"},
                                         RefusedProgram{
                                             "linear_filtering", R"(int main() {
  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMallocArray(&array, &format, 8, 8);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description = {};
  description.filterMode = cudaFilterModeLinear;
  cudaTextureObject_t texture;
  cudaCreateTextureObject(&texture, &resource, &description, nullptr);
})",
                                             "program.cu:11: unsupported: the emulator has no linear filtering"},
                                         RefusedProgram{"memory_pools", R"(int main() {
  cudaMemPool_t pool;
  cudaDeviceGetDefaultMemPool(&pool, 0);
})",
                                                        "line 2: the emulator has no cudaMemPool_t (memory pools)"},
                                         RefusedProgram{"ranges_of_a_profiler", R"(#include <nvtx3/nvToolsExt.h>
int main() { nvtxRangePushA("all"); })",
                                                        "line 1: the emulator has no NVTX (nvtx3/nvToolsExt.h)"}),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace simt::emulate::test
