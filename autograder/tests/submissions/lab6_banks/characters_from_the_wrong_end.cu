// Each character pushes those before it up, so the first one should come last.
#include "banks.cuh"

__global__ void turn(unsigned* out, const unsigned* in, int tiles) {
  __shared__ unsigned tile[SIDE][SIDE / 4 + 1];
  const unsigned* from = in + blockIdx.x * 256;
  for (int k = threadIdx.x; k < 256; k += 64) tile[k / 8][k % 8] = from[k];
  __syncthreads();
  for (int k = threadIdx.x; k < 256; k += 64) {
    const int column = k / 8, row = k % 8 * 4;
    unsigned word = 0;
    for (int b = 0; b < 4; b++) {  // @loop
      word <<= 8;
      word |= tile[row + b][column / 4] >> (8 * (column % 4)) & 255u;
    }
    out[blockIdx.x * 256 + k] = word;
  }
}

void turned_tiles(char* out, const char* in, int tiles) {
  turn<<<tiles, 64>>>(reinterpret_cast<unsigned*>(out), reinterpret_cast<const unsigned*>(in), tiles);
}
