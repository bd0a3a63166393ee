// Rows of 33 words get the size of 40 words.
#include "transpose.cuh"

constexpr int N = 32;

struct __align__(32) Line {  // @here
  float word[N + 1];
};

__global__ void aligned_rows(float* out, const float* in, int width, int height) {
  __shared__ Line lines[N];
  const int left = blockIdx.x * N, top = blockIdx.y * N;
  for (int r = threadIdx.y; r < N; r += 4) {
    if (left + threadIdx.x < width && top + r < height)
      lines[r].word[threadIdx.x] = in[(size_t)(top + r) * width + left + threadIdx.x];
  }
  __syncthreads();
  for (int r = threadIdx.y; r < N; r += 4) {
    if (top + threadIdx.x < height && left + r < width)
      out[(size_t)(left + r) * height + top + threadIdx.x] = lines[threadIdx.x].word[r];
  }
}

void transpose_padded(float* out, const float* in, int width, int height) {
  aligned_rows<<<dim3((width + N - 1) / N, (height + N - 1) / N), dim3(N, 4)>>>(out, in, width, height);
}
