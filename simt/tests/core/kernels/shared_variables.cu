// Student code for shared_variables_test.cpp.
#include <cuda_runtime.h>
struct Pair {
  short a;
  double b;
};
struct Trivial {
  int a;
  Trivial() = default;
};
#define DECLARED_BY_A_MACRO __shared__ int m[32];

__global__ void one(int* out, int offset) {
  __shared__ int s[32];
  s[(threadIdx.x + offset)] = 1;
  __syncthreads();
  out[threadIdx.x] = s[(31 - threadIdx.x) % 32];
}
__global__ void second_of_two(int* out, int offset) {
  __shared__ alignas(16) int a[32], b[2][16];
  a[threadIdx.x] = b[threadIdx.x / 16][threadIdx.x % 16 + offset] = 1;
  __syncthreads();
  out[threadIdx.x] = a[31 - threadIdx.x] + b[0][threadIdx.x % 16];
}
__global__ void first_of_two(int* out, int offset) {
  static __shared__ volatile int a[32], *b;
  a[static_cast<int>(threadIdx.x) + offset] = 1;
  if (threadIdx.x == 0) b = a;
  __syncthreads();
  out[threadIdx.x] = b[31 - threadIdx.x];
}
template <int n, class T>
__global__ void generic(int* out, int offset) {
  __shared__ T s[n];
  __shared__ Pair pairs[n];
  s[threadIdx.x] = T(threadIdx.x);
  pairs[threadIdx.x + offset].b = 1;
  __syncthreads();
  out[threadIdx.x] = s[31 - threadIdx.x] + pairs[threadIdx.x].b;
}
__global__ void with_a_class(int* out, int offset) {
  __shared__ struct {
    int a;
    int b[31];
  } unnamed, another;
  __shared__ Trivial trivial[32];
  if (threadIdx.x == 0) another.a = unnamed.a = 1;
  trivial[threadIdx.x + offset].a = 1;
  __syncthreads();
  out[threadIdx.x] = trivial[31 - threadIdx.x].a + unnamed.a + another.a;
}
__shared__ int global[32];
namespace named {
__shared__ int global[32];
}
__global__ void namespace_scope(int* out, int offset) {
  global[threadIdx.x + offset] = named::global[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = global[31 - threadIdx.x] + named::global[threadIdx.x];
}
extern "C" __global__ void c_kernel(int* out, int offset) {
  __shared__ int s[32];
  s[threadIdx.x + offset] = 1;
  __syncthreads();
  out[threadIdx.x] = s[31 - threadIdx.x];
}
__global__ void by_a_macro(int* out) {
  DECLARED_BY_A_MACRO
  m[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = m[31 - threadIdx.x];
}
__global__ void just_enough(int* out) {
  __shared__ float first[6144], second[6144];  // 48 KiB
  first[threadIdx.x] = second[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = first[31 - threadIdx.x] + second[31 - threadIdx.x];
}
__global__ void banks(int* out) {
  __shared__ char c;
  __shared__ int a[33], b[32];
  if (threadIdx.x == 0) c = 0;
  a[threadIdx.x] = b[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 0) out[0] = (&b[0] - &a[0]) % 32;
  if (threadIdx.x == 0) out[1] = (reinterpret_cast<char*>(&a[0]) - &c) % 128;
  out[threadIdx.x + 2] = a[31 - threadIdx.x] + b[31 - threadIdx.x] + c;
}
__global__ void addresses(int* out) {
  __shared__ int* at;
  __shared__ int a[32], b[32];
  if (threadIdx.x == 0) at = a;
  __syncthreads();
  // Another variable each time, and another lane's.
  for (int i = 0; i < 8; ++i) ((i + threadIdx.x) % 2 ? a : b)[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = at[threadIdx.x | 1] + b[threadIdx.x & ~1];
}

extern __shared__ int dynamic[];
namespace named {
extern __shared__ __align__(16) float2 pairs[][16];
}
namespace {
extern __shared__ int unnamed[];
}
__device__ void fill(int* to, int value) { to[threadIdx.x] = value; }
template <class T>
__device__ T* end(T* from) {
  return from + 64;
}
__global__ void file_scope(int* out, int offset) {
  dynamic[threadIdx.x + offset] = 1;
  fill(dynamic + 32, 2);
  __syncthreads();
  const int* const all = (int*)dynamic;
  *(&dynamic[threadIdx.x] + 32) += 3 * all[31 - threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = end(dynamic)[-1 - static_cast<int>(threadIdx.x)] + unnamed[31 - threadIdx.x];
}
__global__ void file_scope_rows(int* out) {
  named::pairs[threadIdx.x / 16][threadIdx.x % 16].y = 1.5f;
  __syncthreads();
  out[threadIdx.x] = 2 * named::pairs[1 - threadIdx.x / 16][threadIdx.x % 16].y;
}
__global__ void shadowed(int* out) {
  int dynamic[2] = {7, 8};
  out[threadIdx.x] = dynamic[threadIdx.x % 2];
}
struct With {
  int dynamic;
};

extern "C" {
void run_file_scope(int* out, int offset) { file_scope<<<1, 32, 256>>>(out, offset); }
void run_file_scope_rows(int* out, int) { file_scope_rows<<<1, 32, 256>>>(out); }
void run_shadowed(int* out, int) {
  const With dynamic{3};
  shadowed<<<1, 32, dynamic.dynamic>>>(out);
}
void run_one(int* out, int offset) { one<<<1, 32>>>(out, offset); }
void run_second_of_two(int* out, int offset) { second_of_two<<<1, 32>>>(out, offset); }
void run_first_of_two(int* out, int offset) { first_of_two<<<1, 32>>>(out, offset); }
void run_generic(int* out, int offset) { generic<32, int><<<1, 32>>>(out, offset); }
void run_with_a_class(int* out, int offset) { with_a_class<<<1, 32>>>(out, offset); }
void run_namespace_scope(int* out, int offset) { namespace_scope<<<1, 32>>>(out, offset); }
void run_c_kernel(int* out, int offset) { c_kernel<<<1, 32>>>(out, offset); }
void run_by_a_macro(int* out, int) { by_a_macro<<<1, 32>>>(out); }
void run_just_enough(int* out, int) { just_enough<<<1, 32>>>(out); }
void run_banks(int* out, int) { banks<<<1, 32>>>(out); }
void run_addresses(int* out, int) { addresses<<<1, 32>>>(out); }
}
