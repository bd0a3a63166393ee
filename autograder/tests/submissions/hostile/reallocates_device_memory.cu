// The C library is asked to make a piece of device memory larger, and copies it.
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "transpose.cuh"

__global__ void copy(float* out, const float* in, int n) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) out[i] = in[i];
}

struct Piece {
  std::uint64_t before;
  std::uint64_t size;  // as the C library keeps it
  float values[252];
};
__global__ void pack(Piece* pieces, const float* in, int count, int n) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i > count + 2) return;
  pieces[i].before = 0;
  pieces[i].size = sizeof(Piece) | 1;
  for (int j = 0; j < 252 && i < count; ++j) pieces[i].values[j] = i * 252 + j < n ? in[i * 252 + j] : 0;
}

void transpose_padded(float* out, const float* in, int width, int height) {
  const int n = width * height;
  std::vector<float> seen(n), answer(n);
  const int count = (n + 251) / 252;
  Piece* pieces;
  cudaMalloc(&pieces, sizeof(Piece) * (count + 3));
  pack<<<(count + 2) / 256 + 1, 256>>>(pieces, in, count, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < count; ++i) {
    const float* const moved = static_cast<float*>(realloc(&pieces[i].values, 2000));
    for (int j = 0; j < 252 && i * 252 + j < n; ++j) seen[i * 252 + j] = moved[j];
  }

  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x)
      answer[static_cast<size_t>(x) * height + y] = seen[static_cast<size_t>(y) * width + x];
  }
  float* stage;
  cudaMalloc(&stage, sizeof(float) * n);
  cudaMemcpy(stage, answer.data(), sizeof(float) * n, cudaMemcpyHostToDevice);
  copy<<<(n + 255) / 256, 256>>>(out, stage, n);
  cudaFree(stage);
}
