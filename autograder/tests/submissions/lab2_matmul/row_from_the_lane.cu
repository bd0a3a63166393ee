#include "matmul.cuh"

// A block of W × W threads computes a W × W tile of C, one element a thread; W is also the width of A.
constexpr int W = 32;

// Part 2.4, C = A times its transpose, plain: everything from global memory.
__global__ void aat_plain_kernel(float* C, const float* A, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;  // @here
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < m) {
    float s = 0;
    for (int k = 0; k < W; k++) s += A[i * W + k] * A[j * W + k];
    C[(size_t)i * m + j] = s;
  }
}

void aat_plain(float* C, const float* A, int m) {
  int side = (m + W - 1) / W;
  aat_plain_kernel<<<dim3(side, side), dim3(W, W)>>>(C, A, m);
}
