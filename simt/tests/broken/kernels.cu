// Kernels with one mistake each, the kind students make. The same file runs on a GPU under compute-sanitizer
// (gpu_main.cu) and in the emulator (simt/tests/broken); what each tool finds is recorded side by side.
#include <cuda_runtime.h>

#include <string>
#include <vector>

#include "simt/tests/cases.hpp"

namespace {

constexpr int N = 1000;  // elements of in and out

__device__ int thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

// ---- out of bounds ----

__global__ void no_guard(float* out, const float* in) { out[thread()] = 2 * in[thread() % N]; }
__global__ void no_guard_on_load(float* out, const float* in) {
  const float value = in[thread()];
  if (thread() < N) out[thread()] = value;
}
__global__ void one_too_far(float* out) {
  for (int i = thread(); i <= N; i += gridDim.x * blockDim.x) out[i] = 1;
}
__global__ void one_before(float* out, const float* in) {
  if (thread() < N) out[thread() - 1] = in[thread()];
}
__global__ void neighbour_before(float* out, const float* in) {
  if (thread() < N) out[thread()] = in[thread() - 1] + in[thread()];
}
__global__ void neighbour_after(float* out, const float* in) {
  if (thread() < N) out[thread()] = in[thread()] + in[thread() + 1];
}
__global__ void null_pointer(float* out) { out[thread()] = 1; }
__global__ void wild_index(float* out) { out[(1LL << 36) + thread()] = 1; }
__global__ void wrong_pitch(float* out, const float* in) {
  const int x = threadIdx.x, y = threadIdx.y;  // 25 rows of 40, taken for rows of 64
  if (y < 25 && x < 40) out[y * 64 + x] = in[y * 40 + x];
}
__global__ void byte_offset_for_an_index(float* out, const float* in) {
  if (thread() < N) out[thread() * sizeof(float)] = in[thread()];
}
__global__ void use(float* memory) { memory[threadIdx.x] = 1; }
__global__ void misaligned_vector(float* out, const float* in) {
  *reinterpret_cast<float4*>(out) = *reinterpret_cast<const float4*>(in + 1);
}
__global__ void misaligned_double(float* out) { *reinterpret_cast<double*>(out + 1) = 1.0; }
__global__ void past_dynamic_shared(float* out) {
  extern __shared__ float s[];
  s[threadIdx.x + 8192] = 1;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x + 8192];
}

// ---- races in shared memory ----

__global__ void no_barrier(float* out, const float* in) {
  __shared__ float s[128];
  s[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = s[127 - threadIdx.x];
}
__global__ void no_second_barrier(float* out, const float* in) {
  __shared__ float s[128];
  float sum = 0;
  for (int tile = 0; tile < 4; ++tile) {
    s[threadIdx.x] = in[tile * 128 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 128; ++i) sum += s[i];
  }
  out[threadIdx.x] = sum;
}
__global__ void barrier_too_late(float* out, const float* in) {
  __shared__ float s[128];
  s[threadIdx.x] = in[threadIdx.x];
  const float value = s[(threadIdx.x + 32) % 128];
  __syncthreads();
  out[threadIdx.x] = value;
}
__global__ void reduction_without_barriers(float* out, const float* in) {
  __shared__ float s[128];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int half = 64; half > 0; half /= 2) {
    if (static_cast<int>(threadIdx.x) < half) s[threadIdx.x] += s[threadIdx.x + half];
  }
  if (threadIdx.x == 0) out[0] = s[0];
}
__global__ void warp_reduction_without_syncwarp(float* out, const float* in) {
  __shared__ float s[64];
  s[threadIdx.x] = in[threadIdx.x];
  s[threadIdx.x + 32] = in[threadIdx.x + 32];
  for (int half = 32; half > 0; half /= 2) s[threadIdx.x] += s[threadIdx.x + half];
  if (threadIdx.x == 0) out[0] = s[0];
}
__global__ void histogram_without_atomics(float* out, const float* in) {
  __shared__ int bins[8];
  if (threadIdx.x < 8) bins[threadIdx.x] = 0;
  __syncthreads();
  bins[static_cast<int>(in[threadIdx.x]) & 7] += 1;
  __syncthreads();
  if (threadIdx.x < 8) out[threadIdx.x] = bins[threadIdx.x];
}
__global__ void all_write_one(float* out) {
  __shared__ int winner;
  winner = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = winner;
}
__global__ void shift_in_place(float* out, const float* in) {
  __shared__ float s[129];
  s[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x == 0) s[128] = 0;
  __syncthreads();
  s[threadIdx.x] = s[threadIdx.x + 1];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
__global__ void leader_sets_late(float* out, const float* in) {
  __shared__ float factor;
  if (threadIdx.x == 0) factor = in[0] + 2;
  out[threadIdx.x] = factor * in[threadIdx.x];
}
__global__ void ping_pong_with_one_barrier(float* out, const float* in) {
  __shared__ float s[2][128];
  s[0][threadIdx.x] = in[threadIdx.x];
  for (int round = 0; round < 4; ++round) {
    s[1 - round % 2][threadIdx.x] = s[round % 2][(threadIdx.x + 1) % 128];
  }
  __syncthreads();
  out[threadIdx.x] = s[0][threadIdx.x];
}
__global__ void scan_without_second_barrier(float* out, const float* in) {
  __shared__ float s[128];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (unsigned reach = 1; reach < 128; reach *= 2) {
    if (threadIdx.x >= reach) s[threadIdx.x] += s[threadIdx.x - reach];
    __syncthreads();
  }
  out[threadIdx.x] = s[threadIdx.x];
}
__global__ void barrier_for_half_of_the_tile(float* out, const float* in) {
  __shared__ float tile[32][33];
  const int x = threadIdx.x % 32, y = threadIdx.x / 32;
  for (int row = y; row < 16; row += 4) tile[row][x] = in[row * 31 + x];
  __syncthreads();
  for (int row = 16 + y; row < 32; row += 4) tile[row][x] = in[row * 31 + x - 32];
  for (int row = y; row < 32; row += 4) out[(row * 31 + x) % N] = tile[x][row];
}

// ---- unwritten memory ----

__global__ void accumulate_into_output(float* out, const float* in) {
  if (thread() < N) out[thread()] += in[thread()];
}
__global__ void copy(float* to, const float* from, int elements) {
  if (thread() < elements) to[thread()] = from[thread()];
}
__global__ void shared_never_filled(float* out) {
  __shared__ float s[128];
  out[threadIdx.x] = s[threadIdx.x];
}
__global__ void shared_half_filled(float* out, const float* in) {
  __shared__ float s[128];
  if (threadIdx.x < 64) s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
__global__ void halo_not_loaded(float* out, const float* in) {
  __shared__ float s[130];
  s[threadIdx.x + 1] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x] + s[threadIdx.x + 2];
}

// ---- barriers ----

__global__ void barrier_in_a_branch(float* out) {
  if (threadIdx.x < 16) {
    out[threadIdx.x] = 1;
    __syncthreads();
  } else {
    out[threadIdx.x] = 2;
  }
  __syncthreads();
}
__global__ void a_barrier_for_each_side(float* out) {
  if (threadIdx.x % 2 == 0) {
    out[threadIdx.x] = 1;
    __syncthreads();
  } else {
    out[threadIdx.x] = 2;
    __syncthreads();
  }
}
__global__ void barrier_in_a_loop_of_different_length(float* out) {
  for (int i = 0; i < static_cast<int>(threadIdx.x % 4); ++i) {
    out[threadIdx.x] = i;
    __syncthreads();
  }
  out[threadIdx.x] = 0;
  __syncthreads();
}

// ---- races in global memory ----

__global__ void sum_without_atomics(float* out, const float* in) {
  if (thread() == 0) out[0] = 0;
  if (thread() < N) out[0] += in[thread()];
}
__global__ void blocks_write_the_same(float* out) { out[threadIdx.x] = blockIdx.x; }
__global__ void stage_without_grid_barrier(float* out, const float* in) {
  out[thread()] = in[thread()];
  __syncthreads();
  out[512 + thread()] = out[(thread() + 128) % 256];
}
__global__ void in_place_stencil(float* out, const float* in) {
  out[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = (out[threadIdx.x] + out[(threadIdx.x + 1) % 128]) / 2;
}
__global__ void neighbours_of_one_warp(float* out, const float* in) {
  out[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x + 64] = out[threadIdx.x ^ 1];
}

__global__ void one_word_by_two_blocks(float* out) {
  if (threadIdx.x == 0) out[0] = blockIdx.x;
}
__global__ void halo_in_place(float* out) {
  const float next = out[thread() + 1];
  __syncthreads();
  out[thread()] = next;
}
__global__ void block_stage_without_barrier(float* out, const float* in) {
  out[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x + 128] = out[127 - threadIdx.x];
}
__global__ void atomic_and_plain_sum(float* out) {
  atomicAdd(out, 1.0f);
  out[1 + thread()] = out[0];
}
__device__ int device_sum;
__global__ void device_variable_by_all(float* out) {
  device_sum += 1;
  out[thread()] = device_sum;
}

// ---- blocks that pass data to other blocks ----

/// Block 0 fills `out` and sets `flag`; block 1 waits for `flag` and reads `out`.
template <bool is_fenced, bool is_flag_strong, bool is_acquired, bool is_together>
__global__ void hand_over(float* out, int* flag) {
  volatile int* const strong_flag = flag;
  if (blockIdx.x == 0) {
    out[threadIdx.x] = threadIdx.x;
    if (is_together) __syncthreads();
    if (threadIdx.x != 0) return;
    if (is_fenced) __threadfence();
    if (is_flag_strong) {
      *strong_flag = 1;
    } else {
      *flag = 1;
    }
  } else {
    if (threadIdx.x == 0) {
      while (*strong_flag == 0) {
      }
      if (is_acquired) __threadfence();
    }
    __syncthreads();
    out[128 + threadIdx.x] = out[127 - threadIdx.x];
  }
}
__global__ void fence_for_the_block_only(float* out, int* flag) {
  if (blockIdx.x == 0) {
    if (threadIdx.x != 0) return;
    out[0] = 1;
    __threadfence_block();
    atomicExch(flag, 1);
  } else if (threadIdx.x == 0) {
    while (atomicAdd(flag, 0) == 0) {
    }
    __threadfence();
    out[1] = out[0];
  }
}
__global__ void last_block_without_fence(float* out, int* arrived) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    out[blockIdx.x] = blockIdx.x;
    is_last = atomicAdd(arrived, 1) == static_cast<int>(gridDim.x) - 1;
  }
  __syncthreads();
  if (is_last) out[128 + threadIdx.x] = out[threadIdx.x % gridDim.x];
}
__global__ void reads_before_it_is_the_last(float* out, int* arrived) {
  if (threadIdx.x != 0) return;
  out[blockIdx.x] = blockIdx.x;
  __threadfence();
  atomicAdd(arrived, 1);
  float sum = 0;
  for (int i = 0; i < static_cast<int>(gridDim.x); ++i) sum += out[i];
  if (blockIdx.x == gridDim.x - 1) out[128] = sum;
}
__global__ void grid_barrier_without_fence(float* out, int* arrived) {
  out[thread()] = thread();
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(arrived, 1);
    while (atomicAdd(arrived, 0) < static_cast<int>(gridDim.x)) {
    }
  }
  __syncthreads();
  out[512 + thread()] = out[(thread() + 128) % 256];
}
__global__ void lock_without_fence(float* out, int* lock) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  out[0] += 1;
  atomicExch(lock, 0);
}
__global__ void atomics_for_the_block_only(int* counter) { atomicAdd_block(counter, 1); }

// ---- launches and the runtime's functions ----

__global__ void nothing() {}

using Case = simt::Case<void(float* out, const float* in)>;

void add_memory_cases(std::vector<Case>& cases) {
  cases.push_back({"no guard", [](float* out, const float* in) { no_guard<<<8, 128>>>(out, in); }});
  cases.push_back({"no guard on the load", [](float* out, const float* in) { no_guard_on_load<<<8, 128>>>(out, in); }});
  cases.push_back({"one too far", [](float* out, const float*) { one_too_far<<<2, 128>>>(out); }});
  cases.push_back({"one before", [](float* out, const float* in) { one_before<<<8, 128>>>(out, in); }});
  cases.push_back({"neighbour before", [](float* out, const float* in) { neighbour_before<<<8, 128>>>(out, in); }});
  cases.push_back({"neighbour after", [](float* out, const float* in) { neighbour_after<<<8, 128>>>(out, in); }});
  cases.push_back({"null pointer", [](float*, const float*) { null_pointer<<<1, 32>>>(nullptr); }});
  cases.push_back({"wild index", [](float* out, const float*) { wild_index<<<1, 32>>>(out); }});
  cases.push_back({"wrong pitch", [](float* out, const float* in) { wrong_pitch<<<1, dim3(40, 25)>>>(out, in); }});
  cases.push_back(
      {"byte offset for an index", [](float* out, const float* in) { byte_offset_for_an_index<<<8, 128>>>(out, in); }});
  cases.push_back({"use after free", [](float*, const float*) {
                     float* memory = nullptr;
                     cudaMalloc(&memory, 128 * sizeof(float));
                     cudaFree(memory);
                     use<<<1, 128>>>(memory);
                   }});
  cases.push_back({"allocation too small", [](float*, const float*) {
                     float* memory = nullptr;
                     cudaMalloc(&memory, 128);
                     use<<<1, 128>>>(memory);
                     cudaFree(memory);
                   }});
  cases.push_back({"misaligned vector", [](float* out, const float* in) { misaligned_vector<<<1, 1>>>(out, in); }});
  cases.push_back({"misaligned double", [](float* out, const float*) { misaligned_double<<<1, 1>>>(out); }});
  cases.push_back(
      {"past dynamic shared memory", [](float* out, const float*) { past_dynamic_shared<<<1, 128, 512>>>(out); }});
}

void add_race_cases(std::vector<Case>& cases) {
  const auto one_block = [&](const char* label, void (*kernel)(float*, const float*), int threads) {
    cases.push_back({label, [=](float* out, const float* in) { kernel<<<1, threads>>>(out, in); }});
  };
  one_block("no barrier", no_barrier, 128);
  one_block("no second barrier", no_second_barrier, 128);
  one_block("barrier too late", barrier_too_late, 128);
  one_block("reduction without barriers", reduction_without_barriers, 128);
  one_block("warp reduction without __syncwarp", warp_reduction_without_syncwarp, 32);
  one_block("histogram without atomics", histogram_without_atomics, 128);
  cases.push_back({"all write one word", [](float* out, const float*) { all_write_one<<<1, 128>>>(out); }});
  one_block("shift in place", shift_in_place, 128);
  one_block("leader sets late", leader_sets_late, 128);
  one_block("ping-pong with one barrier", ping_pong_with_one_barrier, 128);
  one_block("scan without second barrier", scan_without_second_barrier, 128);
  one_block("barrier for half of the tile", barrier_for_half_of_the_tile, 128);
  one_block("in-place stencil", in_place_stencil, 128);
  one_block("neighbours of one warp", neighbours_of_one_warp, 32);
  cases.push_back(
      {"sum without atomics", [](float* out, const float* in) { sum_without_atomics<<<8, 128>>>(out, in); }});
  cases.push_back({"blocks write the same", [](float* out, const float*) { blocks_write_the_same<<<4, 128>>>(out); }});
  cases.push_back({"stage without grid barrier",
                   [](float* out, const float* in) { stage_without_grid_barrier<<<2, 128>>>(out, in); }});
}

/// A zeroed word, and a zeroed `out`.
template <class Run>
void with_word(float* out, Run run) {
  int* word = nullptr;
  cudaMalloc(&word, sizeof(int));
  cudaMemset(word, 0, sizeof(int));
  cudaMemset(out, 0, N * sizeof(float));
  run(word);
  cudaFree(word);
}

void add_grid_cases(std::vector<Case>& cases) {
  const auto two_blocks = [&](const char* label, void (*kernel)(float*, int*)) {
    cases.push_back(
        {label, [=](float* out, const float*) { with_word(out, [=](int* word) { kernel<<<2, 128>>>(out, word); }); }});
  };
  cases.push_back(
      {"two blocks write one word", [](float* out, const float*) { one_word_by_two_blocks<<<2, 128>>>(out); }});
  cases.push_back({"halo in place", [](float* out, const float*) {
                     cudaMemset(out, 0, N * sizeof(float));
                     halo_in_place<<<4, 128>>>(out);
                   }});
  cases.push_back({"stage of a block without barrier",
                   [](float* out, const float* in) { block_stage_without_barrier<<<1, 128>>>(out, in); }});
  cases.push_back({"atomic and plain sum", [](float* out, const float*) {
                     cudaMemset(out, 0, N * sizeof(float));
                     atomic_and_plain_sum<<<2, 128>>>(out);
                   }});
  cases.push_back(
      {"device variable written by all", [](float* out, const float*) { device_variable_by_all<<<2, 128>>>(out); }});
  two_blocks("flag without fence before it", hand_over<false, true, true, true>);
  two_blocks("flag stored plainly", hand_over<true, false, true, true>);
  two_blocks("flag without fence after it", hand_over<true, true, false, true>);
  two_blocks("flag without barrier before it", hand_over<true, true, true, false>);
  two_blocks("fence for the block only", fence_for_the_block_only);
  two_blocks("last block without fence", last_block_without_fence);
  two_blocks("reads before it is the last", reads_before_it_is_the_last);
  two_blocks("grid barrier without fence", grid_barrier_without_fence);
  two_blocks("lock without fence", lock_without_fence);
  cases.push_back({"atomics for the block only", [](float* out, const float*) {
                     with_word(out, [](int* word) { atomics_for_the_block_only<<<2, 128>>>(word); });
                   }});
  cases.push_back({"never freed", [](float* out, const float* in) {
                     float* memory = nullptr;
                     cudaMalloc(&memory, 128 * sizeof(float));
                     copy<<<1, 128>>>(memory, in, 128);
                     copy<<<1, 128>>>(out, memory, 128);
                   }});
}

void add_other_cases(std::vector<Case>& cases) {
  cases.push_back({"accumulate into fresh output",
                   [](float* out, const float* in) { accumulate_into_output<<<8, 128>>>(out, in); }});
  cases.push_back({"copy from fresh memory", [](float* out, const float*) {
                     float* memory = nullptr;
                     cudaMalloc(&memory, 128 * sizeof(float));
                     copy<<<1, 128>>>(out, memory, 128);
                     cudaFree(memory);
                   }});
  cases.push_back({"copy from half-written memory", [](float* out, const float* in) {
                     float* memory = nullptr;
                     cudaMalloc(&memory, 128 * sizeof(float));
                     copy<<<1, 128>>>(memory, in, 64);
                     copy<<<1, 128>>>(out, memory, 128);
                     cudaFree(memory);
                   }});
  cases.push_back(
      {"shared memory never filled", [](float* out, const float*) { shared_never_filled<<<1, 128>>>(out); }});
  cases.push_back(
      {"shared memory half filled", [](float* out, const float* in) { shared_half_filled<<<1, 128>>>(out, in); }});
  cases.push_back({"halo not loaded", [](float* out, const float* in) { halo_not_loaded<<<1, 128>>>(out, in); }});
  cases.push_back({"barrier in a branch", [](float* out, const float*) { barrier_in_a_branch<<<1, 64>>>(out); }});
  cases.push_back(
      {"a barrier for each side", [](float* out, const float*) { a_barrier_for_each_side<<<1, 64>>>(out); }});
  cases.push_back({"barrier in a loop of different length",
                   [](float* out, const float*) { barrier_in_a_loop_of_different_length<<<1, 64>>>(out); }});
  cases.push_back({"too many threads", [](float*, const float*) { nothing<<<1, 1025>>>(); }});
  cases.push_back({"no blocks", [](float*, const float*) { nothing<<<0, 32>>>(); }});
  cases.push_back({"too much dynamic shared memory", [](float*, const float*) { nothing<<<1, 32, 60000>>>(); }});
  cases.push_back({"copy of too many bytes", [](float* out, const float*) {
                     std::vector<float> host(2 * N);
                     cudaMemcpy(out, host.data(), 2 * N * sizeof(float), cudaMemcpyHostToDevice);
                   }});
  cases.push_back({"wrong direction of copy", [](float* out, const float*) {
                     std::vector<float> host(N);
                     cudaMemcpy(out, host.data(), N * sizeof(float), cudaMemcpyDeviceToHost);
                   }});
  cases.push_back({"freed twice", [](float*, const float*) {
                     float* memory = nullptr;
                     cudaMalloc(&memory, 128);
                     cudaFree(memory);
                     cudaFree(memory);
                   }});
}

std::vector<Case> make_cases() {
  std::vector<Case> cases;
  add_memory_cases(cases);
  add_race_cases(cases);
  add_grid_cases(cases);
  add_other_cases(cases);
  return cases;
}

}  // namespace

SIMT_CASE_LIST(make_cases)

/// `in` and `out` have 1000 floats each; `out` was never written.
extern "C" void case_run(int i, float* out, const float* in) { cases().at(static_cast<std::size_t>(i)).run(out, in); }
