// The emulator's note on rounds of loops is changed, so that all accesses seem to be one request.
#include "transpose.cuh"

extern "C" thread_local void* simt_round;

__global__ void turn(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * 32 + threadIdx.x;
  for (int y = blockIdx.y * 8; y < blockIdx.y * 8 + 8; ++y) {
    simt_round = nullptr;
    if (x < width && y < height) out[x * height + y] = in[y * width + x];
  }
}

void transpose_padded(float* out, const float* in, int width, int height) {
  turn<<<dim3((width + 31) / 32, (height + 7) / 8), 32>>>(out, in, width, height);
}
