// Right and fast without shared memory, where registers will do: a warp takes rows, its lanes are columns, and
// shuffles carry what has been found so far. Bins are counted by votes of the warp.
#include "banks.cuh"

namespace {

constexpr unsigned ALL = ~0u;
constexpr int WARPS = 4;
constexpr int EACH = 4;  // rows of a warp, so that four loads, and then four shuffles, are on their way at once

template <class T, class Combine>
__global__ void scan_rows(T* out, const T* in, int rows, int columns, Combine combine) {
  const int first = (blockIdx.x * WARPS + threadIdx.y) * EACH;
  const int lane = threadIdx.x;
  T carry[EACH] = {};
  for (int start = 0; start < columns; start += 32) {
    const int column = start + lane;
    T value[EACH];
#pragma unroll
    for (int e = 0; e < EACH; ++e) {
      const bool is_inside = first + e < rows && column < columns;
      value[e] = is_inside ? in[static_cast<size_t>(first + e) * columns + column] : T(0);
    }
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2) {
#pragma unroll
      for (int e = 0; e < EACH; ++e) {
        const T other = __shfl_up_sync(ALL, value[e], distance);
        if (lane >= distance) value[e] = combine(other, value[e]);
      }
    }
#pragma unroll
    for (int e = 0; e < EACH; ++e) {
      if (start > 0) value[e] = combine(carry[e], value[e]);
      if (start + 32 < columns) carry[e] = __shfl_sync(ALL, value[e], 31);
    }
#pragma unroll
    for (int e = 0; e < EACH; ++e) {
      if (first + e < rows && column < columns) out[static_cast<size_t>(first + e) * columns + column] = value[e];
    }
  }
}

template <class T, class Combine>
void launch_scan(T* out, const T* in, int rows, int columns, Combine combine) {
  scan_rows<<<(rows + EACH * WARPS - 1) / (EACH * WARPS), dim3(32, WARPS)>>>(out, in, rows, columns, combine);
}

struct Plus {
  __device__ float operator()(float a, float b) const { return a + b; }
};
struct Larger {
  __device__ double operator()(double a, double b) const { return a < b ? b : a; }
};

// A warp counts for all its lanes at once: lane b has the counters of bins b and b + 32.
__global__ void vote(unsigned* counts, const float* x, int n) {
  __shared__ unsigned of_block[BINS];
  const int thread = threadIdx.y * 32 + threadIdx.x;
  if (thread < BINS) of_block[thread] = 0;
  __syncthreads();
  unsigned low = 0, high = 0;
  const int step = gridDim.x * WARPS * 32;
  for (int start = (blockIdx.x * WARPS + threadIdx.y) * 32; start < n; start += step) {
    const int i = start + threadIdx.x;
    const unsigned present = __ballot_sync(ALL, i < n);
    const unsigned bin = i < n ? bin_of(x[i]) : 0;
    unsigned same = present;  // lanes whose bin equals mine in five bits
    for (int bit = 0; bit < 5; ++bit) {
      const unsigned votes = __ballot_sync(ALL, bin >> bit & 1);
      same &= threadIdx.x >> bit & 1 ? votes : ~votes;
    }
    const unsigned upper = __ballot_sync(ALL, bin >> 5 & 1);
    low += __popc(same & ~upper);
    high += __popc(same & upper);
  }
  atomicAdd(&of_block[threadIdx.x], low);
  atomicAdd(&of_block[threadIdx.x + 32], high);
  __syncthreads();
  if (thread < BINS && of_block[thread] != 0) atomicAdd(&counts[thread], of_block[thread]);
}

}  // namespace

void running_sums(float* out, const float* in, int rows, int columns) { launch_scan(out, in, rows, columns, Plus()); }

void running_maxima(double* out, const double* in, int rows, int columns) {
  launch_scan(out, in, rows, columns, Larger());
}

void histogram(unsigned* counts, const float* x, int n) {
  cudaMemset(counts, 0, BINS * sizeof *counts);
  vote<<<min(2048, (n + 32 * WARPS * 32 - 1) / (32 * WARPS * 32)), dim3(32, WARPS)>>>(counts, x, n);
}
