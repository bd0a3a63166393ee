// 0.5: a template for each remainder, chosen from a table of kernel pointers. A warp rolls through four chunks; the
// neighbour's vector comes by a rotating shuffle in which lane 0 hands out the first vector of the next chunk.
#include "copy.cuh"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

constexpr int THREADS = 256;
constexpr int CHUNKS = 4;

template <int R>
__device__ float4 window(float4 a, float4 b) {
  if constexpr (R == 0) return a;
  if constexpr (R == 1) return make_float4(a.y, a.z, a.w, b.x);
  if constexpr (R == 2) return make_float4(a.z, a.w, b.x, b.y);
  return make_float4(a.w, b.x, b.y, b.z);
}

template <int R>
__global__ void shifted(float* out, const float* in, int n, int shift) {
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const int lane = warp.thread_rank();
  const long long whole = n / 4;
  const long long there_are = static_cast<long long>(n) + R;  // floats from `from` on
  const float* const from = in + (shift - R);
  const auto load = [=](long long q) -> float4 {
    const long long i = 4 * q;
    if (i + 3 < there_are) return *reinterpret_cast<const float4*>(from + i);
    return make_float4(i < there_are ? from[i] : 0.0f, i + 1 < there_are ? from[i + 1] : 0.0f,
                       i + 2 < there_are ? from[i + 2] : 0.0f, 0.0f);
  };
  const long long number = (static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x) / 32;
  const long long first = number * 32 * CHUNKS + lane;
  float4 here = load(first);
#pragma unroll
  for (int k = 0; k < CHUNKS; ++k) {
    const long long q = first + 32 * k;
    float4 next = make_float4(0, 0, 0, 0);
    if (k + 1 < CHUNKS) {
      next = load(q + 32);
    } else if (R != 0 && lane == 0) {
      next = load(q + 32);
    }
    const float4 give = lane == 0 ? next : here;
    const int right = (lane + 1) % 32;
    float4 beside;
    beside.x = warp.shfl(give.x, right);
    beside.y = warp.shfl(give.y, right);
    beside.z = warp.shfl(give.z, right);
    beside.w = warp.shfl(give.w, right);
    if (q < whole) reinterpret_cast<float4*>(out)[q] = window<R>(here, beside);
    here = next;
  }
  if (number == 0 && lane < n % 4) out[4 * whole + lane] = in[static_cast<size_t>(shift) + 4 * whole + lane];
}

void copy_shifted(float* out, const float* in, int n, int shift) {
  using Kernel = void (*)(float*, const float*, int, int);
  static const Kernel kernels[4] = {shifted<0>, shifted<1>, shifted<2>, shifted<3>};
  const int of_block = THREADS * CHUNKS;
  const int blocks = n / 4 < 1 ? 1 : (n / 4 + of_block - 1) / of_block;
  kernels[shift % 4]<<<blocks, THREADS>>>(out, in, n, shift);
}
