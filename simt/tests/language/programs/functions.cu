//// helper_without_qualifier
float twice(float x) { return 2 * x; }
__global__ void k(float* out) {
  out[threadIdx.x] = twice(1.0f);  // refused: twice
}

//// helper_for_device
__device__ float twice(float x) { return 2 * x; }
__global__ void k(float* out) { out[threadIdx.x] = twice(1.0f); }
void run(float* out) { k<<<1, 32>>>(out); }

//// helper_for_both
__host__ __device__ float twice(float x) { return 2 * x; }
__global__ void k(float* out) { out[threadIdx.x] = twice(1.0f); }
float on_the_host() { return twice(2.0f); }

//// device_helper_in_host_code
__device__ float twice(float x) { return 2 * x; }
float run() {
  return twice(1.0f);  // refused: twice
}

//// constexpr_helper_in_kernel
constexpr int twice(int x) { return 2 * x; }
__global__ void k(int* out) {
  out[threadIdx.x] = twice(threadIdx.x);  // refused: twice
}

//// constexpr_helper_in_a_constant
constexpr int padded(int x) { return x + 1; }
__global__ void k(int* out) {
  __shared__ int tile[padded(32)];  // refused: padded
  constexpr int half = padded(31) / 2;
  tile[threadIdx.x] = half;
  __syncthreads();
  out[threadIdx.x] = tile[31 - threadIdx.x];
}

//// constexpr_helper_as_template_argument
constexpr int padded(int x) { return x + 1; }
template <int N>
__global__ void k(int* out) { out[threadIdx.x] = N; }
void run(int* out) { k<padded(3)><<<1, 32>>>(out); }

//// host_function_through_a_template
int host_only(int x) { return x; }
template <class T>
__device__ T apply(T x) {
  return host_only(x);  // refused: host_only
}
__global__ void k(int* out) { out[0] = apply(3); }

//// device_function_of_a_template
template <class T>
__device__ T square(T x) { return x * x; }
template <class T>
__global__ void k(T* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = square(out[i]);
}
void run(float* a, double* b) {
  k<<<1, 32>>>(a, 32);
  k<double><<<1, 32>>>(b, 32);
}

//// member_function_of_the_host
struct Adder {
  float value;
  float operator()(float x) const { return x + value; }
};
__global__ void k(float* out, Adder add) {
  out[0] = add(1.0f);  // refused: operator()
}

//// member_functions_for_both
struct Complex {
  float re, im;
  __host__ __device__ Complex(float r = 0, float i = 0) : re(r), im(i) {}
  __host__ __device__ Complex operator+(Complex other) const { return {re + other.re, im + other.im}; }
  __host__ __device__ friend Complex operator*(Complex a, float b) { return {a.re * b, a.im * b}; }
};
__global__ void k(Complex* out) {
  Complex z = Complex(1, 2) + out[threadIdx.x];
  out[threadIdx.x] = z * 2.0f;
}
Complex on_the_host() { return Complex(1) + Complex(2); }

//// constructor_of_the_host
struct Point {
  float x;
  Point(float v) : x(v) {}
};
__global__ void k(float* out) {
  Point p(1.0f);  // refused: Point
  out[0] = p.x;
}

//// implicit_members
struct Point {
  float x = 1, y = 2;
};
struct Pair {
  Point a, b;
};
__global__ void k(Pair* out) {
  Pair p;
  Pair q = p;
  p = q;
  out[threadIdx.x] = p;
}

//// recursion
__device__ int factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }
__global__ void k(int* out) { out[0] = factorial(5); }

//// function_pointer_of_the_host
int host_only(int x) { return x; }
__global__ void k(int* out) {
  int (*f)(int) = host_only;  // refused: host_only
  out[0] = f(1);
}

//// function_pointer_of_the_device
__device__ int twice(int x) { return 2 * x; }
__global__ void k(int* out) {
  int (*f)(int) = twice;
  out[0] = f(1);
}

//// lambda_in_a_kernel
__global__ void k(float* out) {
  auto twice = [](float x) { return 2 * x; };
  const float y = 1;
  auto plus = [=](float x) { return x + y; };
  auto store = [&](float x) { out[threadIdx.x] = x; };
  store(plus(twice(1)));
}

//// lambda_of_the_host_as_argument
template <class F>
__global__ void k(float* out, F f) { out[0] = f(1.0f); }
void run(float* out) {
  k<<<1, 1>>>(out, [](float x) { return 2 * x; });  // refused: lambda
}

//// lambda_variable_of_the_host_as_argument
template <class F>
__global__ void k(float* out, F f) { out[0] = f(1.0f); }
void run(float* out) {
  auto twice = [](float x) { return 2 * x; };
  k<<<1, 1>>>(out, twice);  // refused: lambda
}

//// extended_lambda
template <class F>
__global__ void k(float* out, F f) { out[0] = f(1.0f); }
void run(float* out) {
  k<<<1, 1>>>(out, [] __device__(float x) { return 2 * x; });  // refused: extended-lambda
}

//// functor_as_argument
struct Twice {
  __device__ float operator()(float x) const { return 2 * x; }
};
template <class F>
__global__ void k(float* out, F f) { out[0] = f(1.0f); }
void run(float* out) { k<<<1, 1>>>(out, Twice()); }

//// lambda_in_host_code
template <class F>
void times(int n, F f) {
  for (int i = 0; i < n; ++i) f(i);
}
__global__ void k(float* out) { out[threadIdx.x] = 1; }
void run(float* out) {
  times(3, [&](int i) { k<<<1, 32>>>(out + i); });
}

//// static_functions
struct Math {
  __device__ static float twice(float x) { return 2 * x; }
};
static __device__ float thrice(float x) { return 3 * x; }
static inline __device__ __forceinline__ float more(float x) { return x + 1; }  // refused: duplicate specifier
__global__ static void k(float* out) { out[0] = Math::twice(1) + thrice(2) + more(3); }
void run(float* out) { k<<<1, 1>>>(out); }

//// namespaces
namespace course {
__device__ float twice(float x) { return 2 * x; }
namespace {
__global__ void k(float* out) { out[0] = twice(1); }
}  // namespace
}  // namespace course
void run(float* out) { course::k<<<1, 1>>>(out); }

//// forward_declarations
__device__ float later(float x);
__global__ void k(float* out);
void run(float* out) { k<<<1, 1>>>(out); }
__global__ void k(float* out) { out[0] = later(1); }
__device__ float later(float x) { return 2 * x; }

//// qualifiers_of_two_declarations_differ
__device__ float later(float x);
__global__ void k(float* out) {
  out[0] = later(1);  // accepted: see below
}
float later(float x) { return 2 * x; }

//// callback_between_helpers
int c(int x) { return x; }
__device__ int b(int x) {
  return c(x);  // refused: c
}
__device__ int a(int x) { return b(x); }
__global__ void k(int* out) { out[0] = a(1); }

//// both_sides_call_the_host
int host_only(int x) { return x; }
__host__ __device__ int both(int x) {
  return host_only(x);  // warned: host_only
}
int run() { return both(1); }

//// both_sides_call_the_host_from_a_kernel
int host_only(int x) { return x; }
__host__ __device__ int both(int x) {
  return host_only(x);  // warned: host_only
}
__global__ void k(int* out) { out[0] = both(1); }

//// virtual_functions_on_the_device
struct Shape {
  __device__ virtual float area() const { return 0; }
};
struct Square : Shape {
  float side;
  __device__ Square(float s) : side(s) {}
  __device__ float area() const override { return side * side; }
};
__global__ void k(float* out) {
  Square square(2);
  Shape* shape = &square;
  out[0] = shape->area();
}

//// auto_parameters
template <class T>
__device__ T sum(T a, const auto& b, auto... c) { return a + b + (c + ... + 0); }
struct Next {
 public:
  __host__ __device__ int of(auto x) const { return x + 1; }
};
__global__ void k(auto* out, auto n) { out[0] = sum(1, 2, n) + Next().of(6); }
void run(int* out) { k<<<1, 1>>>(out, 3); }

//// pointer_compared_with_zero
__device__ bool has(const float* __restrict__ p) { return p > 0; }
__global__ void k(float* out) {
  if (0 < out && has(out)) out[0] = 1;
}

//// pointer_compared_with_zero_for_both
__host__ __device__ bool has(const float* p) {
  return p > 0;  // refused: pointer
}

//// address_of_a_device_function_in_host_code
__device__ int twice(int x) { return 2 * x; }
__global__ void k(int* out, int (*f)(int)) { out[0] = f(1); }
void run(int* out) { k<<<1, 1>>>(out, twice); }
