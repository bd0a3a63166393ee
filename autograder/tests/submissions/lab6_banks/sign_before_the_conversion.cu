// A char is made an int, and then an unsigned: what is negative has ones in all higher bytes by then.
#include "banks.cuh"

constexpr int PITCH = SIDE + 4;

__global__ void turn(unsigned* out, const unsigned* in) {
  __shared__ unsigned tile[SIDE * PITCH / 4];
  const char* const letters = reinterpret_cast<const char*>(tile);
  const size_t first = blockIdx.x * size_t{SIDE * SIDE / 4};
#pragma unroll
  for (int round = 0; round < 8; ++round) {
    const int word = 32 * round + threadIdx.x;
    tile[word / 8 * (PITCH / 4) + word % 8] = in[first + word];
  }
  __syncwarp();
#pragma unroll
  for (int round = 0; round < 8; ++round) {
    const int word = 32 * round + threadIdx.x;
    const char* const column = letters + word % 8 * 4 * PITCH + word / 8;
    out[first + word] = unsigned(column[0]) + (unsigned(column[PITCH]) << 8) +  // @here
                        (unsigned(column[2 * PITCH]) << 16) + (unsigned(column[3 * PITCH]) << 24);
  }
}

extern "C" void turned_tiles(char* out, const char* in, int tiles) {
  turn<<<tiles, 32>>>(reinterpret_cast<unsigned*>(out), reinterpret_cast<const unsigned*>(in));
}
