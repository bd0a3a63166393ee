// Each lane loads and stores one character of global memory: no sector is wasted, and there are four times the
// requests.
#include "banks.cuh"

__global__ void turn(char* out, const char* in) {
  __shared__ char tile[SIDE][SIDE + 4];
  const size_t start = static_cast<size_t>(blockIdx.x) * SIDE * SIDE;
  tile[threadIdx.y][threadIdx.x] = in[start + threadIdx.y * SIDE + threadIdx.x];  // @load
  __syncthreads();
  out[start + threadIdx.y * SIDE + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

void turned_tiles(char* out, const char* in, int tiles) { turn<<<tiles, dim3(SIDE, SIDE)>>>(out, in); }
