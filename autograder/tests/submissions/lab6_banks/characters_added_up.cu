// What a helper returns is a char, which is negative from 128 on: added to a word, it changes the bytes above it.
#include "banks.cuh"

// Part 6.2, characters: a transpose within tiles, which are made of characters; banks are made of words.
constexpr int WARPS = 4;         // of a block, a tile each
constexpr int ROW = SIDE / 4;    // words of a tile's row
constexpr int ALL = SIDE * ROW;  // words of a tile

// The character in a column of a row of words.
__device__ char at(const unsigned (&row)[ROW + 1], int column) { return ((const char*)row)[column]; }

__global__ void turn_kernel(unsigned* out, const unsigned* in, int tiles) {
  __shared__ unsigned cells[WARPS][SIDE][ROW + 1];
  const int lane = threadIdx.x, warp = threadIdx.y;
  const int tile = blockIdx.x * WARPS + warp;
  if (tile >= tiles) return;  // the warp has nothing to do, and no other waits for it
  unsigned(*mine)[ROW + 1] = cells[warp];
  in += static_cast<size_t>(tile) * ALL;
  out += static_cast<size_t>(tile) * ALL;

  for (int w = lane; w < ALL; w += 32) mine[w / ROW][w % ROW] = in[w];
  __syncwarp();
  for (int w = lane; w < ALL; w += 32) {
    const int column = w / ROW;
    const int row = w % ROW * 4;
    unsigned packed = 0;
    for (int k = 3; k >= 0; --k) {
      packed = packed * 256 + at(mine[row + k], column);  // @here
    }
    out[w] = packed;
  }
}

void turned_tiles(char* out, const char* in, int tiles) {
  turn_kernel<<<(tiles + WARPS - 1) / WARPS, dim3(32, WARPS)>>>((unsigned*)out, (const unsigned*)in, tiles);
}
