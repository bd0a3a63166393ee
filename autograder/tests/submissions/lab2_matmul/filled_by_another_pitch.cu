// The flat tile is filled with rows of P words, and read with rows of W.
#include "matmul.cuh"
constexpr int W = 32;
constexpr int P = W + 1;

__global__ void gram_padded(float* C, const float* A, int m) {
  __shared__ float left[W * W];
  __shared__ float right[W * P];
  const int col = blockIdx.x * W + threadIdx.x;
  const int row = blockIdx.y * W + threadIdx.y;
  const int other = blockIdx.x * W + threadIdx.y;
  left[threadIdx.y * W + threadIdx.x] = row < m ? A[row * W + threadIdx.x] : 0;
  right[threadIdx.y * P + threadIdx.x] = other < m ? A[other * W + threadIdx.x] : 0;
  __syncthreads();
  float s = 0;
  for (int k = 0; k < W; k++) s += left[threadIdx.y * W + k] * right[threadIdx.x * W + k];
  if (row < m && col < m) C[(size_t)row * m + col] = s;
}

void aat_conflict_free(float* C, const float* A, int m) {
  const int b = (m - 1) / W + 1;
  gram_padded<<<dim3(b, b), dim3(W, W)>>>(C, A, m);
}
