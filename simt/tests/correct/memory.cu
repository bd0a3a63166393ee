// Kinds of memory, and widths of access.
#include <algorithm>
#include <cstdint>
#include <cstring>

#include "simt/tests/correct/check.hpp"

namespace {

// Four elements an access, and the tail one by one.
template <class Vector, class T>
__global__ void add_one(T* out, const T* in, int n) {
  constexpr int width = sizeof(Vector) / sizeof(T);
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / width) {
    Vector v = reinterpret_cast<const Vector*>(in)[i];
    v.x += 1;
    v.y += 1;
    if constexpr (width == 4) {
      v.z += 1;
      v.w += 1;
    }
    reinterpret_cast<Vector*>(out)[i] = v;
  }
  if (i < n % width) out[n - 1 - i] = in[n - 1 - i] + 1;
}
template <class Vector, class T>
void add_one_and_compare() {
  constexpr int n = 517;
  const auto in = numbers<T>(n);
  DeviceArray<T> device_in(in), out(n);
  add_one<Vector, T><<<ceil_div(n, 128), 128>>>(out.data(), device_in.data(), n);
  expect(out, table<T>(n, [&](int i) { return in[i] + 1; }));
}

void vectors_and_tail() {
  add_one_and_compare<float4, float>();
  add_one_and_compare<int2, int>();
  add_one_and_compare<char4, signed char>();
  add_one_and_compare<uchar4, unsigned char>();
  add_one_and_compare<double2, double>();
  add_one_and_compare<short2, short>();
  add_one_and_compare<longlong2, long long>();
}

// Vectors of three have no padding; others are made, taken apart, and passed on.
__device__ float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__global__ void triples(float4* out, const float3* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float3 v = in[i], w = in[(i + 1) % n];
  float4 result = make_float4(dot(v, v), dot(v, w), v.x, 0);
  result.w = result.x + result.z;
  out[i] = result;
}

void vectors_of_three() {
  constexpr int n = 70;
  const auto in = numbers<float>(3 * n);
  DeviceArray<float> device_in(in), out(4 * n);
  triples<<<3, 32>>>(reinterpret_cast<float4*>(out.data()), reinterpret_cast<const float3*>(device_in.data()), n);
  expect(out, table<float>(4 * n, [&](int i) {
           const float* const v = &in[3 * (i / 4)];
           const float* const w = &in[3 * ((i / 4 + 1) % n)];
           const float square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
           const float values[] = {square, v[0] * w[0] + v[1] * w[1] + v[2] * w[2], v[0], square + v[0]};
           return values[i % 4];
         }));
}

// Bytes at odd addresses, and numbers put together from them.
__global__ void parse_packed(unsigned* out, const unsigned char* text, int records) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= records) return;
  const unsigned char* const record = text + 1 + 5 * i;  // a tag of one byte, four of a number, low end first
  unsigned number = 0;
  for (int b = 3; b >= 0; --b) number = number << 8 | record[1 + b];
  unsigned again;
  memcpy(&again, record + 1, sizeof again);
  out[i] = record[0] == 7 && again == number ? number : 0;
}

void bytes_at_odd_addresses() {
  constexpr int records = 50;
  const auto values = numbers<unsigned>(records, 1u << 24);
  std::vector<unsigned char> text(1 + 5 * records);
  for (int i = 0; i < records; ++i) {
    text[1 + 5 * i] = 7;
    std::memcpy(&text[2 + 5 * i], &values[i], 4);
  }
  DeviceArray<unsigned char> device_text(text);
  DeviceArray<unsigned> out(records);
  parse_packed<<<2, 32>>>(out.data(), device_text.data(), records);
  expect(out, values);
}

// Tables in constant memory: one filled at compile time, one by the host, part by part.
__constant__ float binomial[5] = {1, 4, 6, 4, 1};
__constant__ int permutation[64];
struct Settings {
  float scale;
  int shift;
};
__constant__ Settings settings;
__global__ void filter(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = 0; k < 5; ++k) sum += binomial[k] * in[(i + k) % n];
  out[permutation[i % 64] + i / 64 * 64] = sum * settings.scale + settings.shift;
}

void constant_tables() {
  constexpr int n = 192;
  const auto in = numbers<float>(n);
  const auto order = table<int>(64, [](int i) { return i * 29 % 64; });
  const Settings host{0.5f, -3};
  require(cudaMemcpyToSymbol(permutation, order.data(), 32 * sizeof(int)));
  require(cudaMemcpyToSymbol(permutation, order.data() + 32, 32 * sizeof(int), 32 * sizeof(int)));
  require(cudaMemcpyToSymbol(settings, &host, sizeof host));
  DeviceArray<float> device_in(in), out(n);
  filter<<<2, 96>>>(out.data(), device_in.data(), n);
  std::vector<float> expected(n);
  const float weights[] = {1, 4, 6, 4, 1};
  for (int i = 0; i < n; ++i) {
    float sum = 0;
    for (int k = 0; k < 5; ++k) sum += weights[k] * in[(i + k) % n];
    expected[order[i % 64] + i / 64 * 64] = sum * 0.5f - 3;
  }
  expect(out, expected);
}

// Rows with a pitch, filled and read by two-dimensional copies.
__global__ void negate_rows(char* base, size_t pitch, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float* const row = reinterpret_cast<float*>(base + y * pitch);
  row[x] = -row[x];
}

void pitched_rows() {
  constexpr int width = 37, height = 19;
  const auto in = numbers<float>(width * height);
  char* base = nullptr;
  size_t pitch = 0;
  const size_t row = width * sizeof(float);
  require(cudaMallocPitch(&base, &pitch, row, height));
  require(cudaMemset2D(base, pitch, 0, row, height));
  require(cudaMemcpy2D(base, pitch, in.data(), row, row, height, cudaMemcpyHostToDevice));
  negate_rows<<<dim3(2, 3), dim3(32, 8)>>>(base, pitch, width, height);
  std::vector<float> out(in.size());
  require(cudaMemcpy2D(out.data(), row, base, pitch, row, height, cudaMemcpyDeviceToHost));
  require(cudaFree(base));
  expect(out, table<float>(in.size(), [&](int i) { return -in[i]; }));
}

// Host memory that kernels use where it is: pinned, mapped, and registered afterwards.
__global__ void copy(int* to, const int* from, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) to[i] = from[i] + 1;
}

void memory_of_the_host() {
  constexpr int n = 100;
  int *mapped = nullptr, *mapped_on_device = nullptr, *pinned = nullptr, *registered_on_device = nullptr;
  require(cudaHostAlloc(&mapped, n * sizeof(int), cudaHostAllocMapped));
  require(cudaMallocHost(&pinned, n * sizeof(int)));
  std::vector<int> registered(n, 0);
  require(cudaHostRegister(registered.data(), n * sizeof(int), cudaHostRegisterMapped));
  require(cudaHostGetDevicePointer(&mapped_on_device, mapped, 0));
  require(cudaHostGetDevicePointer(&registered_on_device, registered.data(), 0));
  for (int i = 0; i < n; ++i) mapped[i] = 3 * i;
  DeviceArray<int> device(n);
  copy<<<2, 32>>>(device.data(), mapped_on_device, n);
  copy<<<2, 32>>>(registered_on_device, device.data(), n);
  require(cudaMemcpyAsync(pinned, device.data(), n * sizeof(int), cudaMemcpyDeviceToHost));
  require(cudaDeviceSynchronize());
  const std::vector<int> copied(pinned, pinned + n);
  require(cudaHostUnregister(registered.data()));
  require(cudaFreeHost(pinned));
  require(cudaFreeHost(mapped));
  expect(copied, table<int>(n, [](int i) { return 3 * i + 1; }));
  expect(registered, table<int>(n, [](int i) { return 3 * i + 2; }));
}

// Loads and stores with cache hints.
__global__ void hints(float* out, const float* __restrict__ in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float sum = __ldg(in + i) + __ldcs(in + i) + __ldcg(&in[i]) + __ldca(&in[(i + 1) % n]);
  const float4 four = __ldg(reinterpret_cast<const float4*>(in) + i % (n / 4));
  __stcs(out + i, sum + four.w);
  __stcg(&out[n + i], four.x);
}

void cache_hints() {
  constexpr int n = 260;
  const auto in = numbers<float>(n);
  DeviceArray<float> device_in(in), out(2 * n);
  hints<<<3, 96>>>(out.data(), device_in.data(), n);
  expect(out, table<float>(2 * n, [&](int k) {
           const int i = k % n, four = i % (n / 4) * 4;
           return k < n ? 3 * in[i] + in[(i + 1) % n] + in[four + 3] : in[four];
         }));
}

// An array of structures to a structure of arrays, and back by another kernel; copies on the device between.
struct Point {
  float x;
  double y;
  unsigned char tag;
};
struct Points {
  float* x;
  double* y;
  unsigned char* tag;
};
__global__ void split(Points to, const Point* from, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  to.x[i] = from[i].x;
  to.y[i] = from[i].y;
  to.tag[i] = from[i].tag;
}
__global__ void join(Point* to, Points from, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Point point;
  point.x = from.x[n - 1 - i];
  point.y = from.y[i];
  point.tag = from.tag[i] ^ 0x80;
  to[i] = point;
}

void structures_of_arrays() {
  constexpr int n = 90;
  std::vector<Point> in(n);
  for (int i = 0; i < n; ++i) in[i] = {static_cast<float>(i), i * 0.5, static_cast<unsigned char>(i)};
  DeviceArray<Point> device_in(in), out(n);
  DeviceArray<float> x(n), x_copy(n);
  DeviceArray<double> y(n);
  DeviceArray<unsigned char> tag(n);
  split<<<3, 32>>>(Points{x.data(), y.data(), tag.data()}, device_in.data(), n);
  require(cudaMemcpy(x_copy.data(), x.data(), n * sizeof(float), cudaMemcpyDeviceToDevice));
  join<<<3, 32>>>(out.data(), Points{x_copy.data(), y.data(), tag.data()}, n);
  const auto points = out.host();
  for (int i = 0; i < n; ++i) {
    expect(std::vector<double>{points[i].x, points[i].y, static_cast<double>(points[i].tag)},
           {static_cast<double>(n - 1 - i), i * 0.5, static_cast<double>(i ^ 0x80)});
  }
}

// One piece of memory, seen as numbers of different widths in turn.
union Word {
  float number;
  unsigned bits;
  unsigned char bytes[4];
};
__global__ void turn_bytes(Word* words, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Word word = words[i];
  word.number *= 2;
  const unsigned bits = word.bits;
  for (int b = 0; b < 4; ++b) word.bytes[b] = static_cast<unsigned char>(bits >> (24 - 8 * b));
  words[i] = word;
}

void unions() {
  const auto in = numbers<float>(64);
  DeviceArray<float> words(in);
  turn_bytes<<<2, 32>>>(reinterpret_cast<Word*>(words.data()), 64);
  expect(words, table<float>(64, [&](int i) {
           unsigned bits = 0;
           float doubled = 2 * in[i], turned = 0;
           std::memcpy(&bits, &doubled, 4);
           bits = bits >> 24 | (bits >> 8 & 0xff00) | (bits << 8 & 0xff0000) | bits << 24;
           std::memcpy(&turned, &bits, 4);
           return turned;
         }));
}

}  // namespace

CORRECT_CASES({"vectors and tail", vectors_and_tail}, {"vectors of three", vectors_of_three},
              {"bytes at odd addresses", bytes_at_odd_addresses}, {"constant tables", constant_tables},
              {"pitched rows", pitched_rows}, {"memory of the host", memory_of_the_host}, {"cache hints", cache_hints},
              {"structures of arrays", structures_of_arrays}, {"unions", unions})
