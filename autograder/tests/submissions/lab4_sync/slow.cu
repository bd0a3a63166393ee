// Right, and slow: 4.1 with a needless copy, 4.2 with a host that waits, 4.5 with few threads, each with a
// piece of its own.
#include "sync.cuh"

__global__ void stage(float* to, const float* from, int n, float sign) {
  const int j = blockIdx.x * THREADS + threadIdx.x;
  if (j < n) to[j] = sign * from[partner(j, n)];
}

void round_trip(float* x, float* p, const float* in, int n) {
  const int blocks = (n - 1) / THREADS + 1;
  cudaMemcpyAsync(x, in, n * sizeof(float), cudaMemcpyDeviceToDevice);
  stage<<<blocks, THREADS>>>(p, x, n, -1.0f);
  stage<<<blocks, THREADS>>>(x, p, n, 1.0f);
  stage<<<blocks, THREADS>>>(p, x, n, -1.0f);
}

void round_trips_launches(float* x, float* p, const float* in, int n, int rounds) {
  const int blocks = (n - 1) / THREADS + 1;
  for (int round = 0; round < rounds; ++round) {
    stage<<<blocks, THREADS>>>(p, round == 0 ? in : x, n, -1.0f);
    cudaDeviceSynchronize();  // @wait
    stage<<<blocks, THREADS>>>(x, p, n, 1.0f);
    cudaDeviceSynchronize();
  }
}

__device__ unsigned blocks_done;

__global__ void add_up(float* total, const float* in, int n) {
  const int threads = gridDim.x * blockDim.x;
  const int piece = (n - 1) / threads + 1;
  const int first = (blockIdx.x * blockDim.x + threadIdx.x) * piece;
  float mine = 0;
  for (int i = first; i < min(first + piece, n); ++i) mine += in[i];
  for (int distance = 16; distance > 0; distance /= 2) mine += __shfl_down_sync(~0U, mine, distance);
  if (threadIdx.x == 0) atomicAdd(total, mine);
}

void sum(float* total, const float* in, int n) {
  cudaMemsetAsync(total, 0, sizeof(float));
  add_up<<<128, 32>>>(total, in, n);
}
