// Four warps have a tile each to turn, and one tile of shared memory in which to do it.
#include "banks.cuh"

__global__ void four_at_a_time(char* out, const char* in, int tiles) {
  __shared__ unsigned tile[SIDE][SIDE / 4 + 1];
  const int lane = threadIdx.x, which = blockIdx.x * blockDim.y + threadIdx.y;
  if (which >= tiles) return;
  const auto* source = reinterpret_cast<const unsigned*>(in + static_cast<size_t>(which) * SIDE * SIDE);
  auto* target = reinterpret_cast<unsigned*>(out + static_cast<size_t>(which) * SIDE * SIDE);
  for (int i = 0; i < 8; ++i) tile[i * 4 + lane / 8][lane % 8] = source[i * 32 + lane];  // @store
  __syncwarp();
  const auto* characters = reinterpret_cast<const unsigned char*>(tile);
  constexpr int pitch = SIDE + 4;
  for (int i = 0; i < 8; ++i) {
    const int x = i * 4 + lane / 8, y = lane % 8 * 4;
    const unsigned low = characters[y * pitch + x] | characters[(y + 1) * pitch + x] << 8;
    const unsigned high = characters[(y + 2) * pitch + x] | characters[(y + 3) * pitch + x] << 8;
    target[i * 32 + lane] = low | high << 16;
  }
}

void turned_tiles(char* out, const char* in, int tiles) {
  four_at_a_time<<<(tiles + 3) / 4, dim3(32, 4)>>>(out, in, tiles);
}
