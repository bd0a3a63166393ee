// Quotient and rest are exchanged in one declaration, and right where the tile is filled (6.2).
#include "banks.cuh"

#define TILES 8

__global__ void turn_kernel(unsigned* out, const unsigned* in, int tiles) {
  __shared__ unsigned all[TILES][32][9];
  int w = threadIdx.x / 32;
  int lane = threadIdx.x % 32;
  int t = blockIdx.x * TILES + w;
  if (t >= tiles) return;
  const unsigned* from = in + (size_t)t * 256;
  unsigned* to = out + (size_t)t * 256;
  for (int i = lane; i < 256; i += 32) all[w][i / 8][i % 8] = from[i];
  __syncwarp();
  for (int i = lane; i < 256; i += 32) {
    int column = i % 8, row = i / 8 * 4;  // @places
    unsigned word = 0;
    for (int k = 0; k < 4; k++) {
      unsigned char c = ((unsigned char*)all[w][row + k])[column];
      word |= (unsigned)c << (8 * k);
    }
    to[i] = word;
  }
}

void turned_tiles(char* out, const char* in, int tiles) {
  turn_kernel<<<(tiles + TILES - 1) / TILES, TILES * 32>>>((unsigned*)out, (const unsigned*)in, tiles);
}
