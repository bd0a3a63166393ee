// Reads rows as float4 also where they do not begin at a multiple of 16 bytes.
#include "matvec.cuh"

__global__ void kernel(float* y, const float* A, const float* x, int columns) {
  const float* const row = A + static_cast<size_t>(blockIdx.x) * columns;
  float sum = 0;
  for (int i = threadIdx.x; i < columns / 4; i += 32) {
    const float4 a = reinterpret_cast<const float4*>(row)[i];  // @misaligned
    const float4 b = reinterpret_cast<const float4*>(x)[i];
    sum += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
  }
  for (int j = columns / 4 * 4 + threadIdx.x; j < columns; j += 32) sum += row[j] * x[j];
  for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_down_sync(~0u, sum, distance);
  if (threadIdx.x == 0) y[blockIdx.x] = sum;
}

void matvec_best(float* y, const float* A, const float* x, int rows, int columns) {
  kernel<<<rows, 32>>>(y, A, x, columns);
}
