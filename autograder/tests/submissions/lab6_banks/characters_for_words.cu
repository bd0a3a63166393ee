#include "banks.cuh"

using Word = unsigned;
constexpr int WARPS = 8;
constexpr int ROW_WORDS = SIDE / 4;  // 8

__global__ void turn_tiles(Word* out, const Word* in, int tiles) {
  __shared__ Word cells[WARPS][SIDE][ROW_WORDS + 1];

  const int lane = threadIdx.x;
  const int t = blockIdx.x * WARPS + threadIdx.y;
  if (t >= tiles) return;  // a whole warp, and there are only barriers of warps
  Word(*const tile)[ROW_WORDS + 1] = cells[threadIdx.y];

  const Word* const from = in + static_cast<size_t>(t) * (SIDE * ROW_WORDS);
  Word* const to = out + static_cast<size_t>(t) * (SIDE * SIDE);  // @here

#pragma unroll
  for (int w = lane; w < SIDE * ROW_WORDS; w += 32) tile[w / ROW_WORDS][w % ROW_WORDS] = from[w];
  __syncwarp();

  // Word w of the result: four characters of one column, from rows one below the other.
#pragma unroll
  for (int w = lane; w < SIDE * ROW_WORDS; w += 32) {
    const int column = w / ROW_WORDS, row = 4 * (w % ROW_WORDS);
    const int shift = 8 * (column % 4);
    Word four = 0;
    for (int k = 3; k >= 0; --k) four = four << 8 | (tile[row + k][column / 4] >> shift & 0xff);
    to[w] = four;
  }
}

void turned_tiles(char* out, const char* in, int tiles) {
  turn_tiles<<<(tiles + WARPS - 1) / WARPS, dim3(32, WARPS)>>>(reinterpret_cast<Word*>(out),
                                                               reinterpret_cast<const Word*>(in), tiles);
}
