// Without brackets, a row is 32 words long, and the 1 only moves all rows.
#include "transpose.cuh"

constexpr int N = 32;
#define ROW N + 1  // @here

__global__ void rows_by_macro(float* out, const float* in, int width, int height) {
  __shared__ float words[N * ROW];
  const int left = blockIdx.x * N, top = blockIdx.y * N, t = threadIdx.x;
  for (int r = threadIdx.y; r < N; r += 8) {
    if (left + t < width && top + r < height) words[r * ROW + t] = in[(size_t)(top + r) * width + left + t];
  }
  __syncthreads();
  for (int r = threadIdx.y; r < N; r += 8) {
    if (top + t < height && left + r < width) out[(size_t)(left + r) * height + top + t] = words[t * ROW + r];
  }
}

void transpose_padded(float* out, const float* in, int width, int height) {
  rows_by_macro<<<dim3((width + N - 1) / N, (height + N - 1) / N), dim3(N, 8)>>>(out, in, width, height);
}
