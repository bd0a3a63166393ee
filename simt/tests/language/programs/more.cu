//// constexpr_array_constant_index
constexpr float weights[3] = {1, 2, 3};
__global__ void k(float* out) { out[0] = weights[1]; }  // refused: weights

//// constexpr_array_unrolled
constexpr float weights[3] = {1, 2, 3};
__global__ void k(float* out) {
#pragma unroll
  for (int i = 0; i < 3; ++i) out[i] = weights[i];  // refused: weights
}

//// constexpr_struct_member
struct Config {
  int tile;
  int other[3];
};
constexpr Config config{1, {2, 3, 4}};
__global__ void k(int* out) { out[0] = config.tile; }

//// const_struct_member
struct Config {
  int tile;
};
const Config config{1};
__global__ void k(int* out) { out[0] = config.tile; }

//// static_constexpr_array_member
struct Config {
  static constexpr int sizes[3] = {1, 2, 3};
};
__global__ void k(int* out, int i) { out[0] = Config::sizes[i]; }  // refused: sizes

//// static_constexpr_array_member_constant
struct Config {
  static constexpr int sizes[3] = {1, 2, 3};
};
__global__ void k(int* out, int i) { out[0] = Config::sizes[2]; }

//// local_constexpr_array
__global__ void k(int* out, int i) {
  constexpr int sizes[3] = {1, 2, 3};
  out[0] = sizes[i];
}

//// local_static_const_array
__global__ void k(int* out, int i) {
  static const int sizes[3] = {1, 2, 3};
  out[0] = sizes[i];
}

//// const_array_sizeof
const float weights[3] = {1, 2, 3};
__global__ void k(float* out) { out[0] = sizeof(weights) / sizeof(weights[0]); }

//// const_with_host_initialiser
int start();
const int size = start();
__global__ void k(int* out) { out[0] = size; }  // refused: size

//// const_char_pointer
const char* const name = "k";
#include <cstdio>
__global__ void k() { printf("%s\n", name); }  // refused: name

//// const_float_by_min
const float size = 32;
__global__ void k(float* out, float n) { out[0] = fminf(size, n) + min(size, n); }

//// lambda_in_kernel_calls_host
int host_only(int x) { return x; }
__global__ void k(int* out) {
  auto f = [=](int x) { return host_only(x); };  // refused: host_only
  out[0] = f(1);
}

//// lambda_in_kernel_uses_std_max
#include <algorithm>
__global__ void k(int* out) {
  auto f = [=](int x) { return std::max(x, 2); };  // refused: max
  out[0] = f(1);
}

//// both_sides_use_a_host_variable
int factor = 3;
__host__ __device__ int f(int x) { return factor * x; }  // refused: factor
int run() { return f(1); }

//// both_sides_call_the_device
__device__ int device_only(int x) { return x; }
__host__ __device__ int f(int x) { return device_only(x); }  // refused: device_only
__global__ void k(int* out) { out[0] = f(1); }

//// both_sides_call_barrier
__host__ __device__ void f() { __syncthreads(); }  // refused: __syncthreads
__global__ void k(int* out) { f(); }

//// both_sides_use_thread_index
__host__ __device__ int f() { return threadIdx.x; }
__global__ void k(int* out) { out[0] = f(); }

//// both_sides_print
#include <cstdio>
#include <iostream>
__host__ __device__ void f(int x) { printf("%d\n", x); }
__host__ __device__ void g(int x) { std::cout << x; }  // refused: cout
__global__ void k(int* out) { f(1); }

//// unused_static_device_function_calls_host
int host_only(int x) { return x; }
static __device__ int f(int x) { return host_only(x); }
__global__ void k(int* out) { out[0] = 1; }

//// unused_inline_device_function_calls_host
int host_only(int x) { return x; }
inline __device__ int f(int x) { return host_only(x); }
__global__ void k(int* out) { out[0] = 1; }

//// unused_device_template_calls_host
int host_only(int x) { return x; }
template <class T>
__device__ T f(T x) { return host_only(x); }
__global__ void k(int* out) { out[0] = 1; }

//// unused_device_template_calls_dependent
template <class T>
__device__ T f(T x) { return x.missing(); }
__global__ void k(int* out) { out[0] = 1; }

//// kernel_never_defined
__global__ void k(int* out);
void run(int* out) { k<<<1, 1>>>(out); }

//// extern_device_variable
extern __device__ int x;
__global__ void k(int* out) { out[0] = x; }

//// shared_reference
__global__ void k(int* out) {
  __shared__ int x;
  int& y = x;
  y = 1;
  out[0] = y;
}

//// shared_pointer_variable
__global__ void k(int* out) {
  __shared__ int* p;
  p = out;
  __syncthreads();
  p[0] = 1;
}

//// shared_auto
__global__ void k(int* out) {
  __shared__ auto x = 1;  // refused: initializer not allowed for
  out[0] = x;
}

//// shared_const
__global__ void k(int* out) {
  __shared__ const int x;  // refused: const int
  out[0] = x;
}

//// shared_struct_with_default_members
struct V { int x = 1; };
__global__ void k(int* out) {
  __shared__ V v;
  out[0] = v.x;
}

//// shared_struct_with_destructor
struct V {
  int x;
  __device__ ~V() {}
};
__global__ void k(int* out) {
  __shared__ V v;
  out[0] = v.x;
}

//// shared_brace_initialised
__global__ void k(int* out) {
  __shared__ int x{};  // refused: initializer not allowed for
  out[0] = x;
}

//// shared_paren_initialised
__global__ void k(int* out) {
  __shared__ int x(0);  // refused: initializer not allowed for
  out[0] = x;
}

//// shared_in_a_class_static
struct S {
  static __shared__ int x;  // refused: memory qualifier on data
};
__global__ void k(int* out) { out[0] = 1; }

//// shared_in_a_loop
__global__ void k(int* out) {
  for (int i = 0; i < 2; ++i) {
    __shared__ int x;
    x = i;
    out[i] = x;
  }
}

//// shared_in_host_device
__host__ __device__ int f() {
  __shared__ int x;  // refused: a __shared__ variable is
  x = 1;
  return x;
}
__global__ void k(int* out) { out[0] = f(); }

//// shared_in_a_lambda
__global__ void k(int* out) {
  auto f = [&] {
    __shared__ int x;
    x = 1;
    return x;
  };
  out[0] = f();
}

//// two_qualifiers_of_variables
__device__ __constant__ int a;
__constant__ __device__ float b[4];
static __device__ int c;
__device__ static int d;
__device__ volatile int e;
__device__ const int f = 3;
__global__ void k(int* out) { out[0] = a + c + d + e + f; }

//// shared_and_constant
__global__ void k(int* out) {
  __shared__ __constant__ int a;  // refused: illegal combination
  out[0] = a;
}

//// device_pointer_to_device_variable
__device__ int x;
__device__ int* p = &x;
__global__ void k(int* out) { out[0] = *p; }

//// kernel_of_host_and_device
__host__ __device__ void k(int* out) { out[0] = 1; }
void run(int* out) { k<<<1, 1>>>(out); }  // refused: k

//// no_arguments
__global__ void k() {}
void run() {
  k<<<1, 1>>>();
  int n = 0;
  k<<<1, 1, n>>>();
}

//// launch_in_return
__global__ void k(int* out) { out[0] = 1; }
cudaError_t run(int* out) {
  return k<<<1, 1>>>(out), cudaGetLastError();
}

//// launch_of_a_template_by_deduction_fails
template <class T>
__global__ void k(T* a, T* b) {}
void run(int* a, float* b) { k<<<1, 1>>>(a, b); }  // refused: k

//// const_pointer_to_kernel
__global__ void k(int* out) { out[0] = 1; }
void run(const int* out) { k<<<1, 1>>>(out); }  // refused: int *

//// launch_with_string
__global__ void k(int* out) { out[0] = 1; }
void run() { k<<<1, 1>>>("out"); }  // refused: int *

//// launch_with_nullptr
__global__ void k(int* out, float* p) { out[0] = 1; }
void run() { k<<<1, 1>>>(nullptr, NULL); }

//// launch_with_braces
struct P { int a, b; };
__global__ void k(int* out, P p) { out[0] = p.a; }
void run(int* out) { k<<<1, 1>>>(out, {1, 2}); }

//// launch_with_host_vector
#include <vector>
__global__ void k(int* out) { out[0] = 1; }
void run(std::vector<int> v) { k<<<1, 1>>>(v); }  // refused: std::vector

//// launch_with_host_struct_by_value
#include <vector>
struct P { std::vector<int> v; };
__global__ void k(P p) {}
void run(P p) { k<<<1, 1>>>(p); }

//// float_grid
__global__ void k() {}
void run(float x) { k<<<x / 32, 32>>>(); }

//// negative_block
__global__ void k() {}
void run(float x) { k<<<1, -1>>>(); }

//// kernel_with_array_parameter
__global__ void k(float a[4], float b[][3]) { a[0] = b[1][2]; }

//// kernel_with_bool_and_enum
enum class Mode { a, b };
__global__ void k(bool flag, Mode mode, char c, int* out) { out[0] = flag + c + int(mode); }
void run(int* out) { k<<<1, 1>>>(true, Mode::a, 'c', out); }

//// kernel_with_function_pointer
typedef float (*F)(float);
__device__ float twice(float x) { return 2 * x; }
__device__ F pointer = twice;
__global__ void k(F f, float* out) { out[0] = f(1); }

//// global_variable
__global__ int x;

//// global_class
__global__ struct S { int x; };

//// main_calls_kernel_before_declaration
void run(int* out) { k<<<1, 1>>>(out); }  // refused: k
__global__ void k(int* out) { out[0] = 1; }

//// missing_return_type
__device__ f(int x) { return x; }  // refused: C++ requires a type

//// semicolon_after_function
__global__ void k(int* out) { out[0] = 1; };

//// unused_parameter_name
__global__ void k(int*, int) {}

//// nested_function
__global__ void k(int* out) {
  __device__ int f(int x) { return x; }  // refused: function definition is not
  out[0] = f(1);
}

//// alloca_in_kernel
__global__ void k(int* out, int n) {
  int* p = (int*)alloca(n);
  out[0] = p[0];
}

//// goto_over
__global__ void k(int* out) {
  goto end;  // refused: cannot jump from this
  int x = 1;
end:
  out[0] = 2;
}

//// designated_initialisers
struct P { int a, b; };
__global__ void k(int* out) {
  P p = {.a = 1, .b = 2};
  out[0] = p.a;
}

//// float_literals
__global__ void k(float* out) { out[0] = 1.0 / 3 + 1e-3f + 0x10 + 1'000; }

//// long_double_in_kernel
__global__ void k(float* out) { long double x = 1; out[0] = x; }

//// int128_in_kernel
__global__ void k(long long* out) { __int128 x = 1; out[0] = x; }

//// memcmp_strlen
#include <cstring>
__global__ void k(int* out) { out[0] = memcmp(out, out, 4); }  // refused: memcmp

//// strlen_in_kernel
#include <cstring>
__global__ void k(int* out, const char* s) { out[0] = strlen(s); }  // refused: strlen

//// memmove_in_kernel
#include <cstring>
__global__ void k(int* out) { memmove(out, out + 1, 4); }  // refused: memmove

//// sprintf_in_kernel
#include <cstdio>
__global__ void k(char* out) { sprintf(out, "x"); }  // refused: sprintf

//// puts_in_kernel
#include <cstdio>
__global__ void k(char* out) { puts("x"); }  // refused: puts

//// putchar_in_kernel
#include <cstdio>
__global__ void k(char* out) { putchar('x'); }  // refused: putchar

//// std_printf
#include <cstdio>
__global__ void k(char* out) { std::printf("x\n"); }

//// abort_in_kernel
#include <cstdlib>
__global__ void k(char* out) { abort(); }  // refused: abort

//// time_in_kernel
#include <ctime>
__global__ void k(char* out) { out[0] = time(nullptr); }  // refused: time

//// sleep_in_kernel
#include <unistd.h>
__global__ void k(char* out) { usleep(3); }  // refused: usleep

//// isdigit_in_kernel
#include <cctype>
__global__ void k(char* out) { out[0] = isdigit('3'); }  // refused: isdigit

//// std_fmaxf
#include <cmath>
__global__ void k(float* out) { out[0] = std::fmax(1.0f, 2.0f) + std::fmin(1.0, 2.0) + std::round(1.5f) + std::cbrt(2.0f) + std::hypot(3.0f, 4.0f); }

//// std_math_of_int
#include <cmath>
__global__ void k(double* out) { out[0] = std::sqrt(2) + std::pow(2, 3) + sqrt(2) + pow(2, 3) + exp(1) + log(2); }  // refused: sqrt

//// std_math_c11_of_int
#include <cmath>
__global__ void k(double* out) { out[0] = std::cbrt(2); }  // refused: cbrt

//// round_of_int
#include <cmath>
__global__ void k(double* out) { out[0] = round(2); }  // refused: round

//// pow_mixed
#include <cmath>
__global__ void k(float* out, int n) { out[0] = pow(2.0f, n) + powf(2, n) + pow(2.0, n) + pow(2.0f, 2.0) + fmod(3.0f, 2); }  // refused: fmod

//// std_isnan_of_float
#include <cmath>
__global__ void k(float* out) { out[0] = isnan(out[0]) + isinf(out[0]) + isfinite(out[1]) + signbit(out[0]) + std::signbit(1.0); }

//// std_complex
#include <complex>
__global__ void k(float* out) { std::complex<float> z(1, 2); out[0] = z.real(); }  // refused: std::complex

//// std_tuple
#include <tuple>
__global__ void k(int* out) { std::tuple<int, int> t(1, 2); out[0] = std::get<0>(t); }  // refused: std::tuple

//// std_optional
#include <optional>
__global__ void k(int* out) { std::optional<int> t; out[0] = t.has_value(); }  // refused: std::optional

//// std_begin
#include <iterator>
__global__ void k(int* out) { int a[3] = {1, 2, 3}; for (int x : a) out[0] += x; out[1] = *std::begin(a); }  // refused: begin

//// std_size
#include <iterator>
__global__ void k(int* out) { int a[3] = {1, 2, 3}; out[1] = std::size(a); }  // refused: size

//// initializer_list_in_kernel
#include <initializer_list>
__global__ void k(int* out) { for (int x : {1, 2, 3}) out[0] += x; }

//// std_initializer_list_max
#include <algorithm>
__global__ void k(int* out) { out[0] = std::max({1, 2, 3}); }  // refused: max

//// std_string_view
#include <string_view>
__global__ void k(int* out) { std::string_view s("abc"); out[0] = s.size(); }  // refused: std::string_view

//// std_unique_ptr
#include <memory>
__global__ void k(int* out) { std::unique_ptr<int> p(new int(3)); out[0] = *p; }  // refused: std::unique_ptr

//// std_thread_in_kernel
#include <thread>
__global__ void k(int* out) { std::thread t([] {}); }  // refused: std::thread

//// std_atomic_in_kernel
#include <atomic>
__device__ std::atomic<int> x;
__global__ void k(int* out) { x++; }  // refused: std::atomic

//// std_atomic_local
#include <atomic>
__global__ void k(int* out) { std::atomic<int> x(0); x.fetch_add(1); out[0] = x; }  // refused: std::atomic

//// std_bitset
#include <bitset>
__global__ void k(int* out) { std::bitset<8> b; out[0] = b.count(); }  // refused: std::bitset

//// std_accumulate
#include <numeric>
__global__ void k(int* out) { out[0] = std::accumulate(out, out + 3, 0); }  // refused: accumulate

//// std_fill
#include <algorithm>
__global__ void k(int* out) { std::fill(out, out + 3, 0); }  // refused: fill

//// std_clamp
#include <algorithm>
__global__ void k(int* out) { out[0] = std::clamp(out[0], 1, 2); }  // refused: clamp

//// std_chrono
#include <chrono>
__global__ void k(long* out) { out[0] = std::chrono::steady_clock::now().time_since_epoch().count(); }  // refused: now

//// std_random
#include <random>
__global__ void k(int* out) { std::mt19937 g(1); out[0] = g(); }  // refused: std::mt19937

//// std_endl
#include <iostream>
__global__ void k(int* out) { std::cout << "x" << std::endl; }  // refused: std::ostream

//// std_cerr
#include <iostream>
__global__ void k(int* out) { std::cerr << 3; }  // refused: std::ostream

//// using_namespace_std
#include <cmath>
#include <algorithm>
using namespace std;
__global__ void k(float* out, int n) { out[0] = sqrt(2.0f) + abs(-1.0f) + fabs(2.0f) + pow(2.0f, 2.0f); }

//// using_namespace_std_max
#include <algorithm>
using namespace std;
__global__ void k(int* out, int n) { out[0] = max(n, 2) + min(3u, 2u) + max(1.0f, 2.0f); }

//// swap_by_using
#include <utility>
using namespace std;
__global__ void k(int* out) { int a = 1, b = 2; swap(a, b); out[0] = a; }  // refused: swap

//// api_in_kernel_stream
__global__ void k(int* out) { cudaStream_t s; cudaStreamCreate(&s); }  // refused: cudaStreamCreate

//// api_in_kernel_memset
__global__ void k(int* out) { cudaMemset(out, 0, 4); }  // refused: cudaMemset

//// api_in_kernel_properties
__global__ void k(int* out) { cudaDeviceProp p; cudaGetDeviceProperties(&p, 0); }  // refused: cudaGetDeviceProperties

//// api_in_kernel_get_device
__global__ void k(int* out) { cudaGetDevice(out); cudaDeviceGetAttribute(out, cudaDevAttrMultiProcessorCount, 0); }

//// api_in_kernel_symbol
__constant__ int c;
__global__ void k(int* out) { cudaMemcpyToSymbol(c, out, 4); }  // refused: cudaMemcpyToSymbol

//// symbol_by_name
__constant__ int c;
void run(int* in) { cudaMemcpyToSymbol("c", in, 4); }

//// symbol_address
__constant__ int c[4];
void run(int* in) { cudaMemcpyToSymbol(&c, in, 4); }

//// symbol_of_host
int c[4];
void run(int* in) { cudaMemcpyToSymbol(c, in, 4); }

//// wrong_copy_kind
void run(int* a, int* b) { cudaMemcpy(a, b, 4, 1); }  // refused: cudaMemcpy

//// missing_copy_kind
void run(int* a, int* b) { cudaMemcpy(a, b, 4); }  // refused: cudaMemcpy

//// malloc_without_address
void run(int* a) { cudaMalloc(a, 4); }  // refused: cudaMalloc

//// malloc_void_cast
void run(float* a) { cudaMalloc((void**)&a, 4); cudaFree(a); }

//// malloc_const
void run(const float* a) { cudaMalloc(&a, 4); }

//// returned_error_is_ignored
void run(float* a) { cudaError_t e = cudaMalloc(&a, 4); if (e) {} }

//// one_argument_launch_stream_only
__global__ void k() {}
void run(cudaStream_t s) { k<<<1, 2, s>>>(); }  // refused: cudaStream_t

//// restrict_c99
__global__ void k(float* restrict a) {}  // refused: expected ')'

//// template_kernel_in_class_scope
template <class T>
struct S {
  static void run(T* out);
};
template <class T>
__global__ void k(T* out) { out[0] = 1; }
template <class T>
void S<T>::run(T* out) { k<T><<<1, 1>>>(out); }
template struct S<int>;

//// kernel_in_anonymous_namespace
namespace {
__global__ void k(int* out) { out[0] = 1; }
}
void run(int* out) { k<<<1, 1>>>(out); }

//// operators_of_vectors
__device__ float2 operator+(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
__global__ void k(float2* out) { out[0] = out[1] + out[2]; }

//// operators_of_vectors_are_missing
__global__ void k(float2* out) { out[0] = out[1] + out[2]; }  // refused: float2

//// dim3_in_kernel
__global__ void k(int* out) { dim3 d(1, 2); out[0] = d.x + blockDim.y; dim3 e = blockDim; out[1] = e.z; }

//// float3_braces
__global__ void k(float3* out) { out[0] = {1, 2, 3}; float3 a{1, 2, 3}; float4 b = {1, 2, 3, 4}; out[1] = a; }

//// volatile_pointer
__global__ void k(volatile int* flag, int* out) { while (*flag == 0) {} out[0] = 1; }

//// atomics_volatile
__global__ void k(volatile int* flag) { atomicAdd(flag, 1); }  // refused: atomicAdd

//// atomics_const
__global__ void k(const int* flag) { atomicAdd(flag, 1); }  // refused: atomicAdd

//// atomics_long
__global__ void k(long long* x) { atomicAdd(x, 1); }  // refused: atomicAdd

//// atomics_unsigned_long
__global__ void k(unsigned long* x) { atomicAdd(x, 1); }  // refused: atomicAdd

//// atomics_size_t
__global__ void k(size_t* x) { atomicAdd(x, 1); }  // refused: atomicAdd

//// atomics_shared
__global__ void k(int* out) { __shared__ int c; atomicAdd(&c, 1); __shared__ float f[2]; atomicAdd(f + 1, 2.0); }

//// atomic_cas_float
__global__ void k(float* x) { atomicCAS(x, 1.0f, 2.0f); }  // refused: atomicCAS

//// shuffle_of_struct
struct P { int a, b; };
__global__ void k(P* x) { x[0] = __shfl_sync(0xffffffff, x[1], 0); }  // refused: lanes

//// shuffle_bool_and_short
__global__ void k(short* x) { x[0] = __shfl_sync(0xffffffff, x[1], 0); bool b = __shfl_down_sync(~0u, x[0] > 1, 2); x[2] = b; }

//// syncthreads_with_argument
__global__ void k(int* x) { __syncthreads(1); }  // refused: __syncthreads

//// syncthreads_without_parentheses
__global__ void k(int* x) { __syncthreads; x[0] = 1; }

//// ldg_of_float4
__global__ void k(const float4* in, float4* out) { out[0] = __ldg(in + 1); out[1] = __ldg(&in[2]); }

//// host_device_macro
#ifdef __CUDACC__
#define HD __host__ __device__
#else
#define HD
#endif
HD int f(int x) { return x; }
HD inline int g(int x) { return f(x); }
__global__ void k(int* out) { out[0] = g(1); }
int run() { return g(2); }

//// attributes
[[nodiscard]] __device__ int f() { return 1; }
__global__ void k([[maybe_unused]] int n, int* out) { out[0] = f(); }

//// launch_bounds_before_void
__global__ __launch_bounds__(256, 2) void k(int* out) { out[0] = 1; }

//// launch_bounds_of_template
template <int N>
__global__ void __launch_bounds__(N) k(int* out) { out[0] = 1; }
void run(int* out) { k<32><<<1, 32>>>(out); }

//// using_alias
using Real = float;
typedef unsigned int uint_type;
__global__ void k(Real* out, uint_type n) { out[n] = Real(1); }

//// uint_of_cuda
__global__ void k(uint* out, ushort* s, ulong* l) { out[0] = 1; }

//// inline_variables
inline constexpr int size = 32;
static constexpr float half = 0.5f;
__global__ void k(float* out) { out[size] = half; }

//// bool_shared_vote
__global__ void k(int* out) { out[0] = __syncthreads_count(out[1] > 0) + __syncthreads_or(1); }

//// launch_with_blanks
template <int N>
__global__ void k(int* out) { out[0] = N; }
void run(int* out) {
  k<3> << <dim3(1), 1 >> > (out);
  k<4><<<1, 1>> >(out);
}

//// extern_shared_with_a_size
__global__ void k(int* out) {
  extern __shared__ int s[16];
  s[threadIdx.x % 16] = 1;
  out[0] = s[0];
}

//// grid_constant
struct Weights { float w[8]; };
__global__ void k(const __grid_constant__ Weights v, int* const __grid_constant__ out) { out[0] = v.w[1]; }

//// grid_constant_not_const
struct Weights { float w[8]; };
__global__ void k(__grid_constant__ Weights v, float* out) { out[0] = v.w[1]; }  // refused: const

//// grid_constant_of_a_pointer_to_const
__global__ void k(const int* __grid_constant__ in, int* out) { out[0] = in[0]; }  // refused: const

//// grid_constant_of_no_kernel
__device__ int f(const __grid_constant__ int n) { return n; }  // refused: __global__

//// cached_load_of_a_structure
struct Pair { int a, b; };
__global__ void k(const Pair* in, int* out) {
  out[0] = __ldg(in).a;  // refused: __ldg
}

//// cached_load_of_three_floats
__global__ void k(const float3* in, float* out) {
  out[0] = __ldcg(in).x;  // refused: __ldcg
}

//// cached_loads
__global__ void k(const float4* in, const unsigned char* bytes, const size_t* sizes, double* out) {
  out[0] = __ldg(in).x + __ldg(bytes + 1) + __ldcs(&sizes[2]) + __ldcg(out);
}

//// warp_size_is_no_constant
__global__ void k(int* out) {
  int own[warpSize];  // refused: variable-length
  own[0] = 1;
  out[0] = own[0];
}

//// warp_size_is_read
__global__ void k(int* out) { out[threadIdx.x / warpSize] = warpSize; }

//// constant_element_in_an_expression
const int sizes[3] = {1, 2, 3};
__global__ void k(int* out) {
  out[0] = sizes[1] * 2;  // refused: sizes
}

//// constant_element_compared
constexpr int sizes[3] = {1, 2, 3};
__global__ void k(int* out) {
  for (int i = 0; i < sizes[2]; ++i) out[i] = 1;  // refused: sizes
}

//// constant_element_in_an_initializer
constexpr int sizes[3] = {1, 2, 3};
template <int N>
__device__ int f() { return N; }
__global__ void k(int* out) {
  int own[sizes[1]] = {sizes[0], 4};
  const int n = out[0] + sizes[2];
  for (int i = sizes[0]; i < n; ++i) out[i] = own[i % 2] + f<sizes[1]>();
  static_assert(sizes[2] == 3);
}

//// constant_element_of_another_type
struct Pair { int a, b; };
const float weights[2] = {0.5f, 2};
constexpr Pair pairs[2] = {{1, 2}, {3, 4}};
__device__ int twice(int n) { return 2 * n; }
__global__ void k(float* out) {
  float sum = out[1] * weights[0];
  for (int i = pairs[0].b; i < 9; ++i) sum += out[i];
  const int n = twice(pairs[1].a) + max((int)threadIdx.x, pairs[0].a);
  const bool is_first = out[2] > weights[1];
  out[0] = is_first ? n : sum;
}

//// constant_element_in_a_list
constexpr int sizes[3] = {1, 2, 3};
struct Pair { int a, b; };
template <class T, int N>
struct Values { T v[N]; };
__global__ void k(int* out) {
  Pair p;
  p = {sizes[0], out[1]};
  Values<int, sizes[1] + 2> values;
  values.v[out[3] % 4] = 1;
  if constexpr (sizes[1] > 1) out[2] = p.a + values.v[out[3] % 4];
}

//// constant_element_in_a_lambda
constexpr int sizes[3] = {1, 2, 3};
__global__ void k(int* out) {
  const auto more = [=](int n) {
    const int size = sizes[2];
    return n * size;
  };
  out[0] = more(out[1]);
}

//// constant_element_returned_by_a_lambda
constexpr int sizes[3] = {1, 2, 3};
__global__ void k(int* out) {
  const auto more = [=](int n) {
    return n * sizes[2];  // refused: sizes
  };
  out[0] = more(out[1]);
}

//// constant_elements_of_a_constexpr_function
constexpr int sizes[3] = {1, 2, 3};
__host__ __device__ constexpr int size(int i) { return sizes[i]; }
__global__ void k(int* out) {
  int own[size(2)];
  for (int i = 0; i < size(2); ++i) own[i] = out[i + size(0)];
  out[0] = own[out[9] % 3];
}

//// constant_element_assigned
const float weights[2] = {0.5f, 2};
__global__ void k(float* out) {
  if (out[1] > 1)
    out[0] = weights[1];  // refused: weights
}

//// constant_element_as_an_argument
constexpr int sizes[3] = {1, 2, 3};
__global__ void k(int* out) {
  atomicAdd(out, sizes[1]);  // refused: sizes
}

//// constant_element_as_an_index
constexpr int sizes[3] = {1, 2, 3};
__global__ void k(int* out) {
  int first = out[sizes[1]];  // refused: sizes
  out[0] = first + out[sizes[1] + 1];  // refused: sizes
}

//// constant_element_as_part_of_an_index
constexpr int sizes[3] = {1, 2, 3};
__global__ void k(int* out) {
  int first = out[sizes[1] + 1];
  out[0] = first;
}

//// constant_element_returned
constexpr int sizes[3] = {1, 2, 3};
__device__ int size() {
  return sizes[1];  // refused: sizes
}
__global__ void k(int* out) { out[0] = size(); }

//// constant_element_of_a_class
struct Shape { static constexpr int sizes[3] = {1, 2, 3}; };
__global__ void k(int* out) { out[0] = Shape::sizes[1] + 2; }

//// atomic_load_of_the_hosts_compiler
__global__ void k(int* out) { out[0] = __atomic_load_n(out + 1, __ATOMIC_RELAXED); }  // refused: __atomic_load

//// atomic_store_of_the_hosts_compiler
__global__ void k(int* out) { __atomic_store_n(out, 1, __ATOMIC_RELAXED); }  // refused: __atomic_store

//// atomic_sum_of_the_hosts_compiler
__device__ void f(int* out) { __sync_fetch_and_add(out, 1); }  // refused: __sync_fetch_and_add

//// zeros_by_the_hosts_compiler
__global__ void k(int* out) { out[0] = __builtin_ctz(out[1]); }  // refused: __builtin_ctz

//// bytes_by_the_hosts_compiler
__global__ void k(unsigned* out) { out[0] = __builtin_bswap32(out[1]); }  // refused: __builtin_bswap32

//// overflow_by_the_hosts_compiler
__global__ void k(int* out) { out[0] = __builtin_add_overflow(out[1], out[2], out + 3); }  // refused: __builtin_add_overflow

//// trap_of_the_hosts_compiler
__global__ void k(int* out) {
  if (out[0] < 0) __builtin_trap();  // refused: __builtin_trap
}

//// functions_of_both_compilers
__global__ void k(int* out) { out[0] = __builtin_popcount(out[1]) + __builtin_clz(out[2]) + __builtin_ffs(out[3]); }

//// functions_of_the_hosts_compiler_on_the_host
#include <atomic>
#include <bitset>
#include <memory>
static_assert(__builtin_ctz(8) == 3, "");
int run(int* p, std::atomic<int>& count) {
  std::shared_ptr<int> shared(new int(count.fetch_add(1)));
  int sum = 0, expected = 2;
  if (__builtin_add_overflow(*shared, 1, &sum)) __builtin_trap();
  if (count.compare_exchange_strong(expected, 3)) __sync_synchronize();
  std::atomic_thread_fence(std::memory_order_seq_cst);
  return sum + __atomic_fetch_add(p, 1, __ATOMIC_SEQ_CST) + __builtin_ctz(static_cast<unsigned>(*p));
}

//// constant_element_in_a_lambda_with_constants
constexpr int sizes[] = {4, 8};
__global__ void k(int* out) {
  auto f = [](int x) {
    const int twice = 2 * x;
    return twice * sizes[0];
  };
  auto g = [] { return sizes[1]; };
  out[0] = f(3) + g();
}

//// vector_in_parentheses
__global__ void k(float4* out) { out[0] = float4(1, 2, 3, 4); }  // refused: float4

//// vector_from_a_number
__global__ void k(float4* out) {
  float4 sum = 0.0f;  // refused: float4
  out[0] = sum;
}

//// vector_in_braces
__global__ void k(float4* out) {
  float4 sum{1, 2, 3, 4};
  sum = {sum.y, sum.x};
  out[0] = sum;
}

//// constant_vector_by_a_function
__global__ void k(float* out) {
  constexpr float4 one = make_float4(1, 1, 1, 1);  // refused: constant
  out[0] = one.x;
}

//// host_constant_by_reference
const int size = 4;
__device__ int next(const int& n) { return n + 1; }
__global__ void k(int* out) { out[0] = next(size); }  // refused: size

//// host_constant_by_reference_in_a_lambda
constexpr int size = 4;
__device__ int next(const int& n) { return n + 1; }
__global__ void k(int* out) {
  auto f = [&](int i) { return next(size) + i; };  // refused: size
  out[0] = f(3);
}

//// host_constant_by_reference_of_a_template
const float scale = 4;
template <class T>
__device__ const T& larger(const T& a, const T& b) {
  return a < b ? b : a;
}
__global__ void k(float* out) { out[0] = larger(out[1], scale); }  // refused: scale

//// host_constant_bound_to_a_reference
const int size = 4;
__global__ void k(int* out) {
  const int& n = size;  // refused: size
  out[0] = n;
}

//// host_constant_by_reference_to_a_constructor
const int size = 4;
struct Range {
  int end;
  __device__ Range(const int& n) : end(n) {}
};
__global__ void k(int* out) {
  Range range(size);  // refused: size
  out[0] = range.end;
}

//// host_constant_converted_for_a_reference
const int size = 4;
__device__ float half(const float& x) { return x / 2; }
__device__ int next(const int& n, int step) { return n + step; }
__device__ constexpr int twice(const int& n) { return 2 * n; }
__global__ void k(float* out) { out[0] = half(size) + next(size + 0, size) + twice(size); }

//// constant_by_the_hosts_compiler
__global__ void k(int* out, int n) {
  if (__builtin_constant_p(n)) out[0] = 1;  // refused: __builtin_constant_p
}

//// comparison_by_the_hosts_compiler
__global__ void k(int* out) { out[0] = __builtin_memcmp(out + 1, out + 2, 4); }  // refused: __builtin_memcmp

//// function_of_clang
__global__ void k(unsigned* out) { out[0] = __builtin_rotateleft32(out[1], 3); }  // refused: __builtin_rotateleft32

//// copies_by_a_function_of_clang
__global__ void k(float* out) { __builtin_memcpy_inline(out, out + 1, 4); }  // refused: __builtin_memcpy_inline

//// old_forms
__global__ void k(int* out) {
  register int n = 1;
  bool b = false;
  b++;
  out[0] = n + b;
}

//// at_most_registers
__global__ void __maxnreg__(32) k(int* out) { out[0] = 1; }

//// clusters_of_blocks
__global__ void __cluster_dims__(2) k(int* out) { out[0] = 1; }

//// placement_new
#include <new>
struct Point {
  int x;
  __device__ Point(int x) : x(x) {}
  __device__ ~Point() {}
};
__global__ void k(int* out) {
  __shared__ int room[32];
  Point* point = new (room + threadIdx.x) Point(threadIdx.x);
  int* all = new (room) int[32];
  out[threadIdx.x] = point->x + all[0];
  point->~Point();
}

//// unroll_zero
__global__ void k(int* out) {
#pragma unroll 0
  for (int i = 0; i < 8; ++i) out[i] = i;
#pragma unroll (-1)
  for (int i = 0; i < 8; ++i) out[i] += i;
}

//// vectors_are_trivially_copyable
#include <type_traits>
static_assert(std::is_trivially_copyable<float4>::value && std::is_trivial<int2>::value, "");
union Words {
  float4 all;
  float each[4];
};
__global__ void k(const float4* in, float4* out) {
  Words words;
  words.all = in[0];
  Words others = words;
  float4 bytes;
  memcpy(&bytes, &others.each[0], sizeof bytes);
  out[0] = bytes;
}
