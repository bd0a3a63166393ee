// Its destructor does not end, after a right answer.
#include "transpose.cuh"

struct Slow {
  ~Slow() {
    for (volatile int i = 0;; i = i + 1) {
    }
  }
} slow;

__global__ void turn(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x < width && y < height) out[static_cast<size_t>(x) * height + y] = in[static_cast<size_t>(y) * width + x];
}

void transpose_naive(float* out, const float* in, int width, int height) {
  turn<<<dim3((width + 31) / 32, (height + 7) / 8), dim3(32, 8)>>>(out, in, width, height);
}
