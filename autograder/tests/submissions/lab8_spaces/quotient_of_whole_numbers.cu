// 1 / 16 is 0.
#include "spaces.cuh"
constexpr int TX = 32, TY = 16;
__device__ const float SCALE = 1 / 16;  // @scale
__global__ void blur_kernel(float* out, const float* in, size_t pitch, int width, int height) {
  __shared__ float image[TY + 4][TX + 4];
  __shared__ float across[TY + 4][TX];
  const int left = blockIdx.x * TX, top = blockIdx.y * TY;
  for (int y = threadIdx.y; y < TY + 4; y += blockDim.y)
    for (int x = threadIdx.x; x < TX + 4; x += blockDim.x) {
      const int gx = min(max(left + x - 2, 0), width - 1), gy = min(max(top + y - 2, 0), height - 1);
      image[y][x] = ((const float*)((const char*)in + gy * pitch))[gx];
    }
  __syncthreads();
  for (int y = threadIdx.y; y < TY + 4; y += blockDim.y) {
    const float* p = &image[y][threadIdx.x];
    across[y][threadIdx.x] = (p[0] + 4 * p[1] + 6 * p[2] + 4 * p[3] + p[4]) * SCALE;
  }
  __syncthreads();
  for (int y = threadIdx.y; y < TY; y += blockDim.y) {
    const int gx = left + threadIdx.x, gy = top + y;
    const int x = threadIdx.x;
    if (gx < width && gy < height)
      ((float*)((char*)out + gy * pitch))[gx] = (across[y][x] + 4 * across[y + 1][x] + 6 * across[y + 2][x] + 4 * across[y + 3][x] + across[y + 4][x]) * SCALE;
  }
}
void blur(float* out, const float* in, size_t pitch, int width, int height) {
  blur_kernel<<<dim3((width + TX - 1) / TX, (height + TY - 1) / TY), dim3(TX, 8)>>>(out, in, pitch, width, height);
}
