// A launch leaves tiles in shared memory, the next one finds them there.
#include "transpose.cuh"

extern __shared__ float tile[];
__global__ void fill(const float* in, int width, int height, int x0, int y0) {
  const int x = x0 + threadIdx.x, y = y0 + threadIdx.y;
  if (x < width && y < height) tile[threadIdx.y * 33 + threadIdx.x] = in[y * width + x];
}
__global__ void drain(float* out, int width, int height, int x0, int y0) {
  const int x = x0 + threadIdx.y, y = y0 + threadIdx.x;
  if (x < width && y < height) out[x * height + y] = tile[threadIdx.x * 33 + threadIdx.y];
}
void transpose_padded(float* out, const float* in, int width, int height) {
  for (int y = 0; y < height; y += 32)
    for (int x = 0; x < width; x += 32) {
      fill<<<1, dim3(32, 32), 33 * 32 * 4>>>(in, width, height, x, y);
      drain<<<1, dim3(32, 32), 33 * 32 * 4>>>(out, width, height, x, y);
    }
}
