// A kernel lays the factors down in a __device__ variable; cudaMemcpyFromSymbol takes them to the host.
#include <vector>

#include "matmul.cuh"

__device__ float laid_down[1 << 20];

__global__ void lay_down(const float* from, int first, int n) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) laid_down[first + i] = from[i];
}

void ab_plain(float* C, const float* A, const float* B, int m, int n) {
  const int w = 32;
  lay_down<<<(m * w + 255) / 256, 256>>>(A, 0, m * w);
  lay_down<<<(n * w + 255) / 256, 256>>>(B, m * w, n * w);
  std::vector<float> a((m + n) * w), c(1ull * m * n);
  cudaMemcpyFromSymbol(a.data(), laid_down, a.size() * sizeof(float));
  const float* const b = a.data() + m * w;
  for (int i = 0; i < m; ++i) {
    for (int j = 0; j < n; ++j) {
      for (int k = 0; k < w; ++k) c[1ull * i * n + j] += a[i * w + k] * b[k * n + j];
    }
  }
  cudaMemcpy(C, c.data(), c.size() * sizeof(float), cudaMemcpyHostToDevice);
}
