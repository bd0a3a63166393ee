//// write_to_constant
__constant__ float table[4];
__global__ void k(int i) { table[i] = 1.0f; }

//// write_to_constant_scalar
__constant__ int limit;
__global__ void k() {
  if (threadIdx.x == 0) limit = 3;  // refused: modifiable
}

//// write_to_constant_member
struct S { int a, b; };
__constant__ S s;
__global__ void k() { s.a += 1; }

//// atomic_on_constant
__constant__ int limit;
__global__ void k() { atomicAdd(&limit, 1); }

//// constant_pointer_changed
__constant__ float* table;
__global__ void k(int i) { table[i] = 1.0f; }

//// constant_const_written
__constant__ const int limit = 3;
__global__ void k() { limit = 4; }  // refused: modifiable

//// dim3_constexpr
constexpr dim3 block(32, 8);
static_assert(block.x * block.y == 256);
__global__ void k(int* p) { p[0] = 1; }
void run(int* p) { k<<<1, block>>>(p); }

//// public_nested_type
template <class T> __global__ void k(T* p) { *p = T(); }
class Owner {
 public:
  struct Inner { int x; };
  void run(Inner* p) { k<Inner><<<1, 1>>>(p); }
};

//// unnamed_namespace_type_argument
namespace { struct Hidden { int x; }; }
template <class T> __global__ void k(T t, int* p) { *p = t.x; }
void run(int* p) { k<<<1, 1>>>(Hidden{1}, p); }

//// launch_bounds_macro
#define BLOCK 128
#define BOUNDS __launch_bounds__(BLOCK, 2)
__global__ void BOUNDS k(int* p) { p[threadIdx.x] = 1; }

//// launch_bounds_in_kernel_macro
#define KERNEL(n) __global__ void __launch_bounds__(n)
KERNEL(64) k(int* p) { p[threadIdx.x] = 1; }

//// launch_bounds_expression
template <int N> __global__ __launch_bounds__(N * 32, (N > 4 ? 1 : 2)) void k(int* p) { p[threadIdx.x] = N; }
template __global__ void k<4>(int*);

//// launch_bounds_negative
__global__ void __launch_bounds__(-1) k(int* p) { p[threadIdx.x] = 1; }

//// func_attributes
#include <cstdio>
__global__ void k(int* p) { p[0] = 1; }
int main() {
  cudaFuncAttributes a;
  cudaFuncGetAttributes(&a, k);
  printf("%d %d %zu\n", a.maxThreadsPerBlock, a.numRegs, a.sharedSizeBytes);
}

//// constexpr_if_in_kernel
template <bool B> __global__ void k(int* p) {
  if constexpr (B) p[0] = 1;
  else p[0] = undeclared_when_false<B>();  // refused: undefined
}

//// fold_expression
template <class... T> __device__ int sum(T... t) { return (0 + ... + t); }
__global__ void k(int* p) { p[0] = sum(1, 2, 3); }

//// default_template_argument_launch
template <int N = 4> __global__ void k(int* p) { p[0] = N; }
void run(int* p) { k<<<1, 1>>>(p); }

//// template_kernel_overload
__global__ void k(int* p) { p[0] = 1; }
__global__ void k(float* p) { p[0] = 1; }
void run(int* p, float* q) { k<<<1, 1>>>(p); k<<<1, 1>>>(q); }

//// ambiguous_overload
__global__ void k(long* p) { p[0] = 1; }
__global__ void k(float* p) { p[0] = 1; }
void run() { k<<<1, 1>>>(0); }  // refused: ambiguous

//// inline_device_variable
inline __device__ int counter = 0;  // refused: internal linkage
__global__ void k(int* p) { p[0] = counter; }

//// static_device_member
struct S { static __device__ int n; };  // refused: data member
__device__ int S::n = 3;
__global__ void k(int* p) { p[0] = S::n; }

//// managed
__managed__ int counter = 0;
__global__ void k() { atomicAdd(&counter, 1); }
int main() { k<<<1, 32>>>(); cudaDeviceSynchronize(); return counter; }

//// atomic_cas_short
__global__ void k(unsigned short* p) { atomicCAS(p, (unsigned short)1, (unsigned short)2); }

//// host_function_template_argument
int twice(int x) { return 2 * x; }
template <int (*F)(int)> __global__ void k(int* p) { p[0] = F(p[0]); }  // refused: twice
void run(int* p) { k<twice><<<1, 1>>>(p); }

//// shared_zero_size
__global__ void k(int* p) { __shared__ int s[0]; p[0] = 1; }  // refused: zero-sized

//// shared_lambda_capture
__global__ void k(int* p) {
  __shared__ int s[32];
  auto put = [&](int i) { s[i] = i; };
  put(threadIdx.x);
  p[0] = s[0];
}

//// kernel_try_block
__global__ void k(int* p) try { p[0] = 1; } catch (...) {}  // refused: exception

//// kernel_noexcept
__global__ void k(int* p) noexcept { p[0] = 1; }  // refused: exception specification
void run(int* p) { k<<<1, 1>>>(p); }

//// kernel_deleted
template <class T> __global__ void k(T*) = delete;
void run(int* p) { k<<<1, 1>>>(p); }  // refused: deleted

//// kernel_const_return
__global__ const void k(int* p) { p[0] = 1; }  // refused: return type void

//// kernel_trailing_return
__global__ auto k(int* p) -> void { p[0] = 1; }

//// kernel_array_of_pointers
__global__ void a(int*) {}
__global__ void b(int*) {}
void run(int* p) {
  void (*kernels[])(int*) = {a, b};
  for (auto kernel : kernels) kernel<<<1, 1>>>(p);
}

//// launch_in_ternary
__global__ void a(int*) {}
__global__ void b(int*) {}
void run(int* p, bool c) { c ? a<<<1, 1>>>(p) : b<<<1, 1>>>(p); }

//// launch_in_comma
__global__ void a(int*) {}
void run(int* p) { a<<<1, 1>>>(p), a<<<2, 1>>>(p); }

//// launch_struct_non_copyable
struct N { N() = default; N(const N&) = delete; int x; };
__global__ void k(N n) {}
void run() { N n; k<<<1, 1>>>(n); }  // refused: N

//// threadidx_copy
__global__ void k(int* p) { const auto t = threadIdx; const dim3 b = blockDim; p[t.x] = b.x; }

//// generic_lambda_in_kernel
__global__ void k(int* p) { auto f = [](auto x, auto y) { return x + y; }; p[0] = f(1, 2.5f); }

//// structured_binding_in_kernel
struct P { int a; float b; };
__device__ P make() { return {1, 2.0f}; }
__global__ void k(float* p) { auto [a, b] = make(); p[0] = a + b; }

//// user_literal
__host__ __device__ constexpr unsigned long long operator""_KiB(unsigned long long n) { return n * 1024; }
__global__ void k(int* p) { p[0] = 4_KiB; }

//// user_literal_host
constexpr unsigned long long operator""_KiB(unsigned long long n) { return n * 1024; }
__global__ void k(int* p) { p[0] = 4_KiB; }  // refused: KiB

//// noexcept_false
__global__ void k(int* p) noexcept(false) { p[0] = 1; }  // refused: exception specification

//// throw_empty
__global__ void k(int* p) throw() { p[0] = 1; }  // refused: exception specification

//// noexcept_decl
__global__ void k(int* p) noexcept;  // refused: exception specification

//// noexcept_device
__device__ int f(int x) noexcept { return x; }

//// noexcept_template
template <class T> __global__ void k(T* p) noexcept { p[0] = 1; }  // refused: exception specification

//// noexcept_operator_body
__global__ void k(int* p) { p[0] = noexcept(p[0]); }

//// lb_device
__device__ __launch_bounds__(64) void f(int* p) { p[0] = 1; }  // refused: __launch_bounds__

//// lb_host_after
void __launch_bounds__(64) f(int* p) { p[0] = 1; }  // refused: __launch_bounds__

//// zero_local
__device__ int f() { int a[0]; return sizeof a; }  // refused: zero-sized

//// zero_local_host
int f() { int a[0]; return sizeof a; }

//// zero_member
struct S { int n; int a[0]; };
__global__ void k(S* s) { s->n = 1; }

//// zero_global
__device__ int a[0];  // refused: zero-sized

//// zero_constant
__constant__ int a[0];  // refused: zero-sized

//// st_constant_member
struct S { static __constant__ int n; };  // refused: data member

//// st_constexpr_device_member
struct S { static constexpr __device__ int n = 3; };  // refused: data member
__global__ void k(int* p) { p[0] = S::n; }

//// st_inline_device_member
struct S { inline static __device__ int n = 3; };  // refused: data member

//// managed_member
struct S { static __managed__ int n; };  // refused: data member

//// device_function_member
struct S { static __device__ int f(); int g; };
__device__ int S::f() { return 1; }

//// inline_constant
inline __constant__ int c = 3;  // refused: internal linkage
__global__ void k(int* p) { p[0] = c; }

//// inline_constexpr_device
inline constexpr __device__ int c = 3;  // refused: internal linkage
__global__ void k(int* p) { p[0] = c; }

//// constexpr_device
constexpr __device__ int c[2] = {3, 4};
__global__ void k(int* p) { p[0] = c[p[1]]; }

//// static_inline_device
static inline __device__ int c = 3;
__global__ void k(int* p) { p[0] = c; }

//// inline_device_anon
namespace { inline __device__ int c = 3; }
__global__ void k(int* p) { p[0] = c; }

//// inline_device_const
inline const __device__ int c = 3;  // refused: internal linkage
__global__ void k(int* p) { p[0] = c; }

//// inline_managed
inline __managed__ int c = 3;  // refused: internal linkage

//// inline_device_template
template <class T> inline __device__ T c = 3;  // refused: internal linkage
__global__ void k(int* p) { p[0] = c<int>; }

//// void_const
__global__ void const k(int* p) { p[0] = 1; }  // refused: return type void

//// trailing_int
__global__ auto k(int* p) -> int { return 1; }  // refused: void return type

//// constant_array_compound
__constant__ int c[4];
__global__ void k(int i) { c[i] += 1; c[i]++; }

//// constant_scalar_incr
__constant__ int c;
__global__ void k() { c++; }  // refused: modifiable

//// constant_scalar_addr
__constant__ int c;
__global__ void k() { int* p = &c; *p = 3; }

//// constant_by_device
__constant__ int c[2];
__device__ void set(int* p) { *p = 1; }
__global__ void k() { set(c); }

//// constant_2d
__constant__ float m[3][3];
__global__ void k(int i) { m[i][0] = 1; }

//// private_nested_type
template <class T> __global__ void k(T* p) { *p = T(); }
class Owner {
  struct Inner { int x; };
 public:
  static void run() { Inner* p = nullptr; k<Inner><<<1, 1>>>(p); }  // refused: private or protected
};
void use() { Owner().run(); }

//// private_nested_type_deduced
template <class T> __global__ void k(T* p) { *p = T(); }
class Owner {
  struct Inner { int x; };
  Inner* p = nullptr;
 public:
  void run() { k<<<1, 1>>>(p); }  // refused: private or protected
};
void use() { Owner().run(); }

//// protected_nested_type
template <class T> __global__ void k(T* p) { *p = T(); }
struct Owner {
  void run() { k<<<1, 1>>>(static_cast<Inner*>(nullptr)); }  // refused: private or protected
 protected:
  struct Inner { int x; };
};
void use() { Owner().run(); }

//// private_enum_argument
template <int N, class T> __global__ void k(T t, int* p) { *p = N + (int)t; }
class Owner {
  enum class Mode { a, b };
 public:
  void run(int* p) { k<3><<<1, 1>>>(Mode::b, p); }  // refused: private or protected
};
void use() { Owner().run(nullptr); }

//// private_functor
template <class F> __global__ void k(F f, int* p) { *p = f(2); }
class Owner {
  struct Twice { __device__ int operator()(int x) const { return 2 * x; } };
 public:
  void run(int* p) { k<<<1, 1>>>(Twice(), p); }  // refused: private or protected
};
void use() { Owner().run(nullptr); }

//// private_alias_of_public
template <class T> __global__ void k(T* p) { *p = T(); }
struct Inner { int x; };
class Owner { using Mine = Inner; public: void run() { k<Mine><<<1, 1>>>(nullptr); } };

//// private_alias_of_int
template <class T> __global__ void k(T* p) { *p = T(); }
class Owner { typedef float Value; public: void run() { k<Value><<<1, 1>>>(nullptr); } };

//// private_pointer
template <class T> __global__ void k(T p) { }
class Owner { struct Inner { int x; }; public: void run() { k<<<1, 1>>>((Inner*)nullptr); } };  // refused: private or protected
void use() { Owner().run(); }

//// private_in_template_argument_of_class
template <class T> struct Box { T t; };
template <class T> __global__ void k(T p) { }
class Owner { struct Inner { int x; }; public: void run() { k<<<1, 1>>>(Box<Inner>()); } };  // refused: private or protected
void use() { Owner().run(); }

//// private_not_template
class Owner { struct Inner { int x; }; public: static Inner make() { return Inner(); } };

//// public_in_private
template <class T> __global__ void k(T p) { }
class Owner { struct A { struct B { int x; }; }; public: void run() { k<<<1, 1>>>(A::B()); } };  // refused: private or protected
void use() { Owner().run(); }

//// private_then_public
template <class T> __global__ void k(T p) { }
class Owner { int y; public: struct Inner { int x; }; void run() { k<<<1, 1>>>(Inner()); } private: int z; };

//// struct_private
template <class T> __global__ void k(T p) { }
struct Owner { private: enum E { a, b }; public: void run() { k<<<1, 1>>>(a); } };  // refused: private or protected
void use() { Owner().run(); }

//// private_value
template <int N> __global__ void k(int* p) { *p = N; }
class Owner { static constexpr int n = 3; public: void run(int* p) { k<n><<<1, 1>>>(p); } };

//// private_enum_value
template <class E, E N> __global__ void k(int* p) { *p = (int)N; }
class Owner { enum E { a, b }; public: void run(int* p) { k<E, a><<<1, 1>>>(p); } };  // refused: private or protected
void use() { Owner().run(nullptr); }

//// private_of_template_class
template <class T> __global__ void k(T p) { }
template <class U> class Owner { struct Inner { U x; }; public: void run() { k<<<1, 1>>>(Inner()); } };  // refused: private or protected
void f() { Owner<int>().run(); }

//// qualified_functions_that_are_no_variables
#include <utility>
template <int N = 4> inline __device__ float scaled(float x) { return x * N; }
template <class T = float, int K = 2> __device__ inline T twice(T x) { return x * K; }
struct Helper {
  template <int N = 4> static __device__ float f(float x) { return x + N; }
  static __device__ float g(float x, float y = 1) { return x + y; }
  template <class T = int> __device__ static T h(T x) { return x; }
  static __device__ constexpr int i() { return 3; }
};
template <int N = 256> __global__ void __launch_bounds__(N) kernel(float* x) { x[threadIdx.x] = scaled(1.0f) + twice(2.0f) + Helper::f(1.0f) + Helper::g(1) + Helper::h(3) + Helper::i(); }
__launch_bounds__(64) __global__ void other(float* x) { x[0] = 1; }
inline __device__ __host__ int both(int a) { return a; }
static inline __device__ int third(int a = 3) { return a; }
__device__ __forceinline__ int fourth(int (&a)[3]) { return a[0]; }
template <typename T> struct Box { T v; __device__ Box(T x = T{}) : v{x} {} static __device__ Box make(T x = T()) { return Box(x); } };
__constant__ float table[4] = {1, 2, 3, 4};
namespace { __device__ inline float local = 3; }
__global__ void third_kernel(float* x) { x[1] = both(1) + third() + Box<float>::make().v + table[1] + local; }
struct More {
  [[nodiscard]] static __device__ int f() { return 1; }
  template <class T = std::pair<int, int>> [[maybe_unused]] static __device__ int g() { return 1; }
  template <int N, bool B = (N > 3)> static __device__ __forceinline__ int h() { return 1; }
  static __device__ auto arrow(int x = 1) -> int { return x; }
  template <class T> static __device__ T& at(T (&a)[4], int i) { return a[i]; }
  static constexpr int size = 4;
};
template <class T, int N> [[nodiscard]] inline __device__ T first(const T (&a)[N]) { return a[0]; }
template <int N = 2> struct Tile { __device__ inline float get(int i = 0) const { return i; } };
extern __device__ float elsewhere;
__device__ static inline float kept = 2;
