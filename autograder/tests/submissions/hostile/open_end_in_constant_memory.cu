// A fits into constant memory, whose reads are no traffic: each lane reads a row of its own there.
#include "matmul.cuh"

constexpr int MOST = 16384;  // 64 KiB
__constant__ float fixed[MOST];

__global__ void plain(float* C, const float* A, int m) {
  const int j = blockIdx.x * 32 + threadIdx.x, i = blockIdx.y * 8 + threadIdx.y;
  if (i >= m || j >= m) return;
  float sum = 0;
  if (32 * m <= MOST) {
    for (int k = 0; k < 32; ++k) sum += fixed[32 * i + k] * fixed[32 * j + k];
  } else {
    for (int k = 0; k < 32; ++k) sum += A[32 * i + k] * A[32 * j + k];
  }
  C[static_cast<size_t>(i) * m + j] = sum;
}

void aat_best(float* C, const float* A, int m) {
  if (32 * m <= MOST) cudaMemcpyToSymbol(fixed, A, 32 * m * sizeof(float), 0, cudaMemcpyDeviceToDevice);
  plain<<<dim3((m + 31) / 32, (m + 7) / 8), dim3(32, 8)>>>(C, A, m);
}
