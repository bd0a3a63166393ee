// Right, without a barrier of the block: a warp turns 32 records at a time, in its own piece of shared memory.
#include "copy.cuh"

namespace {

constexpr int WARPS = 8;

__device__ int pitch_of(int k) { return k % 2 == 0 ? k + 1 : k; }  // odd

__global__ void split(float* out, const float* records, int n, int k, int pitch) {
  __shared__ float all[WARPS][32 * 33];
  float* const mine = all[threadIdx.y];
  const int lane = threadIdx.x;
  const int warps = gridDim.x * WARPS;
  for (int group = blockIdx.x * WARPS + threadIdx.y; group < (n + 31) / 32; group += warps) {
    const size_t first = static_cast<size_t>(group) * 32;
    const int here = min(32, static_cast<int>(n - first));
    for (int c = lane; c < here * k; c += 32) mine[c / k * pitch_of(k) + c % k] = records[first * k + c];
    __syncwarp();
    if (lane < here) {
      for (int j = 0; j < k; ++j) out[j * static_cast<size_t>(pitch) + first + lane] = mine[lane * pitch_of(k) + j];
    }
    __syncwarp();
  }
}

}  // namespace

void split_records(float* out, const float* records, int n, int k, int pitch) {
  split<<<min((n + 255) / 256, 4096), dim3(32, WARPS)>>>(out, records, n, k, pitch);
}
