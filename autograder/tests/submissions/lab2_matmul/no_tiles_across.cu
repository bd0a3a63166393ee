#include "matmul.cuh"

// A block of W × W threads computes a W × W tile of C, one element a thread; W is also the width of A.
constexpr int W = 32;

// Part 2.4, C = A times its transpose, plain: everything from global memory. The blocks have one number; row and column
// of the tile come out of it.
__global__ void aat_plain_kernel(float* C, const float* A, int m) {
  const int across = m / W;  // @here
  const int tile_row = blockIdx.x / across;
  const int tile_column = blockIdx.x % across;
  const int i = tile_row * W + threadIdx.y;
  const int j = tile_column * W + threadIdx.x;
  if (i < m && j < m) {
    const float* const u = A + i * W;
    const float* const v = A + j * W;
    float sum = 0;
    for (int k = 0; k < W; ++k) sum += u[k] * v[k];
    C[static_cast<size_t>(i) * m + j] = sum;
  }
}

void aat_plain(float* C, const float* A, int m) {
  const int side = (m + W - 1) / W;
  aat_plain_kernel<<<side * side, dim3(W, W)>>>(C, A, m);
}
