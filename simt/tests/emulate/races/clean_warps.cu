// Within one warp, right: nothing may be found.
#include <cooperative_groups.h>

#include <cstdio>

namespace cg = cooperative_groups;

__global__ void sum_with_syncwarp(const float* in, float* out) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < 32) {
    float v = s[t] + s[t + 32];
    for (int d = 16; d > 0; d /= 2) {
      __syncwarp();
      s[t] = v;
      __syncwarp();
      v += s[(t + d) % 32];
    }
    if (t == 0) *out = v;
  }
}

__global__ void warps_of_their_own(const float* in, float* out) {
  __shared__ float s[4][32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (int k = 0; k < 3; ++k) {
    s[warp][lane] = in[k * 128 + threadIdx.x];
    __syncwarp();
    out[k * 128 + threadIdx.x] = s[warp][31 - lane];
    __syncwarp();
  }
}

__global__ void half_of_a_warp(const float* in, float* out) {
  __shared__ float s[32];
  const int lane = threadIdx.x;
  if (lane < 16) {
    s[lane] = in[lane];
    __syncwarp(0x0000ffffu);
    out[lane] = s[15 - lane];
  } else {
    s[lane] = -in[lane];
    __syncwarp(0xffff0000u);
    out[lane] = s[47 - lane];
  }
}

__global__ void tiles_of_eight(const float* in, float* out) {
  __shared__ float s[64];
  const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  float* const mine = s + tile.meta_group_rank() * 8;
  mine[tile.thread_rank()] = in[threadIdx.x];
  tile.sync();
  out[threadIdx.x] = mine[7 - tile.thread_rank()];
}

__global__ void leader_of_a_coalesced_group(const int* in, int* count, int* out) {
  if (in[threadIdx.x] % 2 == 0) {
    const auto group = cg::coalesced_threads();
    int base = 0;
    if (group.thread_rank() == 0) base = atomicAdd(count, group.size());
    base = group.shfl(base, 0);
    out[base + group.thread_rank()] = in[threadIdx.x];
  }
}

__global__ void compacted_by_votes(const int* in, int* out) {
  __shared__ int queue[32];
  const int lane = threadIdx.x;
  int length = 0;
  for (int k = 0; k < 4; ++k) {
    const int v = in[k * 32 + lane];
    const unsigned votes = __ballot_sync(0xffffffffu, v % 4 == k);
    const int found = __popc(votes);
    if (length + found > 32) {
      __syncwarp();
      out[lane] += queue[lane];
      length = 0;
      __syncwarp();
    }
    if (v % 4 == k) queue[length + __popc(votes & ((1u << lane) - 1))] = v;
    length += found;
  }
  __syncwarp();
  if (lane < length) out[lane] += queue[lane];
}

/// A shuffle lets no lane go on before all have come: but it orders no memory, __syncwarp does.
__global__ void scan_then_shared(const int* in, int* out) {
  __shared__ int s[32];
  const int lane = threadIdx.x;
  int v = in[lane] % 32;
  for (int d = 1; d < 32; d *= 2) {
    const int below = __shfl_up_sync(0xffffffffu, v, d);
    if (lane >= d) v += below;
  }
  s[lane] = v;
  __syncwarp();
  out[lane] = s[lane > 0 ? lane - 1 : 0];
}

__global__ void shuffle_of_the_active_half(const float* in, float* out) {
  const int lane = threadIdx.x;
  float v = in[lane];
  if (lane < 16) {
    for (int d = 8; d > 0; d /= 2) v += __shfl_down_sync(0x0000ffffu, v, d, 16);
  }
  if (lane == 0) *out = v;
}

__global__ void lane_zero_writes(const float* in, float* out) {
  __shared__ float total[2];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  float v = in[threadIdx.x];
  for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(0xffffffffu, v, d);
  if (lane == 0) total[warp] = v;
  __syncwarp();
  out[threadIdx.x] = in[threadIdx.x] / (total[warp] + 1);
}

__global__ void volatile_with_syncwarp(const float* in, float* out) {
  __shared__ volatile float s[32];
  const int lane = threadIdx.x;
  s[lane] = in[lane];
  __syncwarp();
  for (int d = 1; d < 32; d *= 2) {
    const float v = lane >= d ? s[lane - d] : 0;
    __syncwarp();
    s[lane] += v;
    __syncwarp();
  }
  out[lane] = s[lane];
}

__global__ void matched_lanes(const int* in, int* out) {
  __shared__ int bins[8];
  if (threadIdx.x < 8) bins[threadIdx.x] = 0;
  __syncwarp();
  const int key = in[threadIdx.x] & 7;
  const unsigned same = __match_any_sync(0xffffffffu, key);
  if (__ffs(same) - 1 == static_cast<int>(threadIdx.x)) bins[key] += __popc(same);
  __syncwarp();
  if (threadIdx.x < 8) out[threadIdx.x] = bins[threadIdx.x];
}

/// What the lanes that have ended would have sent is read, and not used.
__global__ void ends_of_a_row(const float* in, float* out, int n) {
  const int lane = threadIdx.x;
  if (lane >= n) return;
  float sum = in[lane], most = in[lane];
  int count = 1;
  for (int step = 1; step < 32; step *= 2) {
    const float before = __shfl_up_sync(0xffffffffu, most, step), behind = __shfl_down_sync(0xffffffffu, sum, step);
    if (lane >= step && before > most) most = before;
    sum += lane + step < n ? behind : 0;
    count += __shfl_down_sync(0xffffffffu, count, step) * (lane + step < n);
  }
  for (int from = 0; from < 32; ++from) {
    const float value = __shfl_sync(0xffffffffu, most, from);
    if (from < n) most = fmaxf(most, value);
  }
  out[lane] = sum + most + count;
}

/// The upper lanes of the half get what is undefined, and only the first one's sum is used.
__global__ void sum_of_half_a_warp(const float* in, float* out) {
  if (threadIdx.x >= 16) return;
  float sum = in[threadIdx.x];
  for (int step = 8; step > 0; step /= 2) sum += __shfl_down_sync(0x0000ffffu, sum, step);
  if (threadIdx.x == 0) *out = sum;
}

int main() {
  float *in, *out;
  int *numbers, *results;
  cudaMalloc(&in, 4096);
  cudaMalloc(&out, 4096);
  cudaMalloc(&numbers, 4096);
  cudaMalloc(&results, 4096);
  cudaMemset(in, 0, 4096);
  cudaMemset(out, 0, 4096);
  cudaMemset(numbers, 0, 4096);
  cudaMemset(results, 0, 4096);
  sum_with_syncwarp<<<1, 64>>>(in, out);
  warps_of_their_own<<<1, 128>>>(in, out);
  half_of_a_warp<<<1, 32>>>(in, out);
  tiles_of_eight<<<1, 64>>>(in, out);
  leader_of_a_coalesced_group<<<1, 64>>>(numbers, results, results + 1);
  compacted_by_votes<<<1, 32>>>(numbers, results);
  scan_then_shared<<<1, 32>>>(numbers, results);
  shuffle_of_the_active_half<<<1, 32>>>(in, out);
  lane_zero_writes<<<1, 64>>>(in, out);
  volatile_with_syncwarp<<<1, 32>>>(in, out);
  matched_lanes<<<1, 32>>>(numbers, results);
  ends_of_a_row<<<1, 32>>>(in, out, 21);
  sum_of_half_a_warp<<<1, 32>>>(in, out);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  for (void* p : {(void*)in, (void*)out, (void*)numbers, (void*)results}) cudaFree(p);
}
