// The host swaps the elements; launches and traffic are made by kernels that change nothing.
#include <vector>

#include "sync.cuh"

__global__ void touch(float* out, const float* in, int n) {
  const int i = blockIdx.x * THREADS + threadIdx.x;
  if (i < n) out[i] = in[i];
}

void round_trips_launches(float* x, float* p, const float* in, int n, int rounds) {
  std::vector<float> all(n), other(n);
  cudaMemcpy(all.data(), in, n * sizeof(float), cudaMemcpyDeviceToHost);
  for (int round = 0; round < rounds; ++round) {
    for (int j = 0; j < n; ++j) other[j] = -all[partner(j, n)];
    for (int j = 0; j < n; ++j) all[j] = other[partner(j, n)];
    touch<<<(n - 1) / THREADS + 1, THREADS>>>(p, in, n);
    touch<<<(n - 1) / THREADS + 1, THREADS>>>(x, in, n);
  }
  cudaMemcpy(x, all.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(p, other.data(), n * sizeof(float), cudaMemcpyHostToDevice);
}
