// The rows of the tile are 9 words apart where it is filled, and 33 characters where it is read.
#include "banks.cuh"
constexpr int PITCH = 33;
__global__ void turn(unsigned* out, const unsigned* in, int tiles) {
  __shared__ unsigned room[SIDE * 9];
  char* tile = reinterpret_cast<char*>(room);
  for (int t = blockIdx.x; t < tiles; t += gridDim.x) {
    for (int i = threadIdx.x; i < 256; i += blockDim.x) room[(i >> 3) * 9 + (i & 7)] = in[t * 256 + i];
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += blockDim.x) {
      const int x = i >> 3, y = (i & 7) << 2;
      uchar4 four;
      four.x = tile[y * PITCH + x];  // @here
      four.y = tile[(y + 1) * PITCH + x];
      four.z = tile[(y + 2) * PITCH + x];
      four.w = tile[(y + 3) * PITCH + x];
      out[t * 256 + i] = *reinterpret_cast<unsigned*>(&four);
    }
    __syncthreads();
  }
}
void turned_tiles(char* out, const char* in, int tiles) {
  turn<<<min(tiles, 1000), 64>>>(reinterpret_cast<unsigned*>(out), reinterpret_cast<const unsigned*>(in), tiles);
}
