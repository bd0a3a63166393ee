// Volatile and atomic words that several threads read, change and write back in two steps, wrong: one of the two lines
// of each mistake ends with "// FINDS" and the kind.
#include <cstdio>
#include <cuda/atomic>

__device__ volatile int blocks_done;
__device__ volatile unsigned bits;
__device__ volatile int largest_seen[2];

__global__ void one_thread_of_each_block() {
  if (threadIdx.x == 0) blocks_done++;  // FINDS global-race
}

__global__ void through_a_pointer(volatile int* count) {
  if (threadIdx.x % 32 == 0) (*count)++;  // FINDS global-race
}

__global__ void in_two_lines(volatile int* count, int* place) {
  if (threadIdx.x != 0) return;
  const int old = *count;
  place[blockIdx.x] = old;
  *count = old + 1;  // FINDS global-race
}

__global__ void bits_of_blocks() {
  if (threadIdx.x == 0) bits |= 1u << blockIdx.x;  // FINDS global-race
}

__global__ void in_shared_memory(int* out) {
  __shared__ volatile int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  if (threadIdx.x % 32 == 0) count += 1;  // FINDS shared-race
  __syncthreads();
  if (threadIdx.x == 0) *out = count;
}

__global__ void in_a_loop(volatile float* sum, const float* in) {
  if (threadIdx.x != 0) return;
  for (int i = 0; i < 4; ++i) *sum = *sum + in[4 * blockIdx.x + i];  // FINDS global-race
}

using Count = cuda::atomic<int, cuda::thread_scope_device>;
__device__ Count atomic_blocks{0}, atomic_threads{0};
__device__ cuda::atomic<float, cuda::thread_scope_device> atomic_sum{0};

/// Blocks that run one after another see each other's counts, and no count is lost.
__global__ void atomic_thread_of_each_block() {
  if (threadIdx.x == 0) atomic_blocks.store(atomic_blocks.load() + 1);  // FINDS global-race
}

__global__ void atomic_and_relaxed() {
  const int old = atomic_threads.load(cuda::memory_order_relaxed);
  atomic_threads.store(old + threadIdx.x, cuda::memory_order_relaxed);  // FINDS global-race
}

__global__ void atomic_sum_of_blocks(const float* in) {
  if (threadIdx.x != 0) return;
  const float old = atomic_sum.load(cuda::memory_order_acquire);
  atomic_sum.store(old + in[blockIdx.x], cuda::memory_order_release);  // FINDS global-race
}

__global__ void largest_by_reference(int* largest, const int* in) {
  const cuda::atomic_ref<int, cuda::thread_scope_device> seen(*largest);
  if (threadIdx.x == 0) seen.store(max(seen.load(), in[blockIdx.x]));  // FINDS global-race
}

__global__ void atomic_in_shared_memory(int* out) {
  __shared__ cuda::atomic<int, cuda::thread_scope_block> count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  if (threadIdx.x % 32 == 0) count = count + 1;  // FINDS shared-race
  __syncthreads();
  if (threadIdx.x == 0) *out = count;
}

int main() {
  int* data;
  float* values;
  cudaMalloc(&data, 4096);
  cudaMalloc(&values, 4096);
  cudaMemset(data, 0, 4096);
  cudaMemset(values, 0, 4096);
  one_thread_of_each_block<<<6, 32>>>();
  through_a_pointer<<<1, 128>>>(data);
  in_two_lines<<<4, 32>>>(data + 32, data + 64);
  bits_of_blocks<<<4, 32>>>();
  in_shared_memory<<<1, 128>>>(data + 96);
  in_a_loop<<<3, 32>>>(values + 64, values);
  atomic_thread_of_each_block<<<4, 32>>>();
  atomic_and_relaxed<<<1, 32>>>();
  atomic_sum_of_blocks<<<3, 32>>>(values);
  largest_by_reference<<<4, 32>>>(data + 100, data);
  atomic_in_shared_memory<<<1, 64>>>(data + 101);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFree(data);
  cudaFree(values);
}
