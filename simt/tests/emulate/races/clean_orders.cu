// What depends on the order of threads and is right in each: nothing may be found.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

__device__ int next_place;

__global__ void places_in_any_order(int* out) {
  if (threadIdx.x == 0) out[atomicAdd(&next_place, 1)] = blockIdx.x;
}

__global__ void the_last_to_come(int* count, int* out) {
  if (threadIdx.x == 0 && atomicAdd(count, 1) == gridDim.x - 1) *out = atomicAdd(count, 0);
}

/// Each launch goes on with what the one before has left.
__global__ void one_more(int* counter) {
  if (threadIdx.x == 0) atomicAdd(counter, 1);
}

__global__ void says(int block) {
  if (threadIdx.x == 0 && blockIdx.x == block) printf("once\n");
}

int main() {
  int* data;
  cudaMalloc(&data, 1024);
  cudaMemset(data, 0, 1024);
  places_in_any_order<<<8, 32>>>(data);
  the_last_to_come<<<8, 32>>>(data + 16, data + 17);
  for (int i = 0; i < 20; ++i) one_more<<<4, 32>>>(data + 18);
  says<<<4, 32>>>(3);
  int counted = 0;
  cudaMemcpy(&counted, data + 18, sizeof counted, cudaMemcpyDeviceToHost);
  if (counted != 80) std::abort();  // launches are carried out once, however many orders are tried
  cudaFree(data);
  // A program that waits for its own child meets no other.
  if (fork() == 0) _exit(3);
  int status = 0;
  wait(&status);
  if (WEXITSTATUS(status) != 3) std::abort();
}
