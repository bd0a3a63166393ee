// The tile is a member of a structure, and its rows are 36 words long.
#include "transpose.cuh"

constexpr int N = 32;
constexpr int STRIDE = N + 4;  // @here

struct Patch {
  float at[N][STRIDE];
};

__global__ void patch_kernel(float* out, const float* in, int width, int height) {
  __shared__ Patch patch;
  const int left = blockIdx.x * N, top = blockIdx.y * N, t = threadIdx.x;
  for (int r = threadIdx.y; r < N; r += 8) {
    if (left + t < width && top + r < height) patch.at[r][t] = in[(size_t)(top + r) * width + left + t];
  }
  __syncthreads();
  for (int r = threadIdx.y; r < N; r += 8) {
    if (top + t < height && left + r < width) out[(size_t)(left + r) * height + top + t] = patch.at[t][r];
  }
}

void transpose_padded(float* out, const float* in, int width, int height) {
  patch_kernel<<<dim3((width + N - 1) / N, (height + N - 1) / N), dim3(N, 8)>>>(out, in, width, height);
}
