// Lecture 4: a value goes from one block to the next, by a flag and fences; and the same by one launch for each step.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int BLOCKS = 8;  // few enough for all of them to be on any GPU at once

__device__ int value[BLOCKS];
__device__ int is_there[BLOCKS];

// [relay]
// Block b waits for the value of block b - 1, doubles it and hands it on. One thread a block.
__global__ void relay() {
  const int b = blockIdx.x;
  int received = 1;
  if (b > 0) {
    while (*static_cast<volatile int*>(&is_there[b - 1]) == 0) {
    }                 // looks again each time, because of volatile
    __threadfence();  // acquire: what is read from here on is not older than the flag
    received = value[b - 1];
  }
  value[b] = 2 * received;
  __threadfence();  // release: a thread that sees the flag sees the value, too
  *static_cast<volatile int*>(&is_there[b]) = 1;
}
// [relay]

// [steps]
// The same in steps. The end of a launch is the barrier.
__global__ void step(int b) { value[b] = b > 0 ? 2 * value[b - 1] : 2; }

void in_steps() {
  for (int b = 0; b < BLOCKS; ++b) step<<<1, 1>>>(b);  // a stream runs its kernels one after the other
}
// [steps]

int last_value() {
  int last = 0;
  cudaMemcpyFromSymbol(&last, value, sizeof(int), (BLOCKS - 1) * sizeof(int));
  return last;
}

int main() {
  // Blocks that wait must all be there at once.
  int blocks_a_multiprocessor = 0;
  if (cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_a_multiprocessor, relay, 1, 0) != cudaSuccess) return 1;
  cudaDeviceProp device;
  if (cudaGetDeviceProperties(&device, 0) != cudaSuccess) return 1;
  if (blocks_a_multiprocessor * device.multiProcessorCount < BLOCKS) {
    std::puts("this GPU is too small");
    return 1;
  }
  relay<<<BLOCKS, 1>>>();
  const int by_flag = last_value();
  in_steps();
  const int by_launches = last_value();
  std::printf("by flags %d, by launches %d\n", by_flag, by_launches);
  return by_flag == 1 << BLOCKS && by_launches == 1 << BLOCKS ? 0 : 1;
}
