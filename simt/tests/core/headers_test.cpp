// The headers that student code sees: what compiles, what is refused and with which message.
#include <gtest/gtest.h>

#include "student_library.hpp"

namespace simt::test {
namespace {

void expect_compiles(const std::string& source) {
  const CompileResult result = compile("#include <cuda_runtime.h>\n" + source);
  EXPECT_TRUE(result.ok) << result.output;
  if (result.ok) std::remove(result.library.c_str());
}

void expect_refused(const std::string& source, const std::string& words) {
  const CompileResult result = compile("#include <cuda_runtime.h>\n" + source);
  EXPECT_FALSE(result.ok) << source;
  EXPECT_NE(result.output.find(words), std::string::npos) << result.output;
}

TEST(Headers, AreFreeOfWarnings) {
  const CompileResult result =
      compile(read_course_file("solutions/lab3_transpose/transpose.cu"), {"-Wall", "-Wextra", "-Werror"});
  EXPECT_TRUE(result.ok) << result.output;
  if (result.ok) std::remove(result.library.c_str());
}

TEST(Headers, EachNameOfCudasHeaders) {
  expect_compiles(
      "#include <cuda.h>\n#include <cuda_runtime_api.h>\n#include <device_launch_parameters.h>\n"
      "#include <vector_types.h>\n#include <vector_functions.h>\n#include <driver_types.h>\n");
}

TEST(Headers, BesideTheStandardLibrary) {
  expect_compiles(
      "#include <algorithm>\n#include <cmath>\n#include <cstdio>\n#include <memory>\n#include <vector>\n"
      "using namespace std;\n__device__ int f(int a) { return min(a, 3) + max(a, 4); }\n");
}

TEST(Headers, VectorsAsCudaHasThem) {
  expect_compiles(R"cuda(
static_assert(sizeof(float3) == 12 && alignof(float3) == 4, "");
static_assert(sizeof(float4) == 16 && alignof(float4) == 16, "");
static_assert(sizeof(float2) == 8 && alignof(float2) == 8, "");
static_assert(sizeof(double4) == 32 && alignof(double4) == 16, "");
static_assert(sizeof(uchar4) == 4 && alignof(uchar4) == 4, "");
static_assert(sizeof(short2) == 4 && alignof(short2) == 4, "");
static_assert(sizeof(longlong2) == 16 && alignof(longlong2) == 16, "");
float use() {
  float4 a = {1, 2, 3, 4}, b = make_float4(1, 2, 3, 4), c{}, d;
  d = a;
  float4 e[2] = {a, b};
  union { float4 v; float f[4]; } both;
  both.v = e[1];
  const int4 i{1, 2, 3, 4};
  uchar4 u = make_uchar4(1, 2, 3, 4);
  float3 t = {1, 2, 3};
  a.x += c.w;
  dim3 g(2), h = 4, k = dim3(1, 2, 3);
  return a.x + d.y + both.f[2] + i.w + u.x + t.z + g.x + h.y + k.z;
}
)cuda");
}

TEST(Headers, QualifiersInEveryPlace) {
  expect_compiles(R"cuda(
__device__ __forceinline__ float f(const float* __restrict__ p) { return __ldg(p); }
static __device__ __noinline__ float g(float x) { return rsqrtf(x); }
__host__ __device__ inline int divide_up(int a, int b) { return (a + b - 1) / b; }
struct __align__(8) Pair { float a, b; };
template <int N> __global__ void __launch_bounds__(256, 2) kernel(float* out) {
  __shared__ float a[N], b[N];
  __shared__ __align__(16) float c[N];
  static __shared__ volatile int flag;
  a[threadIdx.x] = b[threadIdx.x] = c[threadIdx.x] = 0;
  flag = warpSize;
  __threadfence();
  __syncwarp();
  out[threadIdx.x] = f(out) + g(a[0]) + divide_up(3, 2);
}
void launch(float* out) { kernel<32><<<dim3(1), 32>>>(out); }
)cuda");
}

TEST(Headers, WhatNeedsNoHeaderOfItsOwn) {
  expect_compiles(R"cuda(
__global__ void kernel(float* out, const __grid_constant__ float4 in) {
  float4 copy;
  memset(&copy, 0, sizeof copy);
  memcpy(out, &in, sizeof in);
}
)cuda");
}

TEST(Headers, CeilDiv) {
  expect_compiles(R"cuda(#include <cuda/cmath>
static_assert(cuda::ceil_div(7, 3) == 3 && cuda::ceil_div(6, 3) == 2 && cuda::ceil_div(0, 3) == 0, "");
static_assert(cuda::ceil_div(4000000000u, 3) == 1333333334u, "");
static_assert(cuda::ceil_div(2147483647, 2) == 1073741824, "");
static_assert(cuda::round_up(7, 4) == 8 && cuda::round_down(7u, 4u) == 4, "");
)cuda");
}

TEST(Headers, RefuseByNameWithAdvice) {
  expect_refused("__device__ int f(int v) { return __shfl_down(v, 1); }", "use __shfl_down_sync()");
  expect_refused("__device__ float2 f(float2 v) { return __shfl_sync(~0u, v, 1); }", "lanes exchange int, unsigned");
  expect_refused("void f() { cudaMemcpyToArray(); }", "use cudaMemcpy2DToArray()");
  expect_refused("#include <cuda/latch>\n", "the emulator has no cuda::latch (cuda/latch); use cuda::barrier");
}

}  // namespace
}  // namespace simt::test
