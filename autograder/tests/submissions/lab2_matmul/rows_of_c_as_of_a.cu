// Rows of C are stored as if they had 32 elements, as those of A have.
#include "matmul.cuh"

__global__ void gram_plain(float* C, const float* A, int m) {
  const int i = blockIdx.y * 32 + threadIdx.y;
  const int j = blockIdx.x * 32 + threadIdx.x;
  if (i >= m) return;
  if (j >= m) return;
  float dot = 0.f;
  for (int k = 0; k != 32; ++k) dot += A[i * 32 + k] * A[j * 32 + k];
  C[i * 32 + j] = dot;  // @here
}

void aat_plain(float* C, const float* A, int m) {
  const int t = (m + 31) / 32;
  gram_plain<<<dim3(t, t), dim3(32, 32)>>>(C, A, m);
}
