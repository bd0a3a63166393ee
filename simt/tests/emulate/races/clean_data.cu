// Volatile data, right: flags, barriers or fences order them, or a thread decides by what it has read.
#include <cstdio>

__global__ void flag_behind_a_barrier(volatile int* data, volatile int* ready, int* out) {
  if (blockIdx.x == 0) {
    data[threadIdx.x] = threadIdx.x * 3;
    __threadfence();
    __syncthreads();
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

__global__ void emptied_after_reading(int* out) {
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
      sum += value;
      __threadfence_block();
      is_full = 0;
    }
    out[0] = sum;
  }
}

__device__ unsigned arrived;
__device__ volatile unsigned generation;
__device__ void wait_for_the_grid() {
  __syncthreads();
  if (threadIdx.x == 0) {
    const unsigned mine = generation;
    __threadfence();
    if (atomicAdd(&arrived, 1) == gridDim.x - 1) {
      arrived = 0;
      __threadfence();
      generation = mine + 1;
    } else {
      while (generation == mine) {
      }
    }
    __threadfence();
  }
  __syncthreads();
}
__global__ void rounds_between_barriers_of_the_grid(volatile int* d) {
  const int i = blockIdx.x * 64 + threadIdx.x, n = gridDim.x * 64;
  for (int round = 0; round < 3; ++round) {
    const int neighbour = d[(i + 64) % n];
    wait_for_the_grid();
    d[i] = neighbour + 1;
    wait_for_the_grid();
  }
}

/// Two blocks may raise a maximum at once: the plain look saves updates, and nothing depends on it.
__global__ void looks_before_it_updates(volatile int* best, const int* in) {
  const int value = in[threadIdx.x] + blockIdx.x;
  if (value > *best) atomicMax(const_cast<int*>(best), value);
}

/// A thread stops when any has found something.
__global__ void stops_when_one_has_found(volatile int* found, const int* in, int n) {
  for (int k = threadIdx.x; k < n; k += blockDim.x) {
    if (*found != 0) return;
    if (in[k] == n / 2) *found = k;
  }
}

/// All lanes look at one flag, in shared memory as well, and any of them may raise it for all.
__global__ void looks_at_one_flag(volatile int* stop, const int* in, int* where, int n) {
  __shared__ volatile int is_over;
  if (threadIdx.x == 0) is_over = 0;
  __syncthreads();
  for (int k = threadIdx.x; k < n; k += blockDim.x) {
    if (*stop || is_over) return;
    if ((in[k] + k) % 40 < 30) continue;
    atomicMin(where, k);
    *stop = 1;
    is_over = 1;
  }
}

/// A flag for each thread of the block before: all are waited for.
__global__ void flags_of_all_threads(volatile int* flags, volatile int* data, int* out) {
  const int t = threadIdx.x;
  if (blockIdx.x > 0) {
    while (flags[(blockIdx.x - 1) * 32 + t] == 0) {
    }
    __threadfence();
    out[blockIdx.x * 32 + t] = data[(blockIdx.x - 1) * 32 + t];
  }
  data[blockIdx.x * 32 + t] = t;
  __threadfence();
  flags[blockIdx.x * 32 + t] = 1;
}

int main() {
  int* d;
  cudaMalloc(&d, 8192);
  cudaMemset(d, 0, 8192);
  flag_behind_a_barrier<<<3, 64>>>(d, d + 100, d + 200);
  emptied_after_reading<<<1, 64>>>(d);
  rounds_between_barriers_of_the_grid<<<4, 64>>>(d);
  looks_before_it_updates<<<4, 64>>>(d + 500, d + 600);
  stops_when_one_has_found<<<4, 64>>>(d + 501, d + 600, 300);
  looks_at_one_flag<<<4, 64>>>(d + 503, d + 600, d + 504, 300);
  flags_of_all_threads<<<4, 32>>>(d + 1000, d + 1200, d + 1400);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFree(d);
}
