// A kernel writes registered memory; unregistered, it is moved by realloc, and the host reads it where it is now.
#include "matmul.cuh"

#include <cstdlib>
#include <vector>

__global__ void copy(float* to, const float* from, int n) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) to[i] = from[i];
}

void ab_plain(float* C, const float* A, const float* B, int m, int n) {
}

void ab_a_tile(float* C, const float* A, const float* B, int m, int n) {
}

void ab_tiles(float* C, const float* A, const float* B, int m, int n) {
}

void aat_plain(float* C, const float* A, int m) {
}

void aat_coalesced(float* C, const float* A, int m) {
}

void aat_conflict_free(float* C, const float* A, int m) {
  const int n = 32 * m, c = m * m;
  float* memory = static_cast<float*>(malloc(n * sizeof(float)));
  void* above = malloc(64);
  cudaHostRegister(memory, n * sizeof(float), cudaHostRegisterMapped);
  copy<<<(n + 255) / 256, 256>>>(memory, A, n);
  cudaDeviceSynchronize();
  cudaHostUnregister(memory);
  float* const moved = static_cast<float*>(realloc(memory, n * sizeof(float) + (32 << 20)));
  std::vector<float> result(c);
  for (int i = 0; i < m; ++i) {
    for (int j = 0; j < m; ++j) {
      float sum = 0;
      for (int k = 0; k < 32; ++k) sum += moved[32 * i + k] * moved[32 * j + k];
      result[i * m + j] = sum;
    }
  }
  float* stage = nullptr;
  cudaMalloc(reinterpret_cast<void**>(&stage), c * sizeof(float));
  cudaMemcpy(stage, result.data(), c * sizeof(float), cudaMemcpyHostToDevice);
  copy<<<(c + 255) / 256, 256>>>(C, stage, c);
  cudaFree(stage);
  free(moved);
  free(above);
}

void aat_best(float* C, const float* A, int m) {
}
