// Registers a vector of its own, has it filled by a kernel, and adds up on the host.
#include <vector>

#include "banks.cuh"

__global__ void copy(float* to, const float* from, int n) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) to[i] = from[i];
}

void running_sums(float* out, const float* in, int rows, int columns) {
  const int n = rows * columns;
  std::vector<float> all(n);
  float* mapped;
  cudaHostRegister(all.data(), n * sizeof(float), cudaHostRegisterMapped);
  cudaHostGetDevicePointer(&mapped, all.data(), 0);
  copy<<<(n + 255) / 256, 256>>>(mapped, in, n);
  cudaDeviceSynchronize();
  for (int r = 0; r < rows; ++r) {
    for (int c = 1; c < columns; ++c) all[r * columns + c] += all[r * columns + c - 1];
  }
  copy<<<(n + 255) / 256, 256>>>(out, mapped, n);
  cudaDeviceSynchronize();
  cudaHostUnregister(all.data());
}
