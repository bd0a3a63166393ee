#include "matmul.cuh"

// A block of W × W threads computes a W × W tile of C, one element a thread; W is also the width of A.
constexpr int W = 32;

// Part 2.4, C = A times its transpose, plain: everything from global memory.
__global__ void aat_plain_kernel(float* C, const float* A, int m) {
  int row = blockIdx.y * W + threadIdx.y;
  int col = blockIdx.x * W + threadIdx.x;
  if (row < m && col < m) {
    const float* a = &A[(size_t)row * W];
    const float* b = &A[(size_t)col * W];
    float dot = 0.f;
    for (int k = 0; k < W; ++k) dot += a[k] * b[k];
    C[(size_t)col * m + row] = dot;  // @here
  }
}

void aat_plain(float* C, const float* A, int m) {
  int tiles = (m + W - 1) / W;
  aat_plain_kernel<<<dim3(tiles, tiles), dim3(W, W)>>>(C, A, m);
}
