//// missing_semicolon
__global__ void k(int* out) {
  int x = 1  // refused: ;
  out[0] = x;
}

//// missing_brace
__global__ void k(int* out) {
  if (threadIdx.x == 0) {
    out[0] = 1;
}
void run(int* out) {  // refused: not allowed here
  k<<<1, 1>>>(out);
}

//// undeclared
__global__ void k(int* out) {
  out[index] = 1;  // refused: index
}

//// misspelled_builtin
__global__ void k(int* out) {
  out[threadIdx.w] = 1;  // refused: w
}

//// misspelled_index
__global__ void k(int* out) {
  out[threadidx.x] = 1;  // refused: threadidx
}

//// misspelled_qualifier
__globl__ void k(int* out) {  // refused: __globl__
  out[0] = 1;
}

//// misspelled_function
__global__ void k(int* out) {
  out[0] = 1;
  __syncthread();  // refused: __syncthread
}

//// misspelled_api
void run(int** p) {
  cudaMaloc(p, 4);  // refused: cudaMaloc
}

//// missing_include
__global__ void k(int* out) { out[0] = 1; }
void run() {
  std::vector<int> values;  // refused: vector
}

//// wrong_include
#include "no_such_header.cuh"  // refused: no_such_header.cuh
__global__ void k(int* out) { out[0] = 1; }

//// half_typed_launch
__global__ void k(int* out) { out[0] = 1; }
void run(int* out) {
  k<<<1,  // refused: is not complete
}

//// half_typed_expression
__global__ void k(int* out) {
  out[threadIdx.x] = ;  // refused: expression
}

//// half_typed_call
__global__ void k(int* out) {
  out[0] = min(1, ;  // refused: expression
}

//// float_index
__global__ void k(float* out, float x) {
  out[x] = 1;  // refused: not an integer
}

//// modulo_of_float
__global__ void k(float* out, float x) {
  out[0] = x % 2;  // refused: invalid operands
}

//// pointer_is_not_indexed
__global__ void k(float* out) {
  out = 1.0f;  // refused: float
}

//// array_is_assigned
__global__ void k(float* out) {
  __shared__ float a[4], b[4];
  a = b;  // refused: not assignable
}

//// subscript_of_a_number
__global__ void k(float* out) {
  float x = 1;
  out[0] = x[0];  // refused: subscripted value
}

//// wrong_number_of_arguments
__device__ int add(int a, int b) { return a + b; }
__global__ void k(int* out) {
  out[0] = add(1);  // refused: add
}

//// missing_return_is_a_warning
__device__ int add(int a, int b) { a + b; }
__global__ void k(int* out) { out[0] = add(1, 2); }

//// unused_and_uninitialised
__global__ void k(int* out) {
  int x, y;
  if (threadIdx.x == 0) x = 1;
  out[0] = x;
}

//// narrowing_in_braces
__global__ void k(int* out, float x) {
  int values[2] = {x, 1};
  out[0] = values[0];
}

//// narrowing_of_the_thread_index
__global__ void k(int* out) {
  int2 p = {threadIdx.x, threadIdx.y};
  out[0] = p.x;
}

//// redefinition
__global__ void k(int* out) {
  int x = 1;
  int x = 2;  // refused: x
  out[0] = x;
}

//// const_is_changed
__global__ void k(int* out) {
  const int x = 1;
  x = 2;  // refused: x
  out[0] = x;
}

//// goto_and_switch
__global__ void k(int* out, int n) {
  switch (n) {
    case 0: out[0] = 1; break;
    case 1:
    default: goto end;
  }
  out[1] = 2;
end:
  out[2] = 3;
}

//// c_casts
__global__ void k(void* memory, float* out) {
  int* p = (int*)memory;
  char* bytes = (char*)out;
  *(unsigned*)(bytes + 4) = p[0];
  out[0] = (float)p[1] + __int_as_float(p[2]);
  float4* vector = reinterpret_cast<float4*>(out);
  vector[0] = make_float4(1, 2, 3, 4);
}

//// void_pointer_is_not_converted
__global__ void k(void* memory) {
  int* p = memory;  // refused: void
  p[0] = 1;
}

//// malloc_is_not_converted
#include <cstdlib>
void run() {
  int* p = malloc(4);  // refused: void
}

//// arch_macro
__device__ int f() {
#ifdef __CUDA_ARCH__
  return 1;
#else
  return 2;
#endif
}
__global__ void k(int* out) { out[0] = f(); }

//// arch_macro_chooses_the_side
__host__ __device__ int f() {
#ifdef __CUDA_ARCH__
  return threadIdx.x;
#else
  return 2;
#endif
}
__global__ void k(int* out) { out[0] = f(); }
int run() { return f(); }

//// structured_bindings
struct Pair {
  int a, b;
};
__device__ Pair both() { return {1, 2}; }
__global__ void k(int* out) {
  auto [a, b] = both();
  if (int c = a + b; c > 2) out[0] = c;
}

//// static_assertion_fails
template <int N>
__global__ void k(int* out) {
  static_assert(N % 32 == 0, "a multiple of a warp");  // refused: multiple of a warp
  out[0] = N;
}
void run(int* out) { k<33><<<1, 33>>>(out); }

//// static_assertion_holds
template <int N>
__global__ void k(int* out) {
  static_assert(N % 32 == 0, "a multiple of a warp");
  out[0] = N;
}
void run(int* out) { k<64><<<1, 64>>>(out); }

//// unroll
__global__ void k(float* out) {
#pragma unroll
  for (int i = 0; i < 4; ++i) out[i] = i;
#pragma unroll 2
  for (int i = 0; i < 4; ++i) out[i] += i;
}

//// constexpr_loop
template <int N>
struct Sum {
  static constexpr int value = N + Sum<N - 1>::value;
};
template <>
struct Sum<0> {
  static constexpr int value = 0;
};
__global__ void k(int* out) { out[0] = Sum<4>::value; }

//// concepts_are_newer
template <class T>
concept Number = true;  // refused: concept
__global__ void k(int* out) { out[0] = 1; }

//// void_is_missing_in_main
int main() {
  int* out;
  cudaMalloc(&out, 4);
  cudaFree(out);
}

//// error_directive
#error "not finished"  // refused: not finished
__global__ void k(int* out) { out[0] = 1; }
