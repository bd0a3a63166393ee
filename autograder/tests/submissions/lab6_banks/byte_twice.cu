// The fourth character is put where the third one is.
#include "banks.cuh"

constexpr int PITCH = SIDE + 4;

__device__ unsigned pack(unsigned a, unsigned b, unsigned c, unsigned d) {
  return a | b << 8 | c << 16 | d << 16;  // @pack
}

__global__ void turn_kernel(unsigned* out, const unsigned* in, int tiles) {
  __shared__ unsigned words[SIDE * PITCH / 4];
  const unsigned char* tile = reinterpret_cast<const unsigned char*>(words);
  const int t = blockIdx.x;
  for (int w = threadIdx.x; w < SIDE * SIDE / 4; w += blockDim.x) {
    words[w / 8 * (PITCH / 4) + w % 8] = in[static_cast<size_t>(t) * (SIDE * SIDE / 4) + w];
  }
  __syncthreads();
  for (int w = threadIdx.x; w < SIDE * SIDE / 4; w += blockDim.x) {
    const int x = w / 8;
    const int y = w % 8 * 4;
    out[static_cast<size_t>(t) * (SIDE * SIDE / 4) + w] =
        pack(tile[y * PITCH + x], tile[(y + 1) * PITCH + x], tile[(y + 2) * PITCH + x], tile[(y + 3) * PITCH + x]);
  }
}

void turned_tiles(char* out, const char* in, int tiles) {
  turn_kernel<<<tiles, 64>>>(reinterpret_cast<unsigned*>(out), reinterpret_cast<const unsigned*>(in), tiles);
}
