// The tile has rows of nine words, and its characters are read as if they had eight.
#include "banks.cuh"
__global__ void k(unsigned* out, const unsigned* in, int tiles) {
  __shared__ unsigned tile[32][9];
  int t = blockIdx.x;
  for (int i = threadIdx.x; i < 256; i += 32) tile[i / 8][i % 8] = in[t * 256 + i];
  __syncwarp();
  for (int i = threadIdx.x; i < 256; i += 32) {
    int x = i / 8, w = i % 8;
    const char* p = reinterpret_cast<const char*>(&tile[0][0]);
    unsigned v = 0;
    for (int b = 0; b < 4; ++b) {
      v |= (unsigned)(unsigned char)p[(4 * w + b) * 32 + x] << (8 * b);
    }
    out[t * 256 + i] = v;
  }
}
void turned_tiles(char* out, const char* in, int tiles) {
  k<<<tiles, 32>>>((unsigned*)out, (const unsigned*)in, tiles);
}
