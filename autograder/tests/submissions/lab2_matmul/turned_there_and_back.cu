#include "matmul.cuh"

// A block of W × W threads computes a W × W tile of C, one element a thread; W is also the width of A.
constexpr int W = 32;

// Part 2.6, the same without bank conflicts, and without padding: line k of the tile is rotated by k places, so that a
// column of it is in all banks.
__device__ __forceinline__ int rotate(int j, int k) { return (j + k) % W; }
__device__ __forceinline__ int rotate_back(int j, int k) { return (j - k + W) % W; }

__global__ void aat_rotated_kernel(float* C, const float* A, int m) {
  __shared__ float a[W][W];
  __shared__ float turned[W][W];
  const int lane = threadIdx.x, warp = threadIdx.y;
  const int i = blockIdx.y * W + warp;
  const int j = blockIdx.x * W + lane;
  const int fetched = blockIdx.x * W + warp;
  if (i < m) a[warp][lane] = A[i * W + lane];
  if (fetched < m) turned[lane][rotate(warp, lane)] = A[fetched * W + lane];  // @here
  __syncthreads();
  if (i < m && j < m) {
    float sum = 0;
    for (int k = 0; k < W; ++k) {
      sum += a[warp][k] * turned[k][rotate_back(lane, k)];
    }
    C[static_cast<size_t>(i) * m + j] = sum;
  }
}

void aat_conflict_free(float* C, const float* A, int m) {
  const unsigned tiles = (m + W - 1) / W;
  aat_rotated_kernel<<<dim3(tiles, tiles), dim3(W, W)>>>(C, A, m);
}
