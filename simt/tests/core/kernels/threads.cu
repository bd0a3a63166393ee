// Student code for threads_test.cpp.
#include <cuda_runtime.h>
__device__ float factor = 2;
__constant__ float offsets[2] = {10, 20};

__global__ void copy(float* out, const float* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = in[i];
}
__global__ void strided_copy(float* out, const float* in, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = in[i];
}
__global__ void wide_copy(float4* out, const float4* in) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void hinted_copy(float2* out, const float2* in) {
  __stcs(&out[threadIdx.x], __ldg(&in[threadIdx.x]));  // @hinted_copy
}
struct Pair {
  float a, b, c;
};
__global__ void struct_copy(Pair* out, const Pair* in) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void add(float* out, float x) { out[threadIdx.x] += x; }
__global__ void reverse(float* out, const float* in, int n) {
  extern __shared__ float s[];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[n - 1 - threadIdx.x];
}
__global__ void sum_by_warp(float* out, const float* in) {
  __shared__ float s[64];
  s[threadIdx.x] = in[threadIdx.x];
  for (int d = 16; d > 0; d /= 2) {
    __syncwarp();
    if (threadIdx.x % 32 < d) s[threadIdx.x] += s[threadIdx.x + d];
  }
  if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = s[threadIdx.x];
}
__global__ void exit_early(float* out, const float* in, int n) {
  __shared__ float s[64];
  if (threadIdx.x >= n) return;
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[n - 1 - threadIdx.x];
}
__global__ void indices(float* out) {
  dim3 size = blockDim;
  uint3 at = threadIdx;
  int thread = (at.z * size.y + at.y) * size.x + at.x;
  int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  out[block * size.x * size.y * size.z + thread] = 100 * block + thread;
}
__global__ void with_globals(float* out) { out[threadIdx.x] = factor * threadIdx.x + offsets[threadIdx.x % 2]; }
struct alignas(16) Quad {
  float x, y, z, w;
};
__global__ void takes_vector(float* out, float4 v, char c, double d, Quad q) {
  out[threadIdx.x] = v.x + v.w + c + d + q.w - q.y;
}
using Kernel = void (*)(float*, const float*, int);
__attribute__((noinline)) void launch(Kernel kernel, float* out, const float* in, int n) {
  kernel<<<1, n>>>(out, in, n);
}

__global__ void chosen(float* out, const uint2* in, int n) {
  unsigned largest = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    const uint2 v = in[i];
    largest = max(largest, (v.y & 127) == 0 ? v.x : 0);
  }
  out[threadIdx.x] = __uint_as_float(largest);
}
extern "C" {
void run_by_pointer(float* out, const float* in, int n) { launch(n > 32 ? copy : strided_copy, out, in, n); }
void run_copy(float* out, const float* in, int n) { copy<<<(n + 127) / 128, 128>>>(out, in, n); }
void run_strided_copy(float* out, const float* in, int n) { strided_copy<<<1, 64>>>(out, in, n); }
void run_wide_copy(float* out, const float* in, int n) { wide_copy<<<1, n / 4>>>((float4*)out, (const float4*)in); }
void run_chosen(float* out, const float* in, int n) { chosen<<<1, 32>>>(out, (const uint2*)in, n / 2); }
void run_hinted_copy(float* out, const float* in, int n) { hinted_copy<<<1, n / 2>>>((float2*)out, (const float2*)in); }
void run_struct_copy(float* out, const float* in, int n) { struct_copy<<<1, n / 3>>>((Pair*)out, (const Pair*)in); }
void run_add(float* out, const float*, int n) {
  cudaMemset(out, 0, n * sizeof(float));
  add<<<1, n>>>(out, 3.0f);
}
void run_reverse(float* out, const float* in, int n) { reverse<<<1, n, n * sizeof(float)>>>(out, in, n); }
void run_sum_by_warp(float* out, const float* in, int) { sum_by_warp<<<1, 64>>>(out, in); }
void run_exit_early(float* out, const float* in, int n) { exit_early<<<1, 64>>>(out, in, n); }
void run_indices(float* out, const float*, int) { indices<<<dim3(2, 3, 2), dim3(4, 2, 3)>>>(out); }
void run_with_globals(float* out, const float*, int) { with_globals<<<1, 32>>>(out); }
void run_takes_vector(float* out, const float*, int) {
  takes_vector<<<1, 32>>>(out, make_float4(1, 2, 3, 4), 10, 0.5, Quad{7, 8, 7, 8});
}
}
