// A flat array in shared memory is stored with rows of 33 words and read with rows of 32.
#include "transpose.cuh"

extern __shared__ float patch[];

__global__ void flat_patch(float* __restrict__ dst, const float* __restrict__ src, int w, int h) {
  const int col0 = blockIdx.x * 32;
  const int row0 = blockIdx.y * 32;
  for (int r = threadIdx.y; r < 32; r += blockDim.y) {
    if (row0 + r < h && col0 + threadIdx.x < w)
      patch[r * 33 + threadIdx.x] = src[(size_t)(row0 + r) * w + col0 + threadIdx.x];
  }
  __syncthreads();
  for (int c = threadIdx.y; c < 32; c += blockDim.y) {
    if (col0 + c < w && row0 + threadIdx.x < h)
      dst[(size_t)(col0 + c) * h + row0 + threadIdx.x] = patch[threadIdx.x * 32 + c];  // @here
  }
}

void transpose_padded(float* out, const float* in, int width, int height) {
  const dim3 grid((width + 31) / 32, (height + 31) / 32);
  flat_patch<<<grid, dim3(32, 8), 32 * 33 * sizeof(float)>>>(out, in, width, height);
}
