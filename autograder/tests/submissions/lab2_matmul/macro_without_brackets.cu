// The macro has no brackets around what it is given, so AT(k + 1, tx) is no row k + 1.
#include "matmul.cuh"
#define W 32
#define PITCH 33
#define AT(r, c) r* PITCH + c  // @here
__global__ void aat(float* C, const float* A, int m) {
  __shared__ float rows[W * W];
  __shared__ float turned[W * PITCH];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * W + ty;
  const int column = blockIdx.x * W + tx;
  const int fetched = blockIdx.x * W + ty;
  rows[ty * W + tx] = row < m ? A[row * W + tx] : 0;
  turned[AT(tx, ty)] = fetched < m ? A[fetched * W + tx] : 0;
  __syncthreads();
  if (row >= m || column >= m) return;
  float even = 0, odd = 0;
  for (int k = 0; k < W; k += 2) {
    even += rows[ty * W + k] * turned[AT(k, tx)];
    odd += rows[ty * W + k + 1] * turned[AT(k + 1, tx)];
  }
  C[row * m + column] = even + odd;
}
void aat_conflict_free(float* C, const float* A, int m) {
  const int b = (m + W - 1) / W;
  aat<<<dim3(b, b), dim3(W, W)>>>(C, A, m);
}
