// A helper numbers the threads of a block by columns, so that neighbours are a whole column apart (0.1).
#include "copy.cuh"

constexpr int WIDE = 32;
constexpr int HIGH = 8;

__device__ int place_of_thread() {
  return blockIdx.x * WIDE * HIGH + HIGH * threadIdx.x + threadIdx.y;  // @here
}

__global__ void one_each(float* out, const float* in, int n) {
  const int mine = place_of_thread();
  if (mine < n) out[mine] = in[mine];
}

void copy_scalar(float* out, const float* in, int n) {
  const int each = WIDE * HIGH;
  one_each<<<(n + each - 1) / each, dim3(WIDE, HIGH)>>>(out, in, n);
}

void copy_grid_stride(float*, const float*, int) {}
void copy_float4(float*, const float*, int) {}
void split_points(float*, float*, float*, const float*, int) {}
void copy_shifted(float*, const float*, int, int) {}
void two_kinds(float*, const float*, int, int) {}
void split_records(float*, const float*, int, int, int) {}
