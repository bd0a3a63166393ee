// Student code for mistakes_test.cpp.
#include <cuda_runtime.h>

// ---- what a launch does after a mistake ----

__global__ void outside_and_race(int* out, int n) {
  const int i = threadIdx.x;
  if (i == 0) out[n + 5] = i;  // @outside
  if (i < 32) out[1] += 1;     // @race
}
__global__ void outside_then_unwritten(int* out, int n) {
  __shared__ int s[64];
  s[threadIdx.x] = out[blockIdx.x * 64 + threadIdx.x + (blockIdx.x == 0 && threadIdx.x == 3 ? n : 0)];  // @outside_load
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void index_from_the_missing(int* out, int n) {
  __shared__ int index[64];
  index[threadIdx.x] = threadIdx.x == 5 ? out[n + 5] : threadIdx.x;  // @missing
  __syncthreads();
  out[index[63 - threadIdx.x]] = 1;
}
__global__ void spins_for_the_missing(int* out, int n) {
  if (blockIdx.x == 0) {
    out[n + 3] = 1;  // @never_sets
    __threadfence();
    atomicExch(&out[0], 1);
  } else {
    while (atomicAdd(&out[0], 0) == 0) {
    }
  }
}

// ---- barriers that some threads go around ----

__global__ void skipped_at_the_end(int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = 1;
  if (threadIdx.x < 48) __syncthreads();  // @skipped
  out[threadIdx.x] = threadIdx.x < 48 ? s[threadIdx.x] : 0;
}
__global__ void skipped_in_a_loop(int* out) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  for (int step = 32; step > 0; step /= 2) {
    if (t < step) {
      s[t] += s[t + step];
      __syncthreads();  // @skipped_in_loop
    }
  }
  if (t == 0) out[0] = s[0];
}
__global__ void skipped_by_switch(int* out) {
  switch (threadIdx.x / 32) {
    case 0:
      __syncthreads();  // @skipped_by_case
      break;
    default:
      out[1 + threadIdx.x] = 2;
  }
  if (threadIdx.x == 0) out[0] = 1;
}
__device__ void meet(int* out) {
  out[threadIdx.x] = 1;
  __syncthreads();  // @in_function
}
__global__ void skipped_call(int* out) {
  if (threadIdx.x % 2 == 0) meet(out);
  out[64 + threadIdx.x] = 1;
}
__global__ void skipped_vote(int* out) {
  int votes = 0;
  if (threadIdx.x >= 16) votes = __syncthreads_count(threadIdx.x % 3 == 0);  // @vote
  out[threadIdx.x] = votes;
}

// ---- addresses ----

__global__ void odd_word(unsigned* out) {
  __shared__ unsigned char tile[4][7];
  for (int i = threadIdx.x; i < 28; i += blockDim.x) tile[i / 7][i % 7] = i;
  __syncthreads();
  if (threadIdx.x == 1) out[0] = *reinterpret_cast<unsigned*>(&tile[1][0]);  // @odd
}
__global__ void odd_store(unsigned* out) {
  __shared__ char tile[32];
  if (threadIdx.x == 0) *(unsigned short*)&tile[3] = 7;  // @odd_store
  __syncthreads();
  if (threadIdx.x == 0) out[0] = tile[3];
}
// Rows of 33 words: three of four do not begin where a float4 may.
__global__ void odd_row(float* out) {
  __shared__ __align__(16) float tile[32][33];
  for (int i = 0; i < 33; ++i) tile[threadIdx.x][i] = i;
  __syncthreads();
  const float4 v = *reinterpret_cast<const float4*>(&tile[threadIdx.x][4]);  // @odd_row
  out[threadIdx.x] = v.x + v.y + v.z + v.w;
}
__global__ void odd_row_stored(float* out) {
  __shared__ __align__(16) float tile[32][33];
  *reinterpret_cast<float4*>(tile[threadIdx.x]) = make_float4(1, 2, 3, 4);  // @odd_row_stored
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x][1];
}
__global__ void even_row(float* out) {
  __shared__ __align__(16) float tile[32][36];
  for (int i = 0; i < 36; ++i) tile[threadIdx.x][i] = i;
  __syncthreads();
  const float4 v = *reinterpret_cast<const float4*>(&tile[threadIdx.x][4]);
  out[threadIdx.x] = v.x + v.y + v.z + v.w;
}
struct __align__(16) Quad {
  float a, b, c, d;
};
struct Pair {
  float a, b;
};
__device__ void take_four(float (&values)[8], const float* first) {
  *reinterpret_cast<float4*>(values) = *reinterpret_cast<const float4*>(first);  // @odd_in_helper
}
__global__ void odd_in_helper(float* out) {
  __shared__ float tile[256];
  for (int i = threadIdx.x; i < 256; i += 32) tile[i] = static_cast<float>(i);
  __syncthreads();
  float values[8];
  take_four(values, &tile[threadIdx.x + 1]);
  out[threadIdx.x] = values[0] + values[1] + values[2] + values[3];
}
__global__ void odd_in_helper_of_two(float* out) {
  __shared__ float tile[256];
  for (int i = threadIdx.x; i < 256; i += 32) tile[i] = static_cast<float>(i);
  __syncthreads();
  float values[8];
  take_four(values, &tile[threadIdx.x + 1]);
  out[threadIdx.x] = values[0] + values[1];
}
__global__ void odd_row_of_quads(float* out) {
  __shared__ __align__(16) float tile[32][33];
  for (int i = 0; i < 33; ++i) tile[threadIdx.x][i] = i;
  __syncthreads();
  const Quad v = *reinterpret_cast<const Quad*>(&tile[threadIdx.x][4]);  // @odd_quad
  out[threadIdx.x] = v.a + v.b + v.c + v.d;
}
// Nothing says that a pair has more than the place of a float.
__global__ void odd_row_of_pairs(float* out) {
  __shared__ __align__(16) float tile[32][33];
  for (int i = 0; i < 33; ++i) tile[threadIdx.x][i] = i;
  __syncthreads();
  const Pair v = *reinterpret_cast<const Pair*>(&tile[threadIdx.x][4]);
  out[threadIdx.x] = v.a + v.b;
}
// What is copied byte by byte may be anywhere.
__global__ void odd_row_by_bytes(float* out) {
  __shared__ __align__(16) float tile[32][33];
  for (int i = 0; i < 33; ++i) tile[threadIdx.x][i] = i;
  __syncthreads();
  float4 v;
  memcpy(&v, &tile[threadIdx.x][4], sizeof v);
  out[threadIdx.x] = v.x + v.y + v.z + v.w;
}
__global__ void odd_member(double* out) {
  struct Bytes {
    char bytes[24];
  };
  __shared__ Bytes b;
  if (threadIdx.x < 24) b.bytes[threadIdx.x] = 0;
  __syncthreads();
  if (threadIdx.x == 0) out[0] = *(double*)(b.bytes + 4);  // @odd_double
}
struct __attribute__((packed)) Packed {
  char tag;
  int value;
};
__global__ void packed(int* out) {
  __shared__ Packed p[8];
  if (threadIdx.x < 8) {
    p[threadIdx.x].tag = 1;
    p[threadIdx.x].value = threadIdx.x;
  }
  __syncthreads();
  if (threadIdx.x < 8) out[threadIdx.x] = p[7 - threadIdx.x].value;
}
__global__ void even_words(unsigned* out) {
  __shared__ unsigned char tile[32][36];
  for (int i = threadIdx.x; i < 32 * 36; i += blockDim.x) tile[i / 36][i % 36] = i;
  __syncthreads();
  if (threadIdx.x < 32) out[threadIdx.x] = *reinterpret_cast<unsigned*>(&tile[threadIdx.x][4]);
}

// ---- indices of local arrays ----

__global__ void past_local(int* out, int last) {
  int own[8] = {};
#pragma unroll 1
  for (int i = 0; i <= last; ++i) own[i] = out[i];  // @past_local
  out[threadIdx.x + 32] = own[threadIdx.x % 8];
}
__global__ void before_local(int* out, int n) {
  float own[2][4];
  for (int i = 0; i < 8; ++i) own[i / 4][i % 4] = out[i];
  out[threadIdx.x + 32] = own[threadIdx.x % 2][threadIdx.x % 4 - n];  // @before_local
}
struct WithArray {
  char tag;
  short values[5];
};
__global__ void within_local(int* out, int n) {
  WithArray own[3];
  long long words[4];
  for (int i = 0; i < 15; ++i) own[i / 5].values[i % 5] = out[i];
  for (int i = 0; i < 4; ++i) words[i] = out[i];
  auto* const bytes = reinterpret_cast<unsigned char*>(words);
  const int i = threadIdx.x;
  int sum = own[(i + n) % 3].values[i % 5] + bytes[(i + n) % 32];
  if (i < 4) sum += words[i];
  for (int j = 3; j >= 0; --j) sum += words[(i + j) & 3];
  out[i + 32] = sum;
}

extern "C" {
void run_past_local(int* out, int n) {
  cudaMemset(out, 0, n * sizeof(int));
  past_local<<<1, 32>>>(out, 8);
}
void run_before_local(int* out, int n) {
  cudaMemset(out, 0, n * sizeof(int));
  before_local<<<1, 32>>>(out, 9);
}
void run_within_local(int* out, int n) {
  cudaMemset(out, 0, n * sizeof(int));
  within_local<<<1, 32>>>(out, n);
}
void run_outside_and_race(int* out, int n) { outside_and_race<<<1, 64>>>(out, n); }
void run_outside_then_unwritten(int* out, int n) {
  cudaMemset(out, 0, n * sizeof(int));
  outside_then_unwritten<<<2, 64>>>(out, n);
}
void run_index_from_the_missing(int* out, int n) { index_from_the_missing<<<1, 64>>>(out, n); }
void run_spins_for_the_missing(int* out, int n) {
  cudaMemset(out, 0, n * sizeof(int));
  spins_for_the_missing<<<2, 1>>>(out, n);
}
void run_skipped_at_the_end(int* out, int) { skipped_at_the_end<<<1, 64>>>(out); }
void run_skipped_in_a_loop(int* out, int) { skipped_in_a_loop<<<1, 64>>>(out); }
void run_skipped_by_switch(int* out, int) { skipped_by_switch<<<1, 64>>>(out); }
void run_skipped_call(int* out, int) { skipped_call<<<1, 64>>>(out); }
void run_skipped_vote(int* out, int) { skipped_vote<<<1, 64>>>(out); }
void run_odd_word(int* out, int) { odd_word<<<1, 32>>>(reinterpret_cast<unsigned*>(out)); }
void run_odd_store(int* out, int) { odd_store<<<1, 32>>>(reinterpret_cast<unsigned*>(out)); }
void run_odd_row(int* out, int) { odd_row<<<1, 32>>>(reinterpret_cast<float*>(out)); }
void run_odd_row_stored(int* out, int) { odd_row_stored<<<1, 32>>>(reinterpret_cast<float*>(out)); }
void run_even_row(int* out, int) { even_row<<<1, 32>>>(reinterpret_cast<float*>(out)); }
void run_odd_in_helper(int* out, int) { odd_in_helper<<<1, 32>>>(reinterpret_cast<float*>(out)); }
void run_odd_in_helper_of_two(int* out, int) { odd_in_helper_of_two<<<1, 32>>>(reinterpret_cast<float*>(out)); }
void run_odd_row_of_quads(int* out, int) { odd_row_of_quads<<<1, 32>>>(reinterpret_cast<float*>(out)); }
void run_odd_row_of_pairs(int* out, int) { odd_row_of_pairs<<<1, 32>>>(reinterpret_cast<float*>(out)); }
void run_odd_row_by_bytes(int* out, int) { odd_row_by_bytes<<<1, 32>>>(reinterpret_cast<float*>(out)); }
void run_odd_member(int* out, int) { odd_member<<<1, 32>>>(reinterpret_cast<double*>(out)); }
void run_packed(int* out, int) { packed<<<1, 32>>>(out); }
void run_even_words(int* out, int) { even_words<<<1, 64>>>(reinterpret_cast<unsigned*>(out)); }
}
