// The rows of A are 32 long, and the helper is given m.
#include "matmul.cuh"

#define WIDTH 32

__device__ float element(const float* matrix, int pitch, int i, int k) { return matrix[(size_t)i * pitch + k]; }

__global__ void aat(float* C, const float* A, int m) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= m) return;
  float sum = 0;
  for (int k = 0; k < WIDTH; k++) {
    const float left = element(A, WIDTH, i, k);
    const float right = element(A, m, j, k);  // @change
    sum += left * right;
  }
  C[(size_t)i * m + j] = sum;
}

void aat_plain(float* C, const float* A, int m) {
  const int tiles = (m + 31) / 32;
  aat<<<dim3(tiles, tiles), dim3(32, 32)>>>(C, A, m);
}
