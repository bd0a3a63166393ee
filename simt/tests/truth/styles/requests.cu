// Lanes that skip rounds of a loop, and vectors read member by member: kernels whose counters were read first.
#include "simt/tests/truth/styles/style.hpp"

namespace {

using namespace simt::styles;

__global__ void alternating(const float* a, float* b, int rounds) {
  float s = 0;
#pragma unroll 1
  for (int k = 0; k < rounds; ++k) {
    if ((threadIdx.x + k) % 2 == 0) s += a[k * 1024 + blockIdx.x * blockDim.x + threadIdx.x];
  }
  b[blockIdx.x * blockDim.x + threadIdx.x] = s;
}

__global__ void masked_sum(const int* mask, const float* a, float* b, int rows, int columns) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= columns) return;
  float s = 0;
#pragma unroll 1
  for (int r = 0; r < rows; ++r) {
    if (mask[r * columns + c] % 3 != 0) continue;
    s += a[r * columns + c];
  }
  b[c] = s;
}

__global__ void several_rows(const int* length, const float* a, float* b, int rows, int pitch, int each) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll 1
  for (int j = 0; j < each; ++j) {
    int r = j * gridDim.x * blockDim.x + t;
    if (r >= rows) return;
    float s = 0;
    int n = length[r] % 8;
#pragma unroll 1
    for (int k = 0; k < n; ++k) s += a[k * pitch + r];
    b[r] = s;
  }
}

__global__ void shared_masked(const int* mask, float* b) {
  __shared__ float s[32 * 17];
  for (int k = threadIdx.x; k < 32 * 17; k += 32) s[k] = k;
  __syncthreads();
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < 16; ++k) {
    if (mask[k * 32 + threadIdx.x] % 2 == 0) sum += s[threadIdx.x * 17 + k];
  }
  b[threadIdx.x] = sum;
}

__global__ void float4_members(const float4* a, float* b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = a[i].x * a[i].x + a[i].y * a[i].y + a[i].z * a[i].z + a[i].w;
}

__global__ void double2_swapped(const double2* a, double2* b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = make_double2(a[i].y, a[i].x);
}

List requests() {
  List list;
  list.add("alternating", {{4, 64, 20}, {3, 50, 7}, {1, 33, 13}},
           [](Shape s, Memory m) { alternating<<<s.grid, s.block>>>(m.values, m.to(), s.n); });
  list.add("masked_sum", {{5, 96, 470}, {2, 100, 177}, {1, 31, 29}},
           [](Shape s, Memory m) { masked_sum<<<s.grid, s.block>>>(m.numbers, m.values, m.to(), 40, s.n); });
  list.add("several_rows", {{3, 64, 700}, {2, 50, 333}, {1, 18, 100}},
           [](Shape s, Memory m) { several_rows<<<s.grid, s.block>>>(m.numbers, m.values, m.to(), s.n, 1024, 4); });
  list.add("shared_masked", {{1, 32, 0}},
           [](Shape s, Memory m) { shared_masked<<<s.grid, s.block>>>(m.numbers, m.to()); });
  list.add("float4_members", {{40, 128, 5000}, {3, 50, 140}},
           [](Shape s, Memory m) { float4_members<<<s.grid, s.block>>>(m.as<float4>(), m.to(), s.n); });
  list.add("double2_swapped", {{40, 128, 5000}, {3, 50, 140}},
           [](Shape s, Memory m) { double2_swapped<<<s.grid, s.block>>>(m.as<double2>(), m.to<double2>(), s.n); });
  return list;
}

}  // namespace

SIMT_STYLE(requests)
