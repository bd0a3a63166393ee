// Loops in which the lanes of a warp do different things; rounds_test.cpp says which rounds belong to one request.
#include <cuda_runtime.h>

// `trips` gives each thread a number of rounds, `in` what it adds up.
__global__ void ragged(float* out, const float* in, const int* trips) {
  float sum = 0;
  const int n = trips[threadIdx.x];
#pragma unroll 1
  for (int k = 0; k < n; ++k) sum += in[k * 32 + threadIdx.x];  // @ragged
  out[threadIdx.x] = sum;
}

__global__ void skips(float* out, const float* in, const int* trips) {
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < 300; ++k) {
    if (k % (trips[threadIdx.x] + 1) != 0) continue;
    sum += in[k * 32 + threadIdx.x];  // @skips
  }
  out[threadIdx.x] = sum;
}

__global__ void nested(float* out, const float* in, const int* trips) {
  float sum = 0;
  const int n = trips[threadIdx.x];
#pragma unroll 1
  for (int i = 0; i < n; ++i) {
#pragma unroll 1
    for (int k = 0; k < (n * (i + 1)) % 7; ++k) sum += in[(i * 7 + k) * 32 + threadIdx.x];  // @inner
    sum += in[i * 32 + threadIdx.x];                                                        // @outer
  }
  out[threadIdx.x] = sum;
}

// One lane is much slower than the others, in the first round.
__global__ void straggler(float* out, const float* in, const int* trips) {
  float sum = 0;
#pragma unroll 1
  for (int i = 0; i < 200; ++i) {
    const int n = i == 0 && threadIdx.x == 5 ? 500 : 1 + trips[threadIdx.x] % 2;
#pragma unroll 1
    for (int k = 0; k < n; ++k) sum += in[(i + k) * 32 + threadIdx.x];  // @straggler
  }
  out[threadIdx.x] = sum;
}

// Lanes leave the loop in different rounds, and read once more before they meet the others.
__global__ void leaves(float* out, const float* in, const int* trips) {
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < 100; ++k) {
    if (k == trips[threadIdx.x]) {
      sum += in[k * 32 + threadIdx.x];  // @leaves
      break;
    }
    sum += 1;
  }
  out[threadIdx.x] = sum;
}

__device__ __noinline__ float first_of(const float* in, int n) {
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < n; ++k) sum += in[k * 32];  // @callee
  return sum;
}

// Some lanes call the function once, the others twice.
__global__ void calls(float* out, const float* in, const int* trips) {
  float sum = 0;
  if (trips[threadIdx.x] % 2 == 0) sum += first_of(in + threadIdx.x, 3);
  sum += first_of(in + 1024 + threadIdx.x, 2);
  out[threadIdx.x] = sum;
}

__global__ void barrier_inside(float* out, const float* in, const int* trips) {
  float sum = 0;
  const int first = trips[threadIdx.x];
#pragma unroll 1
  for (int k = 0; k < 150; ++k) {
    if ((k + first) % 3 == 0) sum += in[k * 32 + threadIdx.x];  // @barrier_inside
    if (k % 10 == 9) __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// Rows of a sparse matrix, a row for each lane, until a sum is large enough.
__global__ void goes_on(float* out, const float* in, const int* trips) {
  float sum = 0;
  int k = 0;
  do {
    sum += in[k * 32 + threadIdx.x];  // @goes_on
    k += 1 + trips[threadIdx.x] % 3;
  } while (k < 250);
  out[threadIdx.x] = sum;
}

#define RUN(kernel) \
  extern "C" void run_##kernel(float* out, const float* in, const int* trips) { kernel<<<1, 32>>>(out, in, trips); }
RUN(ragged)
RUN(skips)
RUN(nested)
RUN(straggler)
RUN(leaves)
RUN(calls)
RUN(barrier_inside)
RUN(goes_on)

// A loop with two ways back.
__global__ void counts_down(float* out, const float* in, const int* trips) {
  float sum = 0;
  int left = trips[threadIdx.x] % 40;
#pragma unroll 1
  while (left-- > 0) {
    if (left == 7) continue;
    sum += in[left * 32 + threadIdx.x];  // @counts_down
  }
  out[threadIdx.x] = sum;
}

// Lanes leave the loop in different rounds, by either of two ways, and then write together.
__global__ void writes_behind(float* out, const float* in, const int* trips) {
  int k = 0;
#pragma unroll 1
  for (; k < 50 && k * 3 < trips[threadIdx.x]; ++k) {
  }
  if (k < 50) out[threadIdx.x] = k + in[k * 32 + threadIdx.x];  // @writes_behind
}
RUN(counts_down)
RUN(writes_behind)
