// Idioms of clean_idioms.cu with one mistake each: one of the two lines of each mistake ends with "// FINDS" and the
// kind.
#include <cooperative_groups.h>

#include <cstdio>
#include <cuda/atomic>

namespace cg = cooperative_groups;

/// The old value is used, and there is none.
__global__ void result_of_the_first_exchange(int* out, int* old) {
  old[threadIdx.x] = atomicExch(out + threadIdx.x, 1);  // FINDS uninitialized-global
}

/// An addition needs the old value, though nobody looks at its result.
__global__ void sum_never_cleared(int* sum) {
  atomicAdd(sum, 1);  // FINDS uninitialized-global
}

__global__ void bits_never_cleared(unsigned* out) {
  __shared__ unsigned bits;
  atomicOr(&bits, 1u << threadIdx.x);  // FINDS uninitialized-shared
  __syncthreads();
  if (threadIdx.x == 0) out[0] = bits;
}

/// Exchanges of threads that are not ordered with a plain read.
__global__ void exchange_beside_a_read(int* out) {
  __shared__ int s[64];
  atomicExch(&s[threadIdx.x], threadIdx.x);
  out[threadIdx.x] = s[63 - threadIdx.x];  // FINDS shared-race
}

struct Padded {
  char tag;
  double value;
};

/// All bytes of the value are missing, not only those between the members.
__global__ void value_never_set(Padded* out) {
  __shared__ Padded s[32];
  s[threadIdx.x].tag = 'a';
  __syncwarp();
  out[threadIdx.x].value = s[31 - threadIdx.x].value;  // FINDS uninitialized-shared
}

/// Every thread of the block does the work of all: the rounds are few enough to be unrolled.
__global__ void all_do_the_work_of_four(int* out) {
  for (int i = 0; i < 4; ++i) out[7 * i] = 3 * i;  // FINDS global-race
}

__global__ void all_fill_four_words(int* out) {
  __shared__ int table[4];
  for (int i = 0; i < 4; ++i) table[i] = 2 * i + 1;  // FINDS shared-race
  __syncthreads();
  out[threadIdx.x] = table[threadIdx.x % 4];
}

__global__ void all_fill_a_table(int* out) {
  __shared__ int table[8];
#pragma unroll
  for (int i = 0; i < 8; ++i) table[i] = i * i;  // FINDS shared-race
  __syncthreads();
  out[threadIdx.x] = table[threadIdx.x % 8];
}

/// The lanes of the second half name the first half.
__global__ void mask_of_others(int* out) {
  out[threadIdx.x] = __shfl_sync(0x0000ffff, threadIdx.x, 0);  // FINDS barrier-divergence
}

__global__ void waits_for_others_only(int* out) {
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x;
  __syncwarp(0x0000ffff);  // FINDS barrier-divergence
  out[threadIdx.x] = s[threadIdx.x];
}

__global__ void vote_of_others(int* out) {
  const unsigned others = ~(1u << threadIdx.x);
  if (threadIdx.x == 3)
    out[0] = __any_sync(others & 8u, 1) + __popc(__ballot_sync(16u, 1));  // FINDS barrier-divergence
}

__global__ void message_before_its_flag(int* flag, int* message, int* out) {
  cuda::atomic_ref<int, cuda::thread_scope_device> full(*flag);
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    full.store(1, cuda::memory_order_release);
    *message = 5;  // FINDS global-race
  } else {
    while (full.load(cuda::memory_order_acquire) == 0) {
    }
    *out = *message;
  }
}

/// The tail of the tree without a meeting of the lanes.
__global__ void tail_without_meeting(const float* in, float* out) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < 32) {
    s[t] += s[t + 32];
    if (t < 16) s[t] += s[t + 16];  // FINDS shared-race
  }
  __syncthreads();
  if (t == 0) out[0] = s[0];
}

/// The second array begins where the first is still read.
__global__ void another_array_too_early(const float* in, float* out) {
  extern __shared__ char memory[];
  double* sums = reinterpret_cast<double*>(memory);
  int* counts = reinterpret_cast<int*>(memory);
  sums[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  const double right = sums[(threadIdx.x + 1) % blockDim.x];
  counts[threadIdx.x] = static_cast<int>(right);  // FINDS shared-race
  __syncthreads();
  out[threadIdx.x] = counts[threadIdx.x];
}

/// Released at the scope of a block, taken by another block.
__device__ cuda::atomic<int, cuda::thread_scope_block> narrow_gate;
__global__ void gate_of_a_block(int* data) {
  if (threadIdx.x != 0) return;
  int expected = 0;
  while (!narrow_gate.compare_exchange_strong(expected, 1)) expected = 0;  // FINDS global-race
  data[0] += 1;                                                            // FINDS missing-fence
  narrow_gate.store(0);                                                    // FINDS global-race
}

__global__ void queue_counter_read_plainly(int* out, int n) {
  __shared__ int next;
  if (threadIdx.x == 0) next = 0;
  __syncthreads();
  while (next < n) out[atomicAdd(&next, 1) % n] = 1;  // FINDS shared-race same-value
}

int main() {
  int *out, *counters;
  float *in, *results;
  cudaMalloc(&out, 1 << 16);
  cudaMalloc(&counters, 1 << 16);
  cudaMalloc(&in, 1 << 16);
  cudaMalloc(&results, 1 << 16);
  cudaMemset(counters, 0, 1 << 16);
  cudaMemset(in, 0, 1 << 16);
  result_of_the_first_exchange<<<1, 32>>>(out, out + 100);
  sum_never_cleared<<<1, 32>>>(out + 200);
  bits_never_cleared<<<1, 32>>>(reinterpret_cast<unsigned*>(out + 210));
  exchange_beside_a_read<<<1, 64>>>(out + 300);
  value_never_set<<<1, 32>>>(reinterpret_cast<Padded*>(out + 400));
  all_do_the_work_of_four<<<1, 64>>>(out + 600);
  all_fill_four_words<<<1, 64>>>(out + 650);
  all_fill_a_table<<<1, 64>>>(out + 700);
  mask_of_others<<<1, 32>>>(out + 800);
  waits_for_others_only<<<1, 32>>>(out + 900);
  vote_of_others<<<1, 32>>>(out + 1000);
  message_before_its_flag<<<2, 32>>>(counters, out + 1100, out + 1110);
  tail_without_meeting<<<1, 64>>>(in, results);
  another_array_too_early<<<1, 64, 512>>>(in, results + 100);
  gate_of_a_block<<<2, 32>>>(counters + 100);
  queue_counter_read_plainly<<<1, 64>>>(out + 1200, 20);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFree(out);
  cudaFree(counters);
  cudaFree(in);
  cudaFree(results);
}
