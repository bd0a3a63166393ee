// Volatile words that threads read, change and write back one after another, right: nothing may be found.
#include <cstdio>

__device__ int lock;
__device__ volatile int under_the_lock, turn, rounds[8];

__global__ void locked() {
  if (threadIdx.x != 0) return;
  while (atomicCAS(&lock, 0, 1) != 0) {
  }
  __threadfence();
  under_the_lock++;
  __threadfence();
  atomicExch(&lock, 0);
}

__global__ void one_after_another() {
  if (threadIdx.x != 0) return;
  while (turn != blockIdx.x) {
  }
  turn = turn + 1;
}

__global__ void turn_read_once() {
  if (threadIdx.x != 0) return;
  int now;
  do {
    now = turn;
  } while (now != blockIdx.x + 4);
  turn = now + 1;
}

__global__ void only_the_owner_writes() {
  if (threadIdx.x != 0) return;
  for (int k = 0; k < 3; ++k) {
    rounds[blockIdx.x] = rounds[blockIdx.x] + 1;
    if (blockIdx.x > 0) {
      while (rounds[blockIdx.x - 1] <= k) {
      }
    }
  }
}

__global__ void between_barriers(int* out) {
  __shared__ volatile int count;
  if (threadIdx.x == 0) count = 0;
  for (int warp = 0; warp < 4; ++warp) {
    __syncthreads();
    if (threadIdx.x == 32 * warp) count += 1;
  }
  __syncthreads();
  if (threadIdx.x == 0) *out = count;
}

int main() {
  int* out;
  cudaMalloc(&out, 4);
  locked<<<6, 32>>>();
  one_after_another<<<4, 32>>>();
  turn_read_once<<<4, 32>>>();
  only_the_owner_writes<<<4, 32>>>();
  between_barriers<<<1, 128>>>(out);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFree(out);
}
