// The floats are staged as they come, and taken as if they were sorted already.
#include "copy.cuh"

void copy_scalar(float* out, const float* in, int n) {}
void copy_grid_stride(float* out, const float* in, int n) {}
void copy_float4(float* out, const float* in, int n) {}

constexpr int POINTS = 128;

__global__ void split(float* x, float* y, float* z, const float* points, int n) {
  __shared__ float staged[3][POINTS];
  const size_t first = size_t(3) * POINTS * blockIdx.x;
  for (int part = 0; part < 3; ++part) {
    const size_t j = first + part * POINTS + threadIdx.x;
    if (j < size_t(3) * n) staged[part][threadIdx.x] = points[j];
  }
  __syncthreads();
  const int i = blockIdx.x * POINTS + threadIdx.x;
  if (i >= n) return;
  x[i] = staged[0][threadIdx.x];
  y[i] = staged[1][threadIdx.x];  // @load
  z[i] = staged[2][threadIdx.x];
}

void split_points(float* x, float* y, float* z, const float* points, int n) {
  split<<<(n + POINTS - 1) / POINTS, POINTS>>>(x, y, z, points, n);
}
