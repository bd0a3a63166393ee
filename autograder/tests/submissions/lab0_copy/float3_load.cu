// Right, but loads float3, which needs alignment to 4 bytes only and so is three loads, not one of 12 bytes.
#include "copy.cuh"

__global__ void kernel(float* x, float* y, float* z, const float3* points, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float3 point = points[i];
  x[i] = point.x;
  y[i] = point.y;
  z[i] = point.z;
}

void split_points(float* x, float* y, float* z, const float* points, int n) {
  kernel<<<(n + 255) / 256, 256>>>(x, y, z, reinterpret_cast<const float3*>(points), n);
}
