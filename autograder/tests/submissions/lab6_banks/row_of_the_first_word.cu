// Each 32 words are of four rows, and all of them go into the first one of these.
#include "banks.cuh"

// Part 6.2, characters: a transpose within tiles, which are made of characters; banks are made of words.
constexpr int WARPS = 4;         // of a block, a tile each
constexpr int ROW = SIDE / 4;    // words of a tile's row
constexpr int ALL = SIDE * ROW;  // words of a tile

__global__ void turn_kernel(unsigned* out, const unsigned* in, int tiles) {
  __shared__ unsigned cells[WARPS][SIDE][ROW + 1];
  const int lane = threadIdx.x, warp = threadIdx.y;
  const int tile = blockIdx.x * WARPS + warp;
  if (tile >= tiles) return;  // the warp has nothing to do, and no other waits for it
  unsigned(*mine)[ROW + 1] = cells[warp];
  in += static_cast<size_t>(tile) * ALL;
  out += static_cast<size_t>(tile) * ALL;

  for (int first = 0; first < ALL; first += 32) {
    const int w = first + 8 * (lane / 8) + lane % 8;
    const int row = (first + lane % 8) / ROW;  // @here
    mine[row][w % ROW] = in[w];
  }
  __syncwarp();
  for (int w = lane; w < ALL; w += 32) {
    const int column = w / ROW;
    const int row = w % ROW * 4;
    unsigned packed = 0;
    for (int k = 3; k >= 0; --k) {
      const unsigned char c = reinterpret_cast<const unsigned char*>(mine[row + k])[column];
      packed |= static_cast<unsigned>(c) << (8 * k);
    }
    out[w] = packed;
  }
}

void turned_tiles(char* out, const char* in, int tiles) {
  turn_kernel<<<(tiles + WARPS - 1) / WARPS, dim3(32, WARPS)>>>((unsigned*)out, (const unsigned*)in, tiles);
}
