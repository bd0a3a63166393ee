// Wrong, and right in the order of the threads' numbers: the emulator finds them in other orders. One of the two lines
// of each mistake ends with "// FINDS" and the kind.
#include <cstdio>

/// Looks for the flag once, and goes on without it.
__global__ void flag_read_once(int* data, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 5;  // FINDS global-race
    __threadfence();
    atomicExch(flag, 1);
  } else if (atomicAdd(flag, 0) == 1) {
    __threadfence();
    out[blockIdx.x] = data[0];
  } else {
    out[blockIdx.x] = data[0] + 1;
  }
}

__device__ int left_lock, right_lock;

__device__ void take(int* lock) {
  while (atomicCAS(lock, 0, 1) != 0) {  // FINDS deadlock
  }
  __threadfence();
}

__device__ void give(int* lock) {
  __threadfence();
  atomicExch(lock, 0);
}

/// Even blocks take the left lock first, odd blocks the right one.
__global__ void locks_crosswise(int* sum) {
  if (threadIdx.x != 0) return;
  int* const first = blockIdx.x % 2 == 0 ? &left_lock : &right_lock;
  int* const second = blockIdx.x % 2 == 0 ? &right_lock : &left_lock;
  take(first);
  take(second);
  *sum += 1;
  give(second);
  give(first);
}

__device__ int next_place;

/// The block that comes first gets place 0, and block 0 need not be first.
__global__ void first_place_is_block_zeros(int* out) {
  if (threadIdx.x != 0) return;
  const int place = atomicAdd(&next_place, 1);
  out[2 * blockIdx.x - place] = 1;  // FINDS out-of-bounds
}

/// Warp 1 looks once whether warp 0 has stored.
__global__ void word_of_another_warp(int* out) {
  __shared__ int word;
  __shared__ int is_there;
  if (threadIdx.x == 0) is_there = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    word = 7;  // FINDS shared-race
    __threadfence_block();
    atomicExch(&is_there, 1);
  }
  if (threadIdx.x == 32) {
    if (atomicAdd(&is_there, 0) == 0) word = 0;
  }
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = word;
}

int main() {
  int *data, *out;
  cudaMalloc(&data, 1024);
  cudaMalloc(&out, 64);
  cudaMemset(data, 0, 1024);
  flag_read_once<<<8, 32>>>(data, data + 1, data + 16);
  locks_crosswise<<<8, 32>>>(data + 2);
  first_place_is_block_zeros<<<16, 32>>>(out);
  word_of_another_warp<<<4, 64>>>(data + 32);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFree(data);
  cudaFree(out);
}
