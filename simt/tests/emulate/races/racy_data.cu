// Volatile data, wrong: their values are only calculated with, no thread waits for them, and nothing orders the
// accesses. One of the two lines of each mistake ends with "// FINDS" and the kind.
#include <cstdio>

/// All threads of the first block store, but only one of them is ordered before the flag.
__global__ void flag_without_a_barrier(volatile int* data, volatile int* ready, int* out) {
  if (blockIdx.x == 0) {
    data[threadIdx.x] = threadIdx.x * 3;  // FINDS global-race
    __threadfence();
    if (threadIdx.x == 0) *ready = 1;
  } else {
    if (threadIdx.x == 0) {
      while (*ready == 0) {
      }
      __threadfence();
    }
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = data[63 - threadIdx.x];
  }
}

/// The place is free again before its value was read.
__global__ void emptied_too_early(int* out) {
  __shared__ volatile int is_full, value;
  if (threadIdx.x == 0) is_full = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int k = 1; k <= 5; ++k) {
      while (is_full) {
      }
      __threadfence_block();
      value = k * k;
      __threadfence_block();
      is_full = 1;
    }
  } else if (threadIdx.x == 32) {
    int sum = 0;
    for (int k = 1; k <= 5; ++k) {
      while (!is_full) {
      }
      __threadfence_block();
      is_full = 0;
      __threadfence_block();
      sum += value;  // FINDS shared-race
    }
    out[0] = sum;
  }
}

/// One thread of a block waits for the grid; the other threads have read nothing by then, perhaps.
__device__ unsigned arrived;
__global__ void half_a_grid_barrier(volatile int* d) {
  const int i = blockIdx.x * 64 + threadIdx.x, n = gridDim.x * 64;
  const int neighbour = d[(i + 64) % n];
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(&arrived, 1);
    while (atomicAdd(&arrived, 0) < gridDim.x) {
    }
    __threadfence();
  }
  __syncthreads();
  d[i] = neighbour + 1;  // FINDS global-race
}

/// The last block may add up what other threads of a block have not added yet.
__device__ unsigned blocks_done;
__global__ void counted_before_all_have_added(const int* in, int* parts, int* out) {
  __shared__ bool is_last;
  atomicAdd(&parts[blockIdx.x], in[blockIdx.x * 64 + threadIdx.x]);
  if (threadIdx.x == 0) {
    __threadfence();
    is_last = atomicInc(&blocks_done, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last && threadIdx.x == 0) {
    int sum = 0;
    for (int k = 0; k < gridDim.x; ++k) sum += static_cast<volatile int*>(parts)[k];  // FINDS global-race
    *out = sum;
  }
}

/// The block counts itself before it stores its part, which the lanes of the last block add up by shuffles.
__device__ unsigned parts_done;
__global__ void counted_before_its_part_is_stored(volatile int* parts, int* out) {
  int last = 0;
  if (threadIdx.x == 0) {
    last = atomicInc(&parts_done, gridDim.x - 1) == gridDim.x - 1;
    __threadfence();
    parts[blockIdx.x] = blockIdx.x;
  }
  if (__shfl_sync(0xffffffff, last, 0) == 0) return;
  int sum = threadIdx.x < gridDim.x ? parts[threadIdx.x] : 0;  // FINDS global-race
  for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffff, sum, d);
  if (threadIdx.x == 0) *out = sum;
}

int main() {
  int* d;
  cudaMalloc(&d, 4096);
  cudaMemset(d, 0, 4096);
  flag_without_a_barrier<<<3, 64>>>(d, d + 100, d + 200);
  emptied_too_early<<<1, 64>>>(d);
  half_a_grid_barrier<<<4, 64>>>(d);
  counted_before_all_have_added<<<9, 64>>>(d, d + 700, d + 800);
  counted_before_its_part_is_stored<<<9, 32>>>(d + 900, d + 1000);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFree(d);
}
