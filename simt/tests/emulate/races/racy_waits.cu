// Barriers and waiting, wrong: the line of each mistake ends with "// FINDS" and the kind.
#include <cstdio>
#include <cstdlib>
#include <cuda/barrier>

__global__ void two_barriers(int* d) {
  if (threadIdx.x < 32) {
    __syncthreads();  // FINDS barrier-divergence
    d[threadIdx.x] = 1;
  } else {
    d[threadIdx.x] = 2;
    __syncthreads();
  }
}

__global__ void rounds_differ(int* d) {
  for (int i = threadIdx.x; i < 100; i += 64) {
    d[i] = i;
    __syncthreads();  // FINDS barrier-divergence
  }
}

__global__ void rounds_differ_and_work_follows(int* d) {
  for (int i = threadIdx.x; i < 100; i += 64) {
    d[i] = i;
    __syncthreads();  // FINDS barrier-divergence
  }
  d[threadIdx.x] += 1;
}

__global__ void left_by_some(const int* in, int* d) {
  for (int k = 0; k < 4; ++k) {
    if (in[threadIdx.x] + static_cast<int>(threadIdx.x) % 5 == k) break;
    __syncthreads();  // FINDS barrier-divergence
  }
  d[threadIdx.x] = 1;
}

__global__ void some_skip(int* d) {
  if (threadIdx.x != 5) __syncthreads();  // FINDS barrier-divergence
  d[threadIdx.x] = 1;
}

__global__ void shuffle_names_absent_lanes(int* d) {
  int v = d[threadIdx.x];
  if (threadIdx.x < 16) v += __shfl_down_sync(0xffffffffu, v, 8);  // FINDS barrier-divergence
  d[threadIdx.x] = v;
}

__device__ int sum_of_warp(int v) {
  for (int step = 16; step > 0; step /= 2) v += __shfl_xor_sync(0xffffffffu, v, step);  // FINDS barrier-divergence
  return v;
}

__global__ void helper_called_by_some(int* d, int n) {
  int v = d[threadIdx.x];
  if (threadIdx.x < n) v = sum_of_warp(v);
  d[threadIdx.x] = v;
}

__global__ void shuffle_in_a_ragged_loop(int* d) {
  for (int i = threadIdx.x; i < 40; i += 32) {
    int v = d[i];
    v += __shfl_xor_sync(0xffffffffu, v, 1);  // FINDS barrier-divergence
    d[i] = v;
  }
}

__global__ void count_of_a_barrier_is_wrong(int* d) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0) init(&bar, 64);
  __syncthreads();
  d[threadIdx.x] = 1;
  bar.arrive_and_wait();  // FINDS deadlock
}

__global__ void lock_never_given_back(int* d) {
  if (threadIdx.x == 0) {
    while (atomicCAS(d, 0, 1) != 0) {  // FINDS deadlock
    }
    d[1] = 1;
  }
}

__global__ void more_blocks_than_fit(int* d) {
  if (threadIdx.x == 0) {
    atomicAdd(d, 1);
    while (atomicAdd(d, 0) < gridDim.x) {  // FINDS deadlock
    }
  }
}

__global__ void waits_for_later_blocks(volatile int* d) {
  if (threadIdx.x == 0) {
    if (blockIdx.x + 1 < gridDim.x) {
      while (d[blockIdx.x + 1] == 0) {  // FINDS deadlock
      }
    }
    d[blockIdx.x] = 1;
  }
}

/// The two locks are variables of their own, and one instruction takes either.
__device__ int left, right, met;
__global__ void locks_in_opposite_order(int* d) {
  int* const first = blockIdx.x == 0 ? &left : &right;
  int* const second = blockIdx.x == 0 ? &right : &left;
  while (atomicCAS(first, 0, 1) != 0) {
  }
  atomicAdd(&met, 1);
  while (atomicAdd(&met, 0) < 2) {
  }
  while (atomicCAS(second, 0, 1) != 0) {  // FINDS deadlock
  }
  d[0] += 1;
}

__global__ void value_of_a_lane_elsewhere(int* d) {
  const int lane = threadIdx.x;
  int v = 0;
  if (lane < 16) v = __shfl_sync(0xffffu, lane, 20);  // FINDS barrier-divergence
  __syncthreads();
  d[lane] = v;
}

__global__ void other_shuffles_in_two_arms(int* d) {
  int v = threadIdx.x;
  if (threadIdx.x < 16) {
    v = __shfl_down_sync(0xffffffffu, v, 1);  // FINDS barrier-divergence
  } else {
    v = __shfl_up_sync(0xffffffffu, v, 1);
  }
  d[threadIdx.x] = v;
}

/// The threads outside of the branch have left the kernel when the others come to the barrier.
__global__ void branch_to_the_end(int* d) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  if (threadIdx.x < 40) {
    __syncthreads();  // FINDS barrier-divergence
    d[threadIdx.x] = s[39 - threadIdx.x];
  }
}

/// Each launch ends with an error that stays: one in each run. RUNS 16
int main(int, char** arguments) {
  int* d;
  cudaMalloc(&d, 1 << 18);
  cudaMemset(d, 0, 1 << 18);
  const int run = std::atoi(arguments[1]);
  if (run == 0) two_barriers<<<1, 64>>>(d);
  if (run == 1) rounds_differ<<<1, 64>>>(d);
  if (run == 2) rounds_differ_and_work_follows<<<1, 64>>>(d);
  if (run == 3) left_by_some<<<1, 64>>>(d, d + 1000);
  if (run == 4) some_skip<<<1, 64>>>(d);
  if (run == 5) shuffle_names_absent_lanes<<<1, 32>>>(d);
  if (run == 6) helper_called_by_some<<<1, 32>>>(d, 20);
  if (run == 7) shuffle_in_a_ragged_loop<<<1, 32>>>(d);
  if (run == 8) count_of_a_barrier_is_wrong<<<1, 32>>>(d);
  if (run == 9) lock_never_given_back<<<3, 32>>>(d);
  if (run == 10) more_blocks_than_fit<<<100000, 32>>>(d);
  if (run == 11) waits_for_later_blocks<<<20000, 32>>>(d);
  if (run == 12) locks_in_opposite_order<<<2, 1>>>(d);
  if (run == 13) value_of_a_lane_elsewhere<<<1, 32>>>(d);
  if (run == 14) other_shuffles_in_two_arms<<<1, 32>>>(d);
  if (run == 15) branch_to_the_end<<<1, 64>>>(d);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFree(d);
}
