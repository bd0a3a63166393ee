// A negative character sets all bits above its own.
#include "banks.cuh"

__global__ void turn(char* out, const char* in, int tiles) {
  __shared__ char t[4][SIDE][SIDE + 4];
  const int lane = threadIdx.x, w = threadIdx.y;
  const int tile = blockIdx.x * 4 + w;
  if (tile >= tiles) return;
  const int* src = (const int*)(in + (size_t)tile * SIDE * SIDE);
  int* dst = (int*)(out + (size_t)tile * SIDE * SIDE);
  for (int k = 0; k < 8; ++k) {
    const int word = k * 32 + lane;
    *(int*)&t[w][word / 8][word % 8 * 4] = src[word];
  }
  __syncwarp();
  for (int k = 0; k < 8; ++k) {
    const int word = k * 32 + lane;
    const int x = word / 8, y = word % 8 * 4;
    int packed = 0;
    for (int b = 0; b < 4; ++b) packed |= t[w][y + b][x] << (8 * b);  // @word
    dst[word] = packed;
  }
}

void turned_tiles(char* out, const char* in, int tiles) {
  turn<<<(tiles + 3) / 4, dim3(32, 4)>>>(out, in, tiles);
}
