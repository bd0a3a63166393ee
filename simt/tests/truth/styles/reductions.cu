// Sums, maxima, dot products and matrix-vector products: by shared memory, by shuffles, in one step and in several.
#include "simt/tests/truth/styles/style.hpp"

namespace {

using namespace simt::styles;

constexpr unsigned ALL = 0xffffffff;

__device__ int thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

__global__ void interleaved(const float* a, float* b, int n) {
  __shared__ float s[128];
  s[threadIdx.x] = thread() < n ? a[thread()] : 0;
  __syncthreads();
#pragma unroll 1
  for (unsigned step = 1; step < blockDim.x; step *= 2) {
    if (threadIdx.x % (2 * step) == 0 && threadIdx.x + step < blockDim.x) s[threadIdx.x] += s[threadIdx.x + step];
    __syncthreads();
  }
  if (threadIdx.x == 0) b[blockIdx.x] = s[0];
}

__global__ void interleaved_by_index(const float* a, float* b, int n) {
  __shared__ float s[128];
  s[threadIdx.x] = thread() < n ? a[thread()] : 0;
  __syncthreads();
#pragma unroll 1
  for (unsigned step = 1; step < blockDim.x; step *= 2) {
    const unsigned i = 2 * step * threadIdx.x;
    if (i + step < blockDim.x) s[i] += s[i + step];
    __syncthreads();
  }
  if (threadIdx.x == 0) b[blockIdx.x] = s[0];
}

__global__ void halving(const float* a, float* b, int n) {
  __shared__ float s[128];
  s[threadIdx.x] = thread() < n ? a[thread()] : 0;
  __syncthreads();
#pragma unroll 1
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) s[threadIdx.x] += s[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) b[blockIdx.x] = s[0];
}

template <int Threads>
__global__ void halving_unrolled(const float* a, float* b, int n) {
  __shared__ float s[Threads];
  s[threadIdx.x] = thread() < n ? a[thread()] : 0;
  __syncthreads();
#pragma unroll
  for (int half = Threads / 2; half > 0; half /= 2) {
    if (static_cast<int>(threadIdx.x) < half) s[threadIdx.x] += s[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) b[blockIdx.x] = s[0];
}

__global__ void last_warp_without_barrier(const float* a, float* b, int n) {
  __shared__ volatile float s[128];
  s[threadIdx.x] = thread() < n ? a[thread()] : 0;
  __syncthreads();
  if (threadIdx.x < 64) s[threadIdx.x] = s[threadIdx.x] + s[threadIdx.x + 64];
  __syncthreads();
  if (threadIdx.x < 32) {
    float v = s[threadIdx.x] + s[threadIdx.x + 32];
    __syncwarp();
    s[threadIdx.x] = v;
    __syncwarp();
    if (threadIdx.x < 16) s[threadIdx.x] = v + s[threadIdx.x + 16];
    __syncwarp();
    if (threadIdx.x < 8) s[threadIdx.x] = s[threadIdx.x] + s[threadIdx.x + 8];
    __syncwarp();
    if (threadIdx.x == 0) b[blockIdx.x] = s[0] + s[1] + s[2] + s[3] + s[4] + s[5] + s[6] + s[7];
  }
}

__device__ float warp_sum(float v) {
#pragma unroll
  for (int distance = 16; distance > 0; distance /= 2) v += __shfl_down_sync(ALL, v, distance);
  return v;
}

__global__ void by_shuffles(const float* a, float* b, int n) {
  const float s = warp_sum(thread() < n ? a[thread()] : 0);
  if (threadIdx.x % 32 == 0) b[thread() / 32] = s;
}

__global__ void by_warps(const float* a, float* b, int n) {
  __shared__ float sums[4];
  float s = 0;
#pragma unroll 1
  for (int i = thread(); i < n; i += gridDim.x * blockDim.x) s += a[i];
  s = warp_sum(s);
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = s;
  __syncthreads();
  if (threadIdx.x < 32) {
    s = warp_sum(threadIdx.x < blockDim.x / 32 ? sums[threadIdx.x] : 0);
    if (threadIdx.x == 0) b[blockIdx.x] = s;
  }
}

__global__ void sums_added_by_one(const float* a, float* b, int n) {
  __shared__ float sums[4];
  const float s = warp_sum(thread() < n ? a[thread()] : 0);
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = s;
  __syncthreads();
  if (threadIdx.x == 0) b[blockIdx.x] = sums[0] + sums[1] + sums[2] + sums[3];
}

__global__ void largest_and_place(const float* a, float* b, int n) {
  __shared__ float value[64];
  __shared__ int place[64];
  value[threadIdx.x] = thread() < n ? a[thread()] : -1;
  place[threadIdx.x] = thread();
  __syncthreads();
#pragma unroll 1
  for (unsigned half = 32; half > 0; half /= 2) {
    if (threadIdx.x < half && value[threadIdx.x + half] > value[threadIdx.x]) {
      value[threadIdx.x] = value[threadIdx.x + half];
      place[threadIdx.x] = place[threadIdx.x + half];
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    b[2 * blockIdx.x] = value[0];
    b[2 * blockIdx.x + 1] = place[0];
  }
}

__global__ void dot(const float* a, float* b, int n) {
  __shared__ float s[128];
  float sum = 0;
#pragma unroll 1
  for (int i = thread(); i < n; i += gridDim.x * blockDim.x) sum += a[i] * a[n + i];
  s[threadIdx.x] = sum;
  __syncthreads();
#pragma unroll 1
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) s[threadIdx.x] += s[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) b[blockIdx.x] = s[0];
}

__global__ void dot_of_vectors(const float* a, float* b, int n) {
  const float4* const u = reinterpret_cast<const float4*>(a);
  const float4* const v = u + n;
  float sum = 0;
#pragma unroll 1
  for (int i = thread(); i < n; i += gridDim.x * blockDim.x) {
    sum += u[i].x * v[i].x + u[i].y * v[i].y + u[i].z * v[i].z + u[i].w * v[i].w;
  }
  b[thread()] = sum;
}

__global__ void matvec_by_threads(const float* a, float* b, int n) {
  const int row = thread();
  if (row >= n) return;
  float s = 0;
#pragma unroll 1
  for (int k = 0; k < n; ++k) s += a[row * n + k] * a[100000 + k];
  b[row] = s;
}

__global__ void matvec_by_warps(const float* a, float* b, int n) {
  const int row = thread() / 32, lane = threadIdx.x % 32;
  float s = 0;
#pragma unroll 1
  for (int k = lane; k < n; k += 32) s += a[row * n + k] * a[100000 + k];
  s = warp_sum(s);
  if (lane == 0) b[row] = s;
}

__global__ void matvec_with_tile(const float* a, float* b, int n) {
  __shared__ float x[64];
  const int row = thread();
  float s = 0;
#pragma unroll 1
  for (int begin = 0; begin < n; begin += 64) {
    if (threadIdx.x < 64)
      x[threadIdx.x] = begin + static_cast<int>(threadIdx.x) < n ? a[100000 + begin + threadIdx.x] : 0;
    __syncthreads();
    const int end = min(64, n - begin);
#pragma unroll 1
    for (int k = 0; k < end; ++k) s += a[row * n + begin + k] * x[k];
    __syncthreads();
  }
  b[row] = s;
}

__global__ void column_sums(const float* a, float* b, int n) {
  __shared__ float part[8][33];
  const int column = blockIdx.x * 32 + threadIdx.x;
  float s = 0;
  if (column < n) {
#pragma unroll 1
    for (int row = threadIdx.y; row < n; row += 8) s += a[row * n + column];
  }
  part[threadIdx.y][threadIdx.x] = s;
  __syncthreads();
  if (threadIdx.y == 0 && column < n) {
#pragma unroll 1
    for (int k = 1; k < 8; ++k) s += part[k][threadIdx.x];
    b[column] = s;
  }
}

__global__ void votes(const float* a, float* b, int n) {
  const bool large = thread() < n && a[thread()] > 5;
  const unsigned lanes = __ballot_sync(ALL, large);
  if (threadIdx.x % 32 == 0) b[thread() / 32] = __popc(lanes) + (__any_sync(ALL, large) ? 100 : 0);
}

List reductions() {
  List list;
  const auto add = [&](const char* name, void (*kernel)(const float*, float*, int), const std::vector<Shape>& shapes) {
    list.add(name, shapes, [=](Shape s, Memory m) { kernel<<<s.grid, s.block>>>(m.values, m.to(), s.n); });
  };
  const std::vector<Shape> whole = {{3, 128, 300}, {2, 64, 100}, {1, 32, 21}};
  const std::vector<Shape> any = {{3, 128, 300}, {2, 50, 90}, {1, 33, 33}};
  add("interleaved", interleaved, any);
  add("interleaved_by_index", interleaved_by_index, any);
  add("halving", halving, whole);
  add("halving_unrolled<128>", halving_unrolled<128>, {{3, 128, 300}});
  add("halving_unrolled<64>", halving_unrolled<64>, {{2, 64, 100}});
  add("last_warp_without_barrier", last_warp_without_barrier, {{3, 128, 300}});
  add("by_shuffles", by_shuffles, whole);
  add("by_warps", by_warps, {{3, 128, 1000}, {2, 64, 333}, {1, 96, 500}});
  add("sums_added_by_one", sums_added_by_one, {{3, 128, 300}});
  add("largest_and_place", largest_and_place, {{3, 64, 180}});
  add("dot", dot, {{3, 128, 1000}, {2, 64, 333}});
  add("dot_of_vectors", dot_of_vectors, {{3, 128, 1000}, {2, 50, 333}});
  add("matvec_by_threads", matvec_by_threads, {{3, 64, 150}, {2, 50, 77}});
  add("matvec_by_warps", matvec_by_warps, {{3, 64, 150}, {2, 96, 77}});
  add("matvec_with_tile", matvec_with_tile, {{3, 64, 150}, {2, 96, 77}});
  add("column_sums", column_sums, {{3, {32, 8}, 90}, {2, {32, 8}, 43}});
  add("votes", votes, whole);
  return list;
}

}  // namespace

SIMT_STYLE(reductions)
