// Loads whose value one side of a branch needs, in the first of two blocks; selections_test.cpp says what nvcc makes of
// them. And loops with two conditions.
#include <cuda_runtime.h>

#define RUN(name) \
  extern "C" void run_##name(float* out, const float* in, const int*) { name<<<2, 32>>>(out, in); }
#define RUN_LOOP(name) \
  extern "C" void run_##name(float* out, const float* in, const int*) { name<<<1, 32>>>(out, in, 213); }

__global__ void assigned(float* out, const float* in) {
  const float own = in[threadIdx.x];
  float result = 1;
  if (blockIdx.x == 0) result = own;
  out[threadIdx.x] = result;
}
RUN(assigned)

__global__ void scaled(float* out, const float* in) {
  const float own = in[threadIdx.x];
  float result = 1;
  if (blockIdx.x == 0) result = own * 0.5f + 1;
  out[threadIdx.x] = result;
}
RUN(scaled)

__global__ void both(float* out, const float* in) {
  const float own = in[threadIdx.x];
  if (blockIdx.x == 0 && own > 4) out[threadIdx.x] = 2;
}
RUN(both)

__global__ void either_or_both(float* out, const float* in) {
  const int x = blockIdx.x;
  const bool own = in[threadIdx.x] > 4;
  out[threadIdx.x] = x == 1 || (own && x == 0);
}
RUN(either_or_both)

__global__ void divided(float* out, const float* in) {
  const float own = reinterpret_cast<const int*>(in)[threadIdx.x];
  float result = 1;
  if (blockIdx.x == 0) result = own / 0.3f;
  out[threadIdx.x] = result;
}
RUN(divided)

__global__ void stored(float* out, const float* in) {
  const float own = in[threadIdx.x];
  if (blockIdx.x == 0) out[threadIdx.x] = own;
}
RUN(stored)

__global__ void read_there(float* out, const float* in) { out[threadIdx.x] = blockIdx.x == 0 && in[threadIdx.x] > 4; }
RUN(read_there)

// 32 threads with 213 elements: the last ones have fewer rounds than the others, or none.
template <int Each>
__device__ void sum_of(float* out, const float* in, int n) {
  const int thread = threadIdx.x, first = thread * Each;
  float sum = 0;
  for (int i = first; i < first + Each && i < n; ++i) sum += in[i];
  out[threadIdx.x] = sum;
}

__global__ void eight_each(float* out, const float* in, int n) { sum_of<8>(out, in, n); }
RUN_LOOP(eight_each)
__global__ void twenty_one_each(float* out, const float* in, int n) { sum_of<21>(out, in, n); }
RUN_LOOP(twenty_one_each)
