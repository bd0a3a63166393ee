// A kernel stores to constant memory, by a member that is mutable, and another kernel reads it there.
#include "transpose.cuh"
struct Store {
  mutable float v[16384];
  constexpr Store() : v() {}
};
__constant__ Store stage;
__global__ void fill(const float* in, int width, int height, int y0, int rows) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < width * rows) stage.v[i] = in[y0 * width + i];
}
__global__ void drain(float* out, int width, int height, int y0, int rows) {
  const int j = blockIdx.x * 256 + threadIdx.x;
  if (j < width * rows) out[j / rows * height + y0 + j % rows] = stage.v[j % rows * width + j / rows];
}
void transpose_tiled(float* out, const float* in, int width, int height) {
  for (int y = 0; y < height; y += 32) {
    const int rows = height - y < 32 ? height - y : 32;
    fill<<<(width * rows + 255) / 256, 256>>>(in, width, height, y, rows);
    drain<<<(width * rows + 255) / 256, 256>>>(out, width, height, y, rows);
  }
}
