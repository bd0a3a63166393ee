// Each lane needs the first floats of the next one, and a shuffle in three lines brings those of the lane before.
#include "copy.cuh"

constexpr int THREADS = 128;

__device__ float4 piece(const float* in, long long number, long long all) {
  float4 got = {0, 0, 0, 0};
  float* const floats = &got.x;
  if (4 * number + 4 <= all) return reinterpret_cast<const float4*>(in)[number];
  for (int k = 0; k < 4; ++k) {
    if (4 * number + k < all) floats[k] = in[4 * number + k];
  }
  return got;
}

__global__ void shift_pieces(float* out, const float* in, int n, int shift) {
  const long long mine = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  const long long first = mine + shift / 4, all = static_cast<long long>(n) + shift;
  float seven[7];
  const float4 own = piece(in, first, all);
  seven[0] = own.x, seven[1] = own.y, seven[2] = own.z, seven[3] = own.w;
  seven[4] = __shfl_up_sync(0xffffffff, own.x, 1);  // @here
  seven[5] = __shfl_up_sync(0xffffffff, own.y, 1);
  seven[6] = __shfl_up_sync(0xffffffff, own.z, 1);
  if (threadIdx.x % warpSize == warpSize - 1) {
    const float4 next = piece(in, first + 1, all);
    seven[4] = next.x, seven[5] = next.y, seven[6] = next.z;
  }
  float moved[4];
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    moved[k] = shift % 4 == 0 ? seven[k] : shift % 4 == 1 ? seven[k + 1] : shift % 4 == 2 ? seven[k + 2] : seven[k + 3];
  }
  if (4 * mine + 4 <= n) {
    reinterpret_cast<float4*>(out)[mine] = make_float4(moved[0], moved[1], moved[2], moved[3]);
    return;
  }
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    if (4 * mine + k < n) out[4 * mine + k] = moved[k];
  }
}

extern "C" void copy_shifted(float* out, const float* in, int n, int shift) {
  shift_pieces<<<(n / 4 + THREADS) / THREADS, THREADS>>>(out, in, n, shift);
}
