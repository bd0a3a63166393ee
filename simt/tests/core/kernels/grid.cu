// Student code for grid_test.cpp.
#include <cuda_runtime.h>
__global__ void backwards(int* out, volatile int* flags) {
  __shared__ int mine[32];
  mine[threadIdx.x] = blockIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    if (blockIdx.x + 1 < gridDim.x)
      while (flags[blockIdx.x + 1] == 0) {
      }
    __threadfence();
    flags[blockIdx.x] = 1;
  }
  __syncthreads();
  out[blockIdx.x * 32 + threadIdx.x] = mine[31 - threadIdx.x];
}
__device__ void grid_barrier(unsigned* arrived, unsigned goal) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(arrived, 1u);
    while (atomicAdd(arrived, 0u) < goal)  // @barrier_loop
      ;
    __threadfence();
  }
  __syncthreads();
}
__global__ void relay(int* out, int* buffer, unsigned* arrived, int rounds) {
  extern __shared__ int tile[];
  const int n = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i;
  buffer[i] = 0;
  grid_barrier(arrived, gridDim.x);
  for (int round = 1; round <= rounds; ++round) {
    const int next = buffer[(i + blockDim.x) % n];
    grid_barrier(arrived, (2 * round) * gridDim.x);
    buffer[i] = next + 1;
    grid_barrier(arrived, (2 * round + 1) * gridDim.x);
  }
  out[i] = buffer[i] + (tile[threadIdx.x] == i ? 0 : 1000);
}
__global__ void last_block_sums(int* out, int* partial, unsigned* ticket) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = blockIdx.x;
    __threadfence();
    is_last = atomicInc(ticket, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last && threadIdx.x == 0) {
    int sum = 0;
    for (int i = 0; i < gridDim.x; ++i) sum += partial[i];
    out[0] = sum;
  }
}
__global__ void waits_for_ever(volatile int* flag) {
  if (threadIdx.x == 3)
    while (*flag == 0) {  // @endless_loop
    }
}
__global__ void reads_volatile_again_and_again(int* out, volatile int* n) {
  int sum = 0;
  for (int i = 0; i < *n; ++i) {
    out[blockIdx.x * 32 + threadIdx.x] = i;
    sum += i & 1;
  }
  out[blockIdx.x * 32 + threadIdx.x] = sum;
}
// Ways to wait for all blocks, of which not all can be resident.
__device__ int seen(int way, int* arrived, int* beats) {
  switch (way) {
    case 0:
      return *(volatile int*)arrived;
    case 1:
      return atomicAdd(arrived, 0);
    case 2:
      return atomicCAS(arrived, -1, -1);
    case 3:
      __nanosleep(100);
      return *(volatile int*)arrived;
    case 4:
      __threadfence();
      return *arrived;
    case 5:
      return clock64() < 0 ? 0 : *(volatile int*)arrived;
    case 6:
      atomicAdd(beats, 1);
      return *(volatile int*)arrived;
    default:
      *(volatile int*)(beats + blockIdx.x) = 1;
      return atomicExch(beats + 200 + blockIdx.x, 7) * 0 + *(volatile int*)arrived;
  }
}
__global__ void crowded(int way, int* arrived, int* beats, bool all_wait) {
  extern __shared__ int tile[];
  tile[threadIdx.x] = 0;
  if (threadIdx.x == 0) atomicAdd(arrived, 1);
  if (threadIdx.x != 0 && !all_wait) return;
  while (seen(way, arrived, beats) < gridDim.x) {  // @crowded
  }
}
extern "C" {
void run_crowded(int* out, const int*, int way) {
  cudaMemset(out, 0, 4096);
  cudaFuncSetAttribute(crowded, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 * 1024);
  crowded<<<140, 64, 200 * 1024>>>(way % 10, out, out + 64, way >= 10);
}
void run_backwards(int* out, const int*, int blocks) {
  int* flags;
  cudaMalloc(&flags, blocks * sizeof(int));
  cudaMemset(flags, 0, blocks * sizeof(int));
  backwards<<<blocks, 32>>>(out, flags);
  cudaFree(flags);
}
void run_relay(int* out, const int*, int blocks) {
  int* buffer;
  unsigned* arrived;
  cudaMalloc(&buffer, blocks * 64 * sizeof(int));
  cudaMalloc(&arrived, sizeof(unsigned));
  cudaMemset(arrived, 0, sizeof(unsigned));
  relay<<<blocks, 64, 64 * sizeof(int)>>>(out, buffer, arrived, 5);
  cudaFree(buffer);
  cudaFree(arrived);
}
void run_large_relay(int* out, const int*, int) {
  int* buffer;
  unsigned* arrived;
  cudaMalloc(&buffer, 1000 * 64 * sizeof(int));
  cudaMalloc(&arrived, sizeof(unsigned));
  cudaMemset(arrived, 0, sizeof(unsigned));
  cudaFuncSetAttribute(relay, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 * 1024);
  relay<<<133, 64, 200 * 1024>>>(out, buffer, arrived, 1);  // one block on each of 132 multiprocessors
}
void run_last_block(int* out, const int*, int blocks) {
  int* partial;
  unsigned* ticket;
  cudaMalloc(&partial, blocks * sizeof(int));
  cudaMalloc(&ticket, sizeof(unsigned));
  cudaMemset(ticket, 0, sizeof(unsigned));
  last_block_sums<<<blocks, 32>>>(out, partial, ticket);
  cudaFree(partial);
  cudaFree(ticket);
}
void run_waits_for_ever(int* out, const int*, int) {
  cudaMemset(out, 0, 4);
  waits_for_ever<<<2, 32>>>(out);
}
void run_volatile_bound(int* out, const int*, int n) {
  int* bound;
  cudaMalloc(&bound, sizeof(int));
  cudaMemcpy(bound, &n, sizeof(int), cudaMemcpyHostToDevice);
  reads_volatile_again_and_again<<<2, 32>>>(out, bound);
  cudaFree(bound);
}
}
