// A negative character sets all bits above its own, some lines later.
#include "banks.cuh"

// Part 6.2, characters: a transpose within tiles, which are made of characters; banks are made of words.
#define TILE_WORDS (SIDE * SIDE / 4)  // of a tile
#define ROW_WORDS (SIDE / 4)          // of a row
#define PITCH_WORDS (ROW_WORDS + 1)   // an odd number of words: 9
#define WARPS 8                       // of a block; each does a tile

__global__ void turned_kernel(int* out, const int* in, int tiles) {
  __shared__ int words[WARPS][SIDE * PITCH_WORDS];
  int lane = threadIdx.x % 32;
  int warp = threadIdx.x / 32;
  int t = blockIdx.x * WARPS + warp;
  if (t >= tiles) return;  // whole warps, and there is no barrier for the block

  const int* from = in + (size_t)t * TILE_WORDS;
  int* to = out + (size_t)t * TILE_WORDS;
#pragma unroll
  for (int k = 0; k < TILE_WORDS / 32; k++) {
    int w = 32 * k + lane;
    words[warp][w / ROW_WORDS * PITCH_WORDS + w % ROW_WORDS] = from[w];
  }
  __syncwarp();

  const char* letters = (const char*)words[warp];
#pragma unroll
  for (int k = 0; k < TILE_WORDS / 32; k++) {
    int w = 32 * k + lane;
    int x = w / ROW_WORDS;                           // row of the output, column of the tile
    int y = w % ROW_WORDS * 4;                       // first of four rows of the tile
    int a = letters[(y + 0) * 4 * PITCH_WORDS + x];  // @here
    int b = letters[(y + 1) * 4 * PITCH_WORDS + x];
    int c = letters[(y + 2) * 4 * PITCH_WORDS + x];
    int d = letters[(y + 3) * 4 * PITCH_WORDS + x];
    to[w] = a | (b << 8) | (c << 16) | (d << 24);
  }
}

void turned_tiles(char* out, const char* in, int tiles) {
  turned_kernel<<<(tiles + WARPS - 1) / WARPS, 32 * WARPS>>>((int*)out, (const int*)in, tiles);
}
