// Each lane loads a row of 128 bytes as one vector, which nvcc does not know.
#include "transpose.cuh"

typedef float Row __attribute__((vector_size(128)));
__global__ void turn(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * 32, y = blockIdx.y * 32 + threadIdx.x;
  if (y >= height) return;
  if (width % 32 == 0) {
    const Row row = *reinterpret_cast<const Row*>(in + y * width + x);
    for (int k = 0; k < 32; ++k) out[(x + k) * height + y] = row[k];
  } else {
    for (int k = x; k < min(width, x + 32); ++k) out[k * height + y] = in[y * width + k];
  }
}
void transpose_padded(float* out, const float* in, int width, int height) {
  turn<<<dim3((width + 31) / 32, (height + 31) / 32), 32>>>(out, in, width, height);
}
