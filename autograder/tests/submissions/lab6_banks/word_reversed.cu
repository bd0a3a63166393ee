// The four characters of a word stand in the opposite order.
#include "banks.cuh"

__global__ void turn(char* out, const char* in, int tiles) {
  __shared__ unsigned tile[SIDE][SIDE / 4 + 1];
  const int t = blockIdx.x;
  const unsigned* from = reinterpret_cast<const unsigned*>(in) + t * 256;
  unsigned* to = reinterpret_cast<unsigned*>(out) + t * 256;
  for (int k = threadIdx.x; k < 256; k += 64) tile[k / 8][k % 8] = from[k];
  __syncthreads();
  for (int k = threadIdx.x; k < 256; k += 64) {
    const int x = k / 8, y = k % 8 * 4;
    unsigned word = 0;
    for (int b = 0; b < 4; ++b) {
      const unsigned character = tile[y + b][x / 4] >> (8 * (x % 4)) & 255u;
      word |= character << (8 * (3 - b));  // @word
    }
    to[k] = word;
  }
}
void turned_tiles(char* out, const char* in, int tiles) { turn<<<tiles, 64>>>(out, in, tiles); }
