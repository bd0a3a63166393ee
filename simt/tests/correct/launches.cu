// Ways to write a kernel, to pass arguments to it, and to launch it.
#include "simt/tests/correct/check.hpp"

namespace {

constexpr int N = 1000;

__device__ int thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

// Template parameters that are values; one of them is the length of a loop.
template <int Threads, int PerThread, class T>
__global__ void __launch_bounds__(Threads) scale(T* __restrict__ out, const T* __restrict__ in, T factor, int n) {
  const int first = (blockIdx.x * Threads + threadIdx.x) * PerThread;
#pragma unroll
  for (int i = 0; i < PerThread; ++i) {
    if (first + i < n) out[first + i] = factor * in[first + i];
  }
}

void templates() {
  const auto in = numbers<float>(N);
  DeviceArray<float> device_in(in), out(N);
  scale<128, 3><<<ceil_div(N, 128 * 3), 128>>>(out.data(), device_in.data(), 2.0f, N);
  expect(out, table<float>(N, [&](int i) { return 2 * in[i]; }));
}

// A kernel that takes its operation as an argument: a function object, and a lambda.
template <class Function>
__global__ void transform(float* out, const float* in, int n, Function function) {
  if (const int i = thread(); i < n) out[i] = function(in[i]);
}
struct Polynomial {
  float a, b, c;
  __host__ __device__ float operator()(float x) const { return (a * x + b) * x + c; }
};

void function_objects() {
  const auto in = numbers<float>(N);
  DeviceArray<float> device_in(in), out(N);
  const Polynomial polynomial{2, -3, 5};
  transform<<<ceil_div(N, 256), 256>>>(out.data(), device_in.data(), N, polynomial);
  expect(out, table<float>(N, [&](int i) { return polynomial(in[i]); }));
}

void lambdas() {
  const auto in = numbers<float>(N);
  DeviceArray<float> device_in(in), out(N);
  const float offset = 7;
  transform<<<ceil_div(N, 256), 256>>>(out.data(), device_in.data(), N, [=] __device__(float x) { return x + offset; });
  expect(out, table<float>(N, [&](int i) { return in[i] + offset; }));
}

// Launches through macros, over several lines, and among things that look like launches.
__global__ void add(float* out, const float* a, const float* b, int n) {
  if (thread() < n) out[thread()] = a[thread()] + b[thread()];
}
#define LAUNCH(kernel, n, ...) kernel<<<((n) + 127) / 128, 128>>>(__VA_ARGS__, n)
#define LAUNCH_OVER_LINES(kernel, blocks, threads, ...) \
  do {                                                  \
    kernel<<<(blocks), (threads)>>>(__VA_ARGS__);       \
    require(cudaGetLastError());                        \
  } while (0)

#define SHAPE 2, 500
#define SHAPE_OF(n) ceil_div(n, 250), 250
#ifndef __CUDACC__
#error "__CUDACC__ must be defined in CUDA code"
#endif

void macros() {
  const auto a = numbers<float>(N);
  DeviceArray<float> device_a(a), out(N), twice(N);
  LAUNCH(add, N, out.data(), device_a.data(), device_a.data());
  LAUNCH_OVER_LINES(add, ceil_div(N, 64), 64, twice.data(), out.data(), out.data(), N);
  expect(twice, table<float>(N, [&](int i) { return 4 * a[i]; }));
  add<<<SHAPE>>>(out.data(), twice.data(), device_a.data(), N);
  add<<<SHAPE_OF(N)>>>(twice.data(), out.data(), device_a.data(), N);
  expect(twice, table<float>(N, [&](int i) { return 6 * a[i]; }));
}

void comments() {
  const auto a = numbers<float>(N);
  DeviceArray<float> device_a(a), out(N);
  // A launch reads kernel<<<blocks, threads>>>(arguments); this one has comments within.
  add  // the kernel <<<
      <<<(N + 99) / 100 /* blocks, not >>> */,
         100,  // threads: add<<<1, 2>>>(x)
         /* no dynamic shared memory */ 0>>>(out.data(), device_a.data(),
                                             // "<<<1, 1>>>" within a comment
                                             device_a.data(), N);
  const char* const text = "add<<<1, 1>>>(out.data());";
  const int shifted = 1 << (2 << 1) >> 1;
  expect(out, table<float>(N, [&](int i) { return 2 * a[i] + static_cast<float>(text[0] - 'a' + shifted - 8); }));
}

// Kernels chosen at run time by host code.
__global__ void plus_one(int* data) { data[thread()] += 1; }
__global__ void times_two(int* data) { data[thread()] *= 2; }
__global__ void minus_three(int* data) { data[thread()] -= 3; }

void function_pointers() {
  DeviceArray<int> data(numbers<int>(256));
  void (*const kernels[])(int*) = {plus_one, times_two, minus_three};
  for (const int choice : {0, 1, 2, 1}) {
    auto* const kernel = kernels[choice];
    kernel<<<2, 128>>>(data.data());
  }
  (*kernels[0])<<<2, 128>>>(data.data());
  const auto in = numbers<int>(256);
  expect(data, table<int>(256, [&](int i) { return ((in[i] + 1) * 2 - 3) * 2 + 1; }));
}

// Kernels of one name, with any number of parameters, with template arguments that hold comparisons and shifts.
__global__ void mark(int* out) { out[thread()] = 1; }
__global__ void mark(float* out) { out[thread()] = 2; }
template <class... Numbers>
__global__ void mark_sum(int* out, Numbers... numbers) {
  out[thread()] = (0 + ... + static_cast<int>(numbers));
}
template <int Shift, bool Large>
__global__ void mark_constant(int* out) {
  out[thread()] = Shift + 100 * Large;
}
template <class T>
struct Box {
  T content;
};
template <class T>
__global__ void mark_content(T box, int* out, int add = 3) {
  out[thread()] = box.content.content + add;
}

void overloads_and_templates() {
  DeviceArray<int> out(64);
  DeviceArray<float> other(64);
  const auto all = [](int value) { return std::vector<int>(64, value); };
  for (int round = 0; round < 2; ++round)
    if (round == 0)
      mark<<<1, 64>>>(out.data());
    else
      mark<<<1, 64>>>(other.data());
  expect(out, all(1));
  expect(other, std::vector<float>(64, 2));
  const auto launch = [&](int blocks) { mark_sum<<<blocks, 64 / blocks>>>(out.data(), 1, 2.5f, 3u, blocks); };
  launch(2);
  expect(out, all(8));
  mark_constant<(1 << 3), (5 > 4)><<<1, 64>>>(out.data());
  expect(out, all(108));
  mark_content<Box<Box<int>>><<<1, 64>>>(Box<Box<int>>{{4}}, out.data(), 5);
  expect(out, all(9));
  mark_content<<<1, 64>>>(Box<Box<short>>{{7}}, out.data());
  expect(out, all(10));
}

// Device functions by their address, virtual functions, recursion, and an array that no register can hold.
__device__ int plus(int a, int b) { return a + b; }
__device__ int minus(int a, int b) { return a - b; }
__device__ int (*const operations[])(int, int) = {plus, minus};
struct Shape {
  __device__ virtual int area() const = 0;
};
struct Square final : Shape {
  int side;
  __device__ explicit Square(int s) : side(s) {}
  __device__ int area() const override { return side * side; }
};
__device__ int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
__global__ void indirect(int* out) {
  const int i = threadIdx.x;
  const Square square(i);
  const Shape& shape = square;
  int multiples[8];
  for (int k = 0; k < 8; ++k) multiples[k] = k * i;
  out[i] = operations[i % 2](10, i) + shape.area() + factorial(i % 6) + multiples[i % 8];
}

void calls() {
  DeviceArray<int> out(32);
  indirect<<<1, 32>>>(out.data());
  const int factorials[] = {1, 1, 2, 6, 24, 120};
  expect(out,
         table<int>(32, [&](int i) { return (i % 2 == 0 ? 10 + i : 10 - i) + i * i + factorials[i % 6] + i % 8 * i; }));
}

// A class for device code, with methods, operators and a static member function.
class Complex {
 public:
  Complex() = default;
  __host__ __device__ Complex(float re, float im) : re_(re), im_(im) {}
  __host__ __device__ friend Complex operator*(Complex a, Complex b) {
    return {a.re_ * b.re_ - a.im_ * b.im_, a.re_ * b.im_ + a.im_ * b.re_};
  }
  __host__ __device__ Complex& operator+=(const Complex& other) {
    re_ += other.re_;
    im_ += other.im_;
    return *this;
  }
  __host__ __device__ static Complex i() { return {0, 1}; }
  __host__ __device__ float norm() const { return re_ * re_ + im_ * im_; }

 private:
  float re_, im_;
};
__host__ __device__ float turned_and_moved(float x) {
  Complex z(x, 1);
  z = z * Complex::i();
  z += Complex(1, 2);
  return z.norm();
}
__global__ void complex_numbers(float* out, const float* in) { out[thread()] = turned_and_moved(in[thread()]); }

void device_classes() {
  const auto in = numbers<float>(512);
  DeviceArray<float> device_in(in), out(512);
  complex_numbers<<<4, 128>>>(out.data(), device_in.data());
  expect(out, table<float>(512, [&](int i) { return turned_and_moved(in[i]); }));
}

// if constexpr, constexpr functions and arrays, and a return type that is found out.
__host__ __device__ constexpr int square(int x) { return x * x; }
template <class T, bool Wide>
__device__ auto widened(T value) {
  if constexpr (Wide) {
    return static_cast<double>(value) * square(3);
  } else {
    return value;
  }
}
template <bool Wide>
__global__ void widen(double* out, const int* in) {
  constexpr int weights[] = {1, 10, 100};
  int sum = 0;
  for (int i = 0; i < 3; ++i) sum += weights[i] * (in[thread()] % 3 == i);
  out[thread()] = widened<int, Wide>(sum);
}

void compile_time_choices() {
  const auto in = numbers<int>(128);
  DeviceArray<int> device_in(in);
  DeviceArray<double> wide(128), plain(128);
  widen<true><<<1, 128>>>(wide.data(), device_in.data());
  widen<false><<<1, 128>>>(plain.data(), device_in.data());
  const int weights[] = {1, 10, 100};
  expect(wide, table<double>(128, [&](int i) { return 9 * weights[in[i] % 3]; }));
  expect(plain, table<double>(128, [&](int i) { return weights[in[i] % 3]; }));
}

// A kernel in a nested namespace, launched by its qualified name, with a struct by value that holds pointers.
namespace fields {
template <class T>
struct Field {
  T* data;
  int width, height;
  __device__ T& at(int x, int y) const { return data[y * width + x]; }
  __device__ bool holds(int x, int y) const { return x < width && y < height; }
};
namespace detail {
template <class T>
__global__ void rotate(Field<T> out, const Field<const T> in) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (in.holds(x, y)) out.at(in.width - 1 - x, in.height - 1 - y) = in.at(x, y);
}
}  // namespace detail
}  // namespace fields

void structs_by_value() {
  constexpr int width = 45, height = 37;
  const auto in = numbers<float>(width * height);
  DeviceArray<float> device_in(in), out(in.size());
  const dim3 block(16, 8);
  fields::detail::rotate<float><<<dim3(ceil_div(width, block.x), ceil_div(height, block.y)), block>>>(
      fields::Field<float>{out.data(), width, height}, fields::Field<const float>{device_in.data(), width, height});
  expect(out, table<float>(in.size(), [&](int i) { return in[in.size() - 1 - i]; }));
}

// Three dimensions of blocks and of threads.
__global__ void box(int* out, int nx, int ny, int nz) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < nx && y < ny && z < nz) out[(z * ny + y) * nx + x] = x + 100 * y + 10000 * z;
}

void three_dimensions() {
  constexpr int nx = 13, ny = 10, nz = 7;
  DeviceArray<int> out(nx * ny * nz);
  box<<<dim3(4, 3, 2), dim3(4, 4, 4)>>>(out.data(), nx, ny, nz);
  expect(out, table<int>(nx * ny * nz, [](int i) { return i % nx + 100 * (i / nx % ny) + 10000 * (i / (nx * ny)); }));
}

// Fewer threads than elements: each thread takes every (gridDim × blockDim)-th element.
__global__ void grid_stride(float* out, const float* in, size_t n) {
  for (size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x; i < n;
       i += static_cast<size_t>(blockDim.x) * gridDim.x) {
    out[i] = in[i] * in[i];
  }
}

void grid_stride_loop() {
  const auto in = numbers<float>(N);
  DeviceArray<float> device_in(in), out(N);
  grid_stride<<<3, 96>>>(out.data(), device_in.data(), N);
  expect(out, table<float>(N, [&](int i) { return in[i] * in[i]; }));
}

}  // namespace

CORRECT_CASES({"template parameters that are values", templates}, {"function objects", function_objects},
              {"lambdas", lambdas}, {"macros that launch", macros}, {"launches among comments", comments},
              {"kernels in an array of pointers", function_pointers},
              {"overloads and templates", overloads_and_templates}, {"calls", calls},
              {"classes in device code", device_classes}, {"if constexpr and auto", compile_time_choices},
              {"structs by value", structs_by_value}, {"three dimensions", three_dimensions},
              {"grid-stride loop", grid_stride_loop})
