// The tile is stored with scrambled columns, and read without.
#include "matmul.cuh"
constexpr int W = 32;
__device__ int place(int r, int c) { return r * W + (c ^ r); }
__global__ void swizzled(float* C, const float* A, int m) {
  __shared__ float rows[W * W], turned[W * W];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * W + ty, column = blockIdx.x * W + tx, fetched = blockIdx.x * W + ty;
  rows[ty * W + tx] = row < m ? A[row * W + tx] : 0;
  turned[place(tx, ty)] = fetched < m ? A[fetched * W + tx] : 0;
  __syncthreads();
  if (row >= m || column >= m) return;
  float sum = 0;
  for (int k = 0; k < W; ++k) sum += rows[ty * W + k] * turned[k * W + tx];  // @here
  C[row * m + column] = sum;
}
void aat_conflict_free(float* C, const float* A, int m) {
  const int b = (m + W - 1) / W;
  swizzled<<<dim3(b, b), dim3(W, W)>>>(C, A, m);
}
