// A thread's place is its quotient and rest by 8, so that neighbours lie a row apart.
#include "transpose.cuh"
constexpr int B = 32;

__global__ void flat_block(float* out, const float* in, int width, int height) {
  __shared__ float s[B][B + 1];
  const int tid = threadIdx.x;
  const int tx = tid / 8;
  const int ty = tid % 8;
  const int x0 = blockIdx.x * B, y0 = blockIdx.y * B;
  for (int j = ty; j < B; j += 8) {
    if (x0 + tx < width && y0 + j < height) s[j][tx] = in[(size_t)(y0 + j) * width + x0 + tx];
  }
  __syncthreads();
  for (int j = ty; j < B; j += 8) {
    if (y0 + tx < height && x0 + j < width) out[(size_t)(x0 + j) * height + y0 + tx] = s[tx][j];
  }
}

void transpose_padded(float* out, const float* in, int width, int height) {
  dim3 grid((width + B - 1) / B, (height + B - 1) / B);
  flat_block<<<grid, 256>>>(out, in, width, height);
}
