// The structure of B gets the length of the rows of A.
#include "matmul.cuh"
constexpr int W = 32;
struct View {
  const float* data;
  int pitch;
  __device__ float operator()(int r, int c) const { return data[(size_t)r * pitch + c]; }
};
__global__ void product(float* C, View a, View b, int m, int n) {
  int row = blockIdx.y * W + threadIdx.y, column = blockIdx.x * W + threadIdx.x;
  if (row >= m || column >= n) return;
  float sum = 0;
  for (int k = 0; k < W; ++k) sum += a(row, k) * b(k, column);
  C[(size_t)row * n + column] = sum;
}
void ab_plain(float* C, const float* A, const float* B, int m, int n) {
  const View a{A, W};
  const View b{B, W};  // @here
  dim3 grid((n + W - 1) / W, (m + W - 1) / W);
  product<<<grid, dim3(W, W)>>>(C, a, b, m, n);
}
