// Turns words and not characters: the four characters of a word stay side by side.
#include "banks.cuh"

__global__ void kernel(unsigned* out, const unsigned* in) {
  __shared__ unsigned tile[32][9];
  const size_t start = blockIdx.x * 256LL;
  tile[threadIdx.x / 8][threadIdx.x % 8] = in[start + threadIdx.x];
  __syncthreads();
  out[start + threadIdx.x] = tile[threadIdx.x % 32][threadIdx.x / 32];
}

void turned_tiles(char* out, const char* in, int tiles) {
  kernel<<<tiles, 256>>>(reinterpret_cast<unsigned*>(out), reinterpret_cast<const unsigned*>(in));
}
