// Both comparisons of the condition take in the end.
#include "transpose.cuh"

__global__ void kernel(float* out, const float* in, int width, int height) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const bool exists = column <= width && row <= height;  // @here
  if (exists) out[static_cast<size_t>(column) * height + row] = in[static_cast<size_t>(row) * width + column];
}

void transpose_naive(float* out, const float* in, int width, int height) {
  kernel<<<dim3((width + 31) / 32, (height + 7) / 8), dim3(32, 8)>>>(out, in, width, height);
}
